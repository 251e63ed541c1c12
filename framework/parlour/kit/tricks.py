"""Trick taking: which cards follow suit, and who wins a trick. Experimental: it may change.

A pack has suits of equal length. A card is a number, ``suit * ranks + rank``, higher ranks being
better, and a hand is a set of cards as bits, which fits in 64 bits for packs of up to 64 cards.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct


class Pack(Struct, frozen=True):
    """The suits and ranks of a pack."""

    suits: int
    """Number of suits."""
    ranks: int
    """Number of ranks in a suit."""

    @property
    def cards(self) -> int:
        """All cards, as a set."""
        return (1 << self.suits * self.ranks) - 1

    def suit(self, card: int) -> int:
        """Return the suit of a card."""
        return card // self.ranks

    def rank(self, card: int) -> int:
        """Return the rank of a card, 0 for the lowest."""
        return card % self.ranks

    def of_suit(self, suit: int) -> int:
        """Return the cards of a suit, as a set."""
        return (1 << self.ranks) - 1 << suit * self.ranks

    def legal(self, hand: int, led: int | None) -> int:
        """Return the cards of a hand that may be played, as a set.

        If a card is ``led``, the cards of its suit, or all if the hand has no card of it.
        """
        if led is None:
            return hand
        return hand & self.of_suit(led // self.ranks) or hand

    def winner(self, cards: Sequence[int], trump: int | None) -> int:
        """Return the place in ``cards``, a trick in the order of play, of the card that wins.

        The highest trump wins; without one, the highest card of the suit led.
        """
        led = self.suit(cards[0])

        def strength(place: int) -> int:
            suit = self.suit(cards[place])
            follows = suit in {led, trump}
            return follows * (1 + self.rank(cards[place]) + self.ranks * (suit == trump))

        return max(range(len(cards)), key=strength)


@lru_cache(maxsize=65536)
def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a set, in rising order."""
    cards = []
    while hand:
        lowest = hand & -hand
        cards.append(lowest.bit_length() - 1)
        hand ^= lowest
    return tuple(cards)


def drawn(cards: int, rng: Random) -> int:
    """Return a card of a set that ``rng`` draws, each as likely as the next.

    Numbers are drawn until one is in the set: a pack with most of its cards takes one or two tries.

    Raises:
        ValueError: The set is empty.
    """
    if not cards:
        raise ValueError("expected a card to draw, got none")
    numbers = cards.bit_length()
    while True:
        card = int(rng.random() * numbers)
        if cards >> card & 1:
            return card
