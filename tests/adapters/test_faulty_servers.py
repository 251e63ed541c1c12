"""Servers that an assistant's seat cannot rely on: of another kind, silent, or about to leave."""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from socket import create_server
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from parlour.rules.errors import ParlourError
from parlour_adapters import joined_seat
from parlour_adapters.joined_seat import CLOSED, JoinedSeat

VIEW: Mapping[str, object] = {
    **dict.fromkeys(("result", "notes", "news", "described"), ()),
    **dict.fromkeys(("prompt", "question"), ""),
    "game": {"id": "x", "title": "X", "has_hidden_information": False, "standing_orders": []},
    "names": ["Ada", "Bob"],
    "seat": 0,
    "position": 1,
    "is_over": False,
    "turn": {"mine": True, "text": ""},
    "status": "It runs.",
    "moves": {"moves": [], "too_many": 0},
}
"""The parts of a view."""

REPLY = {"type": "reply", "lines": ["It is so."]}


def shown(**changed: object) -> object:
    """Return the message of a view."""
    return {"type": "view", "parts": {**VIEW, **changed}}


def greeting(number: int) -> Iterable[object]:
    """Answer as a server does where nothing happens."""
    return [REPLY] if number else [shown()]


def packed(message: object) -> bytes:
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    return zlib.compress(raw, wbits=-zlib.MAX_WBITS)


@contextmanager
def answered(answers: Callable[[int], Iterable[object]]) -> Iterator[str]:
    """Serve answers to a page's messages, which are counted from 0; yield the link to a seat."""

    sockets: list[ServerConnection] = []

    def handle(socket: ServerConnection) -> None:
        sockets.append(socket)
        with suppress(ConnectionClosed):
            for number, _ in enumerate(socket):
                for message in answers(number):
                    socket.send(packed(message))

    with serve(handle, "127.0.0.1", 0, compression=None) as running:
        thread = Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.socket.getsockname()[1]}/t/x#k"
        finally:
            for socket in sockets:
                socket.close()
            running.shutdown()
            thread.join()


@pytest.mark.parametrize("beginning", [[], [shown()]])
def test_a_server_that_talks_and_does_not_answer_is_given_up(
    beginning: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(joined_seat, "monotonic", lambda: float(next(ticks)))
    chatter = [{"type": "x"}] * 100, [{"type": "bye", "why": "That was the end."}]

    with (
        answered(lambda number: sum(chatter, beginning if number == 0 else [])) as url,
        pytest.raises(ParlourError, match="no answer for 60 seconds"),
    ):
        JoinedSeat(url)


@pytest.mark.parametrize(
    "message",
    [
        *({"type": "view", "parts": parts} for parts in (["abc"], 5)),
        *(shown(seat=seat) for seat in (9, 2, -1, -9)),
        *(b"[" * 100_000, b'"' + b"a" * 2**21 + b'"', {"type": []}),
    ],
)
def test_a_server_of_another_kind_is_left(message: object) -> None:
    with (
        answered(lambda _: [message, shown(), REPLY]) as url,
        pytest.raises(ParlourError, match="it does not speak as parlour serve does"),
    ):
        JoinedSeat(url)


def test_a_seat_that_becomes_a_spectator_s_is_told_as_no_seat() -> None:
    def unseats(number: int) -> Iterable[object]:
        return [shown(seat=None), REPLY] if number > 1 else greeting(number)

    with answered(unseats) as url:
        seat = JoinedSeat(url)
        with pytest.raises(ParlourError, match="got that of a spectator"):
            seat.look(drawn=True)


def test_a_slow_reader_reads_more_than_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def noting(url: str, **options: Any) -> object:
        given.update(options)
        return connect(url, **options)

    monkeypatch.setattr(joined_seat, "connect", noting)
    many = 2 * joined_seat.MAX_UNREAD

    def hasty(number: int) -> Iterable[object]:
        statuses = range(many if number == 1 else 0)
        return [*greeting(number), *(shown(status=f"Status {one}.") for one in statuses)]

    with answered(hasty) as url:
        seat = JoinedSeat(url)
        seat.log()
        assert f"Status {many - 1}." in seat.look()
        seat.close()
    assert 0 < given["max_queue"] * given["max_size"] <= 2**26


@pytest.mark.parametrize("last", [2, 3])
def test_a_server_that_leaves_after_the_last_move_has_told_the_result(last: int) -> None:
    goodbyes: list[object] = []

    def leaving(number: int) -> Iterable[object]:
        if number == last:
            goodbyes.append({"type": "bye", "why": "It is late."})
        if goodbyes and number != 2:
            return goodbyes
        end = [shown(is_over=True, position=2, result=["Ada wins."])] if number == 2 else []
        return [*end, *greeting(number), *goodbyes]

    with answered(leaving) as url:
        seat = JoinedSeat(url)
        assert f"The match is over.\nAda wins.\n{CLOSED}" in seat.play("place a1")
        assert f"The match is over.\nAda wins.\n{CLOSED}" in seat.wait()
        seat.close()


def test_what_is_asked_while_the_table_changes_is_asked_some_times() -> None:
    def hasty(number: int) -> Iterable[object]:
        if number > 100:
            return [{"type": "bye", "why": "That was the end."}]
        return [shown(position=number), *greeting(number)]

    with answered(hasty) as url:
        seat = JoinedSeat(url)
        assert seat.log() == "It is so."
        seat.close()


def test_a_server_that_reads_nothing_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor() as threads:
        joining = threads.submit(JoinedSeat, f"http://127.0.0.1:{listening.getsockname()[1]}/t/x#k")
        socket, _ = listening.accept()
        with socket:
            protocol = ServerProtocol()
            protocol.receive_data(socket.recv(2**16))
            for request in protocol.events_received():
                assert isinstance(request, Request)
                protocol.send_response(protocol.accept(request))
            for message in (shown(), REPLY):
                protocol.send_binary(packed(message))
            socket.sendall(b"".join(protocol.data_to_send()))
            seat = joining.result()
            monkeypatch.setattr(joined_seat, "REPLY_SECONDS", 0.1)
            monkeypatch.setattr(joined_seat, "monotonic", lambda: 0.0)
            # A line within the limit would wait in the buffers of the connection.
            monkeypatch.setattr(joined_seat, "MAX_MESSAGE_BYTES", 2**26)
            with pytest.raises(ParlourError, match="the connection is closed"):
                seat.play("a" * 2**25)
