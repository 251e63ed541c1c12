"""Names of seats as sentences have them."""

import pytest

from parlour import Refusal, Viewer
from parlour.rules.words import describe_refusal
from parlour.words.language import speaking

VIEWER = Viewer(("Greedy", "You", "Ben"))


@pytest.mark.parametrize(
    ("seats", "words"),
    [((0,), "Greedy"), ((0, 1), "You and Greedy"), ((0, 2, 1), "You, Greedy and Ben")],
)
def test_you_come_first_in_a_list(seats: tuple[int, ...], words: str) -> None:
    assert VIEWER.listed(seats) == words


def test_you_have_a_name_in_each_language() -> None:
    with speaking("de"):
        assert VIEWER.names == ("Greedy", "Du", "Ben")
    assert VIEWER.names == ("Greedy", "You", "Ben")


@pytest.mark.parametrize(
    ("code", "seat", "words"),
    [
        ("not_your_turn", 1, "it is not your turn"),
        ("not_your_turn", 0, "it is not the turn of Greedy"),
        ("taken", 1, "that was taken by you"),
    ],
)
def test_you_are_small_inside_a_sentence(code: str, seat: int, words: str) -> None:
    refusal = Refusal.of("", code, seat=seat)

    assert describe_refusal(refusal, VIEWER, {"taken": "that was taken by {seat}"}) == words
