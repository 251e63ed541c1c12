"""The components: cards, offerings and every printed number, from ``components.toml``."""

from importlib.resources import files
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from parlour import Spelling, read_components
from parlour.kit.cards import Counts

Tally: TypeAlias = Counts
"""A number for each of the seven kinds of card, or for each of the four sorts of offering."""

SORTS = ("fish", "mulberry", "potato", "grain")
"""The four sorts: of hunter-gatherers, and of the offerings they bring."""

CARDS = (*SORTS, "woodcutter", "priest", "moai")
"""The seven kinds of card; a hunter-gatherer has the number of its sort."""

WOODCUTTER, PRIEST, MOAI = range(4, 7)


def _index(names: tuple[str, ...]) -> Spelling[int]:
    return Spelling(names.__getitem__, lambda text: names.index(text.lower()))


Sort = Annotated[int, Meta(ge=0, lt=len(SORTS)), _index(SORTS)]
Card = Annotated[int, Meta(ge=0, lt=len(CARDS)), _index(CARDS)]


class Display(Struct, frozen=True, forbid_unknown_fields=True):
    """The general display and the hands filled from it."""

    columns: int
    length: int
    """Cards in a full column."""
    hand: int
    """Cards in a full hand."""


class Offerings(Struct, frozen=True, forbid_unknown_fields=True):
    """The offering cards."""

    each: int
    """Cards of each sort."""
    dealt: int
    """Cards of each sort dealt to each seat."""
    price: int
    """Wood for one, before hunters make it cheaper."""


class Wood(Struct, frozen=True, forbid_unknown_fields=True):
    """The wood that seats begin with, and that things cost."""

    start: tuple[int, ...]
    """For each seat, from the start player clockwise."""
    moai: int
    """To build a moai."""
    hunters: tuple[int, ...]
    """To lay one hunter, two, or three of a sort at once."""
    a_point: int
    """For one point at the end."""


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """The points that things are worth."""

    moai: int
    """For each moai built."""
    ranks: tuple[int, ...]
    """For an offering of the sort sacrificed most, second most, and so on."""
    bonus_from: int
    """The fewest cards of a kind that earn a sole majority its bonus."""
    bonus: int


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of all components, as the rulebook lists them."""

    cards: int
    hunters: int
    offerings: int
    start_cards: int
    fame_tokens: int
    wood_tokens: int


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of tokens of each value."""

    fame: dict[int, int]
    wood: dict[int, int]


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour's start cards."""

    name: str
    cards: tuple[str, ...]


class Reconstructed(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that no text of the rulebook states; printed cards may differ."""

    colours: tuple[Colour, ...]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cards: dict[str, int]
    display: Display
    offerings: Offerings
    wood: Wood
    points: Points
    totals: Totals
    tokens: Tokens
    reconstructed: Reconstructed


def sums(box: Components) -> list[tuple[str, object, object]]:
    """Name each thing that must add up, with the number in the file and the right number."""
    totals, colours = box.totals, box.reconstructed.colours
    lacking = [set(SORTS) - set(colour.cards) for colour in colours]
    return [
        ("kinds of card", set(box.cards), set(CARDS)),
        ("cards", sum(box.cards.values()), totals.cards),
        ("hunters", sum(box.cards.get(sort, 0) for sort in SORTS), totals.hunters),
        ("offerings", box.offerings.each * len(SORTS), totals.offerings),
        ("start cards", sum(len(colour.cards) for colour in colours), totals.start_cards),
        ("start woodcutters", [c.cards.count("woodcutter") for c in colours], [1] * len(colours)),
        ("sorts lacking in a colour", [len(sorts) for sorts in lacking], [1] * len(colours)),
        ("sorts lacking somewhere", set().union(*lacking), set(SORTS)),
        ("seats with start wood", len(box.wood.start), len(colours)),
        ("fame tokens", sum(box.tokens.fame.values()), totals.fame_tokens),
        ("wood tokens", sum(box.tokens.wood.values()), totals.wood_tokens),
    ]


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components, sums)

STACK: Tally = tuple(BOX.cards[card] for card in CARDS)
"""The 50 Rapa Nui cards by kind."""

COLOURS = tuple(colour.name for colour in BOX.reconstructed.colours)

START_HANDS: tuple[Tally, ...] = tuple(
    tuple(colour.cards.count(card) if card in SORTS else 0 for card in CARDS)
    for colour in BOX.reconstructed.colours
)
"""Each colour's three hunter-gatherers."""

START_LYING: Tally = tuple(int(card == WOODCUTTER) for card in range(len(CARDS)))
"""The woodcutter every seat begins with."""
