"""The heuristic: the points each seat can expect by the end of the match.

Its weights come from play. For two seats they are a least-squares fit of the lead at the end to
22,683 starts of turns, in 596 matches of ``search:simulations=60`` against itself. What a hand
costs does not show there, where every hand is full: it is what greedy won most with. For more
seats, the weights lie halfway between these and others that won with four greedy seats.
"""

from functools import lru_cache
from math import fsum
from operator import add, mul, sub

from msgspec import Struct

from parlour import Over, Seat
from parlour_rapa_nui.components import BOX, MOAI, SORTS, STACK, Tally
from parlour_rapa_nui.phases import State
from parlour_rapa_nui.scoring import sacrificed, values, yields
from parlour_rapa_nui.state import Offered, Tribe, buried


# Weights and what is shared are equal to themselves alone: so their hash costs nothing below.
class Weights(Struct, frozen=True, eq=False):
    """Points for what a tribe has, or points a turn: for each turn that is left, of any seat."""

    moai: float
    """Points for a moai that lies."""
    wood: float
    early_wood: float
    """Points for a piece of wood at the end, and those it is worth more with a full stack."""
    offering: float
    """The share of its probable worth that an offering counts for."""
    scored: tuple[float, ...]
    """Points for a piece of what a scoring brings, by kind; for hunters, the share of its worth."""
    lying: float
    """Points a turn for each card that lies: it brings majorities, and makes offerings cheap."""
    buying: float
    """Share of the gain by the best purchase (rule 3.1) that counts each turn."""
    in_hand: tuple[float, ...]
    """Points a turn for a card in hand, by kind. All cost: they take the place of a new card."""
    new_sort: float
    """Points a turn for a sort of hunters that the seat holds and has not laid."""
    ready: float
    """Points a turn for a moai in hand and the wood for it."""


TWO_SEATS = Weights(
    moai=4.35,
    wood=0.6,
    early_wood=0.38,
    offering=1.1,
    scored=(0.57, 0.57, 0.57, 0.57, 0.51, 0.71, 0.61),
    lying=0.11,
    buying=0.33,
    in_hand=(-0.18, -0.18, -0.18, -0.18, -0.077, -0.11, -0.207),
    new_sort=0.045,
    ready=0.117,
)
MORE_SEATS = Weights(
    moai=4.4,
    wood=0.37,
    early_wood=0.63,
    offering=1.05,
    scored=(0.87, 0.87, 0.87, 0.87, 0.53, 0.88, 0.86),
    lying=0.058,
    buying=0.2,
    in_hand=(-0.12, -0.12, -0.12, -0.12, -0.09, -0.057, -0.122),
    new_sort=0.053,
    ready=0.1,
)

CARDS_A_TURN = 1.3
"""Number of cards drawn in a turn, on average."""

DOUBT = 6
"""Number of cards on the stone that make its present order count for half."""

UNDECIDED = 1.5
"""Points for an offering while nothing has been sacrificed."""

WOOD_PAID = 0.5
"""Points for a piece of wood that is paid for an offering."""


class Shared(Struct, frozen=True, eq=False):
    """Worth of things for every tribe, as the stone and the stack are."""

    weights: Weights
    worth: tuple[float, ...]
    """Probable worth of an offering, by sort."""
    down: tuple[Tally, ...]
    """Offerings that each seat has buried, by sort."""
    wood: float
    """Points for a piece of wood."""
    turns: float
    """Number of turns that are left, of any seat."""
    gains: tuple[float, ...]
    """Points for one piece of each kind's yield, in all the scorings that probably remain."""


# Sums of floats are exact: those of ``sum`` differ by version of Python, and break ties otherwise.
def lead(state: State, seat: Seat) -> float:
    """Return by how many points ``seat`` will probably beat the mean of the others.

    At the end it is by how many it beats the best of them. Before, the mean serves bots better with
    three seats and more: a lead over the best other counts the race of two seats twice.
    """
    end = state.phases[-1]
    if isinstance(end, Over):
        return end.lead(seat)
    points = expected(state)
    own = points[seat]
    return own - (fsum(points) - own) / (len(points) - 1)


def expected(state: State) -> tuple[float, ...]:
    """Return the points each seat can expect."""
    tribes = state.tribes
    return _of_tribes(tribes, _shared(state.stone, state.stack, len(tribes)))


# Most moves change one tribe, and neither the stone nor the stack: what stays so is remembered.
@lru_cache(maxsize=1 << 12)
def _shared(stone: tuple[Offered, ...], stack: Tally, seats: int) -> Shared:
    weights = MORE_SEATS if seats > 2 else TWO_SEATS
    left = sum(stack)
    worth = offering_worth(sacrificed(stone))
    return Shared(
        weights=weights,
        worth=worth,
        down=tuple([buried(stone, seat) for seat in range(seats)]),
        # Early wood still builds moais; at the end it is only its points.
        wood=weights.wood + weights.early_wood * left / sum(STACK),
        turns=left / CARDS_A_TURN,
        gains=_gains(stack, left, worth, weights),
    )


@lru_cache(maxsize=1 << 14)
def _of_tribes(tribes: tuple[Tribe, ...], shared: Shared) -> tuple[float, ...]:
    alone = [_alone(tribe, down, shared) for tribe, down in zip(tribes, shared.down, strict=True)]
    scored = _scored(tuple([tribe.lying for tribe in tribes]), shared)
    return tuple(map(add, alone, scored))


@lru_cache(maxsize=1 << 14)
def _alone(tribe: Tribe, down: Tally, shared: Shared) -> float:
    """Return the points a tribe can expect, but for scorings; ``down`` is its buried offerings."""
    weights, worth = shared.weights, shared.worth
    points = tribe.fame + weights.moai * tribe.lying[MOAI] + shared.wood * tribe.wood
    offerings = fsum(map(mul, worth, map(sub, tribe.traced, down)))
    return points + weights.offering * offerings + shared.turns * _a_turn(tribe, worth, weights)


@lru_cache(maxsize=1 << 14)
def _scored(lying: tuple[Tally, ...], shared: Shared) -> tuple[float, ...]:
    """Return the points that scorings bring each seat, as ``lying`` are their cards by kind."""
    points = [0.0] * len(lying)
    for card, numbers in enumerate(zip(*lying, strict=True)):
        gain = shared.gains[card]
        if any(numbers):
            for seat, amount in enumerate(yields(card, numbers)):
                points[seat] += gain * amount
    return tuple(points)


def _a_turn(tribe: Tribe, worth: tuple[float, ...], weights: Weights) -> float:
    """Return the points a turn for a hand, for the number of cards that lie, and for buying."""
    hand, lying = tribe.hand, tribe.lying
    points = fsum(map(mul, weights.in_hand, hand)) + weights.lying * sum(lying)
    for held, own in zip(hand[: len(SORTS)], lying, strict=False):
        if held and not own:
            points += weights.new_sort
    if hand[MOAI] and tribe.wood >= BOX.wood.moai:
        points += weights.ready
    return points + weights.buying * gain_by_buying(lying[: len(SORTS)], worth)


@lru_cache(maxsize=65536)
def gain_by_buying(hunters: Tally, worth: tuple[float, ...]) -> float:
    """Return the points that the best purchase of an offering brings, wood reckoned (rule 3.2)."""
    price = BOX.offerings.price
    gains = [
        value - WOOD_PAID * max(0, price - own) for value, own in zip(worth, hunters, strict=True)
    ]
    return max(0.0, *gains)


@lru_cache(maxsize=4096)
def offering_worth(counts: Tally) -> tuple[float, ...]:
    """Return what an offering of each sort will probably be worth."""
    number = sum(counts)
    # The mean of today's worth, as heavy as the cards on the stone, and of an open question.
    return tuple(
        (value * number + UNDECIDED * DOUBT) / (number + DOUBT) for value in values(counts)
    )


def _gains(
    stack: Tally, left: int, worth: tuple[float, ...], weights: Weights
) -> tuple[float, ...]:
    """Return the gain of one piece of each kind's yield in all the scorings that probably remain.

    How often a kind is scored is judged by what the stack and the box have of it.
    """
    turns = left / CARDS_A_TURN
    share = [
        (unseen + whole) / (left + sum(STACK)) for unseen, whole in zip(stack, STACK, strict=True)
    ]
    each = map(mul, weights.scored, (*worth, 1.0, 1.0, 1.0))
    return tuple(turns * part * points for part, points in zip(share, each, strict=True))
