"""Assistants at the seats of a table that is served, with each other and with people."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from parlour_sample import tic_tac_toe
from websockets.sync.client import ClientConnection

import parlour
from parlour.match.record import read
from parlour.match.replay import replayed
from parlour.rules.errors import MisuseError, ParlourError
from parlour.table.move_list import MoveList
from parlour_adapters import joined_seat
from parlour_adapters.assistant import WIDTH
from parlour_adapters.joined_seat import AGAIN, CLOSED, NEXT, REPLY_SECONDS, JoinedSeat
from tests.adapters import clients
from tests.apart import run_apart
from tests.broken_games import sealed_bid
from tests.cli.in_process import run_in_process
from tests.web.served import PATIENCE_SECONDS, Laid, Page, Served, served

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    with served(folder, (sealed_bid.GAME, TIC_TAC_TOE)) as running:
        yield running


@pytest.fixture
def laid(server: Served) -> Laid:
    return server.lay("tic_tac_toe", "me", "friend")


def link(laid: Laid, seat: int | None) -> str:
    return f"{laid.served.base}/t/{laid.name}#{laid.keys[seat]}"


async def call(client: Any, tool: str, **given: object) -> tuple[str, Any]:
    """Return the text of a tool's answer, and the position."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result
    content: Mapping[str, Any] = result.structured_content or {}
    assert content["text"] == result.content[0].text
    return content["text"], content["position"]


async def play_to_the_end(seat: JoinedSeat, moves: Sequence[str]) -> list[str]:
    """Play through the protocol, a move whenever the seat is asked; return all that is read."""
    left = list(moves)
    async with clients.client(clients.server(seat)) as client:
        texts = [await call(client, "look")]
        while not texts[-1][1]["is_over"]:
            asked = texts[-1][1]["question"]
            given = {"move": left.pop(0)} if asked else {}
            texts.append(await call(client, "play" if asked else "wait", **given))
    assert not left
    return [text for text, _ in texts]


def test_two_assistants_play_a_whole_match(laid: Laid) -> None:
    seats = [JoinedSeat(link(laid, seat), name) for seat, name in enumerate(("Ada", "Bob"))]
    moves = ["a1", "b1", "c1"], ["a2", "b2"]
    told: dict[int, list[str]] = {}

    async def play(seat: int) -> None:
        lines = [f"place {cell}" for cell in moves[seat]]
        told[seat] = await play_to_the_end(seats[seat], lines)

    async def both() -> None:
        async with anyio.create_task_group() as group:
            for seat in (0, 1):
                group.start_soon(play, seat)

    run_apart(both())
    for seat in seats:
        seat.close()

    assert "You are Ada, at seat 1." in told[0][0]
    assert "You are Bob, at seat 2." in told[1][0]
    for texts in told.values():
        assert "The match is over." in texts[-1]
        assert "Ada wins" in texts[-1]


def read_of_bids(page: Page, seats: Sequence[JoinedSeat], bids: Sequence[int]) -> list[str]:
    """Let a person and an assistant bid in secret; return what another assistant reads."""
    seat, other = seats
    sight = page.next("view")
    page.enter(f"bid {bids[0]}", sight["position"])
    assert "nothing was done" not in seat.play(f"bid {bids[1]}")  # though it has not seen that
    return [other.log(), other.look(), other.look(drawn=True), other.moves(), other.score()]


def test_a_person_and_two_assistants_who_know_their_own_seats_alone(server: Served) -> None:
    read_before = []
    for bids in ([0, 1, 3], [3, 2, 0]):
        laid = server.lay("sealed_bid", "me", "friend", "friend")
        with server.page(laid.name, laid.keys[0]) as page:
            seats = [JoinedSeat(link(laid, seat), turn_seconds=0) for seat in (1, 2)]
            read_before.append(read_of_bids(page, seats, bids))
            seats[1].play(f"bid {bids[2]}")
            while not (last := page.next("view"))["is_over"]:
                pass
            for seat in seats:
                while "The match is over." not in seat.wait():
                    pass
                seat.close()
        assert last["places"] == [1 + (bid < 3) for bid in bids]

    assert read_before[0] == read_before[1]


def test_the_tools_are_those_of_a_seat(server: Served) -> None:
    seat = JoinedSeat(link(server.lay("tic_tac_toe", "me", "friend"), 1), turn_seconds=0)

    async def listed() -> Any:
        async with clients.client(clients.server(seat)) as client:
            assert client.instructions == seat.instructions
            return (await client.list_tools()).tools

    tools = run_apart(listed())
    waits = seat.wait()
    seat.close()

    assert {tool.name for tool in tools} == {
        *("read_rules", "look", "moves", "play", "wait", "why_not", "log", "score", "undo")
    }
    for tool in tools:
        assert tool.description
        assert set(tool.output_schema["properties"]) == {"text", "position"}
    assert "Waiting for" in waits


def test_a_seat_reads_what_a_table_says(laid: Laid) -> None:
    one, two = (JoinedSeat(link(laid, seat), turn_seconds=0) for seat in (0, 1))

    assert two.why_not("place a1").startswith("'place a1' is not possible: it is not the turn of ")
    assert one.read_rules("1").startswith("## ")
    assert one.moves("place a") == "You may:\n  1. place a1\n  4. place a2\n  7. place a3"
    assert one.play("nonsense").startswith("No move reads 'nonsense'.")
    assert "place a1" not in one.play("place a1")
    assert "The table has changed since; nothing was done." in two.play("1")
    assert "X" in two.look(drawn=True)
    assert "place a1" in one.undo()
    assert "Kept for your turn" in two.play("place c3")
    assert "Confirm yes or no." in one.play("resign")
    assert "Confirm yes or no." in one.look()
    assert "resigns; a stand-in plays on." in one.play("yes")
    assert "resigns; a stand-in plays on." in two.log()
    for seat in (one, two):
        seat.close()


def test_a_line_that_is_too_long_is_refused_and_the_seat_stays(laid: Laid) -> None:
    seat = JoinedSeat(link(laid, 0), turn_seconds=0)

    with pytest.raises(MisuseError, match="at most 2048 bytes"):
        seat.play("x" * 100_000)
    assert seat.moves("place a").startswith("You may:")
    seat.close()


def test_a_match_that_waits_for_its_people_begins_once_all_have_joined(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", waits=True)
    one = JoinedSeat(link(laid, 0), turn_seconds=PATIENCE_SECONDS)
    held = one.look()
    two = JoinedSeat(link(laid, 1))
    begun = one.wait()
    for seat in (one, two):
        seat.close()

    assert "The match begins when" in held
    assert begun.endswith("  9. place c3")


def test_an_assistant_goes_on_to_the_next_match_with_the_others(server: Served, laid: Laid) -> None:
    seat = JoinedSeat(link(laid, 1), "Ada", turn_seconds=0)
    with laid.at(0) as (page, sight):
        for mine, theirs in (("a1", "b1"), ("a2", "b2")):
            page.enter(f"place {mine}", sight["position"])
            while f"place {theirs}" not in seat.wait():
                pass
            seat.play(f"place {theirs}")
            while not sight["turn"]["mine"] or f"place {theirs}" in str(sight["moves"]):
                sight.update(page.next("view"))
        page.enter("place a3", sight["position"])
        while AGAIN not in seat.wait():
            pass
        page.ask("rematch", "rematch", key=server.key)
        while NEXT not in seat.look():
            pass
        begun = seat.wait()
    seat.close()

    assert "You are Ada, at seat 1." in begun
    assert begun.endswith("  9. place c3")


def at_the_end(server: Served) -> tuple[Laid, list[JoinedSeat]]:
    """Let two assistants play a match to its end; return their table and their seats."""
    laid = server.lay("tic_tac_toe", "me", "friend")
    seats = [JoinedSeat(link(laid, seat), turn_seconds=0) for seat in (0, 1)]
    for turn, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
        while f"place {cell}" not in seats[turn % 2].wait():
            pass
        seats[turn % 2].play(f"place {cell}")
    return laid, seats


def test_a_wait_for_another_match_and_for_the_turn_in_it_has_one_end(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid, seats = at_the_end(server)
    now, waits = [0.0], list[float | None]()

    receive, close = ClientConnection.recv, ClientConnection.close

    def heard(socket: ClientConnection, seconds: float | None) -> object:
        waits.append(seconds)
        return receive(socket, seconds)

    def late(socket: ClientConnection) -> None:
        """Close it, which takes more seconds than a tool waits."""
        now[0] += 60
        close(socket)

    monkeypatch.setattr(ClientConnection, "recv", heard)
    monkeypatch.setattr(ClientConnection, "close", late)
    monkeypatch.setattr(joined_seat, "monotonic", lambda: now[0])
    seat = JoinedSeat(link(laid, 0), turn_seconds=0.5)
    with server.page(laid.name, laid.keys[None]) as page:
        page.ask("rematch", "rematch", key=server.key)
        while NEXT not in seat.look():
            pass
        waits.clear()
        told = seat.wait()
    for one in (seat, *seats):
        one.close()

    assert "at seat 2." in told
    assert "Waiting for" in told
    assert set(waits) <= {0, REPLY_SECONDS}


def test_after_the_end_a_server_that_has_gone_is_not_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, (TIC_TAC_TOE,)) as short:
        _, seats = at_the_end(short)
        while AGAIN not in seats[0].wait():
            pass
    while AGAIN in (told := seats[0].wait()):
        pass
    for seat in seats:
        seat.close()

    assert "The match is over." in told
    assert told.endswith(CLOSED)


def test_many_moves_are_listed_as_at_a_table_of_ones_own(server: Served, folder: Path) -> None:
    laid = server.lay("giants", "me", "friend", "friend")
    seat = JoinedSeat(link(laid, 0))
    game = parlour.load("giants")
    match = replayed(game, read(folder / f"{laid.name}.jsonl"), "")
    moves = MoveList(game, match.view(0), match.moves(0), match.offers(0))
    lines = list(moves.lines(WIDTH, full=False, only="", plain=True))

    assert len(lines) < 10
    assert seat.look().split("\n\n")[-1].split("\n") == lines
    seat.close()


def test_a_seat_whose_link_is_withdrawn_says_so_in_a_line(server: Served, laid: Laid) -> None:
    seat = JoinedSeat(link(laid, 1))
    headers = {"Authorization": f"Bearer {laid.keys[None]}"}
    server.http("DELETE", f"/t/{laid.name}/seats/1/key", headers=headers)

    for _ in range(2):  # the second time it tries to sit down again
        with pytest.raises(ParlourError, match=r"^the table at 127\.0\.0\.1:\d+: [^\n]+$"):
            seat.wait()


def test_a_link_that_leads_nowhere_is_refused(server: Served, laid: Laid) -> None:
    taken = JoinedSeat(link(laid, 0), "Ada")
    links = {
        f"{server.base}/t/{laid.name}": "expected the link to a seat, such as http://",
        f"{server.base}/t/{laid.name}/host#{laid.keys[None]}": "expected the link to a seat, such",
        f"{server.base}/t/{laid.name}#{laid.keys[None]}": "got that of a spectator",
        f"{server.base}/t/{laid.name}#wrong": "this link opens no seat",
        f"{server.base}/t/nowhere#key": "the table at 127.0.0.1:",
        "http://127.0.0.1:9/t/maori-1#key": "the table at 127.0.0.1:9: ",
        link(laid, 1): "Ada",
    }

    for url, sentence in links.items():
        with pytest.raises(ParlourError) as found:
            JoinedSeat(url, "Ada")
        assert sentence in str(found.value)
        assert "\n" not in str(found.value)
    taken.close()


@pytest.mark.parametrize(
    "host",
    [
        *("me:secret@127.0.0.1:9", "127.0.0.1:99999", "127.0.0.1:x", "127.0.0.1:0", ":80"),
        *("a..b", f"{'a' * 70}.b", "[::1", "::1]", "[x]"),
    ],
)
def test_a_host_that_cannot_be_is_refused_without_what_is_secret(host: str) -> None:
    with pytest.raises(MisuseError, match=r"^expected the link to a seat, such as ") as found:
        JoinedSeat(f"http://{host}/t/maori-1#secret")

    assert "secret" not in str(found.value)


def test_the_link_is_read_from_the_environment(tmp_path: Path) -> None:
    surroundings = {"HOME": str(tmp_path), "PARLOUR_LINK": "http://127.0.0.1:9/t/maori-1#key"}
    done = run_in_process("mcp", environment=surroundings, folder=tmp_path)

    assert done.returncode == 1
    assert "the table at 127.0.0.1:9: " in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--join", "http://127.0.0.1:9/t/maori-1#key"], 1, "the table at 127.0.0.1:9: "),
        (["--join", "maori-1"], 2, "expected the link to a seat, such as"),
        (["--join", "maori-1", "--seed", "7"], 2, "expected --join alone or with --name"),
        (["--name", "Ada"], 2, "expected --name with --join"),
        (["maori", "--join", "maori-1"], 2, "expected --join alone or with --name"),
    ],
)
def test_the_command_refuses_in_a_line(
    words: list[str], code: int, sentence: str, tmp_path: Path
) -> None:
    done = run_in_process("mcp", *words, environment={"HOME": str(tmp_path)}, folder=tmp_path)

    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert sentence in done.stderr
