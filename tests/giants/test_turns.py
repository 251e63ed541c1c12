"""Turns that go round: who has passed is out, and who can do nothing is skipped."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour.rules.events import Event
from parlour_giants.events import Skipped, StoodDown
from parlour_giants.options import Options
from parlour_giants.phases import State
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    asked,
    phase_name,
    play,
    position,
    transporting,
)

BARE: dict[str, Any] = {"workers": 0, "sorcerer": False, "chief": False}


def without_halves(**given: Any) -> State:
    """Make a state without a half in the box: Green has only markers, and Blue a tablet."""
    state = position(blue={"halves": 2}, green=BARE, **given)
    return replace(state, supply=replace(state.supply, halves=0))


@pytest.mark.parametrize(
    ("lines", "turn"),
    [
        pytest.param(("blue: place worker d4",), RED, id="4.13 Green can do nothing"),
        pytest.param(
            ("blue: place worker d4", "red: place worker d4", "blue: place chief e2 for worker"),
            GREEN, id="4.13 a broken tablet brings halves into the box"),
        pytest.param(
            ("blue: place worker d4", "red: place worker d4", "blue: place chief e2 for worker",
             "green: pass", "red: pass", "blue: place sorcerer d5"),
            BLUE, id="4.12 but not after a pass that was said"),
    ],
)  # fmt: skip
def test_a_skipped_seat_is_asked_again_in_placing(lines: tuple[str, ...], turn: int) -> None:
    state = without_halves(erected={"a3a 1": "red"})

    assert asked(play(state, *lines)) == turn


def test_a_half_from_a_peek_lets_a_skipped_seat_buy() -> None:
    """Rules 4.13, 8.1: the half comes back into the box out of turn."""
    state = play(without_halves(erected={"a3a 1": "red"}), "blue: peek a3a", "place worker d4")

    assert asked(state) == GREEN
    assert play(state, "green: rongo").clans[GREEN].halves == 1


def test_a_skipped_seat_is_asked_again_in_transport() -> None:
    """Rules 5.14: Blue's headdress can go nowhere, until Red erects a moai beside it."""
    state = transporting(
        turn=GREEN,
        camps={"f7": "blue red"},
        pieces=("headdress@f7 blue", "moai1@f7 red", "moai1@e3 green", "moai1@e3 green"),
        blue={"markers": 0},
    )
    state = play(state, "green: pass")
    assert asked(state) == RED, "there is no moai yet for Blue to crown"
    state = play(state, "red: move moai1 from f7 marked; erect f7a")
    assert asked(state) == BLUE
    state = play(state, "blue: move headdress from f7 marked; crown f7a")

    assert state.crowned == 1 << state.board.ahu_index["f7a"]


def test_by_the_first_rulings_it_had_passed() -> None:
    """Rules 7.7: a seat that could only pass had passed for good."""
    heard: list[Event] = []
    state = without_halves(options=Options(rulings="first"))
    state = play(state, "blue: place worker d4", heard=heard)
    assert heard == [StoodDown(GREEN)]
    state = play(state, "red: place worker d4", "blue: place chief e2 for worker")

    assert asked(state) == RED


def test_it_is_told_once_that_a_seat_is_skipped() -> None:
    """Rules 4.13: and again only after it could do something in between."""
    heard: list[Event] = []
    state = play(without_halves(), "blue: place worker d4", "place worker d4", heard=heard)
    state = play(state, "blue: place chief e2 for worker", heard=heard)
    state = play(state, "green: rongo", "place sorcerer d5", "place sorcerer d5", heard=heard)
    assert heard == [Skipped(GREEN)]
    play(state, "green: rongo", "place chief d4", "place worker d4", heard=heard)

    assert heard[:2] == [Skipped(GREEN)] * 2


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({}, id="5.14 a circle in which nobody can do anything ends the transport"),
        pytest.param({"pieces": ("headdress@f7 blue",)}, id="5.14 a stuck piece changes nothing"),
    ],
)
def test_a_circle_of_seats_that_can_do_nothing_ends_the_phase(given: dict[str, Any]) -> None:
    bare = {**BARE, "markers": 0}
    state = position(blue={**bare, "workers": 1}, green=bare, red=bare, **given)
    state = play(state, "blue: place worker d4")

    assert phase_name(state) in {"Returning", "Rolling"}
