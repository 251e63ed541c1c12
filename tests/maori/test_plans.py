"""Plans of Maori: a tile, its cell, and the points if the match were counted then."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from parlour import Match, Move, Seat
from parlour.rules.answers import TurnPlan
from parlour_maori.bots.heuristic import turns_to_come, worth
from parlour_maori.moves import Fetch, Lay, Sail, Take
from parlour_maori.phases import State
from parlour_maori.scoring import points
from parlour_maori.words.plans import MAX_PLANS
from parlour_testing import positions
from tests.drawn import DRAWN
from tests.maori.positions import GAME, RULES, board, laying, position, write
from tests.table.seated import account


def planned(state: State) -> list[TurnPlan]:
    return list(RULES.plans(RULES.view(state, 0)))


def moves_of(plan: TurnPlan) -> list[str]:
    return [write(move) for move in plan.moves]


def test_the_end_that_finishes_an_island_comes_first() -> None:
    """Rules 7.3 and 7.7: one palm each on two tiles, and one empty cell less for each tile.

    The left end alone counts for nothing, so its cell is empty in the count: 1 + 1 palms, 2 cells.
    """
    state = position(board("a1 left-p1"), tiles="a1 right-p1, a2 water", berth=1)
    best = planned(state)[0]

    assert best.text == "right end with 1 palm to b1"
    assert moves_of(best) == ["take a1", "lay b1"]
    assert account(GAME, state, best).points == 4
    assert account(GAME, state, best).notes == ("then a tile is drawn",)


def test_a_plan_that_pays_shells_says_so_and_who_gains() -> None:
    """Rules 4.2 and 7.6: of five shells each, one is paid, and the most shells count for the other.

    The tile brings its palm and its cell; the five points of the shells are lost: 1 + 1 - 5.
    """
    state = position(board(), tiles="a1 water, a2 single-p1", berth=1)
    plans = {moves_of(plan)[0]: plan for plan in planned(state)}

    dear = account(GAME, state, plans["take a2"])
    assert dear.points == -3
    assert dear.notes == ("costs 1 shell", "then a tile is drawn")
    assert dear.others == ()
    assert account(GAME, state, plans["take a1"]).points == 1


def test_with_a_tile_in_hand_the_cells_are_compared() -> None:
    state = laying("right-p1", board("a1 left-p1, a2 left-p1"))
    cells = [moves_of(plan)[0] for plan in planned(state)]

    assert set(cells[:2]) == {"lay b1", "lay b2"}
    assert len(set(cells)) == len(cells) == 6


# Each plan is the best of the ways to its own end


def ways(state: State, seat: Seat, moves: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Yield all moves in a row by which a seat lays a tile in its turn."""
    for move in RULES.moves(state, seat):
        if isinstance(move, Lay):
            yield (*moves, move)
        elif isinstance(move, Sail | Take | Fetch):
            yield from ways(RULES.play(state, seat, move), seat, (*moves, move))


class End(NamedTuple):
    """What moves that lay a tile lead to."""

    tile: tuple[int, int | None]
    """The tile, and its cell if it was in hand before the moves."""
    worth: float
    """The worth of the board then."""
    points: int
    """The points that the moves bring."""


def end_of(state: State, seat: Seat, moves: Sequence[Move]) -> End:
    """Make moves of a seat, of which the last lays a tile."""
    *others, lay = moves
    held: Any = state
    for move in others:
        held = RULES.play(held, seat, move)
    after = RULES.play(held, seat, lay)
    assert isinstance(lay, Lay)
    return End(
        (held.phases[-1].sort, None if others else lay.cell),
        worth(after.boards[seat], state.options, turns_to_come(state)),
        points(after)[seat] - points(state)[seat],
    )


def check_plans(state: State, seat: Seat) -> None:
    """Compare each plan with the best of all ways to lay its tile."""
    best: dict[object, float] = {}
    for moves in ways(state, seat):
        end = end_of(state, seat, moves)
        best[end.tile] = max(end.worth, best.get(end.tile, end.worth))
    plans = RULES.plans(RULES.view(state, seat))
    ends = [end_of(state, seat, plan.moves) for plan in plans]

    assert len({end.tile for end in ends}) == len(ends) == min(len(best), MAX_PLANS)
    for plan, end in zip(plans, ends, strict=True):
        assert end.worth == pytest.approx(best[end.tile])
        assert end.points == account(GAME, state, plan, seat).points


@settings(DRAWN, max_examples=100)
@given(match=positions(GAME, limit=120))
def test_a_plan_is_the_best_of_the_ways_to_its_end(match: Match) -> None:
    """The end is a tile that is laid; with the tile in hand, it is its cell."""
    check_plans(match.state, match.awaited.seats[0])
