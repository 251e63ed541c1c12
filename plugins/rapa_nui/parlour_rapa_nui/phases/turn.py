"""The start player, and the turns that follow: buy, lay, draw (rule 2.1).

A turn's steps lie on the stack one upon the other, and each takes itself off when done.
Under them all lies the left neighbour's turn.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import AutomaticPhase, ChancePhase, Seat, Tell, clockwise, left_of
from parlour_rapa_nui.components import BOX
from parlour_rapa_nui.events import Started
from parlour_rapa_nui.outcomes import Begins
from parlour_rapa_nui.phases.buying import Buying, affordable
from parlour_rapa_nui.phases.drawing import Drawing
from parlour_rapa_nui.phases.laying import Laying
from parlour_rapa_nui.state import BaseState


class StartPlayer(ChancePhase[BaseState, Begins], frozen=True):
    """Rule 1.6: the start player is drawn, and everybody gets wood."""

    kind: ClassVar[str] = "start player"
    rule: ClassVar[str] = "1.6"

    def outcomes(self, state: BaseState) -> Sequence[tuple[Begins, int]]:
        """Rule 1.6: every seat, each as likely as the next."""
        return [(Begins(seat), 1) for seat in range(len(state.tribes))]

    def draw(self, state: BaseState, rng: Random) -> Begins:
        """Rule 1.6: draw a seat, each as likely as the next."""
        return Begins(int(rng.random() * len(state.tribes)))

    def resolve(self, state: BaseState, outcome: Begins, tell: Tell) -> BaseState:
        """Rule 1.6: hand out wood, clockwise from the start player, whose turn begins."""
        order = clockwise(outcome.seat, len(state.tribes))
        wood = dict(zip(order, BOX.wood.start, strict=False))
        tribes = tuple(replace(tribe, wood=wood[s]) for s, tribe in enumerate(state.tribes))
        if tell:
            tell(Started(outcome.seat, tuple(tribe.wood for tribe in tribes)))
        return replace(state, tribes=tribes, phases=(Turn(outcome.seat),))


class Turn(AutomaticPhase[BaseState], frozen=True):
    """Rule 2.1: a seat's turn begins."""

    seat: Seat

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Rule 2.1: put the turn's steps on the stack; buying only where it can be paid."""
        buying = affordable(state.tribes[self.seat], state.piles)
        return replace(state, phases=_STEPS[len(state.tribes)][self.seat][buying > 0])


def _steps(seat: Seat, seats: int) -> tuple[tuple[Turn | Drawing | Laying | Buying, ...], ...]:
    steps = (Turn(left_of(seat, seats)), Drawing(seat), Laying(seat))
    return steps, (*steps, Buying(seat))


_STEPS = [[_steps(seat, seats) for seat in range(seats)] for seats in range(5)]
