"""Sentences of Maori: runs of answers, the status, notes beside moves, and questions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from parlour import OpenView, Over, Viewer
from parlour_maori.options import Options
from parlour_maori.outcomes import StarterDrawn, TileDrawn
from parlour_maori.phases import MovingPawn, State
from parlour_maori.phases.set_up import Launching
from parlour_maori.tiles import NUMBER, VOLCANO
from parlour_maori.words.events import narrate
from parlour_maori.words.moves import explain_move
from parlour_maori.words.status import describe_status, score_sheet
from tests.games import drawings
from tests.maori.positions import (
    GAME,
    NOTATION,
    RULES,
    board,
    laying,
    position,
    sailing,
    write,
)
from tests.maori.test_scoring import WORKED

RED = Viewer(("You", "Red", "Ann"))


run = partial(drawings.told, GAME)


def of_red(state: State) -> State:
    """Return a position in the turn of seat 1."""
    turns, phase = state.phases
    return replace(state, phases=(replace(turns, seat=1), replace(phase, seat=1)))


LEFT_END = "a1 water, a2 left-p2"
ALL_BUT_TWO = (
    "a1 water, b1 water, c1 water, d1 water, a2 water, b2 water, c2 water, d2 water-shell2, "
    "a3 water-shell2, b3 water-shell2, c3 water-shell2, d3 water-boat, a4 water-boat, b4 water-boat"
)


@pytest.mark.parametrize(
    ("state", "answers", "lines"),
    [
        pytest.param(
            of_red(sailing(tiles=LEFT_END, berth=15)),
            ("sail 2", "take a2", "lay b4", "tile water-boat"),
            [
                "Red sails 2 steps to place 1.",
                (
                    "Red takes the left end with 2 palms for 1 shell and lays it on b4 "
                    "(-5 points). New at a2: water with a boat."
                ),
            ],
            id="4.2 a turn",
        ),
        pytest.param(
            sailing(tiles=LEFT_END, berth=14),
            ("sail 3", "take a1", "store", "tile single-p1"),
            [
                "You sail 3 steps to place 1 for 1 shell.",
                "You take water and store it (-5 points). New at a1: an island with 1 palm.",
            ],
            id="4.6 you store",
        ),
        pytest.param(
            position(tiles=LEFT_END),
            ("take a2",),
            ["You take the left end with 2 palms for 1 shell."],
            id="4.1 a run may end with a tile in hand",
        ),
        pytest.param(
            laying("left-boat", tiles="b1 water"),
            ("lay b2 rotated left", "tile water"),
            [
                "You lay the left end with a boat on b2, rotated 90° left. New at a1: water.",
            ],
            id="4.3 a run may begin with a tile in hand",
        ),
        pytest.param(
            of_red(position(board(), board(storage="single-p1"))),
            ("fetch", "lay a1"),
            ["Red takes the island with 1 palm from the storage and lays it on a1 (+2 points)."],
            id="4.7 fetched",
        ),
        pytest.param(
            of_red(position(board(), board("a1 single-p1"))),
            ("remove a1",),
            ["Red removes the island with 1 palm from a1 (-2 points)."],
            id="4.8 removed",
        ),
        pytest.param(
            laying("water-shell2", board(shells=3), board()),
            ("lay a1", "tile water"),
            [
                (
                    "You lay water with 2 shells on a1, which brings 2 shells (+6 points). "
                    "New at a1: water."
                ),
            ],
            id="5.3 shells won, which are as many as Red's now",
        ),
        pytest.param(of_red(position()), ("rest",), ["Red rests."], id="4.9 a rest"),
        pytest.param(
            position(unchanged=3),
            ("rest",),
            ["You rest.", "Two rounds without a change: the match ends."],
            id="6.3 the end by rest",
        ),
        pytest.param(
            of_red(position(phase=Launching(0))),
            ("place ship 5",),
            ["Red places the ship at place 5, right of row 1."],
            id="1.6 the ship is placed",
        ),
        pytest.param(
            laying("water", board("a1 single-p1, b2 single-p1", pawn="a1"), variant="advanced"),
            ("step b2", "lay c3", "tile water", "pawn a1"),
            [
                (
                    "You move the pawn to b2 for 1 shell and lay water on c3 (-4 points). "
                    "New at a1: water."
                ),
                "You move the pawn to a1.",
            ],
            id="8.4 and 8.6 the pawn",
        ),
        pytest.param(
            position(
                board("a1 single-p1, b2 single-p1", pawn="a1"),
                variant="advanced",
                phase=MovingPawn(0),
            ),
            ("stay",),
            ["You leave the pawn where it is."],
            id="8.4 the pawn stays",
        ),
    ],
)
def test_a_run_of_answers_is_told_by_steps(
    state: State, answers: Sequence[str], lines: list[str]
) -> None:
    assert list(narrate(run(state, *answers), RED)) == lines


def test_the_last_cell_brings_the_last_round() -> None:
    own = board(f"{ALL_BUT_TWO}, c4 water-boat")
    state = laying("water-boat", own, slot=-1)

    assert list(narrate(run(state, "lay d4"), RED))[1:] == [
        "You have a full board: everyone else gets one last turn."
    ]


def test_the_deal_is_one_line() -> None:
    state = RULES.start(3, Options())
    answers = [TileDrawn(VOLCANO), *[TileDrawn(NUMBER["water"])] * 7]
    answers += [TileDrawn(NUMBER["single-p1"])] * 2 + [TileDrawn(NUMBER["water-boat"])] * 6
    answers += [TileDrawn(NUMBER["single-p2"])]
    texts = [GAME.outcome_notation.write(answer) for answer in answers]
    starter = GAME.outcome_notation.write(StarterDrawn(1))

    assert list(narrate(run(state, *texts, starter), RED)) == [
        "The display is laid out. Red is drawn to place the ship."
    ]
    assert list(narrate(run(state, *texts), RED)) == ["The display is laid out."]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        pytest.param(sailing(), "Sail 1-2 free, 3-7 for shells; 97 tiles left", id="3.4 steps"),
        pytest.param(
            sailing(board(shells=1)), "Sail 1-2 free, 3 for shells; 97 tiles left", id="3.4 one"
        ),
        pytest.param(
            of_red(sailing(board(), board(shells=0))),
            "Sail 1-2 free; 97 tiles left",
            id="3.2 no shells",
        ),
        pytest.param(
            position(unchanged=1),
            "Take a tile, fetch, remove or rest; 97 tiles left",
            id="2.2 the action; one rest is far from the end",
        ),
        pytest.param(
            position(unchanged=2),
            "2 more rests end the match; take a tile, fetch, remove or rest; 97 tiles left",
            id="6.3 one more round of rests",
        ),
        pytest.param(
            position(unchanged=3),
            "1 more rest ends the match; take a tile, fetch, remove or rest; 97 tiles left",
            id="6.3 one more rest",
        ),
        pytest.param(
            laying("left-p1"), "Lay a left end with 1 palm; 96 tiles left", id="4.3 in hand"
        ),
        pytest.param(
            sailing(turns_left=1),
            "Last turn of the match; sail 1-2 free, 3-7 for shells; 97 tiles left",
            id="6.1 the last turn",
        ),
        pytest.param(
            sailing(turns_left=3),
            "Last turn, 2 more after it; sail 1-2 free, 3-7 for shells; 97 tiles left",
            id="6.1 the last round",
        ),
        pytest.param(
            sailing(board(), board(ALL_BUT_TWO)),
            "Red has 2 empty cells left; sail 1-2 free, 3-7 for shells; 83 tiles left",
            id="6.1 a board nearly full",
        ),
        pytest.param(position(phase=Over((3, 1), (1, 2))), "The match is over", id="7.9 over"),
    ],
)
def test_the_status_says_what_is_asked_and_how_near_the_end_is(state: State, status: str) -> None:
    assert describe_status(OpenView(0, state), RED) == status


BERTH_1: dict[str, Any] = {"tiles": "a1 single-p1, a2 top-p1-wreath", "berth": 1}


@pytest.mark.parametrize(
    ("state", "move", "words"),
    [
        pytest.param(position(**BERTH_1), "take a1", "island with 1 palm, free", id="4.2 free"),
        pytest.param(
            position(**BERTH_1),
            "take a2",
            "top end with 1 palm and half a wreath, costs 1 shell",
            id="4.2 a shell",
        ),
        pytest.param(
            sailing(tiles="a1 single-p1", berth=15),
            "sail 2",
            "island with 1 palm; to place 1, above column a",
            id="3.2 free",
        ),
        pytest.param(
            sailing(tiles="a1 single-p1", berth=1),
            "sail 4",
            "island with 1 palm, costs 2 shells; to place 5, right of row 1",
            id="3.4 paid",
        ),
        pytest.param(
            sailing(berth=1), "sail 1", "no tile; to place 2, above column b", id="4.1 none"
        ),
        pytest.param(laying("single-p2"), "lay a1", "+3 points", id="7.3 palms, and a cell less"),
        pytest.param(laying("left-p1"), "lay a1", "", id="7.1 unfinished brings nothing"),
        pytest.param(
            laying("right-p1-wreath", board("a1 left-p1-wreath")),
            "lay b1",
            "+14 points",
            id="7.4 two palms, a wreath, two cells less",
        ),
        pytest.param(
            laying("left-boat"), "lay b2 rotated right", "as a top end", id="4.3 what it becomes"
        ),
        pytest.param(
            laying("vertical-boat"),
            "lay b2 rotated right",
            "as a horizontal middle piece",
            id="4.3 a middle",
        ),
        pytest.param(
            laying("water-shell2", board(shells=0)),
            "lay a1",
            "wins 2 shells, +1 point",
            id="5.3 shells",
        ),
        pytest.param(
            position(board("a1 single-p2")),
            "remove a1",
            "island with 2 palms; -3 points; out of the game",
            id="4.8 removed",
        ),
        pytest.param(position(unchanged=1), "rest", "", id="6.3 far from the end"),
        pytest.param(position(unchanged=2), "rest", "1 more would end the match", id="6.3 near"),
        pytest.param(position(unchanged=3), "rest", "ends the match", id="6.3 the last"),
        pytest.param(position(board(storage="single-p1")), "fetch", "island with 1 palm", id="4.7"),
        pytest.param(position(phase=Launching(0)), "place ship 16", "left of row 1", id="1.6"),
    ],
)
def test_a_move_is_explained_by_what_it_costs_and_brings(
    state: State, move: str, words: str
) -> None:
    assert explain_move(OpenView(0, state), NOTATION.read(move)) == words


@pytest.mark.parametrize(
    ("former", "move"),
    [
        ("launch 5", "place ship 5"),
        ("lay b2 turned right", "lay b2 rotated right"),
        ("lay b2 turned about", "lay b2 rotated 180"),
        ("lay b2 turned left", "lay b2 rotated left"),
    ],
)
def test_records_of_earlier_releases_are_read(former: str, move: str) -> None:
    assert write(NOTATION.read(former)) == move


def test_the_sheet_counts_the_match_as_it_stands() -> None:
    """Chapter 7, with the printed example of 37 points for the first seat."""
    state = sailing(WORKED, board("a1 water-boat", shells=4))
    lines = score_sheet(OpenView(1, state), RED)

    assert [(line.label, line.points, line.total) for line in lines] == [
        ("palms on islands without a hut", (10, 0), False),
        ("palms on islands with a hut", (12, 0), False),
        ("whole wreaths", (10, 0), False),
        ("most boats", (7, 0), False),
        ("most shells", (0, 4), False),
        ("empty cells", (-2, -15), False),
        ("points", (37, -11), True),
    ]
