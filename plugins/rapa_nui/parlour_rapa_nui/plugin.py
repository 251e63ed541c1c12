"""The plugin: what it brings, and to whom it must be told how."""

from collections.abc import Iterable
from importlib.resources import files

import parlour
from parlour import Game
from parlour_rapa_nui.events import Event
from parlour_rapa_nui.glosses import explain_move
from parlour_rapa_nui.match import State
from parlour_rapa_nui.moves import Move
from parlour_rapa_nui.outcomes import Outcome
from parlour_rapa_nui.render import draw
from parlour_rapa_nui.rules import Rules
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words import describe, tell


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Yield Rapa Nui."""
    yield Game(
        id="rapa_nui",
        title="Rapa Nui",
        seats=range(2, 5),
        rules=Rules(),
        state=State,
        view=View,
        moves=Move,
        outcomes=Outcome,
        events=Event,
        rulebook=files(__package__).joinpath("rules.md"),
        summary="Lead a tribe of Easter Island: gather, build moais, sacrifice.",
        draw_text=draw,
        describe_view=describe,
        describe_event=tell,
        explain_move=explain_move,
    )
