"""Who is ahead: the points each seat can expect by the end, were it to build nothing more."""

from functools import lru_cache

from parlour import Over, Seat
from parlour_rapa_nui.match import Match
from parlour_rapa_nui.pieces import BOX, MOAI, STACK, Tally
from parlour_rapa_nui.scoring import sacrificed, values, yields
from parlour_rapa_nui.state import offerings

CARDS_A_TURN = 1.3
"""About so many cards are drawn in a turn."""

DOUBT = 6
"""The stone's verdict counts for half when so many cards lie on it."""

UNDECIDED = 1.5
"""What an offering is worth while nothing has been sacrificed."""

WOOD = 0.2
WOOD_TO_BUILD = 0.3
"""A piece of wood at the end, and how much more it is worth while much can still be built."""

READY = 2.0
"""A moai in hand that is paid for, while much can still be built."""


def lead(state: Match, seat: Seat) -> float:
    """Return by how many points ``seat`` will probably beat the best of the others."""
    end = state.phases[-1]
    if isinstance(end, Over):
        points: list[float] = list(end.scores)
    else:
        points = expected(state)
    own = points.pop(seat)
    return own - max(points)


def expected(state: Match) -> list[float]:
    """Return the points each seat can expect."""
    worth = offering_worth(sacrificed(state.stone))
    left = sum(state.stack)
    ahead = left / sum(STACK)
    tribes = state.tribes
    wood_worth = WOOD + WOOD_TO_BUILD * ahead
    points = [
        t.fame
        + BOX.points.moai * t.lying[MOAI]
        + t.wood * wood_worth
        + (READY * ahead if t.hand[MOAI] and t.wood >= BOX.wood.moai else 0)
        + sum(map(float.__mul__, worth, map(float, offerings(t, state.stone, seat))))
        for seat, t in enumerate(tribes)
    ]
    each = (*worth, wood_worth, 1.0, 1.0)
    for card, times in enumerate(_times(state.stack, left)):
        gain = times * each[card]
        for seat, amount in enumerate(yields(card, tuple([t.lying[card] for t in tribes]))):
            points[seat] += gain * amount
    return points


@lru_cache(maxsize=4096)
def offering_worth(counts: Tally) -> tuple[float, ...]:
    """Return what an offering of each sort will probably be worth."""
    number = sum(counts)
    return tuple(
        (value * number + UNDECIDED * DOUBT) / (number + DOUBT) for value in values(counts)
    )


@lru_cache(maxsize=65536)
def _times(stack: Tally, left: int) -> tuple[float, ...]:
    """Return how often each kind will probably be scored, judged by what the box has of it."""
    turns = left / CARDS_A_TURN
    share = [
        (unseen + whole) / (left + sum(STACK)) for unseen, whole in zip(stack, STACK, strict=True)
    ]
    return tuple(turns * part for part in share)
