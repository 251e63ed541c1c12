"""The heuristic tells better positions from worse ones."""

import pytest
from msgspec.structs import replace

from parlour import Over
from parlour_rapa_nui.heuristic import expected, gain_by_buying, lead, offering_worth
from parlour_rapa_nui.phases import Drawing
from parlour_rapa_nui.state import Offered, Tribe
from tests.rapa_nui.positions import RULES, match, on_stone, tribe

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
        pytest.param(
            tribe("", "priest"), tribe("", "moai"), id="4.2 a priest in hand, for nothing"
        ),
        pytest.param(
            tribe("", "moai", wood=7), tribe("", "fish", wood=7), id="4.3 a moai that can be paid"
        ),
        pytest.param(
            tribe("grain grain", wood=4),
            tribe("grain", "grain", wood=5),
            id="4.4 two hunters at once",
        ),
        pytest.param(
            tribe("fish fish fish fish"),
            tribe("fish mulberry potato grain", fame=1),
            id="3.2 hunters who make a dear offering cheap",
        ),
        pytest.param(
            tribe("fish", "grain"), tribe("fish", "fish"), id="7.6 a new sort of hunters in hand"
        ),
        pytest.param(
            tribe("", "moai", wood=7), tribe("", "moai moai", wood=0), id="4.3 wood for a moai"
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
        others = (worse,) * (seats - 2)
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


@pytest.mark.parametrize(
    ("hunters", "gain"),
    [
        pytest.param((0, 0, 0, 0), 0.5, id="3.2 the full price of the best sort"),
        pytest.param((2, 0, 0, 0), 1.5, id="3.2 two wood less"),
        pytest.param((6, 0, 0, 0), 3.0, id="3.2 never less than nothing"),
        pytest.param((0, 5, 0, 0), 2.0, id="3.2 another sort for nothing"),
        pytest.param((0, 0, 0, 5), 0.5, id="9.3 one worth nothing"),
    ],
)
def test_what_buying_an_offering_brings(hunters: tuple[int, ...], gain: float) -> None:
    assert gain_by_buying(hunters, (3.0, 2.0, 1.0, 0.0)) == gain


def test_a_card_more_counts_and_less_with_more_seats() -> None:
    """It brings no majority, and no offering worth its price; more seats have fewer turns each."""

    def points(lying: str, seats: int) -> float:
        others = (tribe("potato potato potato"),) * (seats - 1)
        stone = on_stone("fish fish fish grain")
        return expected(match(tribe(lying), *others, phases=(Drawing(0),), stone=stone))[0]

    worth = [points("potato potato", seats) - points("potato", seats) for seats in (2, 3)]

    assert worth[0] > worth[1] > 0


def test_nobody_buys_at_a_loss() -> None:
    assert gain_by_buying((0, 0, 0, 0), (1.5, 1.5, 1.5, 1.5)) == 0


def test_at_the_end_the_points_count_and_nothing_else() -> None:
    state = match(tribe("moai", wood=30), NOTHING, NOTHING, phases=(Over((4, 9, 7), (3, 1, 2)),))

    assert [lead(state, seat) for seat in range(3)] == [-5, 2, -2]


def test_expected_points_differ_by_what_a_seat_has_more() -> None:
    """Points on the table count in full; so hints tell a lead, and not twice the lead."""
    state = match(tribe(fame=5), NOTHING, NOTHING, phases=(Drawing(0),))
    first, *others = RULES.expected_points(state) or ()

    assert [first - other for other in others] == [5, 5]


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    """So the leads of two seats differ by their points, whichever is first."""
    tribes = (tribe(fame=8), tribe(fame=4), NOTHING)
    state = match(*tribes, phases=(Drawing(0),))

    assert [lead(state, seat) for seat in range(3)] == pytest.approx([6, 0, -6])


def test_an_offering_that_was_sacrificed_face_down_counts_no_more() -> None:
    """Rule 5.3: each seat counts its own, so the first has as little left as the others."""
    stone = (Offered(1, 0, face_down=True), Offered(1, 2, face_down=True))
    buried = replace(tribe(offerings="fish mulberry"), limits=((1, 1, 0, 0),))
    state = match(buried, tribe(offerings="fish"), buried, phases=(Drawing(0),), stone=stone)

    assert len(set(expected(state))) == 1
