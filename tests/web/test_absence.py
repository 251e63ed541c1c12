"""People who are away: a bot plays for them if others say so, until they are back."""

import json
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import pytest

from parlour import BotHints
from parlour.catalog.catalog import Catalog
from parlour.match.record import AWAY, Forfeit, Line, encode, read
from parlour.match.replay import replayed
from parlour.rules import Seat
from parlour.table.opening.answer_times import times_path
from parlour_web.messages import EnterRequest
from parlour_web.options import Limits, ServerSettings
from parlour_web.tables.orders import SeatOrder, TableOrder
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable
from parlour_web.tables.threads import OneThread
from tests.apart import run_apart
from tests.web.served import Laid, Message, Page, Served, served
from tests.web.tables import GAMES

LONG_SECONDS = 600.0
"""Seconds since the last answer at the tables of these tests."""


def lay(house: Served, folder: Path, *who: str, minutes: int = 5) -> Laid:
    """Lay a table whose first seat was asked long ago."""
    laid = house.lay("tic_tac_toe", *(who or ("me", "friend")), minutes=minutes)
    asked_long_ago(folder / f"{laid.name}.jsonl")
    return laid


def asked_long_ago(record: Path) -> None:
    lines = len(record.read_bytes().splitlines())
    times_path(record).write_text(f"[{lines},{time() - LONG_SECONDS}]\n")


def kinds(folder: Path, laid: Laid) -> list[str]:
    """Return who moved and who left, line by line; the record replays."""
    record = read(folder / f"{laid.name}.jsonl")
    replayed(GAMES.game("tic_tac_toe"), record, laid.name)
    lines = [one for one in record.lines if one.over is None]
    return [f"{one.seat}" if one.forfeit is None else one.forfeit.cause for one in lines]


def at_turn(page: Page, view: Message | None = None) -> Message:
    """Return the view of a page once its person is asked, or the match is over."""
    while view is None or not (view["turn"]["mine"] or view["is_over"]):
        view = page.next("view")
    return view


def move(page: Page, view: Message) -> None:
    page.say("enter", text=view["moves"]["moves"][0]["text"], position=view["position"])


def sit_in(page: Page, seat: int = 0) -> Message:
    """Wish a bot for a seat; return what comes of it."""
    page.say("sit in", seat=seat)
    return page.next("absence", "reply")


def test_a_bot_plays_for_a_person_who_is_away_until_they_are_back(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = lay(house, tmp_path)
        with laid.at(1) as (page, _):
            assert page.next("absence") == {"type": "absence", "minutes": 5}
            assert page.next("waited")["seconds"] >= LONG_SECONDS
            assert sit_in(page)["seats"] == [0]
            move(page, at_turn(page))
            seen = at_turn(page)
            with laid.at(0) as (own, _):
                assert own.next("absence")["seats"] == [0]
                own.say("back")
                now = page.next("view")
                for one in (own, page):
                    assert one.next("absence") == {"type": "absence", "minutes": 5}
                move(page, at_turn(page, now))
                move(own, at_turn(own))
                at_turn(page)

    assert kinds(tmp_path, laid) == ["away", "0", "1", "0", "back", "1", "0"]
    assert seen["log"][0]["sentence"] == "Player 1 is away; a bot plays for Player 1."


@pytest.mark.parametrize("kind", ["another server", "a line of their own"])
def test_a_bot_plays_until_they_are_back_also_after_a_restart(tmp_path: Path, kind: str) -> None:
    """Who types a line is back."""
    with served(tmp_path) as house:
        laid = lay(house, tmp_path)
        with laid.at(1) as (page, _):
            page.next("waited")
            assert sit_in(page)["seats"] == [0]
            at_turn(page)
    with served(tmp_path) as second:
        again = replace(laid, served=second)
        with again.at(1) as (page, view):
            assert page.next("absence")["seats"] == [0]
            move(page, at_turn(page, view))
            seen = at_turn(page)
            assert seen["people"] == [0, 1]
        with again.at(0) as (own, view):
            own.next("waited")
            if kind == "a line of their own":
                own.say("enter", text="hint", position=view["position"])
                assert "seats" not in own.next("absence")

    back = ["back"] if kind == "a line of their own" else []
    assert kinds(tmp_path, laid) == ["away", "0", "1", "0", *back]


def test_a_person_comes_back_while_the_bot_thinks_for_them(tmp_path: Path) -> None:
    bots = BotHints[Any](medium="search:seconds=1000")
    game = replace(GAMES.game("tic_tac_toe"), bots=bots)
    with served(tmp_path, games=[game]) as house:
        laid = lay(house, tmp_path)
        with laid.at(1) as (page, _), laid.at(0) as (own, _):
            page.next("waited")
            assert sit_in(page)["seats"] == [0]
            own.next("waited")
            own.say("back")
            assert "seats" in own.next("absence")
            now = own.next("view")
            assert "seats" not in own.next("absence")
            move(own, at_turn(own, now))
            at_turn(page)

    assert kinds(tmp_path, laid) == ["away", "back", "0"]


def test_a_bot_that_fails_costs_nobody_their_seat(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = house.lay("tic_tac_toe", "me", "friend")
        left = [Line(forfeit=Forfeit(0, cause, "it fell")) for cause in (AWAY, "died")]
        with (tmp_path / f"{laid.name}.jsonl").open("ab") as record:
            record.writelines(encode(line) + b"\n" for line in left)
        with laid.at(1) as (page, view):
            at_turn(page, view)
            with laid.at(0) as (own, _):
                own.next("waited")
                own.say("back")
                move(page, at_turn(page, page.next("view")))
                move(own, at_turn(own))
                at_turn(page)

    assert kinds(tmp_path, laid)[-3:] == ["back", "1", "0"]


def test_a_person_is_told_of_no_turn_that_a_bot_takes(tmp_path: Path) -> None:
    told = list[Seat]()
    order = TableOrder("tic_tac_toe", (SeatOrder("me"), SeatOrder("friend")), minutes=5)

    async def visit() -> None:
        store = TableStore(
            tmp_path,
            Catalog(),
            ServerSettings(pace=0),
            lambda _, __, seat, *___: told.append(seat),
            threads=OneThread,
        )
        name, _ = await store.create(order)
        asked_long_ago(store.record(name))
        table = await store.live(name)
        page = SendQueue()
        await table.join(page, 1)
        await table.sit_in(page, 0)
        for _ in range(2):
            await my_turn(table, page)
            text = next(iter(table.chair(1).moves.every.values())).text
            await table.ask(page, EnterRequest(text, table.chair(1).position))
        await my_turn(table, page)
        await store.close()

    run_apart(visit())
    assert told == [0]


async def my_turn(table: LiveTable, page: SendQueue) -> None:
    """Read messages of the page of the second seat until its person is asked, or the end."""
    while not table.table.is_over and table.table.awaited != (1,):
        await page.next()


def test_a_person_who_thinks_in_time_is_never_replaced(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = house.lay("tic_tac_toe", "me", "friend", minutes=5)
        with laid.at(1) as (page, _):
            page.next("waited")
            assert "has thought for 5 min" in sit_in(page)["lines"][0]
            hosts(laid, 1)
            assert page.next("absence")["minutes"] == 1
            assert "has thought for 1 min" in sit_in(page)["lines"][0]
            hosts(laid, 0)
            assert "minutes" not in page.next("absence")
            assert "has set no time" in sit_in(page)["lines"][0]

    assert kinds(tmp_path, laid) == []


def hosts(laid: Laid, minutes: int) -> None:
    host = {"Authorization": f"Bearer {laid.keys[None]}"}
    order = {"minutes": minutes}
    status, _, body = laid.served.http("POST", f"/t/{laid.name}/minutes", order, host)
    assert (status, json.loads(body)["minutes"]) == (200, minutes)


@pytest.mark.parametrize(
    ("place", "seat", "why"),
    [
        pytest.param(None, 0, "only a person who plays", id="a spectator"),
        pytest.param(0, 0, "somebody else who has thought", id="oneself"),
        pytest.param(0, 1, "somebody else who has thought", id="not asked"),
        pytest.param(1, 2, "somebody else who has thought", id="no seat"),
        pytest.param(1, -1, "somebody else who has thought", id="no number of a seat"),
    ],
)
def test_nobody_lets_a_bot_play_for_somebody_who_is_not_asked(
    tmp_path: Path, place: int | None, seat: int, why: str
) -> None:
    with served(tmp_path) as house:
        laid = lay(house, tmp_path)
        with house.page(laid.name, "" if place is None else laid.keys[place]) as page:
            page.next("waited")
            assert why in sit_in(page, seat)["lines"][0]

    assert kinds(tmp_path, laid) == []


def test_no_bot_sits_down_while_the_host_holds_the_match_or_for_a_bot(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = lay(house, tmp_path)
        host = {"Authorization": f"Bearer {laid.keys[None]}"}
        house.http("POST", f"/t/{laid.name}/hold", {"held": "pause"}, host)
        with laid.at(1) as (page, _):
            page.next("waited")
            assert "has paused" in sit_in(page)["lines"][0]
        alone = lay(house, tmp_path, "uniform", "me")
        with alone.at(1) as (page, view):
            page.next("waited")
            at_turn(page, view)
            assert "somebody else" in sit_in(page)["lines"][0]


def test_a_server_without_room_for_the_bot_says_so(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(bots=0)) as house:
        laid = lay(house, tmp_path)
        with laid.at(1) as (page, _):
            page.next("waited")
            assert "bots" in sit_in(page)["lines"][0]

    assert kinds(tmp_path, laid) == []
