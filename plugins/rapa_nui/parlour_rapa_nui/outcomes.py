"""What chance decides: who begins, and which card is turned up."""

from typing import TypeAlias

import parlour
from parlour import Seat
from parlour_rapa_nui.pieces import CARDS, Card


class TurnedUp(parlour.Outcome, frozen=True):
    """The top card of the stack (rule 1.4)."""

    form = "card {card}"
    covered_by_events = True
    card: Card


class Begins(parlour.Outcome, frozen=True):
    """The start player (rule 1.6)."""

    form = "seat {seat} begins"
    covered_by_events = True
    seat: Seat


Outcome: TypeAlias = TurnedUp | Begins

TURNED_UP = tuple(TurnedUp(card) for card in range(len(CARDS)))
