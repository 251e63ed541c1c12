"""Parts of moves are chosen one after another, until one move is left."""

from typing import Annotated

import pytest

from parlour import Move, Spelling
from parlour.rules.notation import Notation
from parlour.table.selection import Selection
from parlour_screen.move_text import line_of

CELLS = ("a1", "b1", "b2")
Cell = Annotated[int, Spelling(CELLS.__getitem__, CELLS.index)]


class Lay(Move, frozen=True):
    form = "lay {cell}[ turned {turned}]"
    cell: Cell
    turned: int = 0


class Sail(Move, frozen=True):
    form = "sail {steps}"
    steps: int


class PawnTo(Move, frozen=True):
    form = "move pawn {cell}"
    cell: Cell


class Rest(Move, frozen=True):
    form = "rest"


class Go(Move, frozen=True):
    form = "go to {target} from {origin}"
    chosen_first = ("origin",)
    target: Cell
    origin: Cell


NOTATION: Notation[Move] = Notation(Lay | Sail | PawnTo | Rest | Go, "move")
LEGAL = ("lay a1", "lay b1", "lay b1 turned 2", "lay b2 turned 2", "sail 1", "sail 2", "rest")
TURNED = frozenset({"turned=0", "turned=2"})


def among(*texts: str) -> Selection:
    return Selection.among(NOTATION, map(NOTATION.read, texts))


def chosen(*steps: str) -> Selection:
    """Choose among the legal moves; a step lists its addresses with commas."""
    selection = among(*LEGAL)
    for step in steps:
        selection = selection.add(step.split(","))
    return selection


NARROWED = [
    # steps; line in the making; the moves that remain; the move that is meant
    pytest.param((), "", LEGAL, None, id="nothing chosen"),
    pytest.param(("cell=a1",), "lay a1", ("lay a1",), "lay a1", id="a place means one move"),
    pytest.param(("cell=b1",), "lay b1", ("lay b1", "lay b1 turned 2"), None, id="two ways there"),
    pytest.param(
        ("cell=b1", "turned=2"),
        "lay b1 turned 2",
        ("lay b1 turned 2",),
        "lay b1 turned 2",
        id="both",
    ),
    pytest.param(
        ("turned=2",),
        "lay … turned 2",
        ("lay b1 turned 2", "lay b2 turned 2"),
        None,
        id="fields in any order",
    ),
    pytest.param(("form=sail STEPS",), "sail …", ("sail 1", "sail 2"), None, id="a kind first"),
    pytest.param(("form=rest",), "rest", ("rest",), "rest", id="a kind without fields"),
    pytest.param(("steps=2,cell=c9",), "sail 2", ("sail 2",), "sail 2", id="two meanings"),
    pytest.param(
        ("steps=1,cell=a1",), "…", ("lay a1", "sail 1"), None, id="both meanings are possible"
    ),
    pytest.param(("cell=a1", "steps=2"), "lay a1", ("lay a1",), "lay a1", id="no second meaning"),
    pytest.param(("cell=c9",), "", LEGAL, None, id="a place that is no part of a move"),
    pytest.param(("cell=b1", "cell=b1"), "lay b1", ("lay b1", "lay b1 turned 2"), None, id="twice"),
]


@pytest.mark.parametrize(("steps", "text", "remaining", "proposal"), NARROWED)
def test_choices_narrow_the_moves(
    steps: tuple[str, ...], text: str, remaining: tuple[str, ...], proposal: str | None
) -> None:
    selection = chosen(*steps)

    assert line_of(selection) == text
    assert tuple(choice.text for choice in selection.remaining) == remaining
    assert (selection.proposal and selection.proposal.text) == proposal


LIVE = [
    pytest.param(("cell=b1",), TURNED, id="the ways to lay it"),
    pytest.param(("cell=b1", "turned=2"), frozenset(), id="nothing is open"),
    pytest.param(("form=sail STEPS",), frozenset({"steps=1", "steps=2"}), id="the steps"),
    pytest.param(("turned=2",), frozenset({"cell=b1", "cell=b2"}), id="where a turned one fits"),
]


@pytest.mark.parametrize(("steps", "live"), LIVE)
def test_live_is_what_decides_something(steps: tuple[str, ...], live: frozenset[str]) -> None:
    assert chosen(*steps).live == live


GOING = [
    pytest.param((), {"origin=a1", "origin=b1"}, "", id="from"),
    pytest.param(("target=b2",), {"origin=a1", "origin=b1"}, "", id="not to"),
    pytest.param(("origin=a1,target=a1",), {"target=b1", "target=b2"}, "go to … from a1", id="to"),
    pytest.param(("origin=a1", "target=b2"), set(), "go to b2 from a1", id="from and to"),
    pytest.param(("origin=b1",), set(), "go to a1 from b1", id="only one to"),
]


@pytest.mark.parametrize(("steps", "live", "text"), GOING)
def test_a_move_is_chosen_by_its_first_parts_first(
    steps: tuple[str, ...], live: set[str], text: str
) -> None:
    selection = among("go to b1 from a1", "go to b2 from a1", "go to a1 from b1")
    for step in steps:
        selection = selection.add(step.split(","))

    assert selection.live == live
    assert line_of(selection) == text


def test_at_first_all_that_differs_is_live() -> None:
    live = among("lay a1", "sail 1", "move pawn a1").live

    assert live == {
        "cell=a1",
        "turned=0",
        "steps=1",
        "form=lay CELL[ turned TURNED]",
        "form=sail STEPS",
        "form=move pawn CELL",
    }


def test_the_only_move_is_chosen_like_any_other() -> None:
    only = among("sail 1")

    assert only.proposal is None
    assert only.live == {"steps=1", "form=sail STEPS"}
    assert line_of(only.add(["steps=1"])) == "sail 1"


def test_no_move_has_no_place() -> None:
    assert among().live == frozenset()
    assert among().add(["cell=a1"]) == among()


def test_the_last_choice_is_taken_back_first() -> None:
    assert chosen("cell=b1", "turned=2").back() == chosen("cell=b1")
    assert chosen("cell=b1").back() == chosen()
    assert chosen().back() == chosen()


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("go to a1 from b2", ("origin", "b2", "a1", "b1")),
        ("go to b2 from b1", ("target", "b2", "a1")),
        ("sail 3", ("steps", "3")),
        ("rest", ("", "")),
        ("lay b2", ("", "")),
        ("lay a1 turned 2", ("cell", "a1", "b1", "b2")),
        ("lay b2 turned 3", ("turned", "3", "2")),
    ],
)
def test_a_move_that_is_not_possible_differs_first_in_what_is_chosen_first(
    text: str, instead: tuple[str, ...]
) -> None:
    going = ("go to b1 from a1", "go to b2 from a1", "go to a1 from b1")
    legal = (*going, "lay b1", "lay b2 turned 2")

    assert NOTATION.instead(NOTATION.read(text), map(NOTATION.read, legal)) == instead
