"""The plugin: Maori as the catalog finds it."""

from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import parlour
from parlour import Game, OpenView, Viewer
from parlour_maori import words
from parlour_maori.events import MaoriEvent
from parlour_maori.moves import MaoriMove
from parlour_maori.options import Options
from parlour_maori.outcomes import MaoriOutcome
from parlour_maori.phases import State
from parlour_maori.rules import Rules

if TYPE_CHECKING:  # slow to import, and bots never draw
    from rich.console import RenderableType

PRESETS: dict[str, dict[str, Any]] = {
    f"{variant}-{side}": {"variant": variant, "side": side}
    for variant in ("basic", "advanced", "expert")
    for side in ("front", "atoll")
}


def draw_text(view: OpenView[State], viewer: Viewer) -> "RenderableType":
    """Draw a view; the drawing is imported only when somebody looks."""
    from parlour_maori import text  # noqa: PLC0415  bots never look

    return text.draw_text(view, viewer)


GAME: Game[State, OpenView[State], MaoriMove] = Game(
    id="maori",
    title="Maori",
    summary="Lay islands of the South Seas from tiles that the ship can reach.",
    seats=range(2, 6),
    rules=Rules(),
    state=State,
    view=OpenView[State],
    moves=MaoriMove,
    outcomes=MaoriOutcome,
    events=MaoriEvent,
    options=Options,
    rulebook=files("parlour_maori") / "rules.md",
    presets=PRESETS,
    draw_text=draw_text,
    describe_view=words.describe_view,
    describe_event=words.describe_event,
    explain_move=words.explain_move,
    refusals=words.REFUSALS,
)
"""Maori, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, OpenView[State], MaoriMove]]:
    """Bring Maori."""
    yield GAME
