"""The names of things in a sentence: pieces, colours, hexes."""

from collections.abc import Iterable, Mapping, Sequence

from parlour import Over, Seat, Viewer
from parlour_giants.board import Board
from parlour_giants.components import COLOURS, Size
from parlour_giants.state import NOBODY
from parlour_giants.view import View

PIECE_WORDS = ("headdress", "size-1 moai", "size-2 moai", "size-3 moai")
"""The name of each piece in a sentence, by its size."""

_SEVERAL = {"half tablet": "half tablets", "headdress": "headdresses"}
"""The plurals that take more than an ``s``."""


def count(number: int, what: str) -> str:
    """Write ``1 log``, ``2 logs``."""
    return f"{number} {what if number == 1 else _SEVERAL.get(what, f'{what}s')}"


SINGLE = {"sorcerer", "chief"}
"""The figures that each seat has once."""


def thing_words(what: str, number: int) -> str:
    """Write a thing with its number, or without if a seat has only one."""
    return what if what in SINGLE else count(number, what)


def things_words(things: Mapping[str, int]) -> list[str]:
    """Write each thing that is there."""
    return [thing_words(what, number) for what, number in things.items() if number]


def listed(parts: Iterable[str], nothing: str = "nothing") -> str:
    """Join the parts that are not empty."""
    return ", ".join(filter(None, parts)) or nothing


def anded(parts: Sequence[str], word: str = "and") -> str:
    """Join parts as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last


def moai_words(sizes: Sequence[int]) -> str:
    """Write ``a size-2 moai``, ``moais of size 1, 2 and 2``."""
    if len(sizes) < 2:
        return f"a {PIECE_WORDS[sizes[0]]}" if sizes else "no moai"
    return f"moais of size {anded(list(map(str, sizes)))}"


def at_place(size: Size, where: str) -> str:
    """Write a piece and its hex: ``a size-3 moai on d4``."""
    return f"a {PIECE_WORDS[size]} on {where}"


def terrain(on: Board, here: int) -> str:
    """Name the kind of a special hex; empty for any other."""
    special = {
        on.moai_quarry: "moai quarry",
        on.headdress_quarry: "headdress quarry",
        on.village: "village",
        on.hut: "sorcerer's hut",
    }
    return special.get(here, "forest" if here in on.forests else "")


def known_base(view: View, ahu: int, viewer: Viewer) -> Seat | None:
    """Return whose base lies under a moai, or None if the viewer may not see it (7.2 and 8.1).

    Everybody knows their own bases, and those that they have peeked at.
    """
    owner = next(seat for seat, ahus in enumerate(view.erected) if ahus >> ahu & 1)
    turned_up = isinstance(view.phases[-1], Over)
    peeked = view.seat != NOBODY and view.looked[view.seat] >> ahu & 1
    known = turned_up or viewer.memory or peeked or owner == view.seat
    return owner if known else None


def colour_of(seat: Seat) -> str:
    """Return the colour of a seat as a name: ``Blue``."""
    return COLOURS[seat].capitalize()


def conjugated(viewer: Viewer, seat: Seat, verb: str, with_you: str | None = None) -> str:
    """Return a verb as it stands with a seat's name: ``erects``, but ``erect`` with "You"."""
    return viewer.does(seat, verb, with_you).removeprefix(f"{viewer.name(seat)} ")
