"""Standing orders: what the program can play for a person without asking again."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from parlour_giants.moves import Decline, GiantsMove, Leave, Pass, TakeBack
from parlour_giants.phases import Placing
from parlour_giants.state import NO_CAMP
from parlour_giants.view import View

Order: TypeAlias = Callable[[View, Sequence[GiantsMove]], GiantsMove | None]

IDLE: tuple[GiantsMove, ...] = (Pass(), Decline(), Leave(), TakeBack(()))
"""The moves that do nothing."""


def pass_till_the_round_ends(view: View, moves: Sequence[GiantsMove]) -> GiantsMove | None:
    """Do nothing until the next round begins, whether it has an auction or not (rule 2.4)."""
    phase = view.phases[-1]
    fresh = (
        isinstance(phase, Placing) and not phase.passed | phase.waiting and _nothing_placed(view)
    )
    return None if fresh else next((move for move in IDLE if move in moves), None)


def _nothing_placed(view: View) -> bool:
    """Tell whether a round has just begun: nothing was bid, and no figure is on the island."""
    bid = any(
        clan.laid_markers or clan.bid_workers or clan.bid_sorcerer or clan.bid_chief
        for clan in view.clans
    )
    return not bid and all(camp == NO_CAMP for camp in view.camps)


ORDERS: Mapping[str, Order] = {"pass until the round ends": pass_till_the_round_ends}
"""The orders, by name."""
