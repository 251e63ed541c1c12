"""Plans of Maori: a tile, its cell, and the points if the match were counted then."""

from parlour.rules.answers import TurnPlan
from parlour_maori.phases import State
from parlour_maori.scoring import points
from tests.maori.positions import RULES, board, laying, position, sailing, write


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
    assert best.points == 4
    assert best.notes == ("then a tile is drawn",)


def test_a_plan_that_pays_shells_says_so_and_who_gains() -> None:
    """Rules 4.2 and 7.6: of five shells each, one is paid, and the most shells count for the other.

    The tile brings its palm and its cell; the five points of the shells are lost: 1 + 1 - 5.
    """
    state = position(board(), tiles="a1 water, a2 single-p1", berth=1)
    plans = {moves_of(plan)[0]: plan for plan in planned(state)}

    assert plans["take a2"].points == -3
    assert plans["take a2"].notes == ("costs 1 shell", "then a tile is drawn")
    assert plans["take a2"].others == ()
    assert plans["take a1"].points == 1


def test_a_plan_before_the_ship_sails_has_the_whole_turn() -> None:
    state = sailing(board("a1 left-p1"), tiles="b1 right-p1", berth=1)
    best = planned(state)[0]

    assert moves_of(best) == ["sail 1", "take b1", "lay b1"]


def test_with_a_tile_in_hand_the_cells_are_compared() -> None:
    state = laying("right-p1", board("a1 left-p1, a2 left-p1"))
    cells = [moves_of(plan)[0] for plan in planned(state)]

    assert set(cells[:2]) == {"lay b1", "lay b2"}
    assert len(set(cells)) == len(cells) == 6


def test_a_plan_brings_the_points_that_it_tells() -> None:
    state = position(board("a1 left-p1"), tiles="a1 right-p1, a2 single-p1, a3 water", berth=1)
    for plan in planned(state):
        after = state
        for move in plan.moves:
            after = RULES.play(after, 0, move)
        assert points(after)[0] - points(state)[0] == plan.points
