"""Looking back: a cursor over the positions of a match."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match.record import AWAY, Forfeit, Record, read
from parlour.match.replay import replayed
from parlour.rules import Seat
from parlour.table import Past, RecordTable, Table
from parlour.table.text.sentences import RESIGNED
from tests.drawn import DRAWN
from tests.games import GAMES, LEDUC, TIC_TAC_TOE
from tests.table.seated import match_of, table_of

GOLDEN = Path(__file__).parents[1] / "golden"
KEPT = {"maori": "maori/front-2.jsonl", "rapa_nui": "rapa_nui/two-seats.jsonl"}
LINES = ("", "n", "b", "t", "tb", "m", "mb", "first", "last", "3", "seat 1", "seat 2", "?", "odd")


@cache
def shown(game: str) -> tuple[RecordTable, tuple[Seat | None, ...]]:
    """Return the table of a kept match, and who gave each answer."""
    path = GOLDEN / KEPT[game]
    table = RecordTable(replayed(GAMES[game], read(path), path.name), path)
    return table, table.chair(0).movers


def anywhere(game: str, number: int) -> tuple[Past, tuple[Seat | None, ...]]:
    """Return a cursor somewhere in a kept match, and who gave each answer."""
    table, movers = shown(game)
    past = Past(table.chair(0), 0)
    past.at = number % (past.last + 1)
    return past, movers


unhurried = settings(DRAWN, max_examples=25)
somewhere = given(st.sampled_from([*KEPT]), st.integers(0, 10_000))


@unhurried
@somewhere
def test_a_turn_on_ends_where_another_seat_moves(game: str, number: int) -> None:
    past, movers = anywhere(game, number)
    start = past.at
    past.go("t")

    assert len({seat for seat in movers[start : past.at] if seat is not None}) <= 1
    assert past.at == past.last or movers[past.at] not in {None, *movers[start : past.at]}
    assert past.at > start or start == past.last


@unhurried
@somewhere
def test_a_turn_back_begins_behind_the_moves_of_another_seat(game: str, number: int) -> None:
    past, movers = anywhere(game, number)
    end = past.at
    past.go("tb")

    assert len({seat for seat in movers[past.at : end] if seat is not None}) <= 1
    assert past.at == 0 or movers[past.at - 1] not in {None, *movers[past.at : end]}
    assert past.at < end or end == 0


@unhurried
@somewhere
def test_my_moves_are_the_next_and_the_last_that_i_made(game: str, number: int) -> None:
    past, movers = anywhere(game, number)
    start = past.at
    mine = [after for after, seat in enumerate(movers, 1) if seat == 0]
    past.go("m")
    assert past.at == min((after for after in mine if after > start), default=start)
    past.at = start
    past.go("mb")
    assert past.at == max((after for after in mine if after < start), default=start)


@unhurried
@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_no_line_leads_out_of_the_match(lines: list[str]) -> None:
    past, _ = anywhere("rapa_nui", 7)
    for line in lines:
        here = past.go(line)

        assert 0 <= past.at <= past.last
        assert here.view.answer == past.at
        assert here.lines


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield the table of a match of tic-tac-toe that is over."""
    with table_of(tmp_path, TIC_TAC_TOE) as table:
        for move in ("a1", "a2", "b1", "b2", "c1"):
            table.chair(table.turn().seat).enter(f"place {move}")
        yield table


NO_STEP = "Choose a step from 0 to 5."


@pytest.mark.parametrize(
    ("lines", "position", "said"),
    [
        pytest.param(["first", "", "n", "b"], 1, "Enter, b", id="one on and one back"),
        pytest.param(["3"], 3, "Enter, b", id="a number jumps"),
        pytest.param(["4", "FIRST"], 0, "Enter, b", id="the first"),
        pytest.param(["0", "b"], 0, NO_STEP, id="not before the first"),
        pytest.param([""], 5, NO_STEP, id="not beyond the last"),
        pytest.param(["6"], 5, NO_STEP, id="no such step"),
        pytest.param(["9" * 5_000], 5, NO_STEP, id="no such number"),
        pytest.param(["seat 3"], 5, "Choose a seat from 1 to 2.", id="no such seat"),
        pytest.param(["odd"], 5, "No command reads 'odd'. Type ? for help.", id="no such command"),
        pytest.param(["?"], 5, "  Enter, b   one step on", id="help"),
    ],
)
def test_a_line_leads_to_a_step(table: Table, lines: list[str], position: int, said: str) -> None:
    past = Past(table.chair(0), 0)
    here = [past.go(line) for line in lines][-1]

    assert past.at == position
    assert here.lines[0].startswith(said)


def test_somebody_who_looks_back_at_a_match_of_bots_plays_on_in_the_seat_they_look_from() -> None:
    past, _ = anywhere("maori", 0)
    past.go("seat 2")
    past.go("40")
    header, lines = past.go("branch").branch or pytest.fail("no branch")

    assert header.players[1] == "human"
    assert "human" not in (header.players[0], *header.players[2:])
    assert list(lines) == match_of(shown("maori")[0]).lines[:40]


@pytest.mark.parametrize("cause", [RESIGNED, AWAY])
def test_somebody_who_left_plays_on_from_an_earlier_step(tmp_path: Path, cause: str) -> None:
    with table_of(tmp_path, TIC_TAC_TOE) as table:
        match = match_of(table)
        table.chair(0).enter("place a1")
        match.forfeit(Forfeit(1, cause, "left"))
        table.chair(0).enter("place a2")
        past = Past(table.chair(0), 0)
        past.go("2")
        header, lines = past.go("branch").branch or pytest.fail("no branch")

    assert past.last == 2
    assert [line.move for line in lines] == ["place a1"]
    assert [line.forfeit for line in lines] == [None]
    assert not replayed(TIC_TAC_TOE, Record(header, lines), "it").forfeits


def test_a_record_under_way_is_shown_to_its_owner_as_any_seat_saw_it(tmp_path: Path) -> None:
    with table_of(tmp_path, LEDUC) as table:
        theirs = Past(RecordTable(match_of(table), table.path).chair(0), 0)
        at_the_table = Past(table.chair(0), 0)

        assert "Player 2 saw it" in theirs.go("seat 2").where
        assert "Player 1 saw it" in at_the_table.go("seat 2").where
        assert theirs.go("branch").branch
        assert not at_the_table.go("branch").branch
        assert "once it is over" in theirs.go("x").lines[0]
