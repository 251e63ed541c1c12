from typing import Any

import pytest
from msgspec.structs import replace

from parlour_giants.options import Options
from parlour_giants.phases import State
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    asked,
    material,
    phase_name,
    play,
    position,
    refused,
    sentence,
    texts,
)


def example() -> State:
    """The rulebook's three turns: its Blue, Yellow, Red and Green sit at 0 to 3 here."""
    return position(
        seats=4,
        blue={"markers": 0, "moais": (1,)},
        green={"chief": False, "bid_chief": True, "markers": 0},
        red={"chief": False, "bid_chief": True, "markers": 0},
        yellow={"workers": 0, "bid_workers": 1, "markers": 1},
    )


TURNS: tuple[Any, ...] = (
    pytest.param(
        ("blue: place worker d6", "green: place sorcerer g2 for marker",
         "red: place sorcerer c5 for logs", "yellow: place sorcerer e2 for worker"),
        ((1, 1, 0, 0, 0, 0), (0, 0, 1, 0, 1, 0), (0, 0, 1, 4, 0, 0), (1, 0, 1, 0, 1, 0)),
        id="4.6 the first turns: a marker, four logs and a worker",
    ),
    pytest.param(
        ("blue: place sorcerer g2 for marker", "green: place worker f5",
         "red: place worker f5 +1", "yellow: rongo"),
        ((1, 0, 0, 0, 1, 0), (0, 0, 0, 0, 1, 0), (0, 0, 0, 3, 0, 0), (1, 0, 1, 0, 0, 1)),
        id="4.2 the second turns: several on one hex",
    ),
    pytest.param(
        ("blue: place chief e5", "green: rongo", "yellow: place worker e6"),
        ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 3, 0, 0), (1, 0, 0, 0, 0, 1)),
        id="4.13 the third turns: logs alone do nothing, so Red is skipped",
    ),
    pytest.param(
        ("blue: pass", "yellow: place chief e6"),
        ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 3, 0, 0), (0, 0, 0, 0, 0, 1)),
        id="4.12 Blue keeps a marker; the last one goes on alone",
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("number", "expected"),
    [pytest.param(number, turn.values[1], id=turn.id) for number, turn in enumerate(TURNS, 1)],
)
def test_the_three_turns(number: int, expected: tuple[tuple[int, ...], ...]) -> None:
    state = example()
    for turn in TURNS[:number]:
        state = play(state, *turn.values[0])

    colours = ("blue", "green", "red", "yellow")
    assert expected == tuple(material(state, colour) for colour in colours)
    over = number == len(TURNS)  # nobody has a figure then, so nobody can do anything (4.13)
    assert phase_name(state) == ("Transporting" if over else "Placing")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param("place worker d4", "", id="4.2 a worker anywhere"),
        pytest.param("place chief f2", "", id="4.2 a chief on a quarry"),
        pytest.param("place worker z9", "4.2", id="4.2 not into the sea"),
        pytest.param("place worker d4 +2", "", id="4.3 two logs with a worker"),
        pytest.param("place sorcerer d5 +1", "", id="4.3 a log with the sorcerer"),
        pytest.param("place worker d4 +3", "4.3", id="4.3 no third log"),
        pytest.param("place chief d4 +1", "4.3", id="4.3 no log with a chief"),
        pytest.param("place sorcerer e2 for nothing", "", id="4.4 it need not act"),
        pytest.param("place sorcerer a3 +1 for nothing", "", id="4.4 nor beside an ahu"),
        pytest.param("place sorcerer e2", "4.4", id="4.4 but it is to be said"),
        pytest.param("place sorcerer d5 for nothing", "4.4", id="4.4 nothing else is there"),
        pytest.param("place worker e2 for nothing", "4.4", id="4.4 a worker never acts"),
        pytest.param("place chief e2 for nothing", "4.4", id="4.4 nor a chief without a tablet"),
        pytest.param("place chief e2", "", id="4.10 a chief need not act"),
        pytest.param("place worker e2 for worker", "4.4", id="4.4 a worker does not act"),
        pytest.param("place sorcerer d4 for worker", "4.5", id="4.5 only in the village"),
        pytest.param("place sorcerer d4 for marker", "4.6", id="4.6 only at the hut"),
        pytest.param("place sorcerer d5 for logs", "4.7", id="4.7 only in a forest"),
        pytest.param("place sorcerer a3 +2 for a3b", "", id="4.8 the ahu is chosen, logs too"),
        pytest.param("place sorcerer a3 for a4a", "4.8", id="4.8 not an ahu elsewhere"),
        pytest.param("place sorcerer d9 for headdress", "4.9", id="4.9 not at the moai quarry"),
        pytest.param("place chief e2 for worker", "4.10", id="4.10 not without a tablet"),
    ],
)
def test_placements(text: str, rule: str) -> None:
    assert refused(position(blue={"logs": 5}), text) == rule


def test_only_as_many_logs_as_there_are() -> None:
    """Rules 4.3: logs come from behind the screen."""
    state = position(blue={"logs": 1})

    assert refused(state, "place worker d4 +2") == "4.3"
    assert sentence(state, "place worker d4 +2") == "you have 1 log behind your screen"


GONE: Any = {"blue": {"workers": 0, "sorcerer": False, "chief": False}}
PER_TABLET = Options(chief_actions="per_tablet")
FELLED = "blue: place sorcerer c4 for logs"
RESERVED = "blue: place sorcerer b2 for b2a"
NO_HEADDRESS = replace(position().supply, headdresses=0)


@pytest.mark.parametrize(
    ("given", "lines", "text", "rule"),
    [
        pytest.param(GONE, (), "place worker d4", "4.2", id="4.2 no worker that was bid"),
        pytest.param(GONE, (), "place sorcerer d4", "4.2", id="4.2 no sorcerer that was bid"),
        pytest.param(GONE, (), "place chief d4", "4.2", id="4.2 no chief that was bid"),
        pytest.param({}, (FELLED,), "place sorcerer c4 for logs", "4.7", id="4.7 felled once"),
        pytest.param({}, (RESERVED,), "place sorcerer b2 for b2a", "4.8", id="4.8 taken"),
        pytest.param({"supply": NO_HEADDRESS}, (), "place sorcerer f2 for headdress", "4.9",
                     id="4.9 no headdress is left"),
        *(pytest.param({"blue": {"halves": n}}, (), "place chief e2 for worker", rule,
                       id=f"4.10 {n} halves for a chief")
          for n, rule in enumerate(("4.10", "4.10", "", ""))),
        *(pytest.param({"blue": {"halves": n}, "options": PER_TABLET},
                       ("blue: place chief e2 for worker",), "again for worker", rule,
                       id=f"4.10 {n} halves for acting again")
          for n, rule in ((2, "4.1"), (3, "4.1"), (4, ""))),
    ],
)  # fmt: skip
def test_what_is_used_up(given: Any, lines: tuple[str, ...], text: str, rule: str) -> None:
    state = play(position(**given), *lines)

    assert refused(state, text) == rule
    assert (text in texts(state)) == (not rule)


@pytest.mark.parametrize(
    ("given", "lines", "seat"),
    [
        pytest.param({}, ("blue: place worker d4", "green: rongo"), RED,
                     id="4.1 one thing a turn, clockwise from the start player"),
        pytest.param({"seats": 4}, ("pass", "pass", "pass"), YELLOW, id="4.1 four at the table"),
        pytest.param({}, ("blue: pass", "green: place worker d4", "red: pass"), GREEN,
                     id="4.12 passing is final though figures are left"),
        pytest.param({"blue": {"halves": 5}}, ("blue: place chief e2 for worker",), GREEN,
                     id="4.10 a chief acts once"),
        pytest.param({"blue": {"halves": 4}, "options": PER_TABLET},
                     ("blue: place chief a3 for a3a", "blue: enough"), GREEN,
                     id="4.10 enough is enough"),
        pytest.param({"blue": {"halves": 5}, "options": PER_TABLET},
                     ("blue: place chief e2 for worker",), BLUE, id="4.10 a second tablet"),
        pytest.param({"blue": {"halves": 5}, "options": PER_TABLET},
                     ("blue: place chief e2 for worker", "blue: again for worker"), GREEN,
                     id="4.10 no third one"),
    ],
)  # fmt: skip
def test_whose_turn_it_is(given: Any, lines: tuple[str, ...], seat: int) -> None:
    assert asked(play(position(**given), *lines)) == seat


@pytest.mark.parametrize(
    ("given", "lines", "expected", "box"),
    [
        pytest.param({}, ("blue: rongo",),
                     {"markers": 1, "laid_markers": 1, "halves": 1}, 29,
                     id="4.11 half a tablet for a marker, both before the screen"),
        pytest.param({}, ("blue: rongo", "pass", "pass", "rongo", "place chief g2 for marker"),
                     {"markers": 1, "halves": 0}, 30,
                     id="4.10 a tablet of halves just bought serves the chief"),
        pytest.param({"blue": {"halves": 5}}, ("blue: place chief e2 for worker",),
                     {"halves": 3, "workers": 2}, 32, id="4.10 two halves go into the box"),
        pytest.param({"blue": {"halves": 5}, "options": PER_TABLET},
                     ("blue: place chief e2 for worker", "again for worker"),
                     {"halves": 1, "workers": 3}, 34, id="4.10 tablet after tablet"),
        pytest.param({"blue": {"halves": 4}, "options": PER_TABLET},
                     ("blue: place chief a3 for a3a", "enough"), {"halves": 2}, 32,
                     id="4.10 one need not break another tablet"),
    ],
)  # fmt: skip
def test_halves(given: Any, lines: tuple[str, ...], expected: dict[str, int], box: int) -> None:
    state = play(position(**given), *lines)

    assert {what: getattr(state.clans[BLUE], what) for what in expected} == expected
    assert state.supply.halves == box


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        pytest.param("place sorcerer e2 for worker", {"workers": 2, "stored_workers": 4},
                     id="4.5 a worker from the container"),
        pytest.param("place sorcerer g2 for marker", {"markers": 3, "stored_markers": 3},
                     id="4.6 a marker from the container"),
        pytest.param("place sorcerer c4 for logs", {"logs": 6}, id="4.7 all logs of the tile"),
        pytest.param("place sorcerer b2 for b2a", {"bases": 6}, id="4.8 a base from the screen"),
        pytest.param("place sorcerer f2 for headdress", {"headdresses": 1},
                     id="4.9 a headdress before the screen"),
    ],
)  # fmt: skip
def test_what_a_sorcerer_gains(text: str, changed: dict[str, int]) -> None:
    before = position()
    after = play(before, text)

    assert after.clans[BLUE] == replace(before.clans[BLUE], sorcerer=False, **changed)


@pytest.mark.parametrize(
    ("text", "given", "rule"),
    [
        pytest.param("place sorcerer e2 for worker", {"stored_workers": 0}, "4.5",
                     id="4.5 nobody is left in the container"),
        pytest.param("place sorcerer g2 for marker", {"stored_markers": 0}, "4.6",
                     id="4.6 no marker is left in the container"),
        pytest.param("place sorcerer b2 for b2a", {"bases": 0}, "4.8", id="4.8 no base is left"),
    ],
)  # fmt: skip
def test_an_empty_supply_gives_nothing(text: str, given: dict[str, int], rule: str) -> None:
    state = position(blue=given)

    assert refused(state, text) == rule
    assert text not in texts(state)
    assert refused(state, text.split(" for ", maxsplit=1)[0]) == ""


def test_who_does_not_act_is_placed_all_the_same() -> None:
    """Rules 4.4, 4.10: nothing is gained, and no tablet broken."""
    before = position(blue={"halves": 2})
    state = play(before, "blue: place chief e2 for nothing", "green: pass", "red: pass")
    state = play(state, "blue: place sorcerer c4 for nothing")

    assert state.clans[BLUE] == replace(before.clans[BLUE], chief=False, sorcerer=False)
    assert (state.supply, state.forests) == (before.supply, before.forests)


@pytest.mark.parametrize(
    ("peeks", "text", "rule"),
    [
        pytest.param(0, "again for worker", "", id="4.10 a second tablet"),
        pytest.param(0, "again for marker", "4.6", id="4.10 only what the chief's hex offers"),
        pytest.param(0, "place worker d4", "4.10", id="4.10 nothing else in between"),
        pytest.param(1, "again for worker", "4.10", id="4.10 a half was paid for a peek, 8.1"),
    ],
)
def test_while_a_chief_reads_on(peeks: int, text: str, rule: str) -> None:
    state = position(
        blue={"halves": 4}, erected={"a3a 2": "green"}, options=Options(chief_actions="per_tablet")
    )
    state = play(state, "blue: place chief e2 for worker", *["blue: peek a3a"] * peeks)

    assert refused(state, text) == rule
    assert "enough" in texts(state)


@pytest.mark.parametrize(
    ("markers", "halves", "reason"),
    [
        pytest.param(0, 30, "half a tablet costs a marker, and you have none behind your screen",
                     id="4.11 no marker is behind the screen"),
        pytest.param(2, 0, "no half tablet is left in the supply",
                     id="4.11 no half is left in the box"),
    ],
)  # fmt: skip
def test_no_half_to_be_had(markers: int, halves: int, reason: str) -> None:
    state = position(blue={"markers": markers})
    state = replace(state, supply=replace(state.supply, halves=halves))

    assert refused(state, "rongo") == "4.11"
    assert sentence(state, "rongo") == reason
