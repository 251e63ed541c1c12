"""What a seat would see after its moves, if it could take them back."""

import pytest

import parlour
from parlour.match.game import Match

MAORI = parlour.load("maori")
LEDUC = parlour.load("leduc")


def at_the_first_turn() -> Match:
    """Return a match of Maori with seat 0 to sail from place 11."""
    match = MAORI.match(seed=4)
    match.play("launch 11")
    return match


def read(match: Match, *texts: str) -> list[parlour.Move]:
    return [match.game.read_move(text) for text in texts]


@pytest.mark.parametrize("texts", [("sail 2",), ("sail 2", "take a4")], ids=len)
def test_a_preview_is_what_the_moves_lead_to(texts: tuple[str, ...]) -> None:
    match, played = at_the_first_turn(), at_the_first_turn()
    seat = match.awaited.seats[0]
    before = match.record()
    for text in texts:
        played.play(text)

    assert match.view_after(read(match, *texts), seat) == played.view(seat)
    assert match.record() == before


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(("sail 9",), id="too far"),
        pytest.param(("take a4",), id="another phase"),
        pytest.param(("sail 2", "take a1"), id="the second"),
        pytest.param(("sail 2", "take a4", "lay b2"), id="a tile is drawn then"),
    ],
)
def test_moves_that_are_not_legal_or_not_certain_have_none(texts: tuple[str, ...]) -> None:
    match = at_the_first_turn()

    assert match.view_after(read(match, *texts), match.awaited.seats[0]) is None


def test_another_seat_has_none() -> None:
    match = at_the_first_turn()

    assert match.view_after(read(match, "sail 2"), 1 - match.awaited.seats[0]) is None


@pytest.mark.parametrize(
    ("played", "text", "undone"),
    [
        pytest.param((), "raise", True, id="a bet can be taken back"),
        pytest.param(("call",), "call", False, id="a card is turned"),
        pytest.param(("raise",), "fold", False, id="the end"),
        pytest.param(("call", "call", "call"), "call", False, id="cards are shown"),
    ],
)
def test_it_tells_nothing_that_undoing_would_not(
    played: tuple[str, ...], text: str, undone: bool
) -> None:
    match = LEDUC.match(seed=1)
    for move in played:
        match.play(move)
    seat = match.awaited.seats[0]

    seen = match.view_after(read(match, text), seat)
    match.play(text)

    assert (seen is not None) == undone
    assert (match.why_no_undo(seat) is None) == undone


def test_no_moves_change_nothing() -> None:
    match = at_the_first_turn()

    assert match.view_after([], 0) == match.view(0)
