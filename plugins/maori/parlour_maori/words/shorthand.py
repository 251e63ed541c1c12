"""A line without verbs: ``2 a4 b2`` for ``sail 2``, ``take a4`` and ``lay b2``."""

from collections.abc import Mapping, Sequence

from parlour import OpenView
from parlour.rules.errors import UnfinishedLine
from parlour_maori.components import CELL_NAMES, SLOT_NAMES
from parlour_maori.phases import AnyPhase, Exploring, Laying, MovingPawn, Sailing, State
from parlour_maori.words.names import say

Step = tuple[str, Sequence[str]]
"""The verb of a step of the turn, and the places that can follow it."""

SAIL: Step = ("sail", [str(steps) for steps in range(1, 100)])
TAKE: Step = ("take", SLOT_NAMES)
LAY: Step = ("lay", CELL_NAMES)
PAWN: Step = ("pawn", CELL_NAMES)

STEPS: Mapping[type[AnyPhase], Sequence[Step]] = {
    Sailing: (SAIL, TAKE, LAY, PAWN),
    Exploring: (TAKE, LAY, PAWN),
    Laying: (LAY, PAWN),
    MovingPawn: (PAWN,),
}
"""The steps that are left of a turn, from each phase on."""


def parse_shorthand(view: OpenView[State], text: str) -> tuple[str, ...]:
    """Return the moves that a line of bare places stands for; empty if it is not such a line.

    Raises:
        UnfinishedLine: The last place is not whole yet.
    """
    words = text.lower().replace(",", " ").split()
    steps = STEPS.get(type(view.state.phases[-1]), ())
    if view.state.options.variant != "advanced":
        steps = [step for step in steps if step is not PAWN]
    if not words or len(words) > len(steps):
        return ()
    *before, last = (word in places for word, (_, places) in zip(words, steps, strict=False))
    if not all(before):
        return ()
    if not last:
        if any(place.startswith(words[-1]) for place in steps[len(before)][1]):
            raise UnfinishedLine(say("place.beginning", text=words[-1]))
        return ()
    return tuple(f"{verb} {word}" for word, (verb, _) in zip(words, steps, strict=False))
