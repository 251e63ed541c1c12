"""The plugin: Giants as the catalog finds it."""

from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import parlour
from parlour import Game, Viewer
from parlour_giants import words
from parlour_giants.events import GiantsEvent
from parlour_giants.moves import GiantsMove
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import State
from parlour_giants.rules import Rules
from parlour_giants.view import View
from parlour_giants.view_words import describe_view

if TYPE_CHECKING:  # slow to import, and bots never draw
    from rich.console import RenderableType

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"round_limit": 15},
    "italian": {"leftover_moai": "removed", "chief_actions": "per_tablet", "round_limit": 15},
    "short": {"fast_start": True, "immediate_scoring": True, "round_limit": 8},
}
"""Options for checks and benchmarks. Random play builds so rarely that without a limit a match
takes hundreds of rounds; people and good bots use up somebody's bases in about a dozen."""


def draw_text(view: View, viewer: Viewer) -> "RenderableType":
    """Draw a view; the drawing is imported only when somebody looks."""
    from parlour_giants import text  # noqa: PLC0415  bots never look

    return text.draw_text(view, viewer)


def parse_shorthand(view: View, line: str) -> tuple[str, ...]:
    """Read a transport typed in one line; the reader is imported only when somebody types."""
    from parlour_giants import shorthand  # noqa: PLC0415  bots never type

    return shorthand.parse_shorthand(view, line)


GAME: Game[State, View, GiantsMove] = Game(
    id="giants",
    title="Giants",
    summary="Carve, carry and raise the moais of Easter Island.",
    seats=range(3, 6),
    rules=Rules(),
    state=State,
    view=View,
    moves=GiantsMove,
    outcomes=Rolled,
    events=GiantsEvent,
    options=Options,
    rules_version=1,
    rulebook=files("parlour_giants") / "rules.md",
    presets=PRESETS,
    draw_text=draw_text,
    describe_view=describe_view,
    describe_event=words.describe_event,
    refusals=words.REFUSALS,
    explain_move=words.explain_move,
    parse_shorthand=parse_shorthand,
)
"""Giants, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, GiantsMove]]:
    """Bring Giants."""
    yield GAME
