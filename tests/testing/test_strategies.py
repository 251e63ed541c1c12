"""Positions and matches as strategies: what they draw, how they shrink, and what is printed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given, settings

import parlour
from parlour import Chance, Game, Match, Move, Result, Seat, Tell
from parlour.rules.errors import SetupError
from parlour_testing import matches, positions
from tests.broken_games import orders, sealed_bid, which_hand
from tests.drawn import DRAWN
from tests.python.matches import GAMES

EVERY = {**GAMES, "sealed_bid": sealed_bid.GAME, "orders": orders.GAME}
SOME = settings(DRAWN, max_examples=10)


def drawn(strategy: Any, examples: int = 100) -> list[Match]:
    """Return what a strategy draws for a test."""
    kept: list[Match] = []

    @settings(DRAWN, max_examples=examples)
    @given(strategy)
    def keep(match: Match) -> None:
        kept.append(match)

    keep()
    return kept


@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
def test_a_match_is_its_record_and_is_over_or_awaits_a_seat(game: Game) -> None:
    @SOME
    @given(matches(game))
    def holds(match: Match) -> None:
        again = parlour.open(match.record(), game)
        assert again.state == match.state
        assert match.is_over or match.awaited.seats

    holds()


@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
def test_a_position_awaits_a_seat_and_its_match_goes_on(game: Game) -> None:
    @SOME
    @given(positions(game))
    def holds(match: Match) -> None:
        seat = match.awaited.seats[0]
        match.play(match.moves(seat)[0], seat)
        assert not isinstance(match.awaited, Chance)

    holds()


def test_most_matches_are_whole_and_positions_come_from_all_of_a_match() -> None:
    game = GAMES["connect_four"]
    whole = [match for match in drawn(matches(game)) if match.is_over]
    lengths = [len(match.lines) for match in drawn(positions(game))]

    assert len(whole) > 50
    for first, last in ((0, 6), (7, 13), (14, 42)):
        assert sum(first <= length <= last for length in lengths) > 10


def test_every_setting_is_drawn_and_only_those_that_are_named() -> None:
    def settings_of(strategy: Any) -> set[tuple[int, object]]:
        return {(match.seats, *match.header.options.values()) for match in drawn(strategy)}

    maori = GAMES["maori"]
    every = settings_of(matches(maori, limit=5))
    named = settings_of(matches(maori, seats=2, options={"variant": "expert"}, limit=5))

    assert {seats for seats, *_ in every} == {2, 3, 4, 5}
    assert len(named) == 1
    assert named < every
    with pytest.raises(SetupError, match="expected 2-5 seats, got 9"):
        matches(maori, seats=9)


def test_a_match_is_broken_off_near_its_limit() -> None:
    assert max(len(match.lines) for match in drawn(positions(GAMES["giants"], limit=20))) < 30


def is_won(match: Match) -> bool:
    return match.is_over and match.result.places != (1, 1)


def is_over(match: Match) -> bool:
    return match.is_over


def is_raised(match: Match) -> bool:
    return match.lines[-1].move == "raise"


@pytest.mark.parametrize(
    ("strategy", "is_wanted", "answers"),
    [
        pytest.param(matches(GAMES["tic_tac_toe"]), is_won, 5, id="three in a row"),
        pytest.param(
            positions(GAMES["leduc"]),
            lambda match: match.lines[-1].move == "raise",
            3,
            id="a raise after two cards",
        ),
        pytest.param(
            matches(sealed_bid.GAME), lambda match: match.is_over, 2, id="two sealed bids"
        ),
    ],
)
def test_a_match_shrinks_to_the_shortest(
    strategy: Any, is_wanted: Callable[[Match], bool], answers: int
) -> None:
    shortest = find(strategy, is_wanted, settings=DRAWN)

    assert len(shortest.steps) == answers


class Absurd(which_hand.Rules):
    """Rules that fail where somebody guesses right."""

    def play(
        self, state: which_hand.Coins, seat: Seat, move: Move, tell: Tell = None
    ) -> which_hand.Coins:
        after = super().play(state, seat, move, tell)
        if any(after.right):
            raise ZeroDivisionError
        return after


def printed(test: Callable[[], object], fault: type[BaseException]) -> tuple[str, Path]:
    """Return what is printed of the failing match, and the path of its record."""
    with pytest.raises(fault) as failed:
        test()
    notes = "\n".join(failed.value.__notes__)
    path = re.search(r"see it: parlour replay (\S+\.jsonl)", notes)
    assert path
    return notes, Path(path[1])


def test_a_failing_match_is_printed_as_its_answers_and_a_record_that_replays() -> None:
    @DRAWN
    @given(matches(which_hand.GAME))
    def test(match: Match) -> None:
        assert not isinstance(match.awaited, Result)

    notes, path = printed(test, AssertionError)

    assert (
        "match of 2 seats, 6 answers:\n1. deal 0 to Seat 1\n2. deal 1 to Seat 2\n3. Seat 1: "
        in notes
    )
    assert parlour.open(path, which_hand.GAME).is_over


def test_a_match_whose_rules_fail_is_printed_up_to_there() -> None:
    @DRAWN
    @given(positions(which_hand.variant(Absurd())))
    def test(_: Match) -> None:
        pass

    notes, path = printed(test, ZeroDivisionError)

    assert "match of 2 seats, 4 answers:" in notes
    assert len(parlour.open(path, which_hand.GAME).steps) == 4
