"""Texts of moves: forms, optional parts, spellings, and what cannot be read."""

from typing import Annotated

import pytest

from parlour import Move, Outcome, Spelling
from parlour.rules.errors import FlowError, NotationError
from parlour.rules.notation import Notation

CELLS = ("a1", "a2", "b1", "b2")
Cell = Annotated[int, Spelling(CELLS.__getitem__, CELLS.index)]
Coins = Annotated[
    int,
    Spelling(
        lambda number: f"{number} coin{'' if number == 1 else 's'}",
        lambda text: int(text.split()[0]),
        pattern=r"\d+ coins?",
    ),
]


class Lay(Move, frozen=True):
    form = "lay {tile} on {cell}[ turned {quarters}]"
    tile: int
    cell: Cell
    quarters: int = 0


class Sail(Move, frozen=True):
    form = "sail {steps}"
    public_form = "sail somewhere"
    steps: int


class Throw(Move, frozen=True):
    form = "throw[ {dice} dice of {sides}]"
    dice: int = 1
    sides: int = 6


class Bid(Move, frozen=True):
    form = "bid {coins}"
    public_form = "bid by {seat}"
    seat: int
    coins: int


class Pay(Move, frozen=True):
    form = "pay {price}[ and {tip}]"
    price: Coins
    tip: Coins = 0


class Stay(Move, frozen=True):
    pass


class Peek(Move, frozen=True):
    form = "peek {cell}"
    former_forms = ("throw {cell} dice of 6", "look under {cell}", "look {cell}")
    cell: Cell


NOTATION: Notation[Lay | Sail | Pay | Stay] = Notation(Lay | Sail | Pay | Stay, "move")


@pytest.mark.parametrize(
    ("move", "text"),
    [
        pytest.param(Lay(3, 2), "lay 3 on b1", id="an optional part is left out at its default"),
        pytest.param(Lay(3, 2, 1), "lay 3 on b1 turned 1", id="an optional part is written"),
        pytest.param(Sail(4), "sail 4", id="a number"),
        pytest.param(Pay(1), "pay 1 coin", id="a value of two words"),
        pytest.param(
            Pay(2, 1), "pay 2 coins and 1 coin", id="two such values, one of them optional"
        ),
        pytest.param(Stay(), "stay", id="no form means the name of the kind"),
    ],
)
def test_a_move_is_written_and_read_back(move: Lay | Sail | Pay | Stay, text: str) -> None:
    assert NOTATION.write(move) == text
    assert NOTATION.read(text) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        pytest.param(Throw(), "throw", id="left out where both have their defaults"),
        pytest.param(Throw(dice=2), "throw 2 dice of 6", id="written for the first alone"),
        pytest.param(Throw(sides=8), "throw 1 dice of 8", id="written for the second alone"),
        pytest.param(Throw(2, 8), "throw 2 dice of 8", id="written for both"),
    ],
)
def test_an_optional_part_of_two_fields_is_dropped_only_if_all_have_their_defaults(
    move: Throw, text: str
) -> None:
    notation: Notation[Throw] = Notation(Throw, "move")

    assert notation.write(move) == text
    assert notation.read(text) == move


@pytest.mark.parametrize(
    "typed",
    ["LAY 3 ON B1", "Lay 3 on b1", "  lay   3 on\tb1 ", "lay 3 on B1 turned 0"],
)
def test_typing_is_forgiven(typed: str) -> None:
    assert NOTATION.read(typed) == Lay(3, 2)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="nothing"),
        pytest.param("sial 4", id="a misspelt word"),
        pytest.param("sail", id="a missing field"),
        pytest.param("sail four", id="no number"),
        pytest.param("sail 4 5", id="too much"),
        pytest.param("lay 3 on c9", id="no such cell"),
        pytest.param("lay 3 on b1 turned", id="half an optional part"),
        pytest.param("sail " + "9" * 5000, id="a number too long to convert"),
    ],
)
def test_what_is_no_move_is_refused_with_the_forms(typed: str) -> None:
    with pytest.raises(
        NotationError, match=r"expected 'lay tile on cell.*', 'sail steps', .* or 'sta"
    ):
        NOTATION.read(typed)


def test_a_move_of_a_kind_that_is_not_named_is_refused() -> None:
    expected = (
        r"the move \S+\.Elsewhere: expected Game\(moves=\.\.\.\) to name its kind, got Lay \|"
    )
    with pytest.raises(FlowError, match=expected):
        NOTATION.write(Elsewhere())  # type: ignore[arg-type]  # as a game may


class Elsewhere(Move, frozen=True):
    form = "elsewhere"


def test_a_long_text_is_shown_cut_short() -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.read("x" * 500)

    assert "x" * 59 + "…" in str(caught.value)
    assert "x" * 60 not in str(caught.value)


@pytest.mark.parametrize(
    ("notation", "move", "public"),
    [
        pytest.param(NOTATION, Sail(4), "sail somewhere", id="words alone"),
        pytest.param(Notation(Bid, "move"), Bid(1, 30), "bid by 1", id="with a field"),
        pytest.param(NOTATION, Stay(), "move", id="none is declared"),
    ],
)
def test_a_public_form_says_what_is_no_secret(
    notation: Notation[Move], move: Move, public: str
) -> None:
    assert notation.write_public(move) == public


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("lay 3 on b1 turned 1", Lay, id="a text"),
        pytest.param("sail 4", Sail, id="the text of a kind with a public form"),
        pytest.param("sail somewhere", Sail, id="a public form"),
        pytest.param("lay 3 on z9", None, id="no such cell"),
        pytest.param("answers in secret", None, id="neither"),
    ],
)
def test_the_kind_of_an_answer_is_known_from_its_text(text: str, kind: type[Move] | None) -> None:
    assert NOTATION.kind(text) is kind


NOTHING: Notation[Outcome] = Notation(None, "outcome")


def test_a_game_without_outcomes_reads_none() -> None:
    with pytest.raises(NotationError, match="cannot read outcome 'six': expected nothing"):
        NOTHING.read("six")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("peek b1", Peek(2)),
        ("look b1", Peek(2)),
        ("Look under B1", Peek(2)),
        ("throw b1 dice of 6", Peek(2)),
        ("throw 2 dice of 6", Throw(2)),
    ],
)
def test_a_former_form_is_read_where_no_form_fits(text: str, move: Move) -> None:
    notation: Notation[Peek | Throw] = Notation(Peek | Throw, "move")

    assert notation.read(text) == move


def test_a_former_form_is_never_written_or_expected() -> None:
    notation: Notation[Peek] = Notation(Peek, "move")

    assert notation.write(notation.read("look b1")) == "peek b1"
    assert notation.expected() == "'peek cell'"
