"""The plugin: Giants as the catalog finds it."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import parlour
from parlour import Game
from parlour_giants.events import GiantsEvent
from parlour_giants.moves import GiantsMove
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import GiantsState
from parlour_giants.rules import Rules
from parlour_giants.view import View

PACES: dict[str, dict[str, Any]] = {
    "tournament": {"round_limit": 12},
    "short": {"round_limit": 4, "fast_start": True},
    "italian": {"leftover_moai": "removed", "chief_actions": "per_tablet", "round_limit": 8},
    "open": {"immediate_scoring": True, "fast_start": True, "round_limit": 8},
}


@parlour.impl
def parlour_games() -> Iterable[Game]:
    """Bring Giants."""
    yield Game(
        id="giants",
        title="Giants",
        seats=range(3, 6),
        rules=Rules(),
        state=GiantsState,
        view=View,
        moves=GiantsMove,
        outcomes=Rolled,
        events=GiantsEvent,
        options=Options,
        rules_version=1,
        rulebook=files("parlour_giants").joinpath("rules.md"),
        summary="Carve, carry and raise the moais of Easter Island.",
        paces=PACES,
    )
