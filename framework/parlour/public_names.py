"""The names that ``import parlour`` gives; ``parlour`` imports this when one is asked for."""

from parlour.front_door import load, open, play  # noqa: A004  parlour.open reads as it should
from parlour.match.decision import Decision
from parlour.match.definition import NoOptions
from parlour.match.game import Game, Match
from parlour.match.game_parts import (
    BotHints,
    Checks,
    Display,
    Shortcuts,
    ValueFeatures,
    Words,
)
from parlour.players.base import Bot, Player
from parlour.plugins.components import read_components
from parlour.plugins.hooks import hookimpl
from parlour.rules.answers import (
    Awaited,
    Chance,
    Decide,
    Move,
    Outcome,
    Result,
    TurnPlan,
    await_seat,
)
from parlour.rules.errors import (
    BotFailed,
    FlowError,
    IllegalMove,
    MatchError,
    NotationError,
    ParlourError,
    PluginError,
    RecordError,
    Refusal,
    SetupError,
    UndoRefused,
    UnknownGame,
)
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played, Tell, Undone
from parlour.rules.notation import Spelling
from parlour.rules.panels import Happening, Panel, ScoreLine, Space, spot
from parlour.rules.phases import (
    AutomaticPhase,
    ChancePhase,
    DecisionPhase,
    Over,
    Phase,
    SealedPhase,
    SeatPhase,
    State,
    masked,
    popped,
    pushed,
    replaced,
    swapped,
    unmasked,
    unwound,
)
from parlour.rules.picture import Ink, Pen, Picture
from parlour.rules.rules import OpenRules, OpenView, Rules
from parlour.rules.seats import Seat, Team, clockwise, left_of
from parlour.rules.words import Viewer, Wording
from parlour.words.framework import listed
from parlour.words.phrasebook import Phrase, Phrasebook

__all__ = [
    "AutomaticPhase",
    "Awaited",
    "Bot",
    "BotFailed",
    "BotHints",
    "Chance",
    "ChancePhase",
    "ChanceResolved",
    "Checks",
    "Decide",
    "Decision",
    "DecisionPhase",
    "Display",
    "Event",
    "FlowError",
    "Forfeited",
    "Game",
    "Happening",
    "IllegalMove",
    "Ink",
    "Match",
    "MatchError",
    "Move",
    "NoOptions",
    "NotationError",
    "OpenRules",
    "OpenView",
    "Outcome",
    "Over",
    "Panel",
    "ParlourError",
    "Pen",
    "Phase",
    "Phrase",
    "Phrasebook",
    "Picture",
    "Played",
    "Player",
    "PluginError",
    "RecordError",
    "Refusal",
    "Result",
    "Rules",
    "ScoreLine",
    "SealedPhase",
    "Seat",
    "SeatPhase",
    "SetupError",
    "Shortcuts",
    "Space",
    "Spelling",
    "State",
    "Team",
    "Tell",
    "TurnPlan",
    "UndoRefused",
    "Undone",
    "UnknownGame",
    "ValueFeatures",
    "Viewer",
    "Wording",
    "Words",
    "await_seat",
    "clockwise",
    "hookimpl",
    "left_of",
    "listed",
    "load",
    "masked",
    "open",
    "play",
    "popped",
    "pushed",
    "read_components",
    "replaced",
    "spot",
    "swapped",
    "unmasked",
    "unwound",
]
