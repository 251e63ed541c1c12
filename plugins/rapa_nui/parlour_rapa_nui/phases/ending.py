"""The end: the stone is opened and everything is counted (chapter 9)."""

from typing import TypeVar

from msgspec.structs import replace

from parlour import Over, Tell
from parlour_rapa_nui.components import MOAI
from parlour_rapa_nui.events import Counted, Opened
from parlour_rapa_nui.scoring import final_counts, sacrificed, values
from parlour_rapa_nui.state import BaseState

S = TypeVar("S", bound=BaseState)


def ended(state: S, tell: Tell) -> S:
    """Return the end of the match: most points, then moais, then wood (rules 9.2 to 9.5)."""
    counts = list(final_counts(state))
    if tell:
        offered = sacrificed(state.stone)
        tell(Opened(offered, values(offered)))
        for seat, count in enumerate(counts):
            tell(Counted(seat, count.fame, count.moais, count.wood, count.offerings))
    end = Over.ranked(
        [count.total for count in counts],
        [tribe.lying[MOAI] for tribe in state.tribes],
        [tribe.wood for tribe in state.tribes],
    )
    return replace(state, phases=(end,))
