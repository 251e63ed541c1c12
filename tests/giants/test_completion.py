"""Which pieces can be taken up, held against a search forwards from hex to hex (rule 5.4)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour_giants.moves import Claim, Haul
from parlour_giants.options import Options
from parlour_giants.phases import Moving, State
from parlour_giants.phases.moving import Completion
from parlour_giants.state import Camp, crews, with_clan
from tests.giants.positions import position

CLAIMS: tuple[Claim, ...] = ("screen", "left", "marked", "abandoned")
SEATS = 3


def _camp(rng: Random, figures: float) -> Camp:
    first, second, third = (int(rng.random() < figures) for _ in range(SEATS))
    chief = 1 << rng.randrange(SEATS) if rng.random() < figures / 9 else 0
    return Camp((first, second, third, 0, 0), chiefs=chief, logs=rng.choice((0, 0, 1)))


def table(options: Options, rng: Random) -> State:
    """Strew a few figures and logs about the island, with moais and bases on ahus."""
    state = position(options=options)
    ahus = [1 << ahu for ahu in rng.sample(range(len(state.board.ahus)), 9)]
    figures = rng.choice((0.3, 0.5, 0.7))
    camps = tuple(_camp(rng, figures) if rng.random() < figures else one for one in state.camps)
    for seat in range(SEATS):
        clan = replace(state.clans[seat], bases=rng.choice((0, 1)), markers=rng.choice((0, 0, 1)))
        state = with_clan(state, seat, clan)
    erected, reserved = (ahus[0], ahus[1], ahus[2]), (ahus[3], ahus[4], ahus[5])
    sizes = (ahus[0], ahus[1], ahus[2])
    return replace(state, camps=camps, erected=erected, reserved=reserved, sizes=sizes)


def can_end(state: State, moving: Moving) -> bool:
    """Carry a piece into one hex after another, and tell whether its movement ends on one."""
    rules = state.options.edition_rules
    ways, seen = [moving], {moving.hex}
    for way in ways:
        if any(not isinstance(move, Haul) for move in way.moves(state, way.seat)):
            return True
        for near in state.board.neighbours[way.hex]:
            is_open = near not in seen and not way.closed(rules) >> near & 1
            if is_open and crews(state.camps[near], way.size):
                seen.add(near)
                ways.append(replace(way, hex=near, been=way.been | 1 << near))
    return False


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(), id="5.15 German"),
        pytest.param(Options(edition="italian"), id="9.7 Italian"),
        pytest.param(Options(rulings="third"), id="7.7 the third rulings"),
        pytest.param(Options(edition="italian", rulings="first"), id="9.6 the first rulings"),
    ],
)
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_piece_can_be_taken_up_if_a_way_forwards_has_an_end(options: Options, seed: int) -> None:
    """Rules 5.4, 5.7, 5.8, 5.10, 5.11, 5.15 and 9.7."""
    rng = Random(seed)
    state, visits = table(options, rng), options.edition_rules.visits
    completion, hexes = Completion(state, seat := rng.randrange(SEATS)), len(state.camps)
    for _ in range(20):
        size, here, claim = rng.randrange(4), rng.randrange(hexes), rng.choice(CLAIMS)
        been = rng.choice((0, 1 << here, rng.getrandbits(hexes) | 1 << here))
        before = 0 if visits == "movement" or claim in {"screen", "abandoned"} else been
        lain = before | 1 << here if visits == "rest" else before
        moving = Moving(seat, size, here, claim, 1 << here, lain)

        assert completion.is_possible(size, here, claim, before) == can_end(state, moving)
