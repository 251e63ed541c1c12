from collections import Counter

import pytest
from msgspec.structs import replace

from parlour import Chance
from parlour.match.dealer import generator
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import Rolling, Rounds, State
from parlour_giants.phases.auction import Bidding
from tests.giants.positions import RULES, phase_name


def rolling(seats: int = 3, number: int = 2, moais: tuple[int, int, int] = (17, 12, 6)) -> State:
    state: State = RULES.start(seats, Options())
    supply = replace(state.supply, moais=moais)
    return replace(state, phases=(Rounds(), Rolling()), round=number, supply=supply)


@pytest.mark.parametrize(
    ("seats", "dice"),
    [
        pytest.param(3, 3, id="2.1 three dice for three"),
        pytest.param(4, 4, id="2.1 four for four"),
        pytest.param(5, 5, id="2.1 five for five"),
    ],
)
def test_a_die_for_each_seat(seats: int, dice: int) -> None:
    outcomes = dict(RULES.outcomes(rolling(seats)))

    assert sum(outcomes.values()) == 6**dice
    assert {len(roll.faces) for roll in outcomes} == {dice}  # type: ignore[attr-defined]  # rolls
    assert outcomes[Rolled((1,) * dice)] == 2**dice


def test_a_drawn_roll_is_one_of_the_outcomes() -> None:
    state = rolling(4)
    outcomes = dict(RULES.outcomes(state))
    drawn = Counter(RULES.draw(state, generator("dice", "test", n)) for n in range(2000))

    assert set(drawn) <= set(outcomes)
    assert drawn.most_common(1)[0][0] in sorted(outcomes, key=outcomes.__getitem__)[-4:]


@pytest.mark.parametrize(
    ("number", "moais", "faces", "quarry"),
    [
        pytest.param(2, (17, 12, 6), (0, 1, 3), (1, 3), id="2.2 a 0 puts no moai"),
        pytest.param(1, (17, 12, 6), (0, 1, 3), (1, 1, 2), id="2.2 the first round's 0 and 3"),
        pytest.param(2, (17, 12, 0), (1, 2, 3), (1, 2), id="2.3 no moai of that size is left"),
        pytest.param(2, (17, 1, 6), (2, 2, 2), (2,), id="2.3 only one of three is left"),
        pytest.param(1, (17, 0, 6), (1, 2, 3), (1,), id="2.3 in the first round too"),
    ],
)
def test_what_stands_on_the_quarry(
    number: int, moais: tuple[int, int, int], faces: tuple[int, ...], quarry: tuple[int, ...]
) -> None:
    state = RULES.resolve(rolling(number=number, moais=moais), Rolled(faces))
    bidding = state.phases[-1]

    assert isinstance(bidding, Bidding)
    assert bidding.quarry == quarry
    assert sum(state.supply.moais) == sum(moais) - len(quarry)


def test_what_comes_before_and_after_the_dice() -> None:
    """Rules 1.6, 2.4: a round begins with them; without a moai placing follows at once."""
    assert RULES.awaited(RULES.begin(3, Options())) == Chance(kind="dice")
    assert phase_name(RULES.resolve(rolling(), Rolled((0, 0, 0)))) == "Placing"
