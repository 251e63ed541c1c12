"""The heuristic tells better positions from worse ones."""

import pytest

from parlour import Over
from parlour_rapa_nui.heuristic import lead, offering_worth
from parlour_rapa_nui.phases import Drawing
from parlour_rapa_nui.state import Tribe
from tests.rapa_nui.positions import match, on_stone, tribe

NOTHING = tribe()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(tribe(fame=1), NOTHING, id="9.2 fame"),
        pytest.param(tribe("moai"), NOTHING, id="9.2 a moai that is built"),
        pytest.param(tribe("moai"), tribe("priest"), id="9.2 a moai against a priest"),
        pytest.param(tribe(wood=1), NOTHING, id="9.2 wood"),
        pytest.param(tribe("woodcutter"), NOTHING, id="7.3 a woodcutter, which will bring wood"),
        pytest.param(tribe("priest"), tribe("", "priest"), id="7.4 a priest that lies already"),
        pytest.param(tribe("", "priest"), NOTHING, id="4.2 a priest in hand"),
        pytest.param(tribe("", "moai", wood=7), tribe(wood=7), id="4.3 a moai that can be paid"),
        pytest.param(
            tribe("", "moai", wood=7), tribe("", "moai moai", wood=0), id="4.3 wood for a moai"
        ),
        pytest.param(
            tribe("fish", "grain"), tribe("fish", "fish"), id="7.6 a hunter of another sort"
        ),
        pytest.param(
            tribe(offerings="fish"), tribe(offerings="grain"), id="9.3 the sort sacrificed most"
        ),
        pytest.param(
            tribe(offerings="grain"), tribe(offerings="potato"), id="9.3 the sort sacrificed least"
        ),
    ],
)
def test_a_better_tribe_leads(better: Tribe, worse: Tribe) -> None:
    stone = on_stone("fish fish fish grain")
    for seats in (2, 3):
        others = (NOTHING,) * (seats - 2)
        state = match(better, worse, *others, phases=(Drawing(0),), stone=stone)

        assert lead(state, 0) > 0 > lead(state, 1)


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        pytest.param((0, 0, 0, 0), (1.5, 1.5, 1.5, 1.5), id="9.4 an empty stone decides nothing"),
        pytest.param((6, 0, 0, 0), (2.25, 1.75, 1.75, 1.75), id="9.3 six cards decide a half"),
        pytest.param((9, 6, 3, 0), (2.625, 1.875, 1.125, 0.375), id="9.3 18 cards, three quarters"),
    ],
)
def test_what_an_offering_will_probably_be_worth(
    counts: tuple[int, ...], worth: tuple[float, ...]
) -> None:
    assert offering_worth(counts) == worth


def test_at_the_end_the_points_count_and_nothing_else() -> None:
    state = match(tribe("moai", wood=30), NOTHING, NOTHING, phases=(Over((4, 9, 7), (3, 1, 2)),))

    assert [lead(state, seat) for seat in range(3)] == [-5, 2, -2]
