"""The heuristic tells better boards from worse ones; figures are worked out by hand."""

from typing import Any

import pytest
from msgspec.structs import replace

import parlour
from parlour import Over
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.players.included import make_bot
from parlour.players.values import value_of
from parlour_maori.bots.features import NAMES, figures, share_played
from parlour_maori.bots.heuristic import foregone, hope, lead, room, turns_to_come, worth
from parlour_maori.bots.quick_turns import quick_turn
from parlour_maori.components import CELL_NAMES, SIDES
from parlour_maori.moves import REST
from parlour_maori.options import Options
from parlour_maori.phases.laying import Laying
from parlour_maori.scoring import points
from parlour_maori.state import Board
from parlour_maori.tiles import NUMBER, WHOLE_STACK
from tests.maori.positions import GAME, RULES, board, position, sailing

FRONT = SIDES["front"]
BASIC, EXPERT = Options("basic"), Options("expert")
TURNS = 12
"""Turns to come: as many as a way of the pawn may be long."""


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        pytest.param("b1 left-boat", -0.25, id="an end that can be finished lacks a half"),
        pytest.param("b1 left-p1", 0.25, id="a palm counts a half more"),
        pytest.param("b1 left-p2", 0.75, id="two palms count one more"),
        pytest.param("b1 left-p1-hut", 1.25, id="a hut doubles its palm and counts a half"),
        pytest.param("b1 left-p2-wreath", 3.25, id="half a wreath counts 2.5"),
        pytest.param("b1 left-p3, c1 water", -2.0, id="palms on a blocked island count nothing"),
        pytest.param("b1 water-boat", 0.0, id="water hopes for nothing"),
    ],
)
def test_palms_of_an_unfinished_island_promise_points(laid: str, points: float) -> None:
    cells = board(laid).cells

    assert hope(cells, CELL_NAMES.index("b1"), FRONT) == points


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(board("b1 left-p2"), board("b1 left-p1"), id="palms of an unfinished island"),
        pytest.param(
            board("b1 left-p1"), board("b1 left-boat, c1 water"), id="an island that is not blocked"
        ),
        pytest.param(
            board("b1 left-p1, c1 right-p1"),
            board("b1 left-p1, d1 right-p1"),
            id="7.2 a finished island",
        ),
        pytest.param(board("b1 single-p1-hut"), board("b1 single-p1"), id="7.3 a hut"),
        pytest.param(
            board("b1 left-p1-wreath, c1 right-p1-wreath"),
            board("b1 left-p2, c1 right-p2"),
            id="7.4 a whole wreath against two palms",
        ),
        pytest.param(board("b1 water-boat"), board("b1 water"), id="7.5 a boat"),
        pytest.param(board(shells=6), board(shells=5), id="7.6 a shell"),
        pytest.param(board("b1 water"), board(), id="7.7 a cell that is covered"),
        pytest.param(board(storage="single-p1"), board(), id="4.6 a stored tile"),
    ],
)
def test_a_better_board_is_worth_more(better: Board, worse: Board) -> None:
    assert worth(better, BASIC, TURNS) > worth(worse, BASIC, TURNS)


def test_seats_fall_back_when_their_best_opponent_gains() -> None:
    before = position(board(), board("b1 water"), board("b1 single-p1"))
    after = position(board(), board("b1 water"), board("b1 single-p3"))

    gains = [lead(after, seat) - lead(before, seat) for seat in range(3)]

    assert gains[2] > 0 > max(gains[:2])


def test_a_seat_leads_by_the_worth_of_its_board() -> None:
    state = position(board("b1 single-p3"), board("b1 single-p1"), board())

    assert lead(state, 0) > lead(state, 1) > lead(state, 2)


def test_only_the_result_counts_at_the_end() -> None:
    """Rule 7.9: shells decide between equal points; the hopes of the better board are in vain."""
    hopeful = board("b1 left-p1-wreath", shells=0)
    state = replace(position(hopeful, board()), phases=(Over((-9, -9), (2, 1)),))

    assert lead(state, 1) > lead(state, 0)
    assert lead(state, 1) == pytest.approx(0, abs=0.1)


def test_expected_points_are_those_of_each_board_alone() -> None:
    """Five shells and two boats are worth 2.5 and 1.2; palms 3 and 1, and a covered cell 1."""
    state = position(board("b1 single-p3"), board("b1 single-p1"), board())

    assert RULES.expected_points(state) == pytest.approx([7.7, 5.7, 3.7])


def all_but(free: str) -> str:
    """Return water on all cells of the front but some."""
    names = [CELL_NAMES[cell] for cell in FRONT.cells]
    return ", ".join(f"{name} water" for name in names if name not in free.split())


@pytest.mark.parametrize(
    ("laid", "shells", "points"),
    [
        pytest.param("a1 water", 0, 1.5, id="three cells round the pawn, a half each"),
        pytest.param("a1 water, b1 water", 0, 1.0, id="two of them"),
        pytest.param(all_but("c1 d1 c2 d2"), 0, -16.0, id="it is stuck: four cells are left out"),
        pytest.param(all_but("c1 d1 c2 d2"), 1, -1.0, id="a step leads to a way through all"),
        pytest.param(all_but("a2 d3 d4"), 0, 0.5 - 8, id="a way through one of three cells"),
        pytest.param(all_but("a2 d3 d4"), 5, 0.5 - 4 - 2, id="two steps lead to the two others"),
    ],
)
def test_a_pawn_wants_free_cells_in_reach_and_a_way_through_them(
    laid: str, shells: int, points: float
) -> None:
    """Each free cell that the way leaves out costs four, and each step before it one."""
    assert room(board(laid, shells, pawn="a1"), EXPERT, TURNS) == points


def test_6_1_in_the_expert_game_on_the_atoll_a_board_is_full_in_the_end() -> None:
    """A way for the pawn leads there; without it both seats remove tiles until the stack is empty.

    Rule 6.3 then ends the match.
    """
    bots = [make_bot("greedy:values=learned", GAME, generator("way", seat)) for seat in "01"]
    match = parlour.play(GAME, bots, seed="way", variant="expert", side="atoll")

    assert match.state.turns_left > 0


def test_a_rest_costs_who_rested() -> None:
    """Seat 0 is up, so it was seat 1 that rested."""
    before, after = sailing(), sailing(unchanged=1)

    assert lead(before, 1) - lead(after, 1) == 7.0
    assert lead(before, 0) == lead(after, 0)


def test_in_the_last_turns_only_the_score_counts() -> None:
    """Three palms and a covered cell against an unfinished island, which comes off: 3 + 1."""
    state = sailing(board("b1 single-p3"), board("b1 left-p2"), turns_left=1, unchanged=1)

    assert (lead(state, 0), lead(state, 1)) == pytest.approx((4, -4), abs=0.2)


# Where no tile can be taken any more

DRY: dict[str, Any] = {"tiles": "a1 volcano", "stack": (0,) * len(WHOLE_STACK)}
OPEN = "b1 left-p2, c1 water, c2 left-p3"
"""Two islands without a right end; the first is blocked."""


def test_without_tiles_to_come_only_the_score_counts() -> None:
    """Nor does a rest cost anything: there is nothing to wait for."""
    state = sailing(board("b1 single-p3"), board(OPEN), unchanged=1, **DRY)

    assert (lead(state, 0), lead(state, 1)) == pytest.approx((3, -3), abs=0.2)
    assert RULES.expected_points(state) == points(state)


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        pytest.param({}, (2, 1), id="only a volcano is left"),
        pytest.param({"tiles": "a1 water"}, None, id="a tile of the display can be taken"),
        pytest.param({"stack": WHOLE_STACK}, None, id="a tile of the stack will come"),
        pytest.param({"turns_left": 1}, None, id="the last turns end by themselves"),
    ],
)
def test_places_are_foregone_without_tiles_to_come(
    changed: dict[str, Any], places: tuple[int, ...] | None
) -> None:
    state = position(board(OPEN), board("b1 single-p3"), **{**DRY, **changed})

    assert foregone(state) == places


@pytest.mark.parametrize("bot", ["greedy", "greedy:values=learned", "ahead:rollouts=20"])
@pytest.mark.parametrize("seat", [0, 1], ids=["behind", "ahead"])
@pytest.mark.parametrize("unchanged", [0, 1, 3], ids=["first", "second", "last"])
def test_6_3_without_tiles_to_come_all_rest_and_take_no_tile_off(
    bot: str, seat: int, unchanged: int
) -> None:
    """The fourth rest ends the match: who is behind has nothing to gain from another move."""
    boards = [board(OPEN, pawn="b1"), board("b1 single-p3, c1 single-p1", pawn="b1")]
    own, other = boards[seat], boards[1 - seat]
    state = position(own, other, unchanged=unchanged, variant="expert", **DRY)
    asked = Decision(0, RULES.view(state, 0), RULES.moves(state, 0), seats=2)

    assert make_bot(bot, GAME, generator("dry", bot)).choose(asked) == REST


def test_a_way_of_the_pawn_need_not_be_longer_than_there_are_tiles() -> None:
    """The pawn is stuck; each cell costs four that it would have had a tile for."""
    stuck = board(all_but("c1 d1 c2 d2"), shells=0, pawn="a1")
    stored = replace(stuck, storage=NUMBER["water"])

    assert [room(stuck, EXPERT, turns) for turns in (4, 2, 0)] == [-16, -8, 0]
    assert room(stored, EXPERT, 2) == -12


@pytest.mark.parametrize(
    ("tiles", "seats", "turns"),
    [
        pytest.param("a1 water, b2 water, c3 water", 2, 2, id="half of three, rounded up"),
        pytest.param("a1 water, b2 water, c3 volcano", 2, 1, id="nobody takes a volcano"),
        pytest.param("a1 water, b2 water, c3 water", 3, 1, id="one each"),
    ],
)
def test_turns_to_come_are_a_share_of_the_tiles(tiles: str, seats: int, turns: int) -> None:
    boards = [board() for _ in range(seats)]
    state = position(*boards, variant="expert", **{**DRY, "tiles": tiles})

    assert turns_to_come(state) == turns


# A tile in hand, in a game with pawns


@pytest.mark.parametrize("stepped", [False, True])
def test_8_6_a_tile_in_hand_is_worth_what_it_brings_where_it_is_laid(*, stepped: bool) -> None:
    """A pawn on b2 has more room than on the corner, where the tile must be laid."""
    own = board("a2 water, b1 water, b2 water, b3 water, c1 water, c2 water, c3 water", pawn="b2")
    hand = Laying(0, NUMBER["left-boat"], 0, stepped)
    state = position(own, phase=hand, variant="expert")
    ends = [RULES.play(state, 0, move) for move in quick_turn(state, 0)]
    figures_there = [figures(end, 0) for end in ends]

    assert [RULES.heuristic(end, 0) for end in ends] == [RULES.heuristic(state, 0)]
    assert figures_there == [RULES.figures(state, 0)] != [figures(state, 0)]


# Features of a learned evaluation, worked out by hand as leads over an empty board


@pytest.mark.parametrize(
    ("mine", "lead"),
    [
        pytest.param(board(), {}, id="two empty boards"),
        pytest.param(
            board("b1 left-p1, c1 right-p1"),
            {"palm points": 2, "covered cells": 2},
            id="7.2 a finished island",
        ),
        pytest.param(
            board("b1 left-p1-wreath, c1 right-p1-wreath"),
            {"palm points": 2, "wreaths": 1, "covered cells": 2},
            id="7.4 a whole wreath",
        ),
        pytest.param(
            board("b1 left-p2-wreath"),
            {"covered cells": 1, "open palms": 2, "open wreaths": 1, "open tiles": 1},
            id="7.4 half a wreath",
        ),
        pytest.param(
            board("b1 left-p1-hut"),
            {"covered cells": 1, "open palms": 2, "open huts": 1, "open tiles": 1},
            id="7.3 a hut doubles its palm",
        ),
        pytest.param(
            board("b1 left-p1, c1 horizontal-p1"),
            {"covered cells": 2, "open palms": 2, "open tiles": 2, "joined edges": 2},
            id="7.1 two tiles of an island to be finished",
        ),
        pytest.param(
            board("b1 left-p3, c1 water"),
            {"covered cells": 2, "blocked tiles": 1},
            id="7.1 an island that cannot be finished",
        ),
        pytest.param(
            board("b1 water-boat"),
            {"boats": 1, "most boats": 3, "covered cells": 1},
            id="7.5 the most boats, two of them printed",
        ),
        pytest.param(board(shells=6), {"shells": 1, "most shells": 6}, id="7.6 the most shells"),
        pytest.param(board(storage="single-p1"), {"stored tile": 1}, id="4.6 a stored tile"),
    ],
)
def test_a_feature_is_the_lead_over_the_mean_of_the_others(
    mine: Board, lead: dict[str, float]
) -> None:
    expected = [lead.get(name, 0) for name in NAMES]
    three = position(mine, board(), board())

    assert list(figures(position(mine, board()), 0)) == expected
    assert list(figures(position(mine, board()), 1)) == [-value for value in expected]
    assert list(figures(three, 0)) == expected


def test_the_stage_is_the_share_of_the_fullest_board() -> None:
    """The front has 16 cells."""
    assert share_played(position(board("b1 water, b2 water"), board("a1 water"))) == 2 / 16


def test_the_weights_that_are_shipped_fit_the_game() -> None:
    value = value_of(GAME, "learned")
    bot = make_bot("greedy:values=learned", GAME, generator("weights", "bot"))

    assert bot.name == "greedy"
    assert value(position(board("b1 left-p1, c1 right-p1")), 0) > value(position(), 0)
