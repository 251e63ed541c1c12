import pytest

from parlour.match.record import Header
from tests.games import golden
from tests.rapa_nui.positions import GAME


@pytest.mark.parametrize(("name", "seats"), [("two-seats", 2), ("four-seats", 4)])
def test_a_golden_record_shows_every_seat_the_same_as_ever(name: str, seats: int) -> None:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        seed=name,
        players=("greedy",) * seats,
    )

    golden.check(GAME, name, header)
