"""What holds in every match of Cuckoo, in matches that Hypothesis draws and shortens."""

from hypothesis import given, settings
from parlour_cuckoo.plugin import GAME

from parlour import Match
from parlour_testing import matches, positions


@settings(deadline=None)
@given(positions(GAME))
def test_no_card_is_in_two_places(match: Match) -> None:
    state = match.state

    assert len(set(state.cards)) == len(state.cards)
    assert not set(state.cards) & set(state.deck)


@settings(deadline=None)
@given(matches(GAME))
def test_1_each_seat_has_one_turn(match: Match) -> None:
    moves = [line for line in match.lines if line.move is not None]

    assert len(moves) <= match.seats
    assert match.is_over == (len(moves) == match.seats)
