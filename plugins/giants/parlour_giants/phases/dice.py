"""Chapter 2: the dice show which moais can be carved."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import ChancePhase, Tell, replaced, swapped
from parlour_giants.components import BOX, Size
from parlour_giants.events import QuarryOpened
from parlour_giants.moves import Bid
from parlour_giants.outcomes import Rolled
from parlour_giants.phases.auction import Bidding
from parlour_giants.phases.placing import placing
from parlour_giants.state import BaseState


class Rolling(ChancePhase[BaseState, Rolled], frozen=True):
    """A die is rolled for each seat (rule 2.1)."""

    rule: ClassVar[str] = "2.1"
    kind: ClassVar[str] = "dice"

    def outcomes(self, state: BaseState) -> Sequence[tuple[Rolled, int]]:
        """Return every roll with the number of ways to roll it (rule 2.1)."""
        return _rolls(BOX.seats.dice[state.seats])

    def draw(self, state: BaseState, rng: Random) -> Rolled:
        """Roll the dice one by one (rule 2.1)."""
        faces = BOX.reconstructed.faces
        dice = range(BOX.seats.dice[state.seats])
        return Rolled(tuple(sorted(faces[int(rng.random() * len(faces))] for _ in dice)))

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


@lru_cache
def _rolls(dice: int) -> tuple[tuple[Rolled, int], ...]:
    counts = Counter(
        tuple(sorted(faces)) for faces in product(BOX.reconstructed.faces, repeat=dice)
    )
    return tuple((Rolled(faces), counts[faces]) for faces in sorted(counts))
