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

EDITION = {"edition": "italian", "round_limit": 4}


@pytest.mark.parametrize(
    ("name", "seats", "bot", "options", "version"),
    [
        ("three-seats", 3, "greedy", {"round_limit": 4}, 3),
        ("five-seats-italian", 5, "uniform", ITALIAN, 3),
        ("four-seats-italian-edition", 4, "greedy", EDITION, 3),
        ("four-seats-former-italian-edition", 4, "greedy", EDITION, 2),
    ],
)
def test_a_golden_record_shows_every_seat_the_same_as_ever(
    name: str, seats: int, bot: str, options: dict[str, Any], version: int
) -> None:
    header = Header(
        game=GAME.id,
        rules_version=version,
        seats=seats,
        options=options,
        seed=name.replace("former-", ""),
        players=(bot,) * seats,
    )

    golden.check(GAME, name, header)
