"""Turns told to an address, and tables that nobody looks at."""

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from socketserver import StreamRequestHandler, TCPServer
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.record import RecordFile
from parlour.rules.errors import MisuseError
from parlour_web.commands.serving import ways_to_tell
from parlour_web.messages import EnterRequest
from parlour_web.notices.turns import TurnNotices, checked_address, unspoken
from parlour_web.options import ServerSettings
from parlour_web.specifications import MAX_ADDRESS_LETTERS, NOTICES
from parlour_web.tables.orders import SeatOrder, TableOrder
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.cli.strangers import Strangers
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
        turns.wait()

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
        turns.wait()

    assert (told["seat"], told["name"]) == (1, "Ben")


@pytest.mark.parametrize(
    "name",
    [
        "<!channel>",
        "@everyone",
        "<http://a.b|x>",
        "[x](http://a.b)",
        "<@U123>",
        "`x`",
        "&lt;!here&gt;",
    ],
)
def test_a_name_commands_no_chat_service(name: str) -> None:
    shown = unspoken(name)

    assert not set(shown) & set("<>&[]`|*")
    assert "://" not in shown
    assert not re.search(r"@\w", shown)


@given(st.text(st.characters(exclude_categories=("C", "P", "S")), max_size=20))
def test_a_name_of_letters_is_told_as_it_is(name: str) -> None:
    assert unspoken(name) == name


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
        "https://ntfy.sh/" + "x" * 1000,
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


def test_two_people_who_come_at_once_with_the_same_name_do_not_both_get_it(
    tmp_path: Path,
) -> None:
    async def name_both(*names: str) -> tuple[list[str], tuple[str, ...]]:
        store = TableStore(tmp_path, Catalog(), ServerSettings())
        name, _ = await store.create(TableOrder("tic_tac_toe", (SeatOrder("friend"),) * 2))
        wishes = [store.rename(name, seat, wanted) for seat, wanted in enumerate(names)]
        done = await asyncio.gather(*wishes, return_exceptions=True)
        called = (await store.live(name)).table.viewer.names
        await store.close()
        return [str(one) for one in done if one is not None], called

    refused, called = run_apart(name_both("Kim", "Kim"))
    assert len(refused) == 1
    assert sorted(called) != ["Kim", "Kim"]
    assert run_apart(name_both("Kim", "Lou")) == ([], ("Kim", "Lou"))


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


# The way of an address is that of its scheme


@contextmanager
def mail_server() -> Iterator[tuple[str, "Queue[tuple[str, str]]"]]:
    """Take mail on this machine; yield the address, and who gets each mail, with its text."""
    taken: Queue[tuple[str, str]] = Queue()

    class Taking(StreamRequestHandler):
        def handle(self) -> None:
            self.answer("220 here")
            recipient = ""
            while line := self.rfile.readline().decode().strip():
                recipient = line if line.startswith("rcpt TO:") else recipient
                if line == "quit":
                    self.answer("221 bye")
                    return
                self.answer("354 go on" if line == "data" else "250 taken")
                if line == "data":
                    lines = iter(lambda: self.rfile.readline().decode().strip(), ".")
                    taken.put((recipient, "\n".join(lines)))
                    self.answer("250 taken")

        def answer(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    with TCPServer(("127.0.0.1", 0), Taking) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}", taken
        finally:
            server.shutdown()
            thread.join()


def turn_told(folder: Path, settings: ServerSettings, address: str) -> str:
    """Have the person at the second seat told of a turn at an address; return the table's name."""

    async def play(store: TableStore) -> str:
        name, _ = await store.create(ORDER)
        table, page = await store.live(name), SendQueue()
        table.file.change("webhooks", 1, address)
        await table.join(page, 0)
        await table.ask(page, EnterRequest("place a1", 0))
        await store.close()
        return name

    turns = TurnNotices(settings)
    name = run_apart(play(TableStore(folder, Catalog(), settings, turns.tell)))
    turns.wait()
    return name


def test_a_person_is_told_by_mail(tmp_path: Path) -> None:
    with mail_server() as (server, taken):
        settings = ServerSettings(mail_server=server, names=("games.example.org:8421",))
        address = checked_address("mailto:ben@example.org", settings)
        name = turn_told(tmp_path, settings, address)
        recipient, mail = taken.get_nowait()

    text = f"Tic-tac-toe, table {name}: it is Ben's turn"
    assert recipient == "rcpt TO:<ben@example.org>"
    assert "\nTo: ben@example.org\n" in mail
    assert mail.startswith("From: parlour@games.example.org\n")
    assert message_from_string(mail)["Subject"].replace("\n", "") == text
    assert mail.rpartition("\n\n")[2] == text


@given(
    st.text()
    | st.from_regex(r"mailto:[^@]*@.*\..*")
    | st.builds("mailto:ben@example.org{}".format, st.text(max_size=3))
)
def test_mail_goes_to_one_plain_address_and_only_with_a_mail_server(address: str) -> None:
    with_server = ServerSettings(mail_server="mail.example.org")
    plain = re.compile(r"mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+", re.ASCII)
    for settings in (with_server, ServerSettings()):
        try:
            kept = checked_address(address, settings)
        except MisuseError:
            assert settings is not with_server or not (
                plain.fullmatch(address) and len(address) <= MAX_ADDRESS_LETTERS
            )
        else:
            is_allowed = settings is with_server and plain.fullmatch(kept)
            assert kept == address
            assert is_allowed or not address


def test_a_mail_server_that_is_not_there_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with TCPServer(("127.0.0.1", 0), StreamRequestHandler) as server:
        port = server.server_address[1]
    turn_told(tmp_path, ServerSettings(mail_server=f"127.0.0.1:{port}"), "mailto:ben@example.org")

    assert "a notice to a 'mailto:' address failed: " in caplog.text


WAY = """
import parlour
from pathlib import Path
from parlour.rules import MisuseError
from parlour_web.specifications import Notice

@parlour.hookimpl
def parlour_notices():
    yield Notice("{scheme}", "a line in a file", check=__name__ + ":check", send=__name__ + ":send",
        forms=__name__ + ":forms")

def forms(settings):
    return ["slate:friends/…"]

def check(address, settings):
    if address.startswith("slate:friends/"):
        return address.casefold()
    raise MisuseError("expected a friend's slate")

def send(address, notice, settings):
    Path(__file__).with_name("slate").write_text(f"{{address}}: {{notice.name}}")
"""


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strangers]:
    """Yield what installs distributions of strangers for this process."""
    installed = Strangers(tmp_path / "strangers")
    monkeypatch.syspath_prepend(installed.folder)
    yield installed
    for name in [name for name in sys.modules if name.startswith("stranger_")]:
        del sys.modules[name]


SAMPLES = "file"
"""The way to tell that the sample plugin brings."""


def install(strangers: Strangers, scheme: str, distribution: str, source: str = WAY) -> None:
    """Install a way to tell people of a scheme."""
    module = f"stranger_{distribution}"
    entries = f"[parlour.notices]\n{scheme} = {module}\n"
    strangers.install(distribution, entries, source.format(scheme=scheme))


def test_a_way_of_a_stranger_tells_a_person_by_its_scheme(
    tmp_path: Path, strangers: Strangers
) -> None:
    install(strangers, "slate", "slates")
    settings = ServerSettings(notices=("ntfy.sh",), ways=ways_to_tell())
    with pytest.raises(MisuseError, match="expected a friend's slate"):
        checked_address("slate:foes/x", settings)
    with pytest.raises(MisuseError, match=r"such as https://ntfy\.sh/… or slate:friends/…$"):
        checked_address("irc:x", settings)

    turn_told(tmp_path, settings, checked_address("slate:friends/Ben", settings))

    assert (strangers.folder / "slate").read_text(encoding="utf-8") == "slate:friends/ben: Ben"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("raise ValueError('no')", "ValueError: no", id="raises"),
        pytest.param(
            WAY.replace("yield Notice", "yield 7; Notice"),
            "expected parlour_notices to yield a Notice, got 7",
            id="yields something else",
        ),
        pytest.param(
            WAY.replace("{scheme}", "mailto"),
            "notice 'mailto' is already brought by plugin 'parlour'",
            id="takes a scheme",
        ),
    ],
)
def test_a_broken_way_is_named_and_stops_no_other(
    strangers: Strangers, source: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install(strangers, "bad", "bad", source)
    install(strangers, "slate", "slates")

    assert [*NOTICES.own(), "slate"] == [name for name in ways_to_tell() if name != SAMPLES]
    assert capsys.readouterr().err.startswith(f"parlour: plugin 'bad' of 'bad 1.0': {reason}")


@pytest.mark.parametrize("fault", ["forms", "check", "send"])
def test_a_way_that_fails_is_logged_and_refuses_in_a_sentence(
    tmp_path: Path, strangers: Strangers, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    install(strangers, "slate", "slates", f"{WAY}\ndef {fault}(*_):\n    raise KeyError(1)\n")
    settings = ServerSettings(notices=("ntfy.sh",), ways=ways_to_tell())
    if fault == "send":
        turn_told(tmp_path, settings, "slate:friends/ben")
    else:
        with pytest.raises(MisuseError, match=r"expected an address such as https://ntfy\.sh/…"):
            checked_address("slate:friends/ben", settings)

    assert "a notice to a 'slate:' address failed: " in caplog.text


def test_an_address_is_passed_over_if_its_plugin_has_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    turn_told(tmp_path, ServerSettings(), "slate:friends/ben")

    assert "nothing sends to 'slate:' addresses any more" in caplog.text
