"""The round that both rulebooks play through at their end, on the bundled board.

The hexes A, B and C of the rulebook are g4, f7 and f6. Seats are Green, Red and Blue in
order of play, so the start player is Green. Two printed slips are put right as the rules
demand: Blue's Rongo half costs a marker at once and is added to what Blue has.
"""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from parlour_giants.components import PIECES
from parlour_giants.editions import Edition
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import Rolling, Rounds, State
from parlour_giants.scoring import moai_points, score
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    RULES,
    material,
    phase_name,
    play,
    points,
    position,
    refused,
    seat_of,
)

A, B, C = "g4", "f7", "f6"


def opening(edition: Edition) -> State:
    """Set up what the rulebooks say is there when the round begins."""
    state = position(
        options=Options(edition=edition),
        pieces=("moai1@g3 green", "moai2@e6 blue", "headdress@f2"),
        green={"workers": 3, "markers": 2, "halves": 2, "stored_workers": 3, "stored_markers": 3},
        red={"workers": 3, "logs": 5, "markers": 3, "halves": 1, "stored_workers": 3,
             "stored_markers": 3},
        blue={"workers": 4, "markers": 3, "halves": 1, "stored_workers": 2, "stored_markers": 2},
        start=GREEN,
        round=4,
    )  # fmt: skip
    c3 = state.board.index["c3"]
    supply = replace(
        state.supply, moais=(16, 11, 6), headdresses=13, halves=state.supply.halves - 4
    )
    return replace(
        state, phases=(Rounds(), Rolling()), supply=supply, forests=state.forests & ~(1 << c3)
    )


ROUND: tuple[Any, ...] = (
    # What is played, and then what Green, Red and Blue have: chief, sorcerer, workers, logs,
    # markers, halves.
    pytest.param(
        ("blue: bid 2 markers + 1 workers", "red: bid 2 markers + 1 chief",
         "green: bid 2 markers + 1 workers", "green: pick 1", "red: pick 3"),
        ((1, 1, 2, 0, 0, 2), (0, 1, 3, 5, 1, 1), (1, 1, 3, 0, 1, 1)),
        id="3.2 the auction: a tie of markers goes to the halves, then to the order of play",
    ),
    pytest.param(
        ("green: place sorcerer e2 for worker", "red: place worker e9 +2", "blue: place chief f4"),
        ((1, 0, 3, 0, 0, 2), (0, 1, 2, 3, 1, 1), (0, 1, 3, 0, 1, 1)),
        id="4.5 first turns",
    ),
    pytest.param(
        ("green: place chief e2 for worker", "red: place worker f8 +2", "blue: place worker f3"),
        ((0, 0, 4, 0, 0, 0), (0, 1, 1, 1, 1, 1), (0, 1, 2, 0, 1, 1)),
        id="4.10 second turns",
    ),
    pytest.param(
        ("green: place worker g4", "red: place worker f6",
         "blue: place sorcerer f2 for headdress"),
        ((0, 0, 3, 0, 0, 0), (0, 1, 0, 1, 1, 1), (0, 0, 2, 0, 1, 1)),
        id="4.9 third turns",
    ),
    pytest.param(
        ("green: place worker f7", "red: place sorcerer f7 +1 for f7a", "blue: rongo"),
        ((0, 0, 2, 0, 0, 0), (0, 0, 0, 0, 1, 1), (0, 0, 2, 0, 0, 2)),
        id="4.8 fourth turns",
    ),
    pytest.param(
        ("green: place worker e5", "red: pass", "blue: place worker f5"),
        ((0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 1, 1), (0, 0, 1, 0, 0, 2)),
        id="4.12 fifth turns",
    ),
    pytest.param(
        ("green: place worker d5", "blue: place worker f6"),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 0, 2)),
        id="4.2 sixth turns, after which nobody can do anything",
    ),
    pytest.param(
        ("green: move moai1 from g3 marked; to g4 with green; erect g4a",),
        ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 0, 2)),
        id="5.9 Green erects and has the marker back",
    ),
    pytest.param(
        ("red: move headdress from f2 abandoned; to f3 with blue; to f4 with blue-chief",
         "red: to f5 with blue; to f6 with red; to f7 with red; mark"),
        ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 2)),
        id="5.11 Red takes the abandoned headdress to B and marks it",
    ),
    pytest.param(
        ("blue: move moai2 from e6 marked; to f6 with blue+red; erect f6a",),
        ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 2)),
        id="5.7 Blue erects at C",
    ),
    pytest.param(
        ("green: move moai1 from d9 screen; mark",),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 2)),
        id="5.9 Green marks the moai that it does not move",
    ),
    pytest.param(
        ("red: move moai3 from d9 screen; to e9 with red+log+log; to f8 with red+log+log",
         "red: to f7 with green+red+log; erect f7a"),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 2)),
        id="5.7 Red erects on the ahu that the sorcerer reserved",
    ),
    pytest.param(
        ("blue: move headdress from f2 screen; to f3 with blue; to f4 with blue-chief",
         "blue: to f5 with blue; to f6 with blue; crown f6a"),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 2)),
        id="5.8 Blue crowns its own moai",
    ),
    pytest.param(
        ("green: pass", "red: move headdress from f7 marked; crown f7a"),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 2)),
        id="5.4 Red crowns without moving",
    ),
)  # fmt: skip

PRESTIGE = (0,) * 8 + (3, 3, 3, 3, 3, 3), (0,) * 9 + (1, 1, 1, 1, 1), (0,) * 11 + (1, 1, 1)
"""Blue's, Red's and Green's points on the track after each part."""


@cache
def after(parts: int, edition: Edition = "german") -> State:
    """Return the state after so many parts of the round."""
    if not parts:
        return RULES.resolve(opening(edition), Rolled((1, 2, 3)))
    return play(after(parts - 1, edition), *ROUND[parts - 1].values[0])


@pytest.mark.parametrize("edition", ["german", "italian"])
@pytest.mark.parametrize(
    ("number", "expected"),
    [pytest.param(number, part.values[1], id=part.id) for number, part in enumerate(ROUND, 1)],
)
def test_what_everybody_has_after_each_part(
    number: int, expected: tuple[tuple[int, ...], ...], edition: Edition
) -> None:
    """Rules 5.6, 9.8: and what foreign figures earn, as printed; nothing is lost from the box."""
    state = after(number, edition)
    blue, red, green = (track[number - 1] for track in PRESTIGE)

    assert expected == tuple(material(state, colour) for colour in ("green", "red", "blue"))
    assert points(state) == (blue, green, red)
    assert RULES.census(state) == RULES.census(RULES.start(3, Options()))


def test_after_the_auction_and_the_placing() -> None:
    """Rules 3.5, 5.11, 9.3: nobody could carve the moai of size 2; Green has no marker left."""
    assert [after(parts).supply.moais for parts in (0, 1)] == [(15, 10, 5), (15, 11, 5)]
    assert after(1, "italian").supply.moais == (15, 10, 5)
    assert after(1, "italian").supply.lost_moais == (0, 1, 0)
    assert refused(after(7), "move headdress from f2 abandoned", GREEN) == "5.11"


@pytest.mark.parametrize(
    ("colour", "before_the_screen", "marked"),
    [
        pytest.param("green", ((1,), 0), ["moai1"], id="5.2 Green: a moai of size 1, one marked"),
        pytest.param("red", ((3,), 0), [], id="5.2 Red: a moai of size 3"),
        pytest.param("blue", ((), 1), ["moai2"], id="5.2 Blue: a headdress, a marked moai"),
    ],
)
def test_what_there_is_to_transport(
    colour: str, before_the_screen: tuple[tuple[int, ...], int], marked: list[str]
) -> None:
    state = after(7)
    seat = seat_of(colour)
    clan = state.clans[seat]

    assert phase_name(state) == "Transporting"
    assert (clan.moais, clan.headdresses) == before_the_screen
    assert [PIECES[piece.size] for piece in state.pieces if piece.owner == seat] == marked


def test_what_the_round_was_worth() -> None:
    """Rules 7.2: Blue 2x5 and 6, Red 3x3 and 8, Green its one moai."""
    state = after(len(ROUND))
    index = state.board.ahu_index

    assert (moai_points(state, index["f6a"]), score(state, BLUE).headdresses) == (10, 6)
    assert (moai_points(state, index["f7a"]), score(state, RED).headdresses) == (9, 8)
    assert moai_points(state, index["g4a"]) == state.board.ahus[index["g4a"]].value


def test_transport_ends_when_nobody_can_do_anything() -> None:
    """Rules 5.14: Red and Blue can do nothing; then Green alone has a marker on a piece."""
    state = after(len(ROUND))

    assert phase_name(state) == "Returning"
    assert RULES.awaited(state).seats == (GREEN,)
