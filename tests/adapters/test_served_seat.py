"""Assistants at the seats of a table that is served, with each other and with people."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour_adapters.seat_tools import WIDTH
from parlour_samples import tic_tac_toe
from parlour_web.assistants import session
from parlour_web.assistants.live_seat import AGAIN, NEXT
from parlour_web.limits import RateLimiter
from parlour_web.network import assistant_endpoint as endpoint
from parlour_web.network.assistant_endpoint import MAX_BODY_BYTES, MISSING_EXTRA
from parlour_web.tables import table
from tests.adapters import clients
from tests.apart import run_apart
from tests.broken_games import sealed_bid
from tests.web.served import KEY, Laid, Message, Page, Served, served

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))
TOOLS = [
    *("read_rules", "look", "moves", "play", "why_not", "log", "score", "undo", "wait"),
    *("rematch", "rename"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), (sealed_bid.GAME, TIC_TAC_TOE)) as running:
        yield running


@pytest.fixture
def laid(server: Served) -> Laid:
    return server.lay("tic_tac_toe", "me", "friend")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no tool wait for others."""
    monkeypatch.setattr(session, "TURN_SECONDS", 0.0)


@dataclass
class Assistant:
    """A client at a seat that speaks the protocol by hand."""

    laid: Laid
    seat: int | None

    def post(self, body: object, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Send a request to the table; return status, headers and body."""
        given = {
            "Authorization": f"Bearer {self.laid.keys[self.seat]}",
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
            **headers,
        }
        return self.laid.served.http("POST", f"/t/{self.laid.name}/mcp", body, given)

    def call(self, tool: str, *, language: str = "en", **given: object) -> Any:
        """Call a tool; return its result."""
        status, _, body = self.post(called(tool, given), **{"Accept-Language": language})
        assert status == 200, body
        return json.loads(body)["result"]

    def text(self, tool: str, **given: Any) -> str:
        """Call a tool that is possible; return its text."""
        result = self.call(tool, **given)
        assert not result["isError"], result
        text: str = result["content"][0]["text"]
        assert result["structuredContent"]["text"] == text
        return text

    def error(self, tool: str, **given: Any) -> str:
        """Call a tool that is not possible; return why."""
        result = self.call(tool, **given)
        assert result["isError"], result
        text: str = result["content"][0]["text"]
        assert "\n" not in text
        return text.removeprefix(f"Error executing tool {tool}: ")


def called(tool: str, given: Mapping[str, object]) -> Message:
    params = {"name": tool, "arguments": given}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


async def play_to_the_end(
    laid: Laid, seat: int, pick: Callable[[list[str]], str], mode: str
) -> list[str]:
    """Play with the library's client, a move whenever the seat is asked; return all texts."""
    async with clients.at_a_seat(laid, seat, mode) as client:
        results = [await client.call_tool("rename", {"name": f"Robot {seat}"})]
        while not (position := results[-1].structured_content["position"])["is_over"]:
            given = {"move": pick(position["moves"])} if position["question"] else {}
            results.append(await client.call_tool("play" if given else "wait", given))
            assert not results[-1].is_error, results[-1]
    return [result.content[0].text for result in results]


def play_both(laid: Laid, *picks: Callable[[list[str]], str]) -> list[list[str]]:
    """Let an assistant of the newest and one of an older version of the protocol play a match."""

    async def both() -> list[list[str]]:
        modes = "auto", "legacy"
        playing = (play_to_the_end(laid, seat, picks[seat], modes[seat]) for seat in (0, 1))
        return list(await asyncio.gather(*playing))

    return run_apart(both())


def test_two_assistants_play_a_whole_match(laid: Laid) -> None:
    told = play_both(laid, lambda moves: moves[0], lambda moves: moves[-1])

    for seat, texts in enumerate(told):
        assert f"You are Robot {seat}, at seat {seat + 1}." in texts[0]
        assert "The match is over." in texts[-1]
        assert "Robot 0" in texts[-1]
        assert "Robot 1" in texts[-1]


def read_of_bids(page: Page, seats: list[Assistant], bids: list[int]) -> list[str]:
    """Let a person and an assistant bid in secret; return what another assistant reads."""
    seat, other = seats
    other.text("look")
    page.enter(f"bid {bids[0]}", page.next("view")["position"])
    seat.text("look")
    assert "Kept" not in seat.text("play", move=f"bid {bids[1]}")
    texts = [other.text(tool) for tool in ("wait", "log", "look", "moves", "score")]
    return [*texts, other.text("look", drawn=True), other.text("why_not", move="bid 0")]


@pytest.mark.usefixtures("hasty")
def test_a_person_and_two_assistants_who_know_their_own_seats_alone(server: Served) -> None:
    read_before = []
    for bids in ([0, 1, 3], [3, 2, 0]):
        laid = server.lay("sealed_bid", "me", "friend", "friend")
        seats = [Assistant(laid, seat) for seat in (1, 2)]
        with server.page(laid.name, laid.keys[0]) as page:
            read_before.append(read_of_bids(page, seats, bids))
            seats[1].text("play", move=f"bid {bids[2]}")
            while not (last := page.next("view"))["is_over"]:
                pass
        assert all("The match is over." in seat.text("look") for seat in seats)
        assert last["places"] == [1 + (bid < 3) for bid in bids]

    assert read_before[0] == read_before[1]


def test_the_tools_are_those_of_a_seat(laid: Laid) -> None:
    async def listed() -> Any:
        async with clients.at_a_seat(laid, 1, "auto") as client:
            assert client.instructions == session.INSTRUCTIONS
            return (await client.list_tools()).tools

    tools = run_apart(listed())

    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.description.endswith(".")
        assert set(tool.output_schema["properties"]) == {"text", "position"}


@pytest.mark.usefixtures("hasty")
def test_a_seat_reads_what_a_table_says(laid: Laid) -> None:
    one, two = (Assistant(laid, seat) for seat in (0, 1))

    assert "Waiting for" in two.text("wait")
    assert two.text("why_not", move="place a1").startswith(
        "'place a1' is not possible: it is not the turn of "
    )
    assert one.text("read_rules", part="1").startswith("## ")
    assert one.text("moves", beginning="place a").split("\n")[1:] == [
        *("  1. place a1", "  4. place a2", "  7. place a3")
    ]
    assert one.text("play", move="nonsense").startswith("No move reads 'nonsense'.")
    assert "place a1" not in one.text("play", move="place a1").partition("You may")[2]
    assert "The table has changed since; nothing was done." in two.text("play", move="1")
    assert "X" in two.text("look", drawn=True)
    assert "place a1" in one.text("undo")
    assert "Kept for your turn" in two.text("play", move="place c3")
    assert "Confirm yes or no." in one.text("play", move="resign")
    assert "Confirm yes or no." in one.text("look")
    assert "resigns; a stand-in plays on." in one.text("play", move="yes")
    assert "resigns; a stand-in plays on." in two.text("log")
    assert max(map(len, two.text("look").split("\n"))) <= WIDTH
    assert "expected arguments of play (move), got 'moves'" in one.error("play", moves="1")


@pytest.mark.usefixtures("hasty")
def test_a_number_means_a_move_that_the_assistant_has_seen(laid: Laid) -> None:
    one = Assistant(laid, 0)

    assert "nothing was done." in one.text("play", move="1, 2")
    assert "Player 1: a1." in one.text("play", move="1")


@pytest.mark.usefixtures("hasty")
def test_texts_are_in_the_language_that_the_request_names(laid: Laid) -> None:
    one = Assistant(laid, 0)

    assert "Du kannst:" in one.text("look", language="de-AT, en;q=0.5")
    assert "Waiting for" in Assistant(laid, 1).text("look", language="*")


@pytest.mark.usefixtures("hasty")
def test_the_others_see_an_assistant_come_under_the_name_it_chooses(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", waits=True)
    one, two = (Assistant(laid, seat) for seat in (0, 1))
    held = one.text("look")
    with server.page(laid.name, laid.keys[None]) as page:
        assert page.next("presence")["seats"] == [0]
        begun = two.text("look")
        assert page.next("presence")["seats"] == [0, 1]
        two.text("rename", name="Ada")
        taken = one.text("rename", name="Ada")
        while "Ada" not in page.next("view")["names"]:
            pass

    assert "The match begins when" in held
    assert "Waiting for" in begun
    assert "Ada" in taken
    assert "You are Ada" in two.text("look")
    assert "You are Ada" not in one.text("look")


@pytest.mark.usefixtures("hasty")
def test_nobody_moves_at_a_table_that_is_held_and_all_may_ask(server: Served, laid: Laid) -> None:
    one = Assistant(laid, 0)
    before = one.text("look")
    headers = {"Authorization": f"Bearer {laid.keys[None]}"}
    status, _, body = server.http("POST", f"/t/{laid.name}/hold", {"held": "pause"}, headers)

    assert status == 200, body
    assert one.text("play", move="place a1") in one.text("look")
    assert one.text("why_not", move="place a1").startswith("'place a1' is possible")
    assert one.text("moves") in before


def at_the_end(laid: Laid) -> list[Assistant]:
    """Let two assistants play a match to its end."""
    seats = [Assistant(laid, seat) for seat in (0, 1)]
    for turn, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
        seats[turn % 2].text("look")
        seats[turn % 2].text("play", move=f"place {cell}")
    return seats


@pytest.mark.usefixtures("hasty")
def test_an_assistant_goes_on_to_the_next_match_with_the_others(server: Served, laid: Laid) -> None:
    one, two = at_the_end(laid)
    ended = two.text("wait")
    two.text("rename", name="Ada")
    with server.page(laid.name, laid.keys[None]) as page:
        page.ask("rematch", "rematch", key=KEY)
    told = [seat.text("look") for seat in (one, two)]
    begun = [seat.text("wait") for seat in (one, two)]

    assert ended.endswith(AGAIN)
    assert all(text.endswith(NEXT) for text in told)
    assert "at seat 2." in begun[0]
    assert "You are Ada, at seat 1." in begun[1]
    assert begun[1].endswith("  9. place c3")
    assert "Ada: a1." in two.text("play", move="place a1")


@pytest.mark.usefixtures("hasty")
def test_an_assistant_asks_for_another_match(laid: Laid) -> None:
    one, _ = at_the_end(laid)
    with laid.served.page(laid.name, laid.keys[None]) as page:
        asked = one.text("rematch")
        wished = page.next("wish")["seats"]

    assert asked.endswith(AGAIN)
    assert wished == [0]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("method", "path"), [("DELETE", "key"), ("POST", "key")])
def test_a_key_that_is_revoked_or_renewed_lets_no_assistant_go_on(
    laid: Laid, method: str, path: str
) -> None:
    one = Assistant(laid, 1)
    one.text("look")
    headers = {"Authorization": f"Bearer {laid.keys[None]}"}
    with laid.at(0) as (page, _):
        assert page.next("presence")["seats"] == [0, 1]
        laid.served.http(method, f"/t/{laid.name}/seats/1/{path}", headers=headers)
        assert page.next("presence")["seats"] == [0]
    status, told, body = one.post(called("look", {}))

    assert (status, told["www-authenticate"]) == (401, "Bearer")
    assert "this link opens no seat" in json.loads(body)["error"]


def test_an_assistant_that_waits_is_told_that_its_key_is_revoked(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend")
    headers = {"Authorization": f"Bearer {laid.keys[None]}"}

    async def wait() -> str:
        waiting = asyncio.create_task(asyncio.to_thread(Assistant(laid, 1).error, "wait"))
        with laid.at(0) as (page, _):
            while (await asyncio.to_thread(page.next, "presence"))["seats"] != [0, 1]:
                pass
        server.http("DELETE", f"/t/{laid.name}/seats/1/key", headers=headers)
        return await waiting

    assert "has revoked this link" in run_apart(wait())


def test_a_seat_that_calls_too_often_is_sent_away(
    laid: Laid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "RateLimiter", partial(RateLimiter, 0.0, 3.0))
    one = Assistant(laid, 0)
    with laid.at(1) as (page, _):
        for _ in range(3):
            one.text("score")
        told = [one.error("score") for _ in range(2)]
        while page.next("presence")["seats"] != [1]:
            pass

    assert told == ["Too many messages at once"] * 2


@pytest.mark.parametrize(
    ("headers", "status", "sentence"),
    [
        pytest.param({"Authorization": ""}, 401, "only a person who plays", id="no key"),
        pytest.param({"Authorization": "Bearer x"}, 401, "opens no seat", id="a wrong key"),
        pytest.param({"Host": "evil.example.org"}, 403, "another name", id="a name of another"),
        pytest.param({"Origin": "https://evil.example"}, 403, "another site", id="another site"),
        pytest.param({"Content-Type": "text/plain"}, 400, "Content-Type", id="a form of a page"),
    ],
)
def test_a_request_that_may_not_come_is_refused(
    laid: Laid, headers: dict[str, str], status: int, sentence: str
) -> None:
    got, _, body = Assistant(laid, 0).post(called("look", {}), **headers)

    assert got == status
    assert sentence in body.decode()


def test_only_the_key_of_a_seat_opens_one(server: Served, laid: Laid) -> None:
    host = Assistant(laid, None).post(called("look", {}))
    other = Assistant(Laid(server, "nowhere", laid.keys), 0).post(called("look", {}))
    closed = server.lay("tic_tac_toe", "me", "friend", spectators=False)
    nobody = Assistant(closed, 0).post(called("look", {}), Authorization="")

    assert [answer[0] for answer in (host, other, nobody)] == [401] * 3


def test_wrong_keys_count_with_those_of_pages(laid: Laid) -> None:
    for _ in range(4):
        Assistant(laid, 0).post(called("look", {}), Authorization="Bearer x")
    for sentence in ("opens no seat", "too many wrong keys"):
        with laid.served.page(laid.name, "x") as page:
            assert sentence in page.next()["why"]
    status, sent, body = Assistant(laid, 0).post(called("look", {}), Authorization="Bearer x")

    assert (status, "too many wrong keys" in body.decode()) == (429, True)
    assert 1 <= int(sent["retry-after"]) <= 60
    assert Assistant(laid, 0).post(called("score", {}))[0] == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(b"x" * (MAX_BODY_BYTES + 1), 413, id="long"),
        pytest.param(b"{", 400, id="no JSON"),
        pytest.param(b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', 400, id="half a letter"),
        pytest.param(b"[" * 20_000, 400, id="deep"),
        pytest.param(b"[]", 400, id="a list"),
    ],
)
def test_a_body_that_is_no_request_is_refused(laid: Laid, body: bytes, status: int) -> None:
    assert Assistant(laid, 0).post(body)[0] == status


def test_no_session_is_opened_or_ended_and_no_message_comes_unasked(laid: Laid) -> None:
    headers = {"Authorization": f"Bearer {laid.keys[0]}"}
    answers = [
        laid.served.http(method, f"/t/{laid.name}/mcp", headers=headers)
        for method in ("GET", "DELETE")
    ]

    assert [(status, told["allow"]) for status, told, _ in answers] == [(405, "POST")] * 2


@pytest.mark.usefixtures("hasty")
def test_a_line_that_is_too_long_is_refused_and_the_seat_stays(laid: Laid) -> None:
    one = Assistant(laid, 0)

    assert "at most 2048 bytes" in one.error("play", move="x" * 3000)
    assert one.text("moves", beginning="place a").startswith("You may:")


def used(server: Served) -> int:
    """Return how many assistants the page of the host counts."""
    headers = {"Authorization": f"Bearer {KEY}"}
    uses = json.loads(server.http("GET", "/house", headers=headers)[2])["uses"]
    return next(int(one["used"]) for one in uses if one["what"] == "assistants")


def test_assistants_are_counted_and_idle_ones_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "MAX_ASSISTANTS", 1)
    monkeypatch.setattr(endpoint, "LOOK_SECONDS", 0.01)
    with served(tmp_path, (TIC_TAC_TOE,)) as running:
        laid = running.lay("tic_tac_toe", "me", "friend")
        with laid.at(0) as (page, _):
            Assistant(laid, 1).text("score")
            while page.next("presence")["seats"] != [0, 1]:
                pass
            full = Assistant(laid, 0).error("score")
            counted = used(running)
            monkeypatch.setattr(endpoint, "IDLE_SECONDS", 0.0)
            while page.next("presence")["seats"] != [0]:
                pass

        assert (counted, used(running)) == (1, 0)
        assert "1 assistants" in full


def test_a_server_without_the_library_says_what_it_needs(
    laid: Laid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "find_spec", lambda _: None)
    status, _, body = Assistant(laid, 0).post(called("look", {}))

    assert (status, json.loads(body)["error"]) == (404, MISSING_EXTRA)


def test_a_server_without_assistants_does_not_import_the_library() -> None:
    program = "import sys, parlour_web.network.site; print('mcp' in sys.modules)"
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"
