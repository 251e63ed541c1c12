"""All moves of a game are listed where the values of every field can be counted."""

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

import parlour
from parlour.rules import answers
from parlour.rules.answers import Move, every_answer
from parlour_maori.moves import Lay, MaoriMove, Rest, Sail
from parlour_samples import connect_four, leduc, tic_tac_toe

GAMES: dict[str, Any] = {
    name: next(iter(module.parlour_games()))
    for name, module in (
        ("connect_four", connect_four),
        ("leduc", leduc),
        ("tic_tac_toe", tic_tac_toe),
    )
}


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Wait(Move, frozen=True):
    """A move without fields."""


class Step(Move, frozen=True):
    by: Annotated[int, Meta(ge=-1), Meta(lt=2)]


class Turn(Move, frozen=True):
    side: Side
    far: bool = False


class Open(Move, frozen=True):
    door: Annotated[int, Meta(gt=0, le=2)] | None
    how: Literal["wide", "ajar"] = "wide"


class Push(Move, frozen=True):
    pair: tuple[bool, Literal["a", "b"]]


class Say(Move, frozen=True):
    text: str


class Bid(Move, frozen=True):
    least: Annotated[int, Meta(ge=0)]


class Give(Move, frozen=True):
    cards: tuple[bool, ...]


COUNTED = [
    pytest.param(Wait, [Wait()], id="no fields"),
    pytest.param(Step, [Step(-1), Step(0), Step(1)], id="bounds of a number, from two notes"),
    pytest.param(
        Turn,
        [
            Turn(Side.LEFT, far=False),
            Turn(Side.LEFT, far=True),
            Turn(Side.RIGHT, far=False),
            Turn(Side.RIGHT, far=True),
        ],
        id="an enum and a truth value",
    ),
    pytest.param(
        Open,
        [Open(door, how) for door in (1, 2, None) for how in ("wide", "ajar")],
        id="a union with None, and texts",
    ),
    pytest.param(
        Push,
        [Push((flag, letter)) for flag in (False, True) for letter in ("a", "b")],
        id="a tuple of fixed length",
    ),
    pytest.param(Wait | Step, [Wait(), Step(-1), Step(0), Step(1)], id="kinds in their order"),
]


@pytest.mark.parametrize(("union", "listed"), COUNTED)
def test_moves_that_can_be_counted_are_listed_in_order(union: Any, listed: list[Move]) -> None:
    assert every_answer(union) == tuple(listed)


@pytest.mark.parametrize("kind", [Say, Bid, Give, Wait | Say])
def test_moves_with_a_field_without_bounds_are_not_listed(kind: Any) -> None:
    assert every_answer(kind) is None


def test_too_many_moves_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MAX_LISTED", 3)

    assert every_answer(Step) is not None
    assert every_answer(Turn) is None
    assert every_answer(Step | Wait) is None


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tic_tac_toe", 9),
        ("connect_four", 7),
        ("leduc", 3),
        pytest.param("maori", 16 + 50 + 16 + 1 + 20 + 1 + 80 + 1 + 20 + 20 + 1, id="maori"),
        pytest.param("rapa_nui", 4 + 1 + 21 + 1 + 4 + 4 + 4 + 4 + 2 + 4 + 1, id="rapa_nui"),
        pytest.param("giants", None, id="giants, whose paths have no bounds"),
    ],
)
def test_the_moves_of_a_game(name: str, count: int | None) -> None:
    moves = (GAMES.get(name) or parlour.load(name)).all_moves

    assert (moves and len(set(moves))) == count


def test_a_text_may_hold_more_than_a_field_so_that_the_rules_refuse_it() -> None:
    game = parlour.load("maori")
    match = game.match(seats=2, seed=7)
    match.play("place ship 4")

    refusal = match.why_not("sail 99")

    assert refusal is not None
    assert game.read_move("sail 99") == Sail(99)
    assert refusal.code == "too_far"


def test_the_list_is_made_once_and_not_pickled() -> None:
    game = parlour.load("maori")

    assert game.all_moves is game.all_moves
    assert "all_moves" not in game.__getstate__()
    assert {Lay(0, 0), Rest()} < set(game.all_moves or ())
    assert every_answer(MaoriMove) == game.all_moves
