"""Points: what a scoring brings each seat, what offerings are worth, and the final count."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from parlour_rapa_nui.components import BOX, MOAI, SORTS, Tally
from parlour_rapa_nui.state import BaseState, Offered, holdings


class Count(Struct, frozen=True, gc=False):
    """A seat's final points, by where they come from (rule 9.2)."""

    fame: int
    moais: int
    wood: int
    offerings: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.fame + self.moais + self.wood + self.offerings


def bonus(lying: Tally) -> int | None:
    """Return the seat with at least two of a kind and more than each other seat (rule 7.2)."""
    most = max(lying)
    alone = most >= BOX.points.bonus_from and lying.count(most) == 1
    return lying.index(most) if alone else None


@lru_cache(maxsize=65536)
def yields(card: int, lying: Tally) -> Tally:
    """Return what each seat gets when ``card`` is scored; ``lying`` is how many each has of it.

    Wood, fame or offerings: one a card, but for hunters one in all (rules 7.3 to 7.6),
    and one more for a sole majority of two or more (rule 7.2).
    """
    ahead = bonus(lying)
    return tuple(
        (min(own, 1) if card < len(SORTS) else own) + BOX.points.bonus * (seat == ahead)
        for seat, own in enumerate(lying)
    )


def yields_now(state: BaseState, card: int) -> Tally:
    """Return what each seat would get if ``card`` were scored now."""
    return yields(card, tuple([tribe.lying[card] for tribe in state.tribes]))


def sacrificed(stone: tuple[Offered, ...]) -> Tally:
    """Count the stone's cards by sort; a card whose sort is unknown does not count."""
    counts = [0] * len(SORTS)
    for card in stone:
        if card.sort is not None:
            counts[card.sort] += 1
    return tuple(counts)


@lru_cache(maxsize=65536)
def values(counts: Tally) -> Tally:
    """Return what an offering of each sort is worth, by how often each was sacrificed.

    Three less the number of different higher counts (rule 9.3); nothing if the stone is
    empty (rule 9.4).
    """
    if not any(counts):
        return (0,) * len(counts)
    # Equal counts share a rank, and the next lower count has the next rank.
    ranked = sorted(set(counts), reverse=True)
    return tuple(BOX.points.ranks[ranked.index(count)] for count in counts)


def final_counts(state: BaseState) -> Iterator[Count]:
    """Yield every seat's final count, from seat 0 on (rule 9.2)."""
    worth = values(sacrificed(state.stone))
    for seat, tribe in enumerate(state.tribes):
        own = holdings(tribe, state.stone, seat)
        yield Count(
            tribe.fame,
            BOX.points.moai * tribe.lying[MOAI],
            tribe.wood // BOX.wood.a_point,
            sum(number * value for number, value in zip(own, worth, strict=True)),
        )
