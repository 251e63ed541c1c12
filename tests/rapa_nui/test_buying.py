import pytest

from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.phases import Buying, Laying, State
from parlour_rapa_nui.phases.buying import price
from tests.rapa_nui.positions import match, play, refusal, sorts, texts, tribe

SANDRA = tribe("woodcutter mulberry grain grain", "priest moai fish", wood=7)
"""The rulebook's example."""


def buying(wood: int = 7, piles: tuple[int, ...] = (20, 20, 20, 20)) -> State:
    lying = "woodcutter mulberry grain grain"
    own = tribe(lying, "priest fish fish", wood=wood)
    return match(own, tribe(), phases=(Laying(0), Buying(0)), piles=piles)


@pytest.mark.parametrize(
    ("sort", "cost"),
    [
        pytest.param("mulberry", 4, id="3.2 worked example: mulberry costs Sandra 4"),
        pytest.param("grain", 3, id="3.2 worked example: grain costs Sandra 3"),
        pytest.param("fish", 5, id="3.2 worked example: fish costs Sandra 5"),
        pytest.param("potato", 5, id="3.2 worked example: potato costs Sandra 5"),
    ],
)
def test_price(sort: str, cost: int) -> None:
    assert price(SANDRA, SORTS.index(sort)) == cost


@pytest.mark.parametrize(
    ("hunters", "cost"),
    [
        pytest.param(5, 0, id="3.2 five hunters make it free"),
        pytest.param(8, 0, id="3.2 never below nothing"),
    ],
)
def test_price_never_below_zero(hunters: int, cost: int) -> None:
    assert price(tribe(" ".join(["fish"] * hunters)), 0) == cost


@pytest.mark.parametrize(
    ("wood", "piles", "legal"),
    [
        pytest.param(
            7,
            (1, 1, 1, 1),
            ["buy fish", "buy mulberry", "buy potato", "buy grain", "buy nothing"],
            id="3.1 any one sort, or none",
        ),
        pytest.param(
            4, (1, 1, 1, 1), ["buy mulberry", "buy grain", "buy nothing"], id="3.2 4 wood"
        ),
        pytest.param(3, (1, 1, 1, 1), ["buy grain", "buy nothing"], id="3.2 3 wood"),
        pytest.param(7, (0, 1, 0, 1), ["buy mulberry", "buy grain", "buy nothing"], id="3.3 empty"),
    ],
)
def test_what_can_be_bought(wood: int, piles: tuple[int, ...], legal: list[str]) -> None:
    assert texts(buying(wood, piles)) == legal


def test_paying() -> None:
    """Rule 3.2: wood goes, the offering comes, the pile shrinks."""
    state = play(buying(), "buy grain")

    assert state.tribes[0].wood == 4
    assert state.tribes[0].traced == sorts("grain")
    assert state.piles == (20, 20, 20, 19)
    assert isinstance(state.phases[-1], Laying)


def test_buying_nothing() -> None:
    """Rule 3.1: nobody has to buy."""
    state = play(buying(), "buy nothing")

    assert state.tribes[0] == buying().tribes[0]
    assert isinstance(state.phases[-1], Laying)


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        pytest.param(
            buying(4),
            "buy fish",
            "a fish offering costs you 5 wood, and you have 4 (rule 3.2)",
            id="3.2 too little wood",
        ),
        pytest.param(
            buying(7, (0, 1, 1, 1)),
            "buy fish",
            "no fish offerings are left to buy (rule 3.3)",
            id="3.3 an empty pile",
        ),
        pytest.param(
            play(buying(20), "buy fish"),
            "buy fish",
            "one offering a turn may be bought, before a card is laid (rule 3.1)",
            id="3.1 a second purchase",
        ),
        pytest.param(
            play(buying(10), "buy fish"),
            "buy potato",
            "one offering a turn may be bought, before a card is laid (rule 3.1)",
            id="3.1 a second purchase that could just be paid",
        ),
        pytest.param(
            play(buying(7), "buy nothing"),
            "buy nothing",
            "buying comes once, before a card is laid (rule 3.1)",
            id="3.1 declining twice",
        ),
        pytest.param(
            play(buying(6), "buy fish"),
            "buy potato",
            "a potato offering costs you 5 wood, and you have 1 (rule 3.2)",
            id="3.2 a second purchase that could not be paid either",
        ),
        pytest.param(
            buying(),
            "draw 1",
            "cards are drawn after laying, until the hand has three (rule 6.1)",
            id="6.1 drawing before laying",
        ),
    ],
)
def test_refusals(state: State, text: str, reason: str) -> None:
    assert refusal(state, text) == reason
