"""Chapters 1 and 2: each round begins with the dice, which show the moais that can be carved."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import AutomaticPhase, ChancePhase, Tell, pushed, replaced, swapped
from parlour.kit.dice import Dice
from parlour_giants.components import BOX, Size
from parlour_giants.events import QuarryOpened, RoundBegan
from parlour_giants.moves import Bid
from parlour_giants.outcomes import Rolled
from parlour_giants.phases.auction import Bidding
from parlour_giants.phases.placing import placing
from parlour_giants.state import BaseState

DICE = {seats: Dice(BOX.reconstructed.faces, dice) for seats, dice in BOX.seats.dice.items()}
"""The dice, by the number of seats (rule 2.1)."""


class Rounds(AutomaticPhase[BaseState], frozen=True):
    """The lowest phase of the stack, which begins a round when one is over (rule 1.6)."""

    rule: ClassVar[str] = "1.6"

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Begin a round with the dice (rule 1.6)."""
        if tell:
            tell(RoundBegan(state.round, state.start))
        return pushed(state, Rolling())


class Rolling(ChancePhase[BaseState, Rolled], frozen=True):
    """A die is rolled for each seat (rule 2.1)."""

    rule: ClassVar[str] = "2.1"
    kind: ClassVar[str] = "dice"

    def outcomes(self, state: BaseState) -> Sequence[tuple[Rolled, int]]:
        """Return every roll with the number of ways to roll it (rule 2.1)."""
        return [(Rolled(faces), ways) for faces, ways in DICE[state.seats].rolls()]

    def draw(self, state: BaseState, rng: Random) -> Rolled:
        """Roll the dice one by one (rule 2.1)."""
        return Rolled(DICE[state.seats].roll(rng))

    def resolve(self, state: BaseState, outcome: Rolled, tell: Tell) -> BaseState:
        """Put the moais that the dice show on the quarry (rules 2.2 to 2.4)."""
        quarry: list[Size] = []
        box: tuple[int, ...] = state.supply.moais
        for size in sizes_shown(outcome.faces, first=state.round == 1):
            if size and box[size - 1]:
                box = replaced(box, size - 1, box[size - 1] - 1)
                quarry.append(size)
        if tell:
            tell(QuarryOpened(tuple(quarry)))
        if not quarry:  # 2.4
            return placing(state, tell)
        unanswered: tuple[Bid | None, ...] = (None,) * state.seats
        state = replace(state, supply=replace(state.supply, moais=box))
        return swapped(state, Bidding(answers=unanswered, quarry=tuple(quarry)))


def sizes_shown(faces: tuple[int, ...], *, first: bool) -> tuple[Size, ...]:
    """Return the sizes that dice show; in the first round 0 counts 1 and 3 counts 2 (rule 2.2)."""
    return tuple(sorted(min(max(face, 1), 2) for face in faces)) if first else faces
