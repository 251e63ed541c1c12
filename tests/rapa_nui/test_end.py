import pytest

from parlour_rapa_nui.components import SORTS, Tally
from parlour_rapa_nui.phases import State
from parlour_rapa_nui.phases.ending import ended
from parlour_rapa_nui.scoring import final_counts, sacrificed, values
from parlour_rapa_nui.state import Tribe
from tests.rapa_nui.positions import ending, match, on_stone, tribe

STONE = " ".join(["grain"] * 4 + ["mulberry"] * 4 + ["fish"] * 2 + ["potato"])
"""The rulebook's example."""


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        pytest.param((2, 4, 1, 4), (2, 3, 1, 3), id="9.3 worked example"),
        pytest.param((4, 3, 2, 1), (3, 2, 1, 0), id="9.3 four different counts"),
        pytest.param((4, 3, 3, 1), (3, 2, 2, 1), id="9.3 two equal: 3, 2, 1"),
        pytest.param((4, 4, 4, 1), (3, 3, 3, 2), id="9.3 three equal: 3, 2"),
        pytest.param((4, 4, 2, 1), (3, 3, 2, 1), id="9.3 two equal at the top: 3, 2, 1"),
        pytest.param((4, 2, 1, 1), (3, 2, 1, 1), id="9.3 two equal at the bottom: 3, 2, 1"),
        pytest.param((1, 0, 0, 0), (3, 2, 2, 2), id="9.3 a single card"),
        pytest.param((4, 1, 1, 1), (3, 2, 2, 2), id="9.3 three equal below: 3, 2"),
        pytest.param((4, 4, 1, 1), (3, 3, 2, 2), id="9.3 twice two equal: 3, 2"),
        pytest.param((2, 2, 2, 2), (3, 3, 3, 3), id="9.3 all equal: 3"),
        pytest.param((5, 3, 0, 0), (3, 2, 1, 1), id="9.3 never sacrificed, ranked like the rest"),
        pytest.param((0, 0, 0, 0), (0, 0, 0, 0), id="9.4 an empty stone"),
    ],
)
def test_values(counts: Tally, worth: Tally) -> None:
    assert values(counts) == worth


@pytest.mark.parametrize(
    ("held", "points"),
    [
        pytest.param("grain grain mulberry fish fish fish potato", 16, id="9.2 worked: Sandra"),
        pytest.param(
            "mulberry fish fish fish fish fish potato potato", 15, id="9.2 worked: Stefan"
        ),
        pytest.param("", 0, id="9.2 no offerings"),
    ],
)
def test_offerings(held: str, points: int) -> None:
    state = match(tribe(offerings=held), tribe(), phases=(), stone=on_stone(STONE))

    assert next(final_counts(state)).offerings == points


@pytest.mark.parametrize(
    ("own", "total"),
    [
        pytest.param(tribe(fame=7), 7, id="9.2 fame"),
        pytest.param(tribe("moai moai"), 8, id="9.2 4 a moai"),
        pytest.param(tribe(wood=14), 2, id="9.2 1 for every full 5 wood"),
        pytest.param(tribe(wood=4), 0, id="9.2 nothing for 4 wood"),
        pytest.param(tribe(wood=5), 1, id="9.2 a point for 5 wood"),
        pytest.param(tribe("priest woodcutter fish"), 0, id="9.2 other cards count for nothing"),
        pytest.param(tribe(hand="moai moai priest"), 0, id="9.2 nor does the hand"),
        pytest.param(tribe("moai", "moai", "grain grain", wood=5, fame=3), 14, id="9.2 all of it"),
    ],
)
def test_points(own: Tribe, total: int) -> None:
    state = match(own, tribe(), phases=(), stone=on_stone(STONE))

    assert ending(ended(state, None)).scores == (total, 0)


def test_the_stone_of_the_example() -> None:
    """Rule 9.3: face up or face down, every card on the stone counts."""
    assert sacrificed(on_stone(STONE)) == tuple(STONE.split().count(sort) for sort in SORTS)


def final(*tribes: Tribe) -> State:
    return ended(match(*tribes, phases=()), None)


@pytest.mark.parametrize(
    ("tribes", "places"),
    [
        pytest.param((tribe(fame=3), tribe(fame=4)), (2, 1), id="9.5 more points"),
        pytest.param((tribe(fame=4), tribe("moai")), (2, 1), id="9.5 then more moais"),
        pytest.param((tribe(fame=4, wood=1), tribe(fame=4)), (1, 2), id="9.5 then more wood"),
        pytest.param((tribe(fame=4, wood=4), tribe("moai")), (2, 1), id="9.5 moais before wood"),
        pytest.param((tribe(fame=4), tribe(fame=4), tribe()), (1, 1, 3), id="9.5 shared"),
        pytest.param((tribe(fame=1), tribe(wood=5), tribe("moai")), (3, 2, 1), id="9.5 in pairs"),
        pytest.param((tribe(wood=3), tribe(wood=3), tribe(wood=3)), (1, 1, 1), id="9.5 by all"),
        pytest.param(
            (tribe(wood=9), tribe(fame=1, wood=4), tribe(wood=5), tribe(wood=9)),
            (1, 4, 3, 1),
            id="9.5 wood that has brought a point decides too",
        ),
    ],
)
def test_places(tribes: tuple[Tribe, ...], places: Tally) -> None:
    assert ending(final(*tribes)).places == places


def test_an_empty_stone() -> None:
    """Rule 9.4: the best collection is worth nothing."""
    assert ending(final(tribe(offerings="fish fish grain"), tribe())).scores == (0, 0)
