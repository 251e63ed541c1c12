"""Matches from links and files: everybody steps through them, and nobody plays on."""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import parlour
from parlour.catalog.catalog import Catalog
from parlour.match import Game, Record, replayed, seat_record
from parlour.match.record import encode, parse
from parlour.table import Past, RecordTable, public_players
from parlour_web.options import ServerSettings
from parlour_web.replays import MAX_REPLAY_BYTES
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.web.served import PATIENCE_SECONDS, Message
from tests.web.tables import GAMES, KEPT
from tests.web.unserved import Ends, House, in_house

WHOLE = ["maori/front-2", "rapa_nui/two-seats", "giants/three-seats"]


def kept(name: str) -> bytes:
    return (KEPT / f"{name}.jsonl").read_bytes()


def cut(raw: bytes, answers: int) -> Record:
    """Return a match that has not come further than so many answers."""
    record = parse(raw, "kept")
    return replace(record, lines=record.lines[:answers])


def of_seat(record: Record, seat: int) -> bytes:
    game = GAMES.game(record.header.game)
    lines = seat_record(game, record, "kept", seat, public_players(record.header.players))
    return b"".join(line + b"\n" for line in lines)


async def sat(house: House, table: str) -> tuple[Ends, "asyncio.Task[None]"]:
    """Look on at a table."""
    page = Ends()
    session = asyncio.create_task(house.session.serve(page, table))
    page.say("sit")
    return page, session


def told(view: Message) -> list[str]:
    return [one["sentence"] for one in view["log"]]


def led(record: Record, line: str, start: int) -> int:
    """Return the answer that a line leads to from another in a terminal, for the second seat."""
    match = replayed(GAMES.game(record.header.game), record, "kept")
    past = Past(RecordTable(match, Path("kept")).chair(1), 1)
    past.at = start
    past.go(line)
    return past.at


@pytest.mark.parametrize("name", WHOLE)
def test_a_record_becomes_a_table_that_everybody_may_look_back_at(
    tmp_path: Path, name: str
) -> None:
    async def visit(house: House) -> None:
        status, made = await house.ask("POST", "/replays", kept(name))
        again = await house.ask("POST", "/replays", kept(name))
        page, session = await sat(house, made["table"])
        view = await page.next("view")
        page.say("review", at=0, seat=1)
        past = await page.next("view")
        for line in ("t", "tb", "m", "mb", "7", "odd"):
            page.say("review", at=30, seat=1, go=line)
            gone = await page.next("view")
            assert (gone["answer"], gone["line"]) == (led(parse(kept(name), name), line, 30), line)
        session.cancel()

        assert (status, made["links"], again) == (201, [], (201, made))
        assert (view["is_over"], view["seat"], past["answer"]) == (True, None, 0)
        assert len(told(view)) > 10

    in_house(tmp_path, visit)


@pytest.mark.parametrize("name", WHOLE)
def test_the_record_of_a_seat_shows_what_the_seat_saw_and_no_more(
    tmp_path: Path, name: str
) -> None:
    record = cut(kept(name), 30)
    match = replayed(GAMES.game(record.header.game), record, "kept")
    picture = match.game.display.picture
    assert picture is not None

    async def visit(house: House) -> None:
        _, made = await house.ask("POST", "/replays", of_seat(record, 1))
        page, session = await sat(house, made["table"])
        view = await page.next("view")
        page.say("review", at=view["position"] - 1)
        past = await page.next("view")
        page.say("review", at=20, go="7")
        gone = await page.next("view")
        mine = []
        for line in ("m", "mb"):
            page.say("review", at=20, go=line)
            mine.append((await page.next("view"))["answer"])
        page.say("review", at=0, seat=0)
        refused = await page.next("reply")
        page.say("enter", text="undo", position=view["position"])
        silent = await page.next("reply")
        page.say("fork", at=0)
        unforked = await page.next("reply")
        session.cancel()
        there = await house.store.live(made["table"])
        shown = there.table.chair(None).view().table.now.view

        assert encode(shown) == encode(match.view(1))
        assert (view["is_over"], view["people"], view["position"]) == (False, [], 30)
        assert (past["shows"], past["position"]) == ("past", 29)
        assert gone["position"] == 7
        assert mine == [led(record, line, 20) for line in ("m", "mb")]
        assert all(one["refused"] for one in (refused, silent, unforked))
        assert told(view)

    in_house(tmp_path, visit)


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=200) | st.sampled_from([kept(WHOLE[0])[:3000], b"", b"{}\n"]))
def test_what_is_no_record_is_refused_in_a_sentence(raw: bytes) -> None:
    async def visit(house: House) -> None:
        status, body = await house.ask("POST", "/replays", raw)

        assert status == 201 or (status == 400 and body["error"])

    with TemporaryDirectory() as folder:
        in_house(Path(folder), visit)


BEGUN = cut(kept("giants/three-seats"), 8)
SHORT = [b"".join(encode(line) + b"\n" for line in (BEGUN.header, *BEGUN.lines)), of_seat(BEGUN, 1)]
"""A match of a few answers, whole, and as a seat was told it."""
HEADER = json.loads(SHORT[0].partition(b"\n")[0])
ODD = st.sampled_from(
    [
        *(0, -1, 2, 10**6, "", "x", "/etc/passwd", "../x", "/etc/hosts.toml", "island", None),
        *([], {}, ["a"] * 3, ["a"] * 2, ["exec:true"] * 3),
        *({"board": "/etc/passwd"}, {"board_file": "x"}),
    ]
)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(SHORT),
    st.sampled_from(sorted(HEADER)),
    ODD,
    st.sampled_from([None, *sorted(HEADER["options"])]),
)
def test_a_header_that_does_not_fit_is_refused_and_names_no_place(
    record: bytes, field: str, odd: object, option: str | None
) -> None:
    head, _, lines = record.partition(b"\n")
    header = json.loads(head)
    changed = {field: odd} if option is None else {"options": {**header["options"], option: odd}}
    raw = json.dumps({**header, **changed}).encode() + b"\n" + lines

    async def visit(house: House) -> None:
        status, body = await house.ask("POST", "/replays", raw)

        assert status == 201 or (status == 400 and body["error"])
        assert folder not in json.dumps(body)

    with TemporaryDirectory() as folder:
        in_house(Path(folder), visit)


def test_a_record_that_two_bring_at_once_is_one_table(tmp_path: Path) -> None:
    raw = parlour.play("tic_tac_toe", ["uniform"] * 2, seed=1).record()

    async def bring() -> list[str]:
        shelf = Gate()
        store = TableStore(tmp_path, shelf, ServerSettings())
        brought = [asyncio.create_task(store.show(raw)) for _ in range(3)]
        while store.entrance.waiting or not shelf.came:  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0)
        shelf.opens.set()
        names = await asyncio.gather(*brought)
        await store.close()
        return names

    assert len(set(run_apart(bring()))) == 1


class Gate(Catalog):
    """A catalog that gives no game before its gate opens."""

    def __init__(self) -> None:
        super().__init__()
        self.came = 0
        self.opens = Event()

    def game_named(self, name: str) -> Game:
        self.came += 1
        assert self.opens.wait(PATIENCE_SECONDS)
        return super().game_named(name)


def test_a_record_is_bounded(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        status, _ = await house.ask("POST", "/replays", b" " * (MAX_REPLAY_BYTES + 1))

        assert (status, house.store.count()) == (400, 0)

    in_house(tmp_path, visit)


def test_a_replay_starts_no_bot_and_no_command_of_the_record(tmp_path: Path) -> None:
    record = cut(kept("maori/front-2"), 5)
    evil = replace(record.header, players=("exec:touch owned", "search:seconds=60"))
    raw = b"".join(encode(line) + b"\n" for line in (evil, *record.lines))

    async def visit(house: House) -> None:
        status, made = await house.ask("POST", "/replays", raw)
        header = json.loads(house.store.record(made["table"]).read_bytes().partition(b"\n")[0])
        live = await house.store.live(made["table"])

        assert (status, header["players"]) == (201, ["human", "human"])
        assert live.table.turn().who.value == "person"

    in_house(tmp_path, visit)
