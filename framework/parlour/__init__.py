"""Parlour: the room in which games are played.

All that a game plugin needs stands here; everything else is in the modules.
"""

from parlour.match.game import Game, Look, NoOptions
from parlour.plugins.hooks import impl
from parlour.rules.answers import Move, Outcome
from parlour.rules.awaited import Awaited, Chance, Decide, Ended, one
from parlour.rules.errors import Refusal
from parlour.rules.events import Event, Tell
from parlour.rules.notation import Spelling
from parlour.rules.phases import (
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
from parlour.rules.rules import Open, OpenRules, Rules
from parlour.rules.seats import Seat, clockwise, left_of

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
