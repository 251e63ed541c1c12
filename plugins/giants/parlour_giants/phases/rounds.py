"""Chapter 1: a match is a row of rounds, and each begins with the dice."""

from typing import ClassVar

from parlour import AutomaticPhase, Tell, pushed
from parlour_giants.events import RoundBegan
from parlour_giants.phases.dice import Rolling
from parlour_giants.state import BaseState


class Rounds(AutomaticPhase[BaseState], frozen=True):
    """The lowest phase of the stack, which begins a round when one is over (rule 1.6)."""

    rule: ClassVar[str] = "1.6"

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Begin a round with the dice (rule 1.6)."""
        if tell:
            tell(RoundBegan(state.round, state.start))
        return pushed(state, Rolling())
