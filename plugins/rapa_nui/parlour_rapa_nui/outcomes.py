"""The outcomes of chance: the start player, and the cards turned up."""

from typing import TypeAlias

from parlour import Outcome, Seat
from parlour_rapa_nui.components import CARDS, Card


class TurnedUp(Outcome, frozen=True):
    """The top card of the stack (rule 1.4)."""

    form = "card {card}"
    covered_by_events = True
    card: Card


class Begins(Outcome, frozen=True):
    """The start player (rule 1.6)."""

    form = "seat {seat} begins"
    covered_by_events = True
    seat: Seat


RapaNuiOutcome: TypeAlias = TurnedUp | Begins

TURNED_UP = tuple(TurnedUp(card) for card in range(len(CARDS)))
