"""Cards as counts: how many of each kind a hand, a deck or a pile holds.

Kinds are numbered from 0. A game whose cards differ by their kind alone keeps them so: states stay
small, equal hands are equal values, and a draw asks how many of each kind are left.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from random import Random
from typing import TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""Number of cards of each kind."""


def counted(kinds: Iterable[int], number: int) -> Counts:
    """Return how often each of ``number`` kinds stands in ``kinds``."""
    counts = [0] * number
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def adjusted(counts: Counts, kind: int, by: int = 1) -> Counts:
    """Return ``counts`` with ``by`` cards more of a kind; fewer where ``by`` is negative."""
    changed = list(counts)
    changed[kind] += by
    return tuple(changed)


def combined(*counts: Counts) -> Counts:
    """Return counts added up, kind by kind."""
    return tuple(map(sum, zip(*counts, strict=True)))


def removed(counts: Counts, kind: int) -> Counts:
    """Return ``counts`` with one card less of a kind; it must hold one."""
    changed = list(counts)
    changed[kind] -= 1
    return tuple(changed)


def without(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Return listed cards with one less of a kind; there must be one."""
    place = cards.index(kind)
    return cards[:place] + cards[place + 1 :]


def difference(counts: Counts, *others: Counts) -> Counts:
    """Return ``counts`` less the cards in ``others``."""
    return tuple([number - sum(less) for number, *less in zip(counts, *others, strict=True)])


def held(counts: Counts) -> list[int]:
    """Return the kinds of which ``counts`` has at least one card, in rising order."""
    return [kind for kind, number in enumerate(counts) if number]


def listed(counts: Counts) -> list[int]:
    """Return the kind of every card in ``counts``, in rising order."""
    return [kind for kind, number in enumerate(counts) for _ in range(number)]


def drawn(counts: Counts, rng: Random) -> int:
    """Return the kind of a card that ``rng`` draws from ``counts``, each as likely as the next."""
    sums = list(accumulate(counts))
    if not sums or not sums[-1]:
        raise ValueError("expected a card to draw, got none")
    return bisect_right(sums, int(rng.random() * sums[-1]))
