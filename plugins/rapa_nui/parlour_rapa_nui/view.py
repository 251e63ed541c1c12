"""The view of a seat, and the worlds that fit it.

A seat that has watched and counted knows everything but the sorts of the cards that
others sacrificed face down. Of these it knows only that their owner held them, and still
held every offering sacrificed face up later: ``Tribe.limits``. Every assignment that fits the
limits is taken to be as likely as the next; how players choose is nobody's to know.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from parlour import Over, Seat
from parlour.kit.cards import adjusted
from parlour_rapa_nui.components import SORTS, Tally
from parlour_rapa_nui.phases import AnyPhase, State
from parlour_rapa_nui.phases.buying import price
from parlour_rapa_nui.state import BaseState, Offered, Tribe, holdings

SPECTATOR: Seat = -1
"""The seat of a spectator, without a tribe and without a card on the stone."""


class View(Struct, frozen=True, gc=False, cache_hash=True):
    """A situation as one seat with a perfect memory knows it; fields as in ``State``."""

    seat: Seat
    """The seat that looks; ``SPECTATOR`` if it is no seat."""
    phases: tuple[AnyPhase, ...]
    tribes: tuple[Tribe, ...]
    columns: tuple[tuple[int, ...], ...]
    stack: Tally
    """The cards that have not been seen are those the stack still has."""
    piles: Tally
    stone: tuple[Offered, ...]
    """Cards that lie face down have no sort, but for one's own, until the match is over."""
    box: Tally

    @property
    def holdings(self) -> Tally:
        """The seat's own offerings, by sort."""
        return holdings(self.tribes[self.seat], self.stone, self.seat)

    @property
    def over(self) -> bool:
        """Whether the match is over, and everything lies open."""
        return isinstance(self.phases[-1], Over)

    @property
    def prices(self) -> Tally:
        """Wood that an offering of each sort costs the seat (rule 3.2); -1 if none is left."""
        own = self.tribes[self.seat]
        return tuple(price(own, sort) if left else -1 for sort, left in enumerate(self.piles))

    def tracked(self, seat: Seat) -> Tally:
        """Return a seat's offerings as others can trace them; at the end, as they are."""
        tribe = self.tribes[seat]
        return holdings(tribe, self.stone, seat) if self.over else tribe.traced


def view(state: BaseState, seat: Seat) -> View:
    """Build what ``seat`` may know (rules 8.1 to 8.3)."""
    over = isinstance(state.phases[-1], Over)
    return View(
        seat=seat,
        phases=state.phases,
        tribes=state.tribes,
        columns=state.columns,
        stack=state.stack,
        piles=state.piles,
        stone=state.stone if over else tuple([_seen(card, seat) for card in state.stone]),
        box=state.box,
    )


def determinize(seen: View, rng: Random) -> State:
    """Turn the unknown cards on the stone up, in a way that fits, each as likely as the next."""
    stone = seen.stone
    for seat, tribe in enumerate(seen.tribes):
        if tribe.limits and seat != seen.seat and not seen.over:
            stone = _filled(stone, seat, iter(_buried(tribe.limits, rng)))
    return State(
        phases=seen.phases,
        tribes=seen.tribes,
        columns=seen.columns,
        stack=seen.stack,
        piles=seen.piles,
        stone=stone,
        box=seen.box,
    )


NONE: Tally = (0,) * len(SORTS)


@lru_cache(maxsize=65536)
def worlds(limits: tuple[Tally, ...], down: Tally = NONE) -> int:
    """Count the ways a seat can have sacrificed face down, given its offerings before."""
    if not limits:
        return 1
    return sum(worlds(limits[1:], after) for _, after in _fitting(limits[0], down))


def _fitting(limit: Tally, down: Tally) -> list[tuple[int, Tally]]:
    """Return each sort that may have gone down next, with what then lies face down."""
    afters = [(sort, adjusted(down, sort)) for sort in range(len(SORTS))]
    return [
        (sort, after)
        for sort, after in afters
        if all(number <= most for number, most in zip(after, limit, strict=True))
    ]


def _buried(limits: tuple[Tally, ...], rng: Random) -> list[int]:
    """Draw what a seat sacrificed face down, first to last, from all ways that fit."""
    down = NONE
    drawn = []
    for turn in range(len(limits)):
        # A sort is drawn with the weight of all ways that begin with it, so that no way is rarer.
        mark = int(rng.random() * worlds(limits[turn:], down))
        for sort, after in _fitting(limits[turn], down):
            mark -= worlds(limits[turn + 1 :], after)
            if mark < 0:
                drawn.append(sort)
                down = after
                break
    return drawn


def _filled(stone: tuple[Offered, ...], seat: Seat, sorts: Iterator[int]) -> tuple[Offered, ...]:
    return tuple(
        replace(card, sort=next(sorts)) if card.face_down and card.seat == seat else card
        for card in stone
    )


def _seen(card: Offered, seat: Seat) -> Offered:
    """Return a card on the stone as ``seat`` knows it."""
    if card.face_down and card.seat != seat:
        return Offered(None, card.seat, face_down=True)
    return card
