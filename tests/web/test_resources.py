"""The resources of a server: each is listed, and taken away in turn while people play."""

import errno
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any

import pytest

from parlour.catalog.catalog import Catalog
from parlour.words import offered, speaking
from parlour_web.house.bounded_log import MAX_ENTRY_LETTERS, MAX_LINES, BoundedLog
from parlour_web.house.descriptors import RESERVED_FILES, files_in_use, limits_within
from parlour_web.messages import EnterRequest
from parlour_web.network.connection import MAX_TOLD_FILES
from parlour_web.notices.turns import MAX_WAITING, TurnNotices
from parlour_web.notices.webhook import send
from parlour_web.options import Limits, ServerSettings
from parlour_web.specifications import NoticeSettings, TurnNotice
from parlour_web.tables import table as tables
from parlour_web.tables.answering import answer
from parlour_web.tables.orders import SeatOrder, TableOrder
from parlour_web.tables.quota import ServerQuota
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.web.programs import serve
from tests.web.served import KEY, PATIENCE_SECONDS, Served, served

GAME = "tic_tac_toe"
ORDER: dict[str, Any] = {"game": GAME, "seats": [{"who": "me"}, {"who": "friend"}]}
NOTICE = TurnNotice("t-1", "Tic-tac-toe", 1, "Ben", "it is Ben's turn")
WIDE = ("--capacity", "per_address=4000,new_tables=4000")


def health(server: Served) -> str:
    """Return what a program that watches the server reads."""
    return server.http("GET", "/health")[2].decode()


def test_each_resource_has_a_limit_a_use_and_a_sentence_in_each_language(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        shown = json.loads(
            running.http("GET", "/house", headers={"Authorization": f"Bearer {KEY}"})[2]
        )["uses"]
    store = TableStore(tmp_path, Catalog(), ServerSettings())
    sentences = []
    for language in offered():
        with speaking(language):
            sentences.append({one.why for one in store.quota.resources.uses()})

    assert [one for one in shown if not 0 <= one["used"] <= one["limit"]] == []
    assert all(one["what"] and "." not in one["why"] for one in shown)
    assert not set.intersection(*sentences)


def test_health_names_what_is_used_up(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(tables=1)) as running:
        before = health(running)
        running.lay(GAME, "me", "friend")

        assert (before, health(running)) == ("ok\n", "full: tables\n")


def test_the_resources_are_told_while_another_table_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TableStore(tmp_path, Catalog(), ServerSettings())
    live = store._live  # noqa: SLF001  no other way lets a table open at that moment

    def open_another(table: tables.LiveTable) -> int:
        live[f"another {len(live)}"] = table
        return 0

    async def told() -> int:
        order = TableOrder(GAME, (SeatOrder("me"), SeatOrder("friend")))
        await store.live((await store.create(order))[0])
        opening = property(open_another, lambda *_: None)
        with monkeypatch.context() as late:
            late.setattr(tables.LiveTable, "undone", opening, raising=False)
            found = len(store.quota.resources.uses())
        live.pop("another 1")
        await store.close()
        return found

    assert run_apart(told()) > 0


# Open files


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no shell that limits files")
def test_a_server_without_open_files_says_so_and_those_who_play_go_on(tmp_path: Path) -> None:
    """Newcomers and half requests use up what is left to them, and no more."""
    granted = RESERVED_FILES + 40
    with (
        serve(tmp_path, *WIDE, lines=3, limit=f"ulimit -n {granted}") as program,
        ExitStack() as stack,
    ):
        assert f"grants {granted} open files, so this server takes at most 20" in program.lines[1]
        seated = program.pages.lay(GAME, "me", "friend")
        page, sight = stack.enter_context(seated.at(0))
        said = ""
        while "files open" not in said and "connections" not in said:
            status, _, body = program.pages.order(ORDER)
            made = json.loads(body) if status == 201 else {"table": seated.name}
            other = stack.enter_context(program.pages.page(made["table"]))
            message = other.next("view", "bye")
            said = message.get("why", "")
        page.say("enter", text="place a1", position=sight["position"])
        after = page.next("view")
        port = int(program.pages.host.rpartition(":")[2])
        for _ in range(300):
            half = stack.enter_context(
                socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
            )
            half.sendall(b"GET / HTTP/1.1\r\nHost: 127.")
        looked = page.ask("enter", "reply", text="look", position=after["position"])
        program.stop(signal.SIGTERM)
        log = program.running.stdout.read() if program.running.stdout else ""

    assert message["again"] is True
    assert looked["refused"] is False
    assert log == ""


def test_limits_follow_from_what_the_system_grants() -> None:
    assert limits_within(Limits(), 256).connections == 96
    assert limits_within(Limits(connections=10), 256).connections == 10
    assert limits_within(Limits(), 0) == Limits()
    assert RESERVED_FILES > MAX_TOLD_FILES


def test_a_table_that_finds_no_open_file_left_is_there_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that is loaded late fails as a full disk does: the page comes back by itself."""
    fails = [OSError(errno.EMFILE, os.strerror(errno.EMFILE))]
    read = answer

    def fail_once(*given: Any) -> Any:
        if fails:
            raise fails.pop()
        return read(*given)

    with served(tmp_path) as running, running.lay(GAME, "me", "friend").at(0) as (page, sight):
        monkeypatch.setattr(tables, "answer", fail_once)
        refused = page.enter("place a1", sight["position"])
        again = page.next("view")
        made = page.enter("place a1", again["position"])

    assert (refused["refused"], made["refused"]) == (True, False)
    assert "no more room or open files" in refused["lines"][0]


# The log


def test_what_repeats_is_logged_once_a_minute_and_entries_are_bounded() -> None:
    now = [0.0]
    written = StringIO()
    log = BoundedLog(written, lambda: now[0])
    logger = logging.getLogger("bounded")
    logger.addHandler(log)
    for _ in range(2_000):
        logger.error("socket.accept() out of system resource")
    for number in range(2 * MAX_LINES):
        logger.error("table %d fails: %s", number, "x" * 2 * MAX_ENTRY_LETTERS)
    lines = written.getvalue().splitlines()

    assert lines.count("socket.accept() out of system resource") == 1
    assert log.lines == MAX_LINES
    assert len(written.getvalue()) < MAX_LINES * (MAX_ENTRY_LETTERS + 10)

    now[0] = 61.0
    logger.error("socket.accept() out of system resource")
    rest = written.getvalue().splitlines()[len(lines) :]

    assert rest == [
        f"{2_000 + MAX_LINES} more entries like those of the minute before were left out",
        "socket.accept() out of system resource",
    ]


# Notices


@contextmanager
def dripping() -> Iterator[tuple[str, "list[int]", Event]]:
    """Answer a byte at a time until the block ends; yield the address, who came, who was cut."""
    came: list[int] = []
    ends = Event()
    was_cut = Event()

    class Drip(StreamRequestHandler):
        def handle(self) -> None:
            came.append(1)
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
                while not ends.wait(0.02):
                    self.wfile.write(b"y")  # one header: readers take only so many
            except OSError:
                was_cut.set()

    class Server(ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Drip) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/", came, was_cut
        finally:
            ends.set()
            server.shutdown()
            thread.join()


def test_a_receiver_that_drips_is_cut_off_when_the_whole_notice_takes_too_long() -> None:
    with dripping() as (url, _, was_cut):
        send(url, NOTICE, NoticeSettings(by_host=True, seconds=0.2))

        assert was_cut.wait(PATIENCE_SECONDS)


def test_a_receiver_that_drips_delays_no_other_and_its_notices_are_bounded(
    tmp_path: Path,
) -> None:
    with dripping() as (slow, _, _), dripping() as (other, came, _):
        notices = TurnNotices(ServerSettings(webhook=slow))
        store = TableStore(tmp_path, Catalog(), ServerSettings())

        async def tell() -> None:
            name, _ = await store.create(TableOrder(GAME, (SeatOrder("me"), SeatOrder("friend"))))
            live = await store.live(name)
            for _ in range(3 * MAX_WAITING):
                notices.tell(name, live.table, 1)
            notices.tell(name, live.table, 1, other)
            await store.close()

        run_apart(tell())
        unsent = notices.unsent
        until = time.monotonic() + PATIENCE_SECONDS
        while not came and time.monotonic() < until:
            pass
        notices.close()

    assert came
    assert unsent < 2 * MAX_WAITING


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_server_ends_although_a_notice_is_being_sent(tmp_path: Path) -> None:
    with dripping() as (url, came, _), serve(tmp_path, "--webhook", url) as program:
        for _ in range(6):
            with program.pages.lay(GAME, "me", "friend").at(0) as (page, sight):
                page.say("enter", text="place a1", position=sight["position"])
                page.next("view")
        program.running.send_signal(signal.SIGTERM)
        code = program.running.wait(30)

    assert code == 0
    assert came


# Moves that are taken back


def test_a_match_takes_back_so_many_moves_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_UNDONE", 2)

    async def play(name: str) -> str:
        store = TableStore(tmp_path, Catalog(), ServerSettings())
        name = name or (await store.create(TableOrder(GAME, (SeatOrder("me"),) * 2)))[0]
        table, page = await store.live(name), SendQueue()
        await table.join(page, 0)
        for _ in range(3):
            for text in ("place a1", "undo"):
                await table.ask(page, EnterRequest(text, table.chair(0).position))
        await store.close()
        return name

    def undone(name: str) -> int:
        return (tmp_path / f"{name}.jsonl").read_text().count('"undo"')

    name = run_apart(play(""))
    first = undone(name)
    run_apart(play(name))

    assert (first, undone(name)) == (2, 2)


# Faults of the machine


class Breaks:
    """Lets calls of the system fail that concern a folder."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.number = 0
        self._folder = str(folder)
        for name in ("open", "fsync", "replace", "rename"):
            monkeypatch.setattr(os, name, self._broken(getattr(os, name)))

    def _broken(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *given: Any, **named: Any) -> Any:
            is_ours = isinstance(path, int) or str(path).startswith(self._folder)
            if self.number and is_ours:
                raise OSError(self.number, os.strerror(self.number), str(path))
            return call(path, *given, **named)

        return called


@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(errno.EMFILE, 503, id="no open file left"),
        pytest.param(errno.ENOSPC, 507, id="a full disk"),
        pytest.param(errno.EACCES, 503, id="no right"),
    ],
)
def test_no_answer_names_a_file_whichever_write_fails_and_then_all_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    with served(tmp_path, open_house=True, notices=("ntfy.sh",)) as running:
        breaks = Breaks(monkeypatch, tmp_path)
        laid = running.lay(GAME, "me", "friend")
        host = {"Authorization": f"Bearer {laid.keys[None]}"}
        own = {"Authorization": f"Bearer {laid.keys[0]}"}
        asks: list[tuple[str, str, object, dict[str, str]]] = [
            ("POST", "/tables", ORDER, {}),
            ("POST", "/replays", b"{}", {}),
            ("GET", f"/t/{laid.name}/record", None, own),
            ("GET", f"/t/{laid.name}/face", None, {}),
            ("POST", f"/t/{laid.name}/hold", {"held": "pause"}, host),
            ("POST", f"/t/{laid.name}/seats/1/key", None, host),
            ("DELETE", f"/t/{laid.name}/seats/1/key", None, host),
            ("GET", "/house", None, {"Authorization": f"Bearer {KEY}"}),
        ]
        with laid.at(0) as (page, sight):
            breaks.number = number
            answers = [running.http(*one) for one in asks]
            said = [
                page.ask("name", "reply", name="Ann"),
                page.ask("webhook", "reply", url="https://ntfy.sh/x"),
                page.ask("fork", "reply", at=0),
            ]
            page.say("enter", text="place a1", position=sight["position"])
            said.append(page.next("reply", "bye"))
            breaks.number = 0
        with laid.at(0) as (page, sight):
            moved = page.enter("place a1", sight["position"])

    texts = json.dumps([*[str(body) for _, _, body in answers], *said])
    assert str(tmp_path) not in texts
    assert tmp_path.name not in texts
    assert {answers[0][0], answers[4][0], answers[5][0], answers[6][0]} == {status}
    assert moved["refused"] is False


def test_damaged_metadata_are_told_in_a_sentence_without_a_path(tmp_path: Path) -> None:
    with served(tmp_path, open_house=True) as running:
        laid = running.lay(GAME, "me", "friend")
        (tmp_path / f"{laid.name}.table.json").write_text("{")
        with running.page(laid.name) as page:
            bye = page.next("bye")
        people = running.http(
            "GET", f"/t/{laid.name}/people", headers={"Authorization": f"Bearer {laid.keys[None]}"}
        )

    assert tmp_path.name not in bye["why"] + people[2].decode()
    assert people[0] == 503


def test_a_folder_that_vanishes_is_told_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with served(folder, open_house=True) as running:
        laid = running.lay(GAME, "me", "friend")
        folder.rename(tmp_path / "away")
        status, _, body = running.http("POST", "/tables", ORDER)
        gone = health(running)
        (tmp_path / "away").rename(folder)
        with laid.at(0) as (page, sight):
            moved = page.enter("place a1", sight["position"])

        assert (status, gone) == (503, "full: disk\n")
        assert str(tmp_path) not in body.decode()
        assert (moved["refused"], health(running)) == (False, "ok\n")


def test_a_clock_that_goes_back_lets_nobody_in_and_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, open_house=True, limits=Limits(new_tables=2)) as running:
        laid = running.lay(GAME, "me", "friend")
        with laid.at(0) as (page, sight):
            codes = []
            for now in (0.0, time.time() + 86_400.0):
                monkeypatch.setattr(time, "time", lambda now=now: now)
                codes += [running.http("POST", "/tables", ORDER)[0] for _ in range(2)]
            moved = page.enter("place a1", sight["position"])

    assert (moved["refused"], codes) == (False, [201, 429, 429, 429])


# Addresses


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param([f"2001:db8:1:2::{n:x}" for n in range(1, 41)], id="a household"),
        pytest.param(["203.0.113.9", "::ffff:203.0.113.9"] * 20, id="one address, twice written"),
    ],
)
def test_a_network_of_ipv6_and_a_mapped_address_count_as_one(
    tmp_path: Path, addresses: list[str]
) -> None:
    limits = Limits(new_tables=30)
    with served(tmp_path, proxy="127.0.0.1", open_house=True, limits=limits) as running:
        codes = [
            running.http("POST", "/tables", ORDER, {"X-Forwarded-For": one})[0] for one in addresses
        ]

    assert codes == [201] * 30 + [429] * 10


def test_files_in_use_are_counted() -> None:
    before = files_in_use()
    with Path(os.devnull).open():
        assert files_in_use() > before
    assert ServerQuota(Limits()).resources.lacks("files") is None
