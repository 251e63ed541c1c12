"""The worth of a bid to bots, and the probability that a seat makes it."""

from functools import lru_cache
from itertools import accumulate
from math import exp

from parlour_giants.components import Size
from parlour_giants.moves import Bid
from parlour_giants.state import BaseState

CARVED, MORE = 4.0, 0.3
"""The hope for a moai that a bid can carve, for each of its sizes, in prestige points, and the
share of it that a further moai is worth."""
MARKERS, WORKERS, SORCERER, CHIEF = 1.5, 1.8, 3.0, 4.5
"""The cost of a missing piece that was bid, each for a round, in prestige points."""
BARE = 0.8
"""The share of the hope for a moai that is left to a seat without a marker: others may take a moai
that it does not erect in the round."""
SHARP = 1.5
"""A bid that is worth this many points less is less likely by the factor e."""
STRAY = 0.2
"""The probability that a bid is any legal one, of any worth."""


def worth_of_bid(bid: Bid, quarry: tuple[Size, ...], halves: int, kept: float) -> float:
    """Weigh the moais that a bid can carve against its cost, in prestige points.

    ``kept`` is the share of the hope that is left with the markers behind the screen.
    """
    # Markers and halves decide who picks first: the share of the hope that is left then.
    early = min(1.0, 0.5 + 0.15 * bid.markers + 0.05 * halves)
    hope = hope_of_carving(bid.workers + bid.sorcerer, bid.chief, quarry)
    return hope * early * kept - MARKERS * bid.markers - cost_of_figures(bid)


def share_kept(state: BaseState, markers: int) -> float:
    """Return the share of the hope for carved moais that is left to a seat with so many markers."""
    return 1.0 if markers or state.is_last_round else BARE


def cost_of_figures(bid: Bid) -> float:
    """Return the cost of missing the figures of a bid for the rest of the round."""
    return WORKERS * bid.workers + SORCERER * bid.sorcerer + CHIEF * bid.chief


def hope_of_carving(hands: int, chief: int, quarry: tuple[Size, ...]) -> float:
    """Weigh the moais that workers, sorcerer and chief can carve if they have the first pick."""
    hope = 0.0
    for size in sorted(quarry, reverse=True):
        if chief:
            chief = 0
        elif hands >= size:
            hands -= size
        else:
            continue
        hope += CARVED * size * (MORE if hope else 1.0)
    return hope


@lru_cache(maxsize=1 << 10)
def chances(
    bids: tuple[Bid, ...], quarry: tuple[Size, ...], halves: int, bare: float
) -> tuple[float, ...]:
    """Return the probability, added up from the first, that a seat makes each of its legal bids.

    A bid is the likelier the more it is worth, and none is impossible. ``bare`` is the share of the
    hope that is left without a marker.
    """
    # Softmax; the maximum is taken off first, since exp() of a large number overflows. A share of
    # even chances stays, so that no legal bid is impossible for a seat that guesses.
    held = bids[-1].markers
    worth = [worth_of_bid(b, quarry, halves, 1.0 if b.markers < held else bare) for b in bids]
    weights = [exp((each - max(worth)) / SHARP) for each in worth]
    total = sum(weights)
    return tuple(accumulate(STRAY / len(bids) + (1 - STRAY) * each / total for each in weights))
