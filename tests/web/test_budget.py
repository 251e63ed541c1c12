"""A server's limits: what is over them is declined in a sentence, and those who play go on."""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from parlour.players.time_control import TimeControl
from parlour_web import page_files
from parlour_web.network import connection, guard
from parlour_web.options import Limits
from parlour_web.tables.quota import BUSY, BotDemand, Declined, ServerQuota, demand_of
from parlour_web.tables.store import IN_USE
from tests.broken_games import which_hand
from tests.web.served import KEY, PATIENCE_SECONDS, Message, Served, served

GAME = "tic_tac_toe"
ORDER: dict[str, Any] = {"game": GAME, "seats": [{"who": "me"}, {"who": "friend"}]}
WITH_BOT: dict[str, Any] = {"game": GAME, "seats": [{"who": "me"}, {"who": "bot", "level": "easy"}]}


def house_of(server: Served) -> Message:
    """Return what the host's page shows."""
    shown = {"Authorization": f"Bearer {server.key}"}
    found: Message = json.loads(server.http("GET", "/house", headers=shown)[2])
    return found


def notes_of(server: Served) -> dict[str, int]:
    """Return how often each sentence was said."""
    return {note["why"]: note["times"] for note in house_of(server)["notes"]}


def test_what_bots_use_follows_from_their_settings() -> None:
    players = ("human", "greedy", "search", "search:seconds=5", "search:seconds=90", "exec:sh")

    assert demand_of(players, TimeControl(move=60.0)) == BotDemand(4, 1.0 + 5.0 + 60.0 + 60.0)
    assert demand_of(("human", "uniform:", "greedy:errors=1"), TimeControl()) == BotDemand()


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(bots=3), "3 bots may play"),
        (Limits(thinking=9.5), "think for 9.5 s at once"),
    ],
)
def test_bots_have_room_up_to_a_limit(limits: Limits, why: str) -> None:
    quota = ServerQuota(limits)
    quota.open("one", BotDemand(2, 5.0))
    quota.check_room(BotDemand(1, 4.5))
    quota.check_room(BotDemand())
    with pytest.raises(Declined, match=why):
        quota.check_room(BotDemand(2, 5.0))
    quota.close("one")
    quota.check_room(BotDemand(2, 5.0))

    assert [(note.times, why in note.why) for note in quota.declined_requests()] == [(1, True)]


def test_a_hint_counts_while_it_is_thought_about(tmp_path: Path) -> None:
    quota = ServerQuota(Limits(thinking=6.0))
    with quota.hint():
        assert quota.totals() == BotDemand(0, 4.0)
        with pytest.raises(Declined, match="think for 6 s at once"), quota.hint():
            pass
    assert quota.totals() == BotDemand()

    with (
        served(tmp_path, limits=Limits(thinking=3.0)) as server,
        server.lay(GAME, "me", "friend").at(0) as (page, view),
    ):
        said = page.enter("hint", view["position"])
        assert (said["refused"], "think for 3 s" in said["lines"][0]) == (True, True)
        assert page.enter("place b2", view["position"])["refused"] is False


def test_a_table_whose_bots_have_no_room_waits_until_nobody_looks_at_another(
    tmp_path: Path,
) -> None:
    with served(tmp_path, limits=Limits(bots=1)) as server:
        first, second = (server.lay(GAME, "me", "easy") for _ in range(2))
        with first.at(0) as (page, view):
            with server.page(second.name, second.keys[0]) as late:
                said = late.next()
            status, _, body = server.order(WITH_BOT)
            assert server.order(ORDER)[0] == 201
            assert page.enter("moves", view["position"])["refused"] is False
            uses = {one["what"]: one["used"] for one in house_of(server)["uses"]}
        with second.at(0) as (_, view):
            pass

        assert (said["type"], said["again"], "1 bots may play" in said["why"]) == (
            "bye",
            True,
            True,
        )
        assert (status, json.loads(body)["error"] in notes_of(server)) == (429, True)
        counted = {"tables": 3, "bots": 1, "seconds of thinking": 1.0, "pages": 1}
        assert counted.items() <= uses.items()
        assert view["seat"] == 0


class Gate(which_hand.Rules):
    """Waits where a match is opened, and at each move, while the gate is shut."""

    def __init__(self) -> None:
        self.open = Event()
        self.open.set()
        self.reached = Event()

    def start(self, *given: Any, **more: Any) -> Any:
        self.wait()
        return super().start(*given, **more)

    def play(self, *given: Any, **more: Any) -> Any:
        self.wait()
        return super().play(*given, **more)

    def wait(self) -> None:
        if not self.open.is_set():
            self.reached.set()
            assert self.open.wait(PATIENCE_SECONDS)


@contextmanager
def gated(folder: Path, **settings: Any) -> Iterator[tuple[Served, Gate]]:
    gate = Gate()
    try:
        with served(folder, [which_hand.variant(gate)], **settings) as server:
            yield server, gate
            gate.open.set()
    finally:
        gate.open.set()


def test_tables_that_open_slowly_hold_up_no_other(tmp_path: Path) -> None:
    limits = Limits(wait=PATIENCE_SECONDS)
    with gated(tmp_path, limits=limits) as (server, gate), ExitStack() as pages:
        slow = [server.lay("which_hand", "me", "friend") for _ in range(12)]
        other = server.lay(GAME, "me", "friend")
        gate.open.clear()
        waiting = [pages.enter_context(server.page(one.name, one.keys[0])) for one in slow]
        assert gate.reached.wait(PATIENCE_SECONDS)
        with other.at(0) as (_, view):
            assert view["seat"] == 0
        assert server.order(ORDER)[0] == 201
        gate.open.set()

        assert [page.next("view")["seat"] for page in waiting] == [0] * 12


def test_if_those_who_play_wait_for_a_thread_newcomers_are_declined(tmp_path: Path) -> None:
    with gated(tmp_path, limits=Limits(wait=0.2)) as (server, gate), ExitStack() as pages:
        # More tables than there are threads, all of which wait at the gate in the end.
        laid = [server.lay("which_hand", "me", "friend") for _ in range(12)]
        quiet = server.lay(GAME, "me", "friend")
        seats = [pages.enter_context(one.at(0)) for one in laid]
        gate.open.clear()
        for page, view in seats:
            page.say("enter", text="hide left", position=view["position"])
        assert gate.reached.wait(PATIENCE_SECONDS)
        answers = (server.order(ORDER) for _ in range(50))
        code, sent, _ = next(one for one in answers if one[0] != 201)
        refused = [
            (code, sent["retry-after"]),
            *(quiet.spectator().__enter__()[1]["again"],),
        ]
        gate.open.set()
        moved = [page.next("view")["position"] for page, _ in seats]
        why = next(iter(notes_of(server)))

    assert refused == [(429, "60"), True]
    assert all(after > view["position"] for after, (_, view) in zip(moved, seats, strict=True))
    assert why == str(BUSY)


def test_pages_are_made_by_few_threads_and_no_more_wait_than_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PAGE_THREADS", 1)
    monkeypatch.setattr(guard, "MAX_WAITING_PAGES", 1)
    # The gate opens before the browsers are waited for.
    with ThreadPoolExecutor(25) as browsers, gated(tmp_path) as (server, gate):

        def waiting(*_: object) -> str:
            gate.wait()
            return ""

        table = server.lay(GAME, "me", "friend")
        monkeypatch.setitem(page_files.PARTS, page_files.INKS_PART, waiting)
        with table.at(0) as (page, view):
            gate.open.clear()
            drawn = browsers.submit(server.http, "GET", f"/games/{GAME}/{page_files.INKS_PART}")
            assert gate.reached.wait(PATIENCE_SECONDS)
            asked = [browsers.submit(server.http, "GET", "/me") for _ in range(24)]
            done = islice(as_completed(asked, PATIENCE_SECONDS), 23)
            answers = [one.result() for one in done]
            refused = {(code, sent["retry-after"], body) for code, sent, body in answers}
            assert page.enter("place b2", view["position"])["refused"] is False
            gate.open.set()

    assert refused == {(429, "60", f"{BUSY}\n".encode())}
    assert Counter(one.result()[0] for one in (drawn, *asked)) == {200: 2, 429: 23}


def test_a_table_that_another_server_has_open_is_declined_in_a_sentence(tmp_path: Path) -> None:
    """Servers share a folder behind a proxy; one that is asked for another's table says so."""
    with served(tmp_path, shared=True) as first, served(tmp_path, shared=True) as second:
        laid = first.lay(GAME, "me", "friend")
        host = {"Authorization": f"Bearer {laid.keys[None]}"}
        with laid.at(0) as (page, view):
            with second.page(laid.name, laid.keys[1]) as other:
                bye = other.next()
            answers = [
                second.http("GET", f"/t/{laid.name}/people", headers=host),
                second.http("DELETE", f"/t/{laid.name}/seats/1/key", headers=host),
            ]
            assert page.enter("place b2", view["position"])["refused"] is False
        with laid.at(1):
            pass

    assert (bye["type"], bye["again"], bye["why"]) == ("bye", True, f"Closed: {IN_USE}.")
    assert [(one[0], json.loads(one[2])["error"]) for one in answers] == [(409, str(IN_USE))] * 2


def test_an_address_has_so_many_connections_and_those_that_it_has_go_on(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(per_address=3)) as server:
        laid = server.lay(GAME, "me", "friend")
        with laid.at(0) as (one, view), laid.at(0), laid.at(1):
            with server.page(laid.name, laid.keys[1]) as fourth:
                bye = fourth.next()
            status, headers, body = server.http("GET", "/health")
            assert one.enter("moves", view["position"])["refused"] is False
        why = b"your address has 3 connections and gets no more; close a page"

        assert (bye["again"], why.decode() in bye["why"]) == (True, True)
        assert (status, body, headers["connection"]) == (429, why + b"\n", "close")
        assert notes_of(server) == {why.decode(): 2}


def rest_of(held: socket.socket) -> bytes:
    """Return what comes until the server cuts a connection off."""
    found = b""
    with suppress(ConnectionError):
        while part := held.recv(65_536):
            found += part
    return found


def test_connections_far_over_a_limit_are_cut_off_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_DECLINED", 1)
    with served(tmp_path, limits=Limits(connections=1)) as server, ExitStack() as held:
        host, port = server.host.split(":")
        found = [held.enter_context(socket.create_connection((host, int(port)))) for _ in range(3)]
        assert rest_of(found[-1]) == b""
        found[1].sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"the server has 1 connections and takes no more" in rest_of(found[1])


CHUNKED = b"POST /t/unknown/hold HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_broken_body_is_refused_and_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the answer to its beginning, in the same moment, and after it."""
    with served(tmp_path) as server:
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port))) as held:
            held.sendall(CHUNKED + b"ZZ\r\n")
            assert rest_of(held).startswith(b"HTTP/1.1 400 ")
        with socket.create_connection((host, int(port))) as held:
            held.sendall(CHUNKED)
            assert held.recv(65_536).startswith(b"HTTP/1.1 403 ")
            held.sendall(b"ZZ\r\n")
            rest_of(held)

    assert [one.getMessage() for one in caplog.records if one.exc_info] == []


POST = f"POST /tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"


@pytest.mark.parametrize(
    ("first", "half"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("", "GET / HTTP/1.1\r\nHost: localh", id="headers"),
        pytest.param("", f"{POST}Content-Length: 9\r\n\r\n{{", id="body"),
        pytest.param("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", "G", id="the second"),
    ],
)
def test_half_a_request_is_cut_off(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    first: str,
    half: str,
) -> None:
    """A slow machine may cut it off before it is sent."""
    monkeypatch.setattr(connection, "REQUEST_SECONDS", PATIENCE_SECONDS if first else 0.05)
    with served(tmp_path) as server:
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port)), PATIENCE_SECONDS) as held:
            held.sendall(first.encode())
            answer = b"ok\n" if not first else b""
            while not answer.endswith(b"ok\n"):
                answer += held.recv(65_536)
            monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.05)
            with suppress(ConnectionError):
                held.sendall(half.encode())
            rest_of(held)

    assert caplog.records == []


def test_a_page_may_be_silent_for_longer_than_a_request_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 1.0)
    with served(tmp_path) as server, server.lay(GAME, "me", "friend").at(0) as (page, view):
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port)), PATIENCE_SECONDS) as later:
            rest_of(later)

        assert page.enter("moves", view["position"])["refused"] is False


@pytest.mark.parametrize(("proxy", "found"), [("", [201, 429]), ("127.0.0.1", [201, 201])])
def test_a_header_tells_who_asks_only_behind_a_proxy(
    tmp_path: Path, proxy: str, found: list[int]
) -> None:
    with served(tmp_path, proxy=proxy, limits=Limits(new_tables=1, per_address=2)) as server:
        forwarded = ["203.0.113.7", "203.0.113.8"]
        orders = [server.order(ORDER, **{"X-Forwarded-For": one})[0] for one in forwarded]
        table = house_of(server)["matches"][0]["name"]
        with ExitStack() as pages:
            came = [
                pages.enter_context(
                    server.page(table, additional_headers={"X-Forwarded-For": address})
                ).next()["type"]
                for address in ("203.0.113.7", "203.0.113.7", "203.0.113.8", "203.0.113.7")
            ]

    assert orders == found
    assert came == (["view"] * 3 + ["bye"] if proxy else ["view", "view", "bye", "bye"])
