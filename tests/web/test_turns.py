"""Turns told to an address, and tables that nobody looks at."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.record import RecordFile
from parlour.rules.errors import MisuseError
from parlour_web.messages import EnterRequest
from parlour_web.notices.sending import TurnNotices, checked_address
from parlour_web.options import ServerSettings
from parlour_web.tables.orders import SeatOrder, TableOrder
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.web.served import PATIENCE_SECONDS, served

ORDER = TableOrder("tic_tac_toe", (SeatOrder("me", "Ann"), SeatOrder("friend", "Ben")))


@contextmanager
def listener(status: int) -> Iterator[tuple[str, "Queue[Any]"]]:
    """Answer requests on this machine; yield the address, and the bodies that come."""
    heard: Queue[Any] = Queue()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def do_GET(self) -> None:
            heard.put("led here")
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/turn", heard
        finally:
            server.shutdown()
            thread.join()


async def play_one_move(store: TableStore, *, friend_is_here: bool) -> str:
    """Let the first seat move; return the name of the table."""
    name, _ = await store.create(ORDER)
    table = await store.live(name)
    mine, other = SendQueue(), SendQueue()
    await table.join(mine, 0)
    if friend_is_here:
        await table.join(other, 1)
    await table.ask(mine, EnterRequest("place a1", 0))
    await store.close()
    return name


@pytest.mark.parametrize(
    "status", [pytest.param(200, id="heard"), pytest.param(302, id="elsewhere")]
)
def test_an_address_is_told_once_when_somebody_who_is_away_is_asked(
    tmp_path: Path, status: int
) -> None:
    with listener(status) as (url, heard):
        turns = TurnNotices(ServerSettings(webhook=url))
        store = TableStore(tmp_path, Catalog(), ServerSettings(), turns.tell)
        name = run_apart(play_one_move(store, friend_is_here=False))
        told = heard.get(timeout=PATIENCE_SECONDS)
        turns.close()

    assert told == {
        "table": name,
        "game": "Tic-tac-toe",
        "seat": 1,
        "name": "Ben",
        "text": f"Tic-tac-toe, table {name}: it is Ben's turn",
    }
    assert heard.empty()


def test_a_person_has_their_own_address_told(tmp_path: Path) -> None:
    async def sit_and_leave(store: TableStore) -> None:
        name, _ = await store.create(ORDER)
        table, page = await store.live(name), SendQueue()
        table.file.change("webhooks", 1, url)
        await table.join(page, 0)
        await table.ask(page, EnterRequest("place a1", 0))
        await store.close()

    with listener(200) as (url, heard):
        turns = TurnNotices(ServerSettings())
        store = TableStore(tmp_path, Catalog(), ServerSettings(), turns.tell)
        run_apart(sit_and_leave(store))
        told = heard.get(timeout=PATIENCE_SECONDS)
        turns.close()

    assert (told["seat"], told["name"]) == (1, "Ben")


SETTINGS = ServerSettings(notices=("ntfy.sh", "hooks.example.org:8443"))


@pytest.mark.parametrize(
    "url",
    [
        "http://ntfy.sh/x",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://ntfy.sh@127.0.0.1/",
        "https://me@ntfy.sh/x",
        "https://ntfy.sh:8443/x",
        "https://ntfy.sh.example.org/x",
        "https://hooks.example.org/x",
        "https:/ntfy.sh/x",
        "file:///etc/passwd",
        "https://[::1",
        "HTTPS://ntfy.sh/x",
        "https://ntfy.sh/a b",
        "https://ntfy.sh\\@127.0.0.1/",
        "https://ntfy.sh/\r\nHost: x",
        "https://ntfy.sh/" + "x" * 300,
    ],
)
def test_no_page_has_the_server_ask_elsewhere(url: str) -> None:
    with pytest.raises(MisuseError, match="expected an address such as https://ntfy"):
        checked_address(url, SETTINGS)


@pytest.mark.parametrize(
    "url", ["", "https://ntfy.sh/mine", "https://hooks.example.org:8443/a?b=c"]
)
def test_an_address_at_a_host_that_is_allowed_is_taken(url: str) -> None:
    assert checked_address(url, SETTINGS) == url


def test_without_such_a_host_no_page_gives_an_address(tmp_path: Path) -> None:
    with served(tmp_path) as fresh, fresh.lay("tic_tac_toe", "me", "friend").at(0) as (page, _):
        refused = page.ask("webhook", "reply", url="https://ntfy.sh/x")

    assert refused["refused"] is True
    assert "the host allows none" in refused["lines"][0]


def test_nobody_is_told_who_has_a_page_open(tmp_path: Path) -> None:
    told: list[object] = []
    store = TableStore(tmp_path, Catalog(), ServerSettings(), lambda *turn: told.append(turn))
    run_apart(play_one_move(store, friend_is_here=True))

    assert told == []


def test_nobody_is_told_of_a_turn_while_the_match_waits_for_its_people(tmp_path: Path) -> None:
    told: list[object] = []

    async def arrive(store: TableStore) -> None:
        name, _ = await store.create(replace(ORDER, waits=True))
        await (await store.live(name)).join(SendQueue(), 1)
        assert told == []
        await (await store.live(name)).hold(None)
        await store.close()

    store = TableStore(tmp_path, Catalog(), ServerSettings(), lambda *turn: told.append(turn[2]))
    run_apart(arrive(store))

    assert told == [0]


def test_a_table_that_nobody_looks_at_is_put_away(tmp_path: Path) -> None:
    async def put_away() -> tuple[str, bool, bool]:
        store = TableStore(tmp_path, Catalog(), ServerSettings())
        name, _ = await store.create(ORDER)
        page, table = SendQueue(), await store.live(name)
        await table.join(page, 0)
        await store.unload(name)
        kept = await store.live(name) is table
        table.leave(page)
        await store.unload(name)
        RecordFile(store.record(name), keep=store.record(name).stat().st_size).close()
        reopened = await store.live(name) is not table
        await store.close()
        return name, kept, reopened

    name, kept, reopened = run_apart(put_away())

    assert (kept, reopened) == (True, True)
    assert name.startswith("tic_tac_toe-")
