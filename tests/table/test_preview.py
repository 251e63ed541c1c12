"""What a chair sees of the past, and what it would see after its moves."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from parlour.match.match import Match
from parlour.match.playout import certain_view
from parlour.rules.errors import MisuseError
from parlour.table.acts import Fork, Show
from parlour_maori.components import CELL_NAMES, SLOT_NAMES
from tests.broken_games import which_hand
from tests.table.seated import table_of

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


def certain(match: Match, *texts: str) -> Any:
    """Return the view that is certain for the awaited seat after moves."""
    seat = match.awaited.seats[0]
    return certain_view(match.game.rules, match.view(seat), read(match, *texts), seat)


def test_what_is_certain_is_shown_up_to_the_chance() -> None:
    """The tile lies on b2, its slot is empty, and no tile is drawn."""
    match = at_the_first_turn()
    seat = match.awaited.seats[0]
    seen = certain(match, "sail 2", "take a4", "lay b2")

    assert seen is not None
    assert seen.state.boards[seat].cells[CELL_NAMES.index("b2")]
    assert seen.state.display[SLOT_NAMES.index("a4")] == 0
    assert seen.state.stack == match.state.stack


@pytest.mark.parametrize(
    ("played", "text", "shown"),
    [
        pytest.param(("call",), "call", True, id="before a card is turned"),
        pytest.param((), "raise", True, id="another seat follows"),
        pytest.param(("raise",), "fold", False, id="the end"),
        pytest.param(("call", "call", "call"), "call", False, id="cards are shown"),
        pytest.param((), "fold", False, id="not legal"),
    ],
)
def test_only_what_tells_nothing_is_certain(
    played: tuple[str, ...], text: str, shown: bool
) -> None:
    match = LEDUC.match(seed=1)
    for move in played:
        match.play(move)
    seen = certain(match, text)

    assert (seen is not None) == shown


def test_what_is_certain_depends_on_the_view_alone() -> None:
    """Of two deals that differ in the other's card a seat is shown the same."""
    match, other = LEDUC.match(seed=1), LEDUC.match(seed=1)
    for one in (match, other):
        one.play("call")
    seat = match.awaited.seats[0]
    worlds = (LEDUC.rules.determinize(match.view(seat), Random(n)) for n in range(50))
    other.state = next(world for world in worlds if world != match.state)

    assert other.view(seat) == match.view(seat)
    seen, same = (certain(one, "call") for one in (match, other))
    assert seen == same != None  # noqa: E711  both are shown


# The past from a chair: one sees what one's own seat saw, and no more is told of it


def test_before_the_end_one_looks_back_as_ones_own_seat(tmp_path: Path) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        table.chair(0).enter("hide left")
        reply = table.chair(1).enter("look back")
        seen = table.chair(1).after(int(reply.what))

        assert reply.show is Show.PAST
        assert seen.seat == 1
        with pytest.raises(MisuseError, match="your own seat"):
            table.chair(1).after(1, 0)
        with pytest.raises(MisuseError, match="would show secrets"):
            table.chair(1).fork(Fork(0))


@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_hidden_move_of_another_is_neither_told_nor_analysed(tmp_path: Path, hand: str) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        table.chair(0).enter(f"hide {hand}")
        chair = table.chair(1)
        number = len(chair.movers)
        told = (chair.enter(f"analyse {number}").lines, chair.enter("log").lines[-1])

        assert told == (
            ("Not possible: you see only your own seat now, and others once the match is over.",),
            f"{number:>4}  Player 1: hide",
        )


def test_ones_own_move_is_analysed_by_what_one_knew(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        for seat, move in enumerate(("place b2", "place b1", "place a1")):
            table.chair(seat % 2).enter(move)
        lines = table.chair(1).enter("analyse").lines

        assert lines[0].startswith("Player 2 played 'place b1': chance of winning ")
        assert table.chair(1).enter("analyse 9").lines == (
            "Nobody chose step 9. Type 'analyse' and the number of a move, as 'log' shows it.",
        )
