"""Names of seats and people: sentences have them as they are, unless they deceive others."""

import pytest

from parlour import Refusal, Viewer
from parlour.rules.errors import SetupError
from parlour.rules.words import describe_refusal
from parlour.table.seating import checked_names, names_for_seats
from parlour.words import offered
from parlour.words.language import speaking

PLAYERS = ("human", "human", "search:seconds=1", "exec:python3 my_bot.py")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bob"), ("Ann", "Bob")),
        ((" Ann  Lee ", ""), ("Ann Lee", "")),
        (("\uff22\uff4f\uff42", "Ann"), ("Bob", "Ann")),  # full width
        (("Ali", "All"), ("Ali", "All")),
        (("Jos\u00e9", "Jose"), ("Jos\u00e9", "Jose")),
        (("\u674e\u660e", "Ann\u660e"), ("\u674e\u660e", "Ann\u660e")),
        (("\u0412\u043e\u0432\u0430", "Bob"), ("\u0412\u043e\u0432\u0430", "Bob")),
        (("Bob\u2764\ufe0f", "Bob"), ("Bob\u2764\ufe0f", "Bob")),
        (("Youssef", "Botello"), ("Youssef", "Botello")),
    ],
)
def test_a_name_that_deceives_nobody_is_shown(
    names: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    assert checked_names(PLAYERS[:2], names) == shown


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Bob", "BOB"), "of their own"),
        (("Bob", "B ob"), "of their own"),
        (("Bob", "B\u043eb"), "of their own"),  # a Cyrillic o
        (("Bob", "\u0412ob"), "of their own"),
        (("Bob", "\u0392\u039f\u0392"), "of their own"),  # Greek capitals
        (("Bob", "\uff42ob"), "of their own"),
        (("Al", "A1"), "of their own"),
        (("Al", "AI"), "of their own"),
        (("Bob", "Bob\ufe0f"), "of their own"),
        (("Bob", "Bob\u3164"), "letters that show"),  # a Hangul filler
        (("\u3164",), "letters that show"),
        (("\u2800",), "letters that show"),
        (("Bo\u034fb",), "letters that show"),
        (("\ufe0f",), "1 to 20 letters"),
        (("Bo\u202eb",), "1 to 20 letters"),
        (("\ud800",), "1 to 20 letters"),
        ((" ",), "1 to 20 letters"),
        (("You",), "means nobody else"),
        (("Y\u043eu",), "means nobody else"),
        (("seat 1",), "means nobody else"),
        (("Seat l",), "means nobody else"),
        (("Player 2",), "means nobody else"),
        (("Search",), "means nobody else"),
        (("greedy 2",), "means nobody else"),  # an included bot that does not play
        (("My_bot.py",), "means nobody else"),
        (("Bob", "\u13f4\u13beb"), "of their own"),  # Cherokee
        (("B\u0301\u0302\u0303\u0301\u0302\u0303\u0301ob",), "letters that show"),
        (("Host",), "means nobody else"),
        (("System",), "means nobody else"),
        (("medium",), "means nobody else"),
        (("nobody",), "means nobody else"),
    ],
)
def test_a_name_that_deceives_is_refused(names: tuple[str, ...], why: str) -> None:
    given = (*names, *("",) * (len(PLAYERS) - len(names)))
    with pytest.raises(SetupError, match=why):
        checked_names(PLAYERS, given)
    with pytest.raises(SetupError, match=why):
        names_for_seats(PLAYERS, names)


OF_NOBODY = {
    "en": ("You", "seat 1", "Player 2", "hard", "host"),
    "de": ("Du", "Sie", "Platz 1", "Spieler 2", "leicht", "schwer", "Niemand"),
    "it": ("Tu", "posto 1", "Giocatore 2", "facile", "difficile", "Nessuno"),
}
"""Words of each language that mean a seat, a bot or nobody."""


@pytest.mark.parametrize("name", [name for names in OF_NOBODY.values() for name in names])
def test_a_word_of_any_language_that_means_another_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="means nobody else"):
        checked_names(PLAYERS, (name, "", "", ""))


def test_each_language_has_such_words() -> None:
    assert set(OF_NOBODY) == set(offered())


@pytest.mark.parametrize(
    "name",
    [
        "Nguy\u1ec5n",
        "\u05d0\u05b7\u05d1\u05bc\u05b8",
        "Zo\u00eb",
        "Siegfried",
        "Ledia",
        "Mel",
        "Teo",
        "Alle",
    ],
)
def test_marks_of_a_script_are_no_stack(name: str) -> None:
    assert checked_names(("human",), (name,))


# Names of seats as sentences have them


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
