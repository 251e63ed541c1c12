from typing import Any

import pytest

from parlour.match.record import Header
from tests.games import golden
from tests.giants.positions import GAME

ITALIAN = {
    "leftover_moai": "removed",
    "chief_actions": "per_tablet",
    "immediate_scoring": True,
    "fast_start": True,
    "round_limit": 2,
}


@pytest.mark.parametrize(
    ("name", "seats", "bot", "options"),
    [
        ("three-seats", 3, "greedy", {"round_limit": 4}),
        ("five-seats-italian", 5, "uniform", ITALIAN),
        ("four-seats-italian-edition", 4, "greedy", {"edition": "italian", "round_limit": 4}),
    ],
)
def test_a_golden_record_shows_every_seat_the_same_as_ever(
    name: str, seats: int, bot: str, options: dict[str, Any]
) -> None:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        options=options,
        seed=name,
        players=(bot,) * seats,
    )

    golden.check(GAME, name, header)
