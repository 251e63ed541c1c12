from typing import Any

import pytest
from msgspec.structs import asdict

from parlour.testing import check
from parlour_giants.options import Options
from tests.giants.positions import GAME, RULES

SETTINGS: tuple[dict[str, Any], ...] = (
    {"edition": "italian"},
    {"edition": "italian", "leftover_moai": "supply", "chief_actions": "once"},
    {"leftover_moai": "removed"},
    {"chief_actions": "per_tablet", "fast_start": True},
    {"immediate_scoring": True},
    {"rulings": "first"},
    {"edition": "italian", "rulings": "second"},
)


@pytest.mark.parametrize(
    "seats",
    [pytest.param(seats, marks=[] if seats == 4 else [pytest.mark.matrix]) for seats in GAME.seats],
)
def test_the_laws_at_every_pace(seats: int) -> None:
    report = check(GAME, matches=5, seats=seats, greedy=0.4)

    assert report.breaches == ()
    assert (report.settings, report.by_greedy) == (4, 1)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(seats, given, marks=[] if (seats + turn) % 3 == 0 else [pytest.mark.matrix])
        for seats in GAME.seats
        for turn, given in enumerate(SETTINGS)
    ],
)
def test_the_laws_with_every_option(seats: int, options: dict[str, Any]) -> None:
    limited = {**options, "round_limit": 6}

    assert not check(GAME, matches=1, seats=seats, options=limited).breaches


def test_every_option_is_checked_somewhere() -> None:
    given = {name for options in (*SETTINGS, *GAME.checks.presets.values()) for name in options}

    assert given | {"board", "board_digest", "board_file"} == set(asdict(Options()))
    assert RULES.setup_fault(3, Options()) is None
