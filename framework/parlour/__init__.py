"""Parlour: the room in which games are played.

All that a game plugin needs stands here; everything else is in the modules.
"""

from parlour.answers import Move, Outcome
from parlour.awaited import Awaited, Chance, Decide, Ended, one
from parlour.errors import Refusal
from parlour.events import Event, Tell
from parlour.game import Game, Look, NoOptions
from parlour.hooks import impl
from parlour.notation import Spelling
from parlour.phases import (
    AutomaticPhase,
    ChancePhase,
    DecisionPhase,
    Over,
    SealedPhase,
    State,
    over,
    popped,
    pushed,
    swapped,
)
from parlour.rules import Open, OpenRules, Rules
from parlour.seats import Seat, clockwise, left_of

__all__ = [
    "AutomaticPhase",
    "Awaited",
    "Chance",
    "ChancePhase",
    "Decide",
    "DecisionPhase",
    "Ended",
    "Event",
    "Game",
    "Look",
    "Move",
    "NoOptions",
    "Open",
    "OpenRules",
    "Outcome",
    "Over",
    "Refusal",
    "Rules",
    "SealedPhase",
    "Seat",
    "Spelling",
    "State",
    "Tell",
    "clockwise",
    "impl",
    "left_of",
    "one",
    "over",
    "popped",
    "pushed",
    "swapped",
]
