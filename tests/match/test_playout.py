"""Random play through the rules alone, and shares of the others beaten."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import parlour
from parlour import Move, Result
from parlour.match.playout import play_out
from parlour.rules.seats import share_beaten
from parlour_samples import leduc, tic_tac_toe
from tests.broken_games import to_and_fro
from tests.broken_games.to_and_fro import Path

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))
LEDUC = next(iter(leduc.parlour_games())).rules
WALK = to_and_fro.GAME.rules


def test_a_match_is_played_to_its_end_by_moves_and_outcomes() -> None:
    """A hand of Leduc deals two cards and, unless somebody folds before, turns one up."""
    for seed in range(50):
        played = play_out(LEDUC, LEDUC.begin(2, None), Random(seed))

        assert isinstance(played.result, Result)
        assert played.result == LEDUC.awaited(played.state)
        assert played.outcomes in {2, 3}
        assert played.moves >= played.outcomes - 1


@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui", "leduc"])
def test_it_plays_as_the_rules_do(name: str) -> None:
    """It asks the phases, and the rules hand over to these."""
    game = parlour.load(name)
    rules, seats = game.rules, game.seats[0]
    played = play_out(rules, rules.begin(seats), Random(1), 300)
    state, rng = rules.begin(seats), Random(1)
    for _ in range(played.moves + played.outcomes):
        asked = rules.awaited(state).seats
        if asked:
            moves = rules.moves(state, asked[0])
            state = rules.play(state, asked[0], moves[int(rng.random() * len(moves))])
        else:
            state = rules.resolve(state, rules.draw(state, rng))

    assert played.state == state


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_play_stops_at_the_limit(limit: int) -> None:
    """The shortest hand has two outcomes, a raise and a fold."""
    played = play_out(LEDUC, LEDUC.begin(2, None), Random(1), limit)

    assert played.result is None
    assert played.moves + played.outcomes == limit


def test_every_legal_move_is_as_likely_as_the_next() -> None:
    """At the start seat 0 steps or stops: 1,000 of 2,000 are expected, ±4 standard deviations."""
    start = WALK.begin(2, None)
    ends = Counter[Path]()
    for seed in range(2000):
        ends[play_out(WALK, start, Random(seed), 1).state] += 1

    assert len(ends) == 2
    assert all(abs(number - 1000) < 90 for number in ends.values())


@pytest.mark.parametrize(
    ("places", "sides", "shares"),
    [
        pytest.param((1, 2), None, (1.0, 0.0), id="a win"),
        pytest.param((1, 1), None, (0.5, 0.5), id="a tie"),
        pytest.param((2, 1, 3), None, (0.5, 1.0, 0.0), id="three seats"),
        pytest.param((1, 1, 3), None, (0.75, 0.75, 0.0), id="a tie of two"),
        pytest.param((1,), None, (0.0,), id="nobody else"),
        pytest.param((1, 2, 3), (0, 1, 2), (1.0, 0.5, 0.0), id="sides of one seat each"),
        pytest.param((1, 2, 3), (7, 4, 7), (1.0, 0.5, 0.0), id="one side at two seats"),
        pytest.param((2, 1, 1), (7, 4, 7), (0.0, 0.75, 0.5), id="a tie with one of a side"),
        pytest.param((1, 2), (7, 7), (0.0, 0.0), id="one side alone"),
    ],
)
def test_the_share_of_the_others_beaten(
    places: tuple[int, ...], sides: tuple[int, ...] | None, shares: tuple[float, ...]
) -> None:
    assert share_beaten(places, sides) == shares


SQUARES: Sequence[Move] = TIC_TAC_TOE.all_moves or ()


class Backwards(type(TIC_TAC_TOE.rules)):  # type: ignore[misc]  # the class of a game's rules
    """Rules that list moves from the last, and lay each on the square opposite."""

    def moves(self, state: Any, seat: Any) -> Sequence[Move]:
        return tuple(super().moves(state, seat))[::-1]

    def play(self, state: Any, seat: Any, move: Any, tell: Any = None) -> Any:
        return super().play(state, seat, SQUARES[-1 - SQUARES.index(move)], tell)


def test_rules_that_do_more_than_their_phases_are_asked() -> None:
    made = replace(TIC_TAC_TOE, rules=Backwards()).match(seed=1)
    corner, opposite = SQUARES[0], SQUARES[-1]
    made.play(made.decision().moves[-1])

    assert made.lines[-1].move == "place a1"
    assert corner in made.decision().moves
    assert opposite not in made.decision().moves
