"""The plugin: Rapa Nui as the catalog finds it."""

from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING

import parlour
from parlour import Game, Viewer
from parlour_rapa_nui import words
from parlour_rapa_nui.events import RapaNuiEvent
from parlour_rapa_nui.moves import RapaNuiMove
from parlour_rapa_nui.outcomes import RapaNuiOutcome
from parlour_rapa_nui.phases import State
from parlour_rapa_nui.rules import Rules
from parlour_rapa_nui.view import View

if TYPE_CHECKING:  # slow to import, and bots never draw
    from rich.console import RenderableType


def draw_text(view: View, viewer: Viewer) -> "RenderableType":
    """Draw a view; the drawing is imported only when somebody looks."""
    from parlour_rapa_nui import text  # noqa: PLC0415  bots never look

    return text.draw_text(view, viewer)


GAME: Game[State, View, RapaNuiMove] = Game(
    id="rapa_nui",
    title="Rapa Nui",
    summary="Lead a tribe of Easter Island: gather, build moais, sacrifice.",
    seats=range(2, 5),
    rules=Rules(),
    state=State,
    view=View,
    moves=RapaNuiMove,
    outcomes=RapaNuiOutcome,
    events=RapaNuiEvent,
    rulebook=files("parlour_rapa_nui") / "rules.md",
    draw_text=draw_text,
    describe_view=words.describe_view,
    describe_event=words.describe_event,
    explain_move=words.explain_move,
    refusals=words.REFUSALS,
)
"""Rapa Nui, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, RapaNuiMove]]:
    """Bring Rapa Nui."""
    yield GAME
