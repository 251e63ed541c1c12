"""The end of a match: who ends it, and what counts then (chapter 7)."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Result
from parlour_giants.board import board
from parlour_giants.components import COLOURS
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, State
from tests.giants.positions import (
    BLUE,
    GREEN,
    RULES,
    phase_name,
    play,
    position,
    refused,
    transporting,
)

AHUS = [ahu.name for ahu in board("island").ahus]
BASES = {3: 7, 4: 6, 5: 5}


def nearly(seats: int, *finishers: int, start: int = 0, missing: int = 1) -> State:
    """Make a state: some seats lack so many moais each, and can erect one."""
    free = iter(AHUS)
    hexes = ("b2", "g4", "f7")
    taken = {"b2a", "g4a", "f7a"}
    erected = {
        f"{next(name for name in free if name not in taken)} 1": COLOURS[seat]
        for seat in finishers
        for _ in range(BASES[seats] - missing)
    }
    colours = [COLOURS[seat] for seat in finishers]
    clans: dict[str, Any] = {colour: {"bases": missing} for colour in colours}
    state = transporting(
        seats=seats,
        turn=start,
        erected=erected,
        camps=dict(zip(hexes, colours, strict=False)),
        pieces=tuple(f"moai1@{where} {c}" for where, c in zip(hexes, colours, strict=False)),
        **clans,
    )
    return replace(state, start=start)


def finished(state: State, *erecting: int) -> State:
    """Erect the last moai of each seat in turn, and let everybody else pass."""
    hexes = dict(zip([COLOURS[seat] for seat in erecting], ("b2", "g4", "f7"), strict=False))
    while phase_name(state) == "Transporting":
        colour = COLOURS[RULES.awaited(state).seats[0]]
        where = hexes.pop(colour, None)
        line = f"move moai1 from {where} marked; erect {where}a" if where else "pass"
        state = play(state, f"{colour}: {line}")
    return state


@pytest.mark.parametrize(
    ("seats", "finisher", "start", "missing"),
    [
        pytest.param(seats, finisher, start, missing,
                     id=f"7.1 {seats} seats, {finisher} lacks {missing}, {start} starts")
        for seats in BASES
        for finisher in range(seats)
        for start in {0, seats - 1}
        for missing in (1, 2)
    ],
)  # fmt: skip
def test_anybody_can_end_the_match(seats: int, finisher: int, start: int, missing: int) -> None:
    """Rules 7.1, 1.4: all bases in the game must have a moai on them: 7, 6 or 5."""
    state = finished(nearly(seats, finisher, start=start, missing=missing), finisher)

    assert state.erected[finisher].bit_count() == BASES[seats] - missing + 1
    assert RULES.awaited(state).is_over == (missing == 1)


@pytest.mark.parametrize("seats", BASES)
def test_two_finish_at_once(seats: int) -> None:
    """Rules 7.1, 7.6: both in the same transport; points alone decide."""
    state = finished(nearly(seats, BLUE, GREEN), BLUE, GREEN)
    end = RULES.awaited(state)

    assert isinstance(end, Result)
    assert [state.erected[seat].bit_count() for seat in (BLUE, GREEN)] == [BASES[seats]] * 2
    assert [place == 1 for place in end.places] == [n == max(end.scores) for n in end.scores]


def test_the_transport_is_played_to_its_end() -> None:
    """Rules 7.1: others still move after somebody has finished."""
    state = play(nearly(3, BLUE, GREEN), "blue: move moai1 from b2 marked; erect b2a")

    assert (phase_name(state), RULES.awaited(state).seats) == ("Transporting", (GREEN,))


def test_a_crown_counts_for_the_owner_of_the_moai() -> None:
    """Rules 7.2, 5.8: no matter who put it on; a3a is worth 8, and 7 for a headdress."""
    state = transporting(
        options=Options(round_limit=1), pieces=("headdress@a3 green",), camps={"a3": "green"},
        erected={"a3a 2": "blue"}, turn=GREEN,
    )  # fmt: skip
    state = play(state, "green: move headdress from a3 marked; crown a3a")
    end = RULES.awaited(state)

    assert isinstance(end, Result)
    assert (end.scores[BLUE], end.scores[GREEN]) == (2 * 8 + 7, 0)


@pytest.mark.parametrize(
    ("markers", "rule"),
    [
        pytest.param(2, "5.2", id="3.6 both were bid"),
        pytest.param(1, "", id="3.6 one is left behind the screen"),
    ],
)
def test_bid_markers_cannot_mark(markers: int, rule: str) -> None:
    state = position(phase=Bidding(answers=(None,) * 3, quarry=(1,)))
    state = play(state, f"blue: bid {markers} markers + 1 worker", "green: bid 0 markers",
                 "red: bid 0 markers", "blue: carve 1")  # fmt: skip
    while phase_name(state) == "Placing":
        state = play(state, "pass")

    if rule:
        assert phase_name(state) != "Transporting", "nobody can move the moai, nor mark it"
        assert state.clans[BLUE].laid_markers == 0, "they came back after the transport"
    else:
        assert refused(state, "move moai1 from d9 screen") == rule
