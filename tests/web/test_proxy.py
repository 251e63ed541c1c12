"""Two servers behind a real nginx, configured as the page about hosting says."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from socket import create_connection, socket
from time import monotonic

import pytest
from websockets.exceptions import InvalidStatus

from tests.needs import program
from tests.web.programs import serve
from tests.web.served import PATIENCE_SECONDS, Laid, Message, Page, Served

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    access_log off;
    {paths}
    add_header X-Served-By $upstream_addr;
    {site}
}}
"""
"""A configuration for a test: nothing outside of its folder is written."""
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def free_port() -> int:
    """Return a port that nothing listens at."""
    with closing(socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def proxy(folder: Path, ports: tuple[int, int]) -> Iterator[int]:
    """Run nginx with the configuration of the page; yield the port where it listens."""
    port = free_port()
    block = PAGE.read_text(encoding="utf-8").partition("```nginx\n")[2].partition("```")[0]
    site = re.sub(r"ssl_.*", "", block).replace("443 ssl", f"127.0.0.1:{port}")
    for number, own in zip((8421, 8422), ports, strict=True):
        site = site.replace(f":{number} ", f":{own} ")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in KINDS)
    user = "user root;" if os.geteuid() == 0 else ""
    text = FRAME.format(folder=folder, user=user, paths=paths, site=site)
    (folder / "nginx.conf").write_text(text)
    words = [program("nginx", "/usr/sbin/nginx"), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen([*words, "-p", str(folder)]) as running:  # noqa: S603  our own command
        try:
            wait_for(port, running)
            yield port
        finally:
            running.terminate()


def wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    """Wait until a program listens at a port."""
    until = monotonic() + PATIENCE_SECONDS
    while monotonic() < until and running.poll() is None:
        try:
            create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            continue
        return
    raise AssertionError(f"nothing listens at {port}")


def play(page: Page, sight: Message, text: str) -> Message:
    """Make a move; return the view after it."""
    page.say("enter", text=text, position=sight["position"])
    return page.next("view")


def table_at(site: Served, port: int) -> Laid:
    """Create tables until one is served at a port; return it."""
    for _ in range(20):
        laid = site.lay("tic_tac_toe", "me", "friend")
        if site.http("GET", f"/t/{laid.name}")[1]["x-served-by"].endswith(f":{port}"):
            return laid
    raise AssertionError(f"no table is served at {port}")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_takes_the_unit_of_the_page(tmp_path: Path) -> None:
    block = PAGE.read_text(encoding="utf-8").partition("```ini\n")[2].partition("```")[0]
    unit = tmp_path / "parlour@8421.service"
    unit.write_text(block.replace("/opt/parlour/bin/parlour", sys.executable))
    found = subprocess.run(  # noqa: S603  our own command
        ["systemd-analyze", "verify", "--man=no", str(unit)],  # noqa: S607  where the system has it
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line for line in found.stderr.splitlines() if unit.name in line] == []
    assert found.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="nginx is of other systems")
def test_a_server_that_is_killed_comes_back_with_its_tables_and_others_play_on(
    tmp_path: Path,
) -> None:
    one, two = ports = free_port(), free_port()
    folder, options = tmp_path / "matches", ("--shared", "--proxy", "127.0.0.1")
    with ExitStack() as stack:
        first = stack.enter_context(serve(folder, *options, port=one))
        second = stack.enter_context(serve(folder, *options, port=two))
        assert first.pages.key == second.pages.key
        port = stack.enter_context(proxy(tmp_path, ports))
        site = Served(f"http://127.0.0.1:{port}", first.pages.key)
        lost, kept = table_at(site, one), table_at(site, two)
        page, sight = stack.enter_context(lost.at(0))
        ann, anns = stack.enter_context(kept.at(0))
        ben, _ = stack.enter_context(kept.at(1))
        before = play(page, sight, "place b2")

        first.stop(signal.SIGKILL)
        page.rest()
        play(ann, anns, "place a1")
        answered = play(ben, ben.next("view"), "place a2")
        with pytest.raises(InvalidStatus, match="502"), lost.at(0):
            pass
        assert site.http("GET", "/health")[2] == b"ok\n"
        stack.enter_context(serve(folder, *options, port=one))
        with lost.at(0) as (_, after):
            pass
        moved = play(ann, ann.next("view"), "place a3")

    assert after == before
    assert moved["log"][-2]["sentence"] == answered["log"][-1]["sentence"]
