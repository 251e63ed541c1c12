"""The page of a tournament that runs."""

import http.client
import socket
from contextlib import closing
from pathlib import Path

from parlour.cli.tournament.watch import serve_report
from tests.tournament.conftest import Make, run


def got(address: str, path: str = "/", host: str | None = None) -> tuple[int, str, str]:
    """Ask for a page; return the status, the seconds to the next one, and the text."""
    server = address.removeprefix("http://").rstrip("/")
    with closing(http.client.HTTPConnection(server, timeout=300)) as connection:
        connection.request("GET", path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Refresh", ""), answer.read().decode()


def test_the_report_is_served_as_it_grows(make: Make) -> None:
    store = make(games=["leduc"], schedule="test", bots=["search:simulations=8", "uniform"])
    with serve_report(store.path) as address:
        empty = got(address)
    run(store, stop_after=40)
    with serve_report(store.path) as address:
        status, refresh, page = got(address)

    assert (empty[0], "No match has been played yet." in empty[2]) == (200, True)
    assert (status, refresh) == (200, "5")
    assert "<h1>Tournament small</h1>" in page
    assert "search:simulations=8" in page
    assert "Λ" in page or "ratio" in page


def test_nobody_else_is_served(make: Make) -> None:
    store = make()
    with serve_report(store.path) as address:
        assert address.startswith("http://127.0.0.1:")
        port = address.rpartition(":")[2].rstrip("/")
        assert got(address, "/etc/passwd")[0] == 404
        assert got(address, host=f"evil.example:{port}")[0] == 400
        assert got(address, host=f"localhost:{port}")[0] == 200
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.1", int(port))) != 0


def test_a_file_that_is_gone_is_said(make: Make) -> None:
    store = make()
    store.close()
    with serve_report(store.path) as address:
        Path(store.path).unlink()
        status, _, text = got(address)

    assert status == 500
    assert "there is no such file" in text
