from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Result
from parlour.rules.events import Event
from parlour_giants.board import board
from parlour_giants.components import COLOURS
from parlour_giants.events import Counted, Earned, LastRoundSet
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import Bidding, State
from parlour_giants.scoring import score
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    RULES,
    YELLOW,
    phase_name,
    play,
    position,
    refused,
    texts,
    transporting,
)


def passed(state: State) -> State:
    """Let everybody pass who is asked, until the transport is over."""
    while phase_name(state) == "Transporting":
        state = play(state, "pass")
    return state


def test_what_comes_back() -> None:
    """Rules 6.1: figures from the island, bids, and markers given for halves."""
    state = transporting(
        camps={"d4": "blue blue blue-sorcerer blue-chief"},
        pieces=("moai1@d3",),
        blue={"workers": 0, "sorcerer": False, "chief": False, "bid_workers": 1, "markers": 1,
              "laid_markers": 1, "stored_workers": 3, "halves": 1},
    )  # fmt: skip
    clan = passed(state).clans[BLUE]

    assert (clan.workers, clan.sorcerer, clan.chief, clan.markers) == (3, True, True, 2)
    assert (clan.bid_workers, clan.laid_markers, clan.halves) == (0, 0, 1)


def test_the_next_round() -> None:
    """Rules 6.2, 6.4: all placed logs leave the game, and the seat to the left starts."""
    camps = {"d4": "blue log log", "d5": "red log"}
    after = passed(transporting(camps=camps, pieces=("moai1@d3",), start=RED))

    assert after.supply.lost_logs == 3
    assert not any(camp.logs for camp in after.camps)
    assert (after.start, after.round) == (BLUE, 2)


def next_placing(state: State) -> State:
    """Go on to the placing of the next round; its dice show no moai."""
    state = passed(state)
    while phase_name(state) == "Returning":
        state = play(state, "take back nothing")
    assert state.round == 2
    after: State = RULES.resolve(state, Rolled((0,) * state.seats))
    return after


def test_what_outlasts_the_round() -> None:
    """Rules 4.7, 4.8: a forest is felled for good, and a reserving base is never taken away."""
    state = transporting(pieces=("moai1@d3",), reserved={"b2a": "blue"})
    felled = state.forests & ~(1 << state.board.index["c4"])
    after = next_placing(replace(state, forests=felled))

    assert (after.forests, after.reserved) == (felled, state.reserved)
    assert refused(after, "place sorcerer c4 for logs") == "4.7"
    assert refused(after, "place sorcerer b2 for b2a") == "4.8"
    assert "place sorcerer c5 for logs" in texts(after)


def returning() -> State:
    pieces = ("moai1@d4 blue", "moai1@d4 blue", "headdress@e5 blue", "moai2@d5 green")
    return passed(transporting(pieces=pieces, camps={"d3": "red"}))


def test_everybody_chooses_at_once() -> None:
    """Rules 6.3: any of one's markers, equal pieces once; nobody sees the answers of others."""
    state = returning()
    kept = play(state, "blue: take back nothing")
    taken = play(state, "blue: take back headdress@e5+moai1@d4")

    assert RULES.awaited(state).seats == (BLUE, GREEN)
    assert RULES.view(kept, GREEN) == RULES.view(taken, GREEN)
    assert refused(state, "take back moai2@d5", BLUE) == "6.3"
    assert texts(state, BLUE) == [
        "take back nothing",
        "take back headdress@e5",
        "take back moai1@d4",
        "take back headdress@e5+moai1@d4",
        "take back moai1@d4+moai1@d4",
        "take back headdress@e5+moai1@d4+moai1@d4",
    ]


def test_a_piece_without_its_marker_is_abandoned() -> None:
    """Rules 6.3: and the marker is back behind the screen."""
    state = play(returning(), "blue: take back moai1@d4", "green: take back nothing")
    owners = {(p.size, p.owner, p.marked) for p in state.pieces}

    assert owners == {(1, -1, False), (1, BLUE, True), (0, BLUE, True), (2, GREEN, True)}
    assert state.clans[BLUE].markers == 3


SEVEN_AHUS = ("a3a", "a4a", "a5a", "b2a", "b5a", "b6a", "c2a")
ALL_BUT_ONE = {f"{ahu} 1": "blue" for ahu in SEVEN_AHUS[:6]}


EXAMPLE: Any = {
    "seats": 4,
    "erected": {"e1a 3": "blue", "a3a 1": "red", "b2a 2": "yellow"},
    "crowned": "b2a",
}
"""The rulebook's example: a 3 on a 9, a 1 on an 8, a crowned 2 on an 8 with 6."""


@pytest.mark.parametrize(
    ("given", "seat", "counted"),
    [
        pytest.param(EXAMPLE, BLUE, (0, 27, 0, 0), id="7.2 size 3 on value 9"),
        pytest.param(EXAMPLE, RED, (0, 8, 0, 0), id="7.2 size 1 on value 8"),
        pytest.param(EXAMPLE, YELLOW, (0, 16, 6, 0), id="7.2 size 2 on 8, and a headdress for 6"),
        pytest.param(EXAMPLE, GREEN, (0, 0, 0, 0), id="7.2 nothing"),
        pytest.param({"blue": {"halves": 1}}, BLUE, (0, 0, 0, 0), id="7.2 half a tablet: nothing"),
        pytest.param({"blue": {"halves": 2}}, BLUE, (0, 0, 0, 3), id="7.2 a tablet counts 3"),
        pytest.param({"blue": {"halves": 5}}, BLUE, (0, 0, 0, 6), id="7.2 two tablets and a half"),
        pytest.param({"blue": {"points": 11, "halves": 2}, "erected": {"e1a 2": "blue"}}, BLUE,
                     (11, 18, 0, 3), id="7.2 the track counts on top of everything else"),
    ],
)  # fmt: skip
def test_points(given: Any, seat: int, counted: tuple[int, ...]) -> None:
    assert score(transporting(**given), seat) == counted


def test_immediate_scoring() -> None:
    """Rules 7.3: the moai counts when it is erected, the headdress at the end."""
    state = transporting(
        options=Options(immediate_scoring=True),
        pieces=("moai2@b2", "headdress@b2"),
        camps={"b2": "blue"},
    )
    heard: list[Event] = []
    state = play(state, "blue: move moai2 from b2 abandoned; erect b2a", heard=heard)
    assert Earned(BLUE, 16) in heard
    assert state.clans[BLUE].points == 16
    state = play(state, "pass", "pass", "blue: move headdress from b2 abandoned; crown b2a")

    assert state.clans[BLUE].points == 16
    assert score(state, BLUE).total == 22


NO_MOAI: Any = {"supply": replace(transporting().supply, moais=(0, 0, 0))}


@pytest.mark.parametrize(
    ("given", "over"),
    [
        pytest.param({"options": Options(round_limit=3), "round": 3}, True, id="7.4 the last"),
        pytest.param({"options": Options(round_limit=3), "round": 2}, False, id="7.4 not yet"),
        pytest.param({"options": Options(round_limit=0), "round": 999}, False, id="7.4 no limit"),
        pytest.param({"options": Options(rulings="first"), **NO_MOAI, "pieces": ()}, True,
                     id="7.7 the match ended at once"),
        pytest.param({"options": Options(rulings="second"), **NO_MOAI, "pieces": ()}, False,
                     id="7.7 one more round is played"),
        pytest.param({"erected": ALL_BUT_ONE, "reserved": {"g4a": "blue"}}, False,
                     id="7.1 a base that reserves an ahu does not count, though none is left"),
    ],
)  # fmt: skip
def test_whether_the_match_is_over(given: Any, over: bool) -> None:
    assert RULES.awaited(passed(transporting(**{"pieces": ("moai1@d3",), **given}))).is_over == over


@pytest.mark.parametrize(
    ("given", "final"),
    [
        pytest.param({}, True, id="7.5 none is left"),
        pytest.param({"pieces": ("moai1@d3",)}, False, id="7.5 one is on its way"),
        pytest.param({"pieces": ("headdress@d3",)}, True, id="7.5 a headdress is no moai"),
    ],
)
def test_one_more_round_when_no_moai_is_left_to_erect(given: dict[str, Any], final: bool) -> None:
    state = transporting(**NO_MOAI, **given)
    heard: list[Event] = []
    while phase_name(state) == "Transporting":
        state = play(state, "pass", heard=heard)

    assert (state.round, state.last_round, LastRoundSet() in heard) == (2, 2 if final else 0, final)
    state = RULES.resolve(state, Rolled((1, 2, 3)))
    assert phase_name(state) == "Placing", "no moai is in the box, so there is no auction"
    while phase_name(state) == "Placing":
        state = play(state, "pass")
    state = passed(state)
    assert RULES.awaited(state).is_over == final


def test_a_headdress_is_brought_in_the_last_round() -> None:
    """Rules 7.5: the moai of the last base but one stands, and is crowned before the end."""
    state = passed(transporting(**NO_MOAI, pieces=("headdress@b2",), erected={"b2a 2": "blue"}))
    state = play(RULES.resolve(state, Rolled((0, 0, 0))), "pass", "red: pass", "place worker b2")
    state = play(state, "blue: pass")
    state = play(state, "pass", "pass", "blue: move headdress from b2 abandoned; crown b2a")

    end = RULES.awaited(passed(state))
    assert isinstance(end, Result)
    assert end.scores[BLUE] == 22


def test_ties_share_a_place() -> None:
    """Rules 7.6: two firsts are followed by a third."""
    state = transporting(
        options=Options(round_limit=1),
        blue={"points": 5},
        green={"points": 9},
        red={"points": 9},
        pieces=("moai1@d3",),
    )
    heard: list[Event] = []
    end = RULES.awaited(play(state, "pass", "pass", "pass", heard=heard))

    assert end == Result((5, 9, 9), (3, 1, 1))
    assert [event.seat for event in heard if isinstance(event, Counted)] == [BLUE, GREEN, RED]


# The end of a match: who ends it, and what counts then (chapter 7)


AHUS = [ahu.name for ahu in board("island31").ahus]
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
