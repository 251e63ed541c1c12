"""Parlour: the room in which games are played.

All that a game plugin needs stands here; everything else is in the modules.
"""

from parlour.match.game import Game, NoOptions
from parlour.plugins.hooks import hookimpl
from parlour.rules.answers import Move, Outcome
from parlour.rules.awaited import Awaited, Chance, Decide, Result, await_seat
from parlour.rules.components import read_components
from parlour.rules.errors import Refusal
from parlour.rules.events import Event, Tell
from parlour.rules.notation import Spelling
from parlour.rules.phases import (
    AutomaticPhase,
    ChancePhase,
    DecisionPhase,
    Over,
    SealedPhase,
    SeatPhase,
    State,
    popped,
    pushed,
    replaced,
    swapped,
)
from parlour.rules.rules import OpenRules, OpenView, Rules
from parlour.rules.seats import Seat, clockwise, left_of
from parlour.rules.words import Viewer

__all__ = [
    "AutomaticPhase",
    "Awaited",
    "Chance",
    "ChancePhase",
    "Decide",
    "DecisionPhase",
    "Event",
    "Game",
    "Move",
    "NoOptions",
    "OpenRules",
    "OpenView",
    "Outcome",
    "Over",
    "Refusal",
    "Result",
    "Rules",
    "SealedPhase",
    "Seat",
    "SeatPhase",
    "Spelling",
    "State",
    "Tell",
    "Viewer",
    "await_seat",
    "clockwise",
    "hookimpl",
    "left_of",
    "popped",
    "pushed",
    "read_components",
    "replaced",
    "swapped",
]
