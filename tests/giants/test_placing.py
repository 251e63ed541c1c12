from typing import Any

import pytest
from msgspec.structs import replace

from parlour_giants.options import Options
from parlour_giants.phases import State
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    RULES,
    YELLOW,
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


def test_the_phase_of_the_example_is_over() -> None:
    """Rules 4.13: nobody has a figure, so nobody can do anything."""
    state = example()
    for turn in TURNS:
        state = play(state, *turn.values[0])

    assert phase_name(state) == "Transporting"


def test_turns_go_clockwise_from_the_start_player() -> None:
    """Rules 4.1, 1.6: one thing a turn."""
    state = play(position(), "blue: place worker d4", "green: rongo")

    assert RULES.awaited(state).seats == (RED,)


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


def test_only_figures_behind_the_screen() -> None:
    """Rules 4.2: who was bid cannot be placed."""
    gone = position(blue={"workers": 0, "sorcerer": False, "chief": False})

    assert [refused(gone, f"place {figure} d4") for figure in ("worker", "sorcerer", "chief")] == [
        "4.2"
    ] * 3


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


def test_a_forest_is_felled_once() -> None:
    """Rules 4.7: nobody fetches logs there again."""
    state = play(position(), "blue: place sorcerer c4 for logs")

    assert refused(state, "place sorcerer c4 for logs", GREEN) == "4.7"


def test_a_reserved_ahu_is_taken() -> None:
    """Rules 4.8: also for a sorcerer who comes later."""
    state = play(position(), "blue: place sorcerer b2 for b2a")

    assert state.reserved[BLUE] == 1 << state.board.ahu_index["b2a"]
    assert refused(state, "place sorcerer b2 for b2a", GREEN) == "4.8"


def test_no_headdress_is_left() -> None:
    """Rules 4.9: nothing can be taken."""
    state = position()
    state = replace(state, supply=replace(state.supply, headdresses=0))

    assert refused(state, "place sorcerer f2 for headdress") == "4.9"


def test_a_chief_breaks_a_tablet() -> None:
    """Rules 4.10: two halves go back into the box, and once only."""
    before = position(blue={"halves": 5})
    state = play(before, "blue: place chief e2 for worker")

    assert (state.clans[BLUE].halves, state.clans[BLUE].workers) == (3, 2)
    assert state.supply.halves == before.supply.halves + 2
    assert RULES.awaited(state).seats == (GREEN,)


@pytest.mark.parametrize(
    ("halves", "acts"),
    [
        pytest.param(0, False, id="4.10 no tablet"),
        pytest.param(1, False, id="4.10 half a tablet"),
        pytest.param(2, True, id="4.10 a tablet"),
        pytest.param(3, True, id="4.10 a tablet and a half"),
    ],
)
def test_half_a_tablet_does_not_suffice_for_a_chief(halves: int, acts: bool) -> None:
    state = position(blue={"halves": halves})
    text = "place chief e2 for worker"

    assert (text in texts(state)) == acts
    assert refused(state, text) == ("" if acts else "4.10")


@pytest.mark.parametrize(
    ("halves", "more"),
    [
        pytest.param(2, False, id="4.10 no tablet is left"),
        pytest.param(3, False, id="4.10 half a tablet is left"),
        pytest.param(4, True, id="4.10 a tablet is left"),
    ],
)
def test_half_a_tablet_does_not_suffice_for_acting_again(halves: int, more: bool) -> None:
    state = position(blue={"halves": halves}, options=Options(chief_actions="per_tablet"))
    state = play(state, "blue: place chief e2 for worker")

    assert ("again for worker" in texts(state)) == more


def test_a_chief_breaks_tablet_after_tablet() -> None:
    """Rules 4.10: as the Italian rules have it."""
    state = position(blue={"halves": 5}, options=Options(chief_actions="per_tablet"))
    state = play(state, "blue: place chief e2 for worker")
    assert texts(state) == ["again for worker", "enough"]
    state = play(state, "blue: again for worker")

    assert (state.clans[BLUE].halves, state.clans[BLUE].workers) == (1, 3)
    assert RULES.awaited(state).seats == (GREEN,)


def test_a_chief_need_not_break_another_tablet() -> None:
    """Rules 4.10: enough is enough."""
    state = position(blue={"halves": 4}, options=Options(chief_actions="per_tablet"))
    state = play(state, "blue: place chief a3 for a3a", "blue: enough")

    assert state.clans[BLUE].halves == 2
    assert RULES.awaited(state).seats == (GREEN,)


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


def test_a_tablet_of_halves_just_bought() -> None:
    """Rules 4.10, 4.11: serves the chief in the same phase."""
    state = play(position(), "blue: rongo", "green: pass", "red: pass", "blue: rongo")
    state = play(state, "blue: place chief g2 for marker")

    assert (state.clans[BLUE].halves, state.clans[BLUE].markers) == (0, 1)


def test_half_a_tablet_for_a_marker() -> None:
    """Rules 4.11: both lie before the screen."""
    clan = play(position(), "blue: rongo").clans[BLUE]

    assert (clan.markers, clan.laid_markers, clan.halves) == (1, 1, 1)


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


def test_passing_is_final() -> None:
    """Rules 4.12: though figures are left."""
    state = play(position(), "blue: pass", "green: place worker d4", "red: pass")
    assert RULES.awaited(state).seats == (GREEN,)
    state = play(state, "green: place sorcerer d5", "green: place chief d4", "green: pass")

    assert state.round == 2, "nothing was carved, so the round is over too"


def test_four_at_the_table() -> None:
    state = play(position(seats=4), "pass", "pass", "pass")

    assert RULES.awaited(state).seats == (YELLOW,)
