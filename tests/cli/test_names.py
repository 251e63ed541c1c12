"""The names of the seats as people read them, and the sentences around them."""

import pytest

from parlour.rules.answers import Result
from parlour.rules.words import Viewer
from parlour.table.seating import seat_names
from parlour.table.text.sentences import result_lines
from parlour.words.language import speaking
from tests.players import piles

NAMES = [
    pytest.param(("human", "greedy"), ("You", "Greedy"), id="one person"),
    pytest.param(("greedy", "human"), ("Greedy", "You"), id="one person in the second seat"),
    pytest.param(("human", "human"), ("Player 1", "Player 2"), id="two people"),
    pytest.param(
        ("human", "greedy", "human"), ("Player 1", "Greedy", "Player 3"), id="people by their seats"
    ),
    pytest.param(
        ("uniform", "greedy", "greedy"), ("Uniform", "Greedy 2", "Greedy 3"), id="bots of one name"
    ),
    pytest.param(
        ("human", "search:seconds=1", "search:simulations=9"),
        ("You", "Search 2", "Search 3"),
        id="bots of one name with other settings",
    ),
    pytest.param(
        ("exec:python3 a/mine.py", "exec:python3 b/mine.py -v"),
        ("mine.py 1", "mine.py 2"),
        id="scripts of one name",
    ),
    pytest.param(("exec:'", "human"), ("exec:'", "You"), id="a command that cannot be read"),
]
ENDS = [
    pytest.param((3, 1), (1, 2), ["You win.", "  1. You: 3 points", "  2. Greedy: 1 point"]),
    pytest.param((-1, 1), (2, 1), ["Greedy wins.", "  1. Greedy: 1 point", "  2. You: -1 point"]),
    pytest.param(
        (2, 2),
        (1, 1),
        ["You and Greedy share the first place.", "  1. You: 2 points", "  1. Greedy: 2 points"],
    ),
    pytest.param(
        (2, 2),
        (1, 2),
        [
            "You win.",
            "  1. You: 2 points",
            "  2. Greedy: 2 points",
            "Equal points: the rules break the tie.",
        ],
    ),
]


@pytest.mark.parametrize(("players", "names"), NAMES)
def test_a_seat_has_the_name_of_its_player(
    players: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert seat_names(players) == names


@pytest.mark.parametrize(
    ("seat", "verb", "with_you", "said"),
    [
        pytest.param(0, "draws", None, "You draw", id="you"),
        pytest.param(0, "has", "have", "You have", id="you, with a form of its own"),
        pytest.param(1, "draws", None, "Greedy draws", id="another"),
        pytest.param(1, "has", "have", "Greedy has", id="another, with a form of its own"),
    ],
)
def test_a_verb_fits_its_name(seat: int, verb: str, with_you: str | None, said: str) -> None:
    assert Viewer(("You", "Greedy")).does(seat, verb, with_you) == said


@pytest.mark.parametrize(
    ("scores", "places", "lines"),
    ENDS,
    ids=["you win", "another wins", "a tie", "a broken tie"],
)
def test_a_result_is_told(
    scores: tuple[int, ...], places: tuple[int, ...], lines: list[str]
) -> None:
    assert result_lines(piles.GAME, Result(scores, places), Viewer(("You", "Greedy"))) == lines


@pytest.mark.parametrize(
    ("language", "names"), [("en", ("Player 1", "Player 2")), ("de", ("Spieler 1", "Spieler 2"))]
)
def test_who_has_no_name_has_one_in_the_language_that_is_spoken(
    language: str, names: tuple[str, ...]
) -> None:
    with speaking(language):
        assert Viewer(seat_names(("human", "human"))).names == names
