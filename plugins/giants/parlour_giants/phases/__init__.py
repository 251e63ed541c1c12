"""The phases of Giants, one module for each chapter of the rules page."""

from typing import TypeAlias

from parlour import Over
from parlour_giants.phases.auction import Bidding, Picking
from parlour_giants.phases.dice import Rolling, Rounds
from parlour_giants.phases.moving import Moving
from parlour_giants.phases.placing import Placing, Reading
from parlour_giants.phases.round_end import Cleanup, Returning
from parlour_giants.phases.stowing import Clearing, Stowing
from parlour_giants.phases.transport import Transporting
from parlour_giants.state import BaseState

AnyPhase: TypeAlias = (
    Rounds
    | Rolling
    | Bidding
    | Picking
    | Placing
    | Reading
    | Transporting
    | Moving
    | Clearing
    | Stowing
    | Returning
    | Cleanup
    | Over
)

__all__ = [
    "AnyPhase",
    "Bidding",
    "Cleanup",
    "Clearing",
    "Moving",
    "Picking",
    "Placing",
    "Reading",
    "Returning",
    "Rolling",
    "Rounds",
    "State",
    "Stowing",
    "Transporting",
]


class State(BaseState, frozen=True, gc=False, kw_only=True):
    """A whole situation, with the phases it can be in."""

    phases: tuple[AnyPhase, ...]
