"""The rules of Maori, a file a step of the turn."""

from typing import TypeAlias

from parlour import Over
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.pawn import MovingPawn
from parlour_maori.phases.refilling import Refilling
from parlour_maori.phases.sailing import Sailing
from parlour_maori.phases.set_up import ChoosingStarter, Launching, LayingOut
from parlour_maori.phases.turns import Turns
from parlour_maori.state import BaseState

AnyPhase: TypeAlias = (
    LayingOut
    | ChoosingStarter
    | Launching
    | Sailing
    | Exploring
    | Laying
    | Refilling
    | MovingPawn
    | Turns
    | Over
)

__all__ = [
    "AnyPhase",
    "ChoosingStarter",
    "Exploring",
    "Launching",
    "Laying",
    "LayingOut",
    "MovingPawn",
    "Refilling",
    "Sailing",
    "State",
    "Turns",
]


class State(BaseState, frozen=True, gc=False):
    """A whole situation, with the phases it can be in."""

    phases: tuple[AnyPhase, ...]
