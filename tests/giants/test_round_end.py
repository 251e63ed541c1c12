from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Result
from parlour.rules.events import Event
from parlour_giants.components import COLOURS
from parlour_giants.events import Counted, Earned, LastRoundSet
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import State
from parlour_giants.scoring import score
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    RULES,
    YELLOW,
    phase_name,
    play,
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


def test_placed_logs_leave_the_game() -> None:
    """Rules 6.2: whether or not they carried anything."""
    state = transporting(camps={"d4": "blue log log", "d5": "red log"}, pieces=("moai1@d3",))
    after = passed(state)

    assert after.supply.lost_logs == 3
    assert not any(camp.logs for camp in after.camps)


def test_the_next_seat_starts() -> None:
    """Rules 6.4: clockwise."""
    state = passed(replace(transporting(pieces=("moai1@d3",)), start=RED))

    assert (state.start, state.round) == (BLUE, 2)


def next_placing(state: State) -> State:
    """Go on to the placing of the next round, in which the dice show no moai."""
    state = passed(state)
    while phase_name(state) == "Returning":
        state = play(state, "take back nothing")
    assert state.round == 2
    after: State = RULES.resolve(state, Rolled((0,) * state.seats))
    return after


def test_a_felled_forest_does_not_grow_again() -> None:
    """Rules 4.7: it is felled for good."""
    state = transporting(pieces=("moai1@d3",))
    felled = state.forests & ~(1 << state.board.index["c4"])
    after = next_placing(replace(state, forests=felled))

    assert after.forests == felled
    assert refused(after, "place sorcerer c4 for logs") == "4.7"
    assert "place sorcerer c5 for logs" in texts(after)


def test_a_reservation_outlasts_the_round() -> None:
    """Rules 4.8: the base can never be taken away."""
    after = next_placing(transporting(pieces=("moai1@d3",), reserved={"b2a": "blue"}))

    assert after.reserved == (1 << after.board.ahu_index["b2a"], 0, 0)
    assert refused(after, "place sorcerer b2 for b2a") == "4.8"


def returning() -> State:
    pieces = ("moai1@d4 blue", "moai1@d4 blue", "headdress@e5 blue", "moai2@d5 green")
    return passed(transporting(pieces=pieces, camps={"d3": "red"}))


def test_everybody_chooses_at_once() -> None:
    """Rules 6.3: only those with a marker on a piece are asked, and nobody sees the answers."""
    state = returning()
    kept = play(state, "blue: take back nothing")
    taken = play(state, "blue: take back headdress@e5+moai1@d4")

    assert RULES.awaited(state).seats == (BLUE, GREEN)
    assert RULES.view(kept, GREEN) == RULES.view(taken, GREEN)


def test_what_can_be_taken_back() -> None:
    """Rules 6.3: any of the markers; two pieces alike are the same choice."""
    assert texts(returning(), BLUE) == [
        "take back nothing",
        "take back headdress@e5",
        "take back moai1@d4",
        "take back headdress@e5+moai1@d4",
        "take back moai1@d4+moai1@d4",
        "take back headdress@e5+moai1@d4+moai1@d4",
    ]
    assert refused(returning(), "take back moai2@d5", BLUE) == "6.3"


def test_a_piece_without_its_marker_is_abandoned() -> None:
    """Rules 6.3: and the marker is back behind the screen."""
    state = play(returning(), "blue: take back moai1@d4", "green: take back nothing")
    owners = {(p.size, p.owner, p.marked) for p in state.pieces}

    assert owners == {(1, -1, False), (1, BLUE, True), (0, BLUE, True), (2, GREEN, True)}
    assert state.clans[BLUE].markers == 3


SEVEN_AHUS = ("a3a", "a4a", "a5a", "b2a", "b5a", "b6a", "c2a")
ALL_BUT_ONE = {f"{ahu} 1": "blue" for ahu in SEVEN_AHUS[:6]}


def test_the_game_ends_when_somebody_has_used_every_base() -> None:
    """Rules 7.1: after the transport."""
    state = transporting(erected=ALL_BUT_ONE, pieces=("moai1@g4",), camps={"g4": "blue"})
    state = play(state, "blue: move moai1 from g4 abandoned; erect g4a")

    assert RULES.awaited(passed(state)).is_over


@pytest.mark.parametrize(
    ("seats", "bases"),
    [
        pytest.param(3, 7, id="7.1 seven bases for three"),
        pytest.param(4, 6, id="7.1 six bases for four"),
        pytest.param(5, 5, id="7.1 five bases for five"),
    ],
)
@pytest.mark.parametrize("short", [0, 1])
def test_the_bases_that_end_the_match_depend_on_the_seats(
    seats: int, bases: int, short: int
) -> None:
    moais = {f"{ahu} 1": "blue" for ahu in SEVEN_AHUS[: bases - short]}
    state = transporting(seats=seats, erected=moais, pieces=("moai1@d3",))

    assert RULES.awaited(passed(state)).is_over == (short == 0)


@pytest.mark.parametrize(
    ("seats", "bases", "start", "finisher"),
    [
        (seats, bases, start, finisher)
        for seats, bases in ((3, 7), (4, 6), (5, 5))
        for start in range(seats)
        for finisher in range(seats)
    ],
)
def test_any_seat_can_end_the_match(seats: int, bases: int, start: int, finisher: int) -> None:
    """Rules 7.1: whoever starts the round."""
    moais = {f"{ahu} 1": COLOURS[finisher] for ahu in SEVEN_AHUS[:bases]}
    state = transporting(seats=seats, turn=start, erected=moais, pieces=("moai1@d3",))

    assert RULES.awaited(passed(replace(state, start=start))).is_over


def test_a_reserved_ahu_does_not_count() -> None:
    """Rules 7.1: no base is left behind the screen, but the game goes on."""
    state = transporting(erected=ALL_BUT_ONE, reserved={"g4a": "blue"}, pieces=("moai1@d3",))

    assert not RULES.awaited(passed(state)).is_over


def scoring() -> State:
    """The rulebook's example: a 3 on a 9, a 1 on an 8, a crowned 2 on an 8 with 6."""
    return transporting(
        seats=4,
        erected={"e1a 3": "blue", "a3a 1": "red", "b2a 2": "yellow"},
        crowned="b2a",
    )


@pytest.mark.parametrize(
    ("seat", "total"),
    [
        pytest.param(BLUE, 27, id="7.2 size 3 on value 9"),
        pytest.param(RED, 8, id="7.2 size 1 on value 8"),
        pytest.param(YELLOW, 22, id="7.2 size 2 on value 8, and a headdress worth 6"),
        pytest.param(GREEN, 0, id="7.2 nothing"),
    ],
)
def test_the_scoring_example(seat: int, total: int) -> None:
    assert score(scoring(), seat).total == total


@pytest.mark.parametrize(
    ("halves", "expected"),
    [
        pytest.param(1, 0, id="7.2 half a tablet counts nothing"),
        pytest.param(2, 3, id="7.2 a tablet counts 3"),
        pytest.param(5, 6, id="7.2 two tablets and a half"),
    ],
)
def test_tablets(halves: int, expected: int) -> None:
    assert score(transporting(blue={"halves": halves}), BLUE).total == expected


def test_track_points_count_too() -> None:
    """Rules 7.2: on top of everything else."""
    state = transporting(blue={"points": 11, "halves": 2}, erected={"e1a 2": "blue"})

    assert score(state, BLUE) == (11, 18, 0, 3)


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


@pytest.mark.parametrize(
    ("limit", "number", "final"),
    [
        pytest.param(3, 3, True, id="7.4 the last round"),
        pytest.param(3, 2, False, id="7.4 not yet the last"),
        pytest.param(0, 999, False, id="7.4 no limit"),
    ],
)
def test_the_round_limit(limit: int, number: int, final: bool) -> None:
    state = transporting(options=Options(round_limit=limit), pieces=("moai1@d3",))

    assert RULES.awaited(passed(replace(state, round=number))).is_over == final


@pytest.mark.parametrize(
    ("given", "final"),
    [
        pytest.param({}, True, id="7.5 none is left"),
        pytest.param({"pieces": ("moai1@d3",)}, False, id="7.5 one is on its way"),
        pytest.param({"pieces": ("headdress@d3",)}, True, id="7.5 a headdress is no moai"),
    ],
)
def test_one_more_round_when_no_moai_is_left_to_erect(given: dict[str, Any], final: bool) -> None:
    state = transporting(**given)
    state = replace(state, supply=replace(state.supply, moais=(0, 0, 0)))
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
    state = transporting(pieces=("headdress@b2",), erected={"b2a 2": "blue"})
    state = passed(replace(state, supply=replace(state.supply, moais=(0, 0, 0))))
    state = play(RULES.resolve(state, Rolled((0, 0, 0))), "pass", "red: pass", "place worker b2")
    state = play(state, "blue: pass")
    state = play(state, "pass", "pass", "blue: move headdress from b2 abandoned; crown b2a")

    end = RULES.awaited(passed(state))
    assert isinstance(end, Result)
    assert end.scores[BLUE] == 22


@pytest.mark.parametrize(
    ("rulings", "over"),
    [
        pytest.param("first", True, id="7.7 the match ended at once"),
        pytest.param("second", False, id="7.7 one more round is played"),
    ],
)
def test_the_end_by_the_first_rulings(rulings: Any, over: bool) -> None:
    state = transporting(options=Options(rulings=rulings))
    state = replace(state, supply=replace(state.supply, moais=(0, 0, 0)))

    assert RULES.awaited(passed(state)).is_over == over


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
