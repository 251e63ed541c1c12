"""Sentences of Rapa Nui for runs of answers, and former forms of moves."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from parlour import Viewer
from parlour_rapa_nui.phases import Buying, Drawing, Laying, State, Yielding
from parlour_rapa_nui.phases.turn import Turn
from parlour_rapa_nui.words.events import narrate
from tests.games import drawings
from tests.rapa_nui.positions import GAME, RULES, match, move, tribe

RED = Viewer(("You", "Red", "Ann"))


run = partial(drawings.told, GAME)


def turn(hand: str, **fields: Any) -> State:
    """Return the beginning of Red's turn, with a stack far from empty."""
    red = tribe("woodcutter", hand, "fish grain", wood=9)
    others = tribe("woodcutter", "fish", "potato"), tribe("woodcutter priest", "fish", "grain")
    steps = (Turn(2), Drawing(1), Laying(1), Buying(1))
    return match(others[0], red, others[1], phases=steps, **fields)


FOUR = ("card fish", "card fish", "card grain", "card moai")


@pytest.mark.parametrize(
    ("state", "answers", "lines"),
    [
        pytest.param(
            turn("fish fish grain"),
            ("buy fish", "lay fish 2", "draw 1", "draw 3"),
            [
                "Red buys a fish offering for 5 wood.",
                "Red lays 2 fish hunters for 1 wood.",
                "Red draws a fish from column 1 and a priest from column 3.",
                "Priests are scored: 1 fame for Ann.",
            ],
            id="2.1 a turn, one line a step",
        ),
        pytest.param(
            turn("moai grain grain"),
            (
                *("buy nothing", "lay moai", "offer grain"),
                *("offer potato", "offer fish face down", "add potato"),
            ),
            [
                "Red builds a moai for 7 wood.",
                "Ann sacrifices grain.",
                "You sacrifice potato.",
                "Red sacrifices a card face down. Red adds potato from its pile to the stone.",
            ],
            id="5.2 the sacrifice round",
        ),
        pytest.param(
            turn("fish grain grain", columns="fish/grain grain/priest priest/moai moai"),
            ("buy nothing", "lay fish", "draw 1", *FOUR),
            [
                "Red lays a fish hunter.",
                "Red draws a fish from column 1.",
                "Column 1 is laid, front first: moai, grain, fish, fish.",
                "Moais are scored and bring nobody anything.",
            ],
            id="6.3 a column is refilled",
        ),
        pytest.param(
            turn("fish grain grain", columns="fish fish/grain grain/priest priest/moai moai"),
            ("buy nothing", "lay grain", "draw 2"),
            [
                "Red lays a grain hunter.",
                "Red draws a grain from column 2.",
                "Grain hunters are scored: 1 offering for Red.",
            ],
            id="7.6 what everybody takes is told once",
        ),
        pytest.param(
            turn("fish grain grain", piles=(20, 20, 20, 0)),
            ("buy nothing", "lay grain", "draw 2", "take fish instead"),
            [
                "Red lays a grain hunter.",
                "Red draws a grain from column 2.",
                "Grain hunters are scored: 1 offering for Red.",
                "Red takes a fish offering.",
            ],
            id="7.7 another sort",
        ),
        pytest.param(
            match(tribe("moai"), tribe("moai moai"), phases=(Turn(1), Yielding(0, 1))),
            ("take fame",),
            ["You take 1 fame."],
            id="7.5 fame",
        ),
    ],
)
def test_a_run_of_answers_is_told_by_steps(
    state: State, answers: Sequence[str], lines: list[str]
) -> None:
    assert list(narrate(run(state, *answers), RED)) == lines


def test_the_deal_is_one_line() -> None:
    answers = [*FOUR, *FOUR, "card priest", "card priest", "card potato", "card potato"]
    answers += ["card mulberry"] * 4
    state = RULES.begin(2, None)

    assert list(narrate(run(state, *answers, "seat 1 begins"), RED)) == [
        "The display is laid out. Red begins. Wood: 3 for you, 2 for Red."
    ]
    assert list(narrate(run(state, *answers), RED)) == ["The display is laid out."]


def test_a_sacrifice_face_down_is_told_in_the_same_words_whatever_it_was() -> None:
    """Rule 8.2: to everybody but its owner."""

    def told(sort: str, seat: int) -> tuple[str, ...]:
        answers = ("buy nothing", "lay moai", "offer grain", "offer potato")
        played = run(turn("moai grain grain"), *answers, f"offer {sort} face down", seat=seat)
        return tuple(narrate(played, RED))

    assert told("fish", 0) == told("grain", 0)
    assert told("fish", 2) == told("grain", 2)
    assert told("fish", 1) != told("grain", 1)


def test_records_of_earlier_releases_are_read() -> None:
    assert GAME.write_move(move("no offering")) == "buy nothing"
