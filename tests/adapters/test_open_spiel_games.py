"""A game of OpenSpiel at our table keeps every law, and hides what OpenSpiel hides."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import parlour
from parlour.rules.errors import FlowError, SetupError
from parlour_testing.checking import check
from tests.adapters.open_spiel_games import table_game

NAMES = {
    "tic_tac_toe": "nothing hidden",
    "kuhn_poker": "hidden cards",
    "liars_dice(numdice=1,dice_sides=3)": "hidden dice",
    "goofspiel(num_cards=3,points_order=descending)": "answers in secret",
    "tiny_hanabi": "one result of all",
}


@pytest.mark.parametrize("name", NAMES, ids=NAMES.values())
def test_the_laws_hold(name: str) -> None:
    report = check(table_game(name), matches=2)

    assert [str(breach) for breach in report.breaches] == []


def test_a_match_is_recorded_and_played_again() -> None:
    game = table_game("backgammon")
    match = parlour.play(game, ["uniform"], seats=2, seed=2)
    again = parlour.open(match.record(), game)

    assert (game.id, game.title, game.objective) == ("backgammon", "Backgammon", "points")
    assert again.result == match.result
    assert again.lines == match.lines


def test_a_seat_is_told_what_it_observes_and_no_more() -> None:
    game = table_game("kuhn_poker", id="kuhn")
    match = game.match(seed=1)
    match.play("Bet")
    mover, others = str(match.events(0)), str(match.events(1))

    assert "move='Bet'" in mover
    assert "move='acts'" in others
    assert match.text(0) != match.text(1)
    assert "outcome='an outcome'" in mover
    assert match.events(0)[1] != match.events(1)[1]


def deals(view: Any, rules: Any, times: int) -> Counter[Any]:
    rng = Random(1)
    return Counter(rules.determinize(view, rng).actions for _ in range(times))


def test_worlds_are_as_likely_as_chance_makes_them() -> None:
    game = table_game("leduc_poker")
    match = game.match(seed=1).at(0)
    for line in ("outcome 0", "outcome 4", "Raise", "Call", "outcome 1"):
        if line.startswith("outcome"):
            match.resolve(game.outcome_notation.read(line))
        else:
            match.play(line)
    found = deals(match.view(0), game.rules, 400)

    # The jacks are seen: each of the other four cards may be the other seat's.
    assert {actions[1] for actions in found} == {2, 3, 4, 5}
    assert all(70 <= count <= 130 for count in found.values())


FAULTS = [
    ("leduc_pocker", "OpenSpiel has no game 'leduc_pocker'; did you mean 'leduc_poker'?"),
    ("leduc_poker(players=77)", "OpenSpiel refuses leduc_poker(players=77): "),
    ("stones_and_gems", "OpenSpiel's stones_and_gems does not say what chance may bring"),
]


@pytest.mark.parametrize(("name", "sentence"), FAULTS)
def test_a_game_that_is_not_there_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        table_game(name)

    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_returns_that_are_no_whole_numbers_are_refused() -> None:
    game = table_game("pathfinding")

    with pytest.raises(FlowError, match="pathfinding: expected returns in whole numbers, got"):
        parlour.play(game, ["uniform"], seats=game.seats[0], seed=1)
