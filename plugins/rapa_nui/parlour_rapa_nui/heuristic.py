"""The heuristic: the points each seat can expect by the end if it builds nothing more."""

from functools import lru_cache
from operator import mul

from parlour import Over, Seat
from parlour_rapa_nui.components import BOX, MOAI, SORTS, STACK
from parlour_rapa_nui.phases import State
from parlour_rapa_nui.scoring import sacrificed, values, yields
from parlour_rapa_nui.state import Tribe, holdings
from parlour_rapa_nui.tally import Tally

CARDS_A_TURN = 1.3
"""Cards drawn in a turn, on average."""

DOUBT = 6
"""The number of cards on the stone at which its present order counts for half."""

UNDECIDED = 1.5
"""Points for an offering while nothing has been sacrificed."""

WOOD = 0.2
WOOD_TO_BUILD = 0.8
"""Points for a piece of wood at the end, and those it is worth more at the start."""

READY = 2.0
"""Points for having the wood for a moai in hand, at the start."""

BUILDABLE = 0.3
"""The share of its worth that a moai in hand counts for, at the start and with the wood for it."""

IN_HAND = 0.5
"""The share of the gain of laying it that a card in hand counts for."""

AGAIN = 0.1
"""The share for a hunter of a sort that already lies."""


def lead(state: State, seat: Seat) -> float:
    """Return by how many points ``seat`` will probably beat the best of the others."""
    end = state.phases[-1]
    if isinstance(end, Over):
        return end.lead(seat)
    points = expected(state)
    own = points.pop(seat)
    return own - max(points)


def expected(state: State) -> list[float]:
    """Return the points each seat can expect."""
    tribes = state.tribes
    left = sum(state.stack)
    ahead = left / sum(STACK)
    worth = offering_worth(sacrificed(state.stone))
    wood = WOOD + WOOD_TO_BUILD * ahead
    gains = _gains(state.stack, left, (*worth, wood, 1.0, 1.0))
    points = [
        t.fame
        + BOX.points.moai * t.lying[MOAI]
        + t.wood * wood
        + _in_hand(t, gains, ahead)
        + sum(map(mul, worth, holdings(t, state.stone, seat)))
        for seat, t in enumerate(tribes)
    ]
    for card, lying in enumerate(zip(*[tribe.lying for tribe in tribes], strict=True)):
        if any(lying):
            gain = gains[card]
            for seat, amount in enumerate(yields(card, lying)):
                points[seat] += gain * amount
    return points


def _in_hand(tribe: Tribe, gains: tuple[float, ...], ahead: float) -> float:
    """Return what a hand is worth, as ``gains`` are what each kind brings once it lies."""
    hand, lying = tribe.hand, tribe.lying
    worth = 0.0
    for card, number in enumerate(hand[:MOAI]):
        if number and card >= len(SORTS):
            worth += gains[card] * IN_HAND * number
        elif number:
            worth += gains[card] * (AGAIN * number if lying[card] else IN_HAND)
    if hand[MOAI]:
        paid = min(1.0, tribe.wood / BOX.wood.moai)
        worth += (BOX.points.moai + gains[MOAI]) * BUILDABLE * paid * ahead * hand[MOAI]
        worth += READY * ahead * (paid == 1)
    return worth


@lru_cache(maxsize=4096)
def offering_worth(counts: Tally) -> tuple[float, ...]:
    """Return what an offering of each sort will probably be worth."""
    number = sum(counts)
    return tuple(
        (value * number + UNDECIDED * DOUBT) / (number + DOUBT) for value in values(counts)
    )


@lru_cache(maxsize=65536)
def _gains(stack: Tally, left: int, each: tuple[float, ...]) -> tuple[float, ...]:
    """Return what one yield of each kind brings in all the scorings that probably remain.

    How often a kind is scored is judged by what the stack and the box have of it; ``each``
    says what a piece of its yield is worth.
    """
    turns = left / CARDS_A_TURN
    share = [
        (unseen + whole) / (left + sum(STACK)) for unseen, whole in zip(stack, STACK, strict=True)
    ]
    return tuple(turns * part * worth for part, worth in zip(share, each, strict=True))
