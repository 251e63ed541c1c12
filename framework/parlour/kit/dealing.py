"""Dealing unknown cards to hands that hold only some kinds: every deal is equally likely.

A determinizer needs it: a seat that did not follow suit has no card of that suit, a card that was
hinted as red is red. Dealing again until the cards fit may never end, and dealing the narrowest
hand first is not uniform. Here the deals are counted.

Hands that can hold the same kinds are dealt as one, and kinds that the same hands can hold are one
class. For each class in turn, the number of its cards in each group of hands is drawn by the number
of deals it leads to; a shuffle decides which cards these are and which hand of the group gets them.

Experimental: no included game needs it, so it may change.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from random import Random
from typing import TypeAlias

from msgspec import Struct

from parlour.kit.cards import Counts

ANY = -1
"""Set of kinds that holds them all."""

Split: TypeAlias = tuple[int, ...]
"""Number of cards for each group of hands."""


class Hand(Struct, frozen=True):
    """A hand to be dealt."""

    size: int
    """Number of cards."""
    kinds: int = ANY
    """Set of the kinds that it can hold, as bits: kind 0 is bit 0."""


def deal(counts: Counts, hands: Sequence[Hand], rng: Random) -> list[list[int]]:
    """Deal cards to hands with ``rng``, every possible deal as likely as the next.

    ``counts`` are the cards that nobody knows; cards that no hand takes are left over. Cards of a
    kind are told apart, as they are on the table. Returns the kinds of each hand in random order.

    Raises:
        ValueError: The cards cannot be dealt so.
    """
    masks = tuple(dict.fromkeys(hand.kinds for hand in hands))
    free = tuple(sum(hand.size for hand in hands if hand.kinds == mask) for mask in masks)
    classes = _classes(counts, masks)
    sizes = tuple((sum(counts[kind] for kind in kinds), takers) for takers, kinds in classes)
    groups: list[list[int]] = [[] for _ in masks]
    for number, (_, kinds) in enumerate(classes):
        cards = [kind for kind in kinds for _ in range(counts[kind])]
        rng.shuffle(cards)
        for group, share in zip(groups, _drawn_split(sizes[number:], free, rng), strict=True):
            group += [cards.pop() for _ in range(share)]
        free = tuple(
            sum(hand.size for hand in hands if hand.kinds == mask) - len(group)
            for mask, group in zip(masks, groups, strict=True)
        )
    for group in groups:
        rng.shuffle(group)
    by_mask = dict(zip(masks, groups, strict=True))
    return [[by_mask[hand.kinds].pop() for _ in range(hand.size)] for hand in hands]


def ways(counts: Counts, hands: Sequence[Hand]) -> int:
    """Return the number of ways to fill ``hands`` from ``counts``, cards of a kind told apart.

    The order inside a group is not counted.
    """
    masks = tuple(dict.fromkeys(hand.kinds for hand in hands))
    free = tuple(sum(hand.size for hand in hands if hand.kinds == mask) for mask in masks)
    classes = _classes(counts, masks)
    return _ways(tuple((sum(counts[k] for k in kinds), takers) for takers, kinds in classes), free)


def _classes(counts: Counts, masks: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return the classes of kinds: the set of groups that can take them, and the kinds."""
    classes: dict[int, list[int]] = {}
    for kind, number in enumerate(counts):
        if number:
            takers = sum(1 << group for group, mask in enumerate(masks) if mask >> kind & 1)
            classes.setdefault(takers, []).append(kind)
    return sorted(classes.items(), key=lambda pair: pair[0].bit_count())


def _drawn_split(sizes: tuple[tuple[int, int], ...], free: Split, rng: Random) -> Split:
    """Draw how many cards of the first class go to each group."""
    mark = rng.randrange(_ways(sizes, free) or _impossible())
    number, takers = sizes[0]
    for split in _splits(number, takers, free):
        mark -= _weight(number, split) * _ways(sizes[1:], _left(free, split))
        if mark < 0:
            return split
    raise AssertionError  # the weights of all splits add up to the number of ways


@lru_cache(maxsize=65536)
def _ways(sizes: tuple[tuple[int, int], ...], free: Split) -> int:
    """Return the number of ways to fill groups with ``free`` places from classes of cards."""
    if not sizes:
        return not any(free)
    number, takers = sizes[0]
    return sum(
        _weight(number, split) * _ways(sizes[1:], _left(free, split))
        for split in _splits(number, takers, free)
    )


def _splits(number: int, takers: int, free: Split) -> Iterator[Split]:
    """Yield every split of at most ``number`` cards among the groups of the set ``takers``."""
    if not free:
        yield ()
        return
    most = min(number, free[0]) if takers & 1 else 0
    for first in range(most + 1):
        for rest in _splits(number - first, takers >> 1, free[1:]):
            yield first, *rest


def _weight(number: int, split: Split) -> int:
    """Return the number of ways to choose the cards of a split."""
    weight = 1
    for share in split:
        weight *= comb(number, share)
        number -= share
    return weight


def _left(free: Split, split: Split) -> Split:
    return tuple([places - share for places, share in zip(free, split, strict=True)])


def _impossible() -> int:
    raise ValueError("expected hands that the cards can fill, got none")
