"""The moves of Rapa Nui, each made once."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from parlour import Move, Spelling
from parlour_rapa_nui.components import BOX, SORTS, Card, Sort


def _column(text: str) -> int:
    column = int(text) - 1
    if column not in range(BOX.display.columns):
        raise ValueError(text)
    return column


Column = Annotated[
    int,
    Meta(ge=0, lt=BOX.display.columns),
    Spelling(lambda column: str(column + 1), _column),
]


Number = Annotated[int, Meta(ge=1, le=len(BOX.wood.hunters)), Spelling(str, int)]
"""Cards laid at once; a text may hold more, so that the rules say why they are too many."""


class Buy(Move, frozen=True):
    """Buy an offering (rule 3.1)."""

    form = "buy {sort}"
    covered_by_events = True
    sort: Sort


class NoOffering(Move, frozen=True):
    """Buy none (rule 3.1)."""

    form = "buy nothing"
    former_forms = ("no offering",)


class Lay(Move, frozen=True):
    """Lay one card, or up to three hunters of a sort (rule 4.1)."""

    form = "lay {card}[ {number}]"
    covered_by_events = True
    card: Card
    number: Number = 1


class Discard(Move, frozen=True):
    """Put one of three moais into the box (rule 4.5)."""

    form = "discard moai"
    covered_by_events = True


class Offer(Move, frozen=True):
    """Sacrifice an offering face up (rule 5.2)."""

    form = "offer {sort}"
    covered_by_events = True
    sort: Sort


class OfferFaceDown(Move, frozen=True):
    """Sacrifice an offering that nobody else sees (rule 5.3)."""

    form = "offer {sort} face down"
    public_form = "offer a card face down"
    covered_by_events = True
    sort: Sort


class Add(Move, frozen=True):
    """Sacrifice a card from a pile (rule 5.4)."""

    form = "add {sort}"
    covered_by_events = True
    sort: Sort


class Draw(Move, frozen=True):
    """Take the front card of a column (rule 6.2)."""

    form = "draw {column}"
    covered_by_events = True
    column: Column


class TakeWood(Move, frozen=True):
    """Have one's moais bring wood (rule 7.5)."""

    form = "take wood"
    covered_by_events = True


class TakeFame(Move, frozen=True):
    """Have one's moais bring fame (rule 7.5)."""

    form = "take fame"
    covered_by_events = True


class TakeInstead(Move, frozen=True):
    """Take an offering of another sort, the right pile being empty (rule 7.7)."""

    form = "take {sort} instead"
    covered_by_events = True
    sort: Sort


class Decline(Move, frozen=True):
    """Take none of another sort (rule 7.7)."""

    form = "decline"
    covered_by_events = True


RapaNuiMove: TypeAlias = (
    Buy
    | NoOffering
    | Lay
    | Discard
    | Offer
    | OfferFaceDown
    | Add
    | Draw
    | TakeWood
    | TakeFame
    | TakeInstead
    | Decline
)

_SETS = [[sort for sort in range(len(SORTS)) if mask >> sort & 1] for mask in range(16)]

NO_OFFERING, DISCARD, DECLINE = NoOffering(), Discard(), Decline()
BUYS: tuple[tuple[Buy | NoOffering, ...], ...] = tuple(
    (*(Buy(sort) for sort in sorts), NO_OFFERING) for sorts in _SETS
)
"""The moves of buying, by the bitmask of sorts that can be paid; so are the tables below."""
OFFERS = tuple(tuple(Offer(sort) for sort in sorts) for sorts in _SETS)
FACE_DOWN = tuple(tuple(OfferFaceDown(sort) for sort in sorts) for sorts in _SETS)
ADDS = tuple(tuple(Add(sort) for sort in sorts) for sorts in _SETS)
INSTEAD: tuple[tuple[TakeInstead | Decline, ...], ...] = tuple(
    (*(TakeInstead(sort) for sort in sorts), DECLINE) for sorts in _SETS
)
DRAWS = tuple(Draw(column) for column in range(BOX.display.columns))
YIELDS = (TakeWood(), TakeFame())


def mask(tally: tuple[int, ...]) -> int:
    """Return which of the four sorts a tally has at least one of, as a bitmask."""
    fish, mulberry, potato, grain = tally
    return (fish > 0) | (mulberry > 0) << 1 | (potato > 0) << 2 | (grain > 0) << 3
