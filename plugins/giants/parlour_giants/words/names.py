"""The names of things in a sentence: pieces, colours, hexes."""

from collections.abc import Iterable, Sequence

from parlour import Over, Seat, Viewer
from parlour_giants.board import Board
from parlour_giants.components import COLOURS
from parlour_giants.state import NOBODY
from parlour_giants.view import View

PIECE_WORDS = ("headdress", "size-1 moai", "size-2 moai", "size-3 moai")
"""The name of each piece in a sentence, by its size."""

_SEVERAL = {"half tablet": "half tablets", "headdress": "headdresses"}
"""The plurals that take more than an ``s``."""


def count(number: int, what: str) -> str:
    """Write ``1 log``, ``2 logs``."""
    return f"{number} {what if number == 1 else _SEVERAL.get(what, f'{what}s')}"


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


def at_place(piece: tuple[int, str]) -> str:
    """Write a size and a hex: ``a size-3 moai on d4``."""
    size, where = piece
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
    """Return whose base lies under a moai; None where the viewer is not told (7.2 and 8.1).

    Everybody knows their own, and those under which they have peeked.
    """
    owner = next(seat for seat, ahus in enumerate(view.erected) if ahus >> ahu & 1)
    turned_up = isinstance(view.phases[-1], Over)
    peeked = view.seat != NOBODY and view.looked[view.seat] >> ahu & 1
    told = turned_up or viewer.memory or peeked
    return owner if told or owner == view.seat else None


def colour_of(seat: Seat) -> str:
    """Return the colour of a seat as a name: ``Blue``."""
    return COLOURS[seat].capitalize()


def conjugated(viewer: Viewer, seat: Seat, verb: str, with_you: str | None = None) -> str:
    """Return a verb as it stands with a seat's name: ``erects``, but ``erect`` with "You"."""
    return viewer.does(seat, verb, with_you).removeprefix(f"{viewer.name(seat)} ")
