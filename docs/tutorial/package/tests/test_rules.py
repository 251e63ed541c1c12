"""The rules of Cuckoo, each case with the number of its rule."""

from typing import Any

import pytest
from parlour_cuckoo.plugin import GAME

from parlour.rules.answers import Chance

DEALT = ("deal 4 to 0", "deal 9 to 1", "deal 2 to 2")


def after(*answers: str) -> Any:
    """Return the state after some answers, each as its text."""
    rules, state = GAME.rules, GAME.rules.begin(3, GAME.options())
    for text in answers:
        awaited = rules.awaited(state)
        if isinstance(awaited, Chance):
            state = rules.resolve(state, GAME.outcome_notation.read(text))
        else:
            state = rules.play(state, awaited.seats[0], GAME.move_notation.read(text))
    return state


@pytest.mark.parametrize(
    ("answers", "cards"),
    [
        pytest.param(("keep", "keep", "keep"), (4, 9, 2), id="2 everybody keeps"),
        pytest.param(("swap", "keep", "keep"), (9, 4, 2), id="2.1 a swap with the neighbour"),
        pytest.param(("keep", "keep", "swap", "deal 13 to 2"), (4, 9, 13), id="2.2 the deck"),
    ],
)
def test_points_are_the_cards(answers: tuple[str, ...], cards: tuple[int, ...]) -> None:
    end = GAME.rules.awaited(after(*DEALT, *answers))

    assert end.is_over
    assert end.scores == cards


def test_2_3_a_card_is_not_passed_on() -> None:
    refusal = GAME.rules.why_not(after(*DEALT, "swap"), 1, GAME.move_notation.read("swap"))

    assert refusal
    assert (refusal.rule, refusal.code) == ("2.3", "just_swapped")


def test_2_1_both_see_both_cards_and_nobody_else_does() -> None:
    state = after(*DEALT, "swap")

    assert [GAME.rules.view(state, seat).cards for seat in range(3)] == [
        (9, 4, None),
        (9, 4, None),
        (None, None, 2),
    ]
