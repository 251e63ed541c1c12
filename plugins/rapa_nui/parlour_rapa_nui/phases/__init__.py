"""The phases of Rapa Nui, one module for each chapter of the rules page."""

from typing import TypeAlias

from parlour import Over
from parlour_rapa_nui.phases.buying import Buying
from parlour_rapa_nui.phases.drawing import Drawing
from parlour_rapa_nui.phases.laying import Laying
from parlour_rapa_nui.phases.refilling import Refilling
from parlour_rapa_nui.phases.sacrifice import Adding, Burying, Offering
from parlour_rapa_nui.phases.scoring import OtherPile, Scoring, Yielding
from parlour_rapa_nui.phases.turn import StartPlayer, Turn
from parlour_rapa_nui.state import BaseState

AnyPhase: TypeAlias = (
    StartPlayer
    | Turn
    | Buying
    | Laying
    | Offering
    | Burying
    | Adding
    | Drawing
    | Refilling
    | Scoring
    | Yielding
    | OtherPile
    | Over
)

__all__ = [
    "Adding",
    "AnyPhase",
    "Burying",
    "Buying",
    "Drawing",
    "Laying",
    "Offering",
    "OtherPile",
    "Over",
    "Refilling",
    "Scoring",
    "StartPlayer",
    "State",
    "Turn",
    "Yielding",
]


class State(BaseState, frozen=True):
    """A whole situation, with the phases it can be in."""

    phases: tuple[AnyPhase, ...]
