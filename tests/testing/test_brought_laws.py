"""Laws that a game brings itself: they are put, named and counted as those of Parlour are."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match import Game
from parlour.match.game_parts import Checks
from parlour.rules.errors import PluginError
from parlour_samples import tic_tac_toe
from parlour_testing import LAWS, Law, Snapshot, check
from parlour_testing.snapshot import Cost
from parlour_testing.specifications import laws_for
from parlour_testing.trial import SAMPLED_STATES

(GAME,) = tic_tac_toe.parlour_games()

ANSWERS: dict[str, Any] = {"holds": (), "says": ["wrong"], "says 7": [7], "is 7": 7, "raises": ""}
"""What a law of a stranger may answer at every moment."""

LAW = st.tuples(st.sampled_from(get_args(Cost)), st.sampled_from(sorted(ANSWERS)))

BROUGHT: list[Law] = []
"""Laws at a place, as a game names one."""


def law_that(number: int, cost: Cost, answer: str) -> Law:
    """Return a law of a cost with such an answer."""

    def breaches(_: Snapshot) -> Iterable[str]:
        if answer == "raises":
            raise ValueError("this law is wrong")
        answered: Iterable[str] = ANSWERS[answer]
        return answered

    return Law(f"law-{number}", "Something holds.", breaches, cost=cost)


@settings(max_examples=15, deadline=None)
@given(st.lists(LAW, max_size=6))
def test_any_laws_are_put_by_their_cost_and_each_breaks_alone(
    kinds: list[tuple[Cost, str]],
) -> None:
    BROUGHT[:] = [law_that(number, *kind) for number, kind in enumerate(kinds)]
    game = replace(GAME, checks=Checks(laws=f"{__name__}:BROUGHT"))
    names = [f"tic_tac_toe:law-{number}" for number in range(len(kinds))]
    report = check(game, matches=1)
    put = {count.law: count.put for count in report.laws}
    states = report.moves + 1
    expected = {"unput": 0, "each": states, "sampled": min(states, SAMPLED_STATES), "expensive": 1}

    assert {breach.law for breach in report.breaches} == {
        name
        for name, (cost, answer) in zip(names, kinds, strict=True)
        if cost != "unput" and answer != "holds"
    }
    assert {name: put.get(name, 0) for name in names} == {
        name: expected[cost] if answer not in {"is 7", "raises"} else 0
        for name, (cost, answer) in zip(names, kinds, strict=True)
    }
    put_first = [law.name for law in laws_for(game)[0]][: len(LAWS.own()) + len(names)]
    assert put_first == [*LAWS.own(), *names]


def no_idle_turns(moment: Snapshot) -> Iterable[str]:
    """Somebody who is asked may choose.

    This is not part of the meaning.
    """
    for seat in moment.awaited.seats:
        if len(moment.legal(seat)) < 2:
            yield f"seat {seat} has no choice"


def test_a_function_is_a_law_of_its_game() -> None:
    game = replace(GAME, checks=Checks(laws=(no_idle_turns,)))
    law = laws_for(game)[0][len(LAWS.own())]
    breaches = check(game, matches=20).breaches

    assert (law.name, law.meaning) == (
        "tic_tac_toe:no-idle-turns",
        "Somebody who is asked may choose.",
    )
    assert [(one.law, one.message[7:]) for one in breaches] == [(law.name, "has no choice")]


def unspoken(_: Snapshot) -> Iterable[str]:
    return ()


@pytest.mark.parametrize(
    ("laws", "reason"),
    [
        pytest.param("no_such_module:LAWS", "expected a name in a module", id="no module"),
        pytest.param(f"{__name__}:MISSING", "expected a name in a module", id="no name"),
        pytest.param(f"{__name__}:GAME", "expected a tuple of laws at", id="no tuple"),
        pytest.param((unspoken,), "function with its meaning as docstring", id="no docstring"),
        pytest.param((7,), "docstring, got 7", id="no function"),
    ],
)
def test_laws_of_a_game_that_are_none_are_refused_in_one_line(laws: Any, reason: str) -> None:
    game: Game = replace(GAME, checks=Checks(laws=laws))
    with pytest.raises(PluginError, match=reason) as told:
        check(game, matches=1)

    assert str(told.value).startswith("game 'tic_tac_toe': Checks.laws: ")
    assert "\n" not in str(told.value)
