"""The plugin: Maori as the catalog finds it."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import parlour
from parlour import Game, OpenView, Panel, Picture, Space, Viewer
from parlour_maori import event_words, move_words, view_words
from parlour_maori.events import MaoriEvent
from parlour_maori.features import FEATURES
from parlour_maori.moves import MaoriMove
from parlour_maori.options import Options
from parlour_maori.outcomes import MaoriOutcome
from parlour_maori.phases import State
from parlour_maori.refusal_words import REFUSALS
from parlour_maori.rules import Rules
from parlour_maori.shorthand import parse_shorthand

PRESETS: dict[str, dict[str, Any]] = {
    f"{variant}-{side}": {"variant": variant, "side": side}
    for variant in ("basic", "advanced", "expert")
    for side in ("front", "atoll")
}


def draw_panels(
    view: OpenView[State], viewer: Viewer, space: Space[OpenView[State]]
) -> Sequence[Panel]:
    """Draw a view; the drawing is imported only when somebody looks."""
    from parlour_maori import text  # noqa: PLC0415  bots never look

    return text.draw_panels(view, viewer, space)


def draw_picture(view: OpenView[State], viewer: Viewer) -> Picture:
    """Draw a view as a picture; the drawing is imported only when somebody looks."""
    from parlour_maori import picture  # noqa: PLC0415  bots never look

    return picture.draw_picture(view, viewer)


def ends_by_board(state: State) -> bool:
    """Return whether the match ended after a board was full (rule 6.1)."""
    return state.turns_left > 0


def ends_by_rests(state: State) -> bool:
    """Return whether the match ended since everybody rested (rule 6.3)."""
    return state.turns_left < 0


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
    draw_panels=draw_panels,
    draw_picture=draw_picture,
    describe_view=view_words.describe_view,
    describe_status=view_words.describe_status,
    score_sheet=view_words.score_sheet,
    describe_event=event_words.describe_event,
    narrate=event_words.narrate,
    explain_move=move_words.explain_move,
    ask_before=move_words.ask_before,
    parse_shorthand=parse_shorthand,
    features=FEATURES,
    weights=files("parlour_maori") / "weights.json",
    best_bot="search:seconds=1,values=learned",
    strengths=files("parlour_maori") / "strengths.jsonl",
    refusals=REFUSALS,
    endings={"a full board (6.1)": ends_by_board, "rests (6.3)": ends_by_rests},
)
"""Maori, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, OpenView[State], MaoriMove]]:
    """Bring Maori."""
    yield GAME
