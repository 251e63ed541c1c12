"""The names of things in a sentence: pieces, colours, hexes."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

from parlour import Over, Phrase, Phrasebook, Seat, Viewer, listed
from parlour_giants.board import Board
from parlour_giants.components import COLOURS, PIECES, Size
from parlour_giants.state import NOBODY
from parlour_giants.view import View

SENTENCES = Phrasebook(files(__package__) / "sentences")
"""The sentences of Giants by code, in each language."""

say, phrase = SENTENCES.say, SENTENCES.phrase


def typed(word: str) -> str:
    """Return a word of a move as the reader types it; a name stays as it is."""
    code = f"typed.{word}"
    return say(code).split()[0].replace("_", " ") if SENTENCES.has(code) else word


def count(number: int, thing: str) -> str:
    """Count things: ``1 log``, ``2 logs``; figures that each seat has once go without a number."""
    return say(f"many.{thing}", number=number)


def counted(number: int, thing: str) -> Phrase:
    """Count things inside a sentence that asks for a form of them: ``{logs:dat}``."""
    return phrase(f"many.{thing}", number=number)


def owned(seat: Seat, what: str, number: int) -> str:
    """Count figures by the colour of their seat, ``2 blue workers``; logs are nobody's."""
    if seat == NOBODY:
        return count(number, what)
    return say(f"owned.{what}", colour=COLOURS[seat], number=number)


def things_words(things: Mapping[str, int]) -> list[str]:
    """Count each thing that is there."""
    return [count(number, what) for what, number in things.items() if number]


def commas(parts: Iterable[str], nothing: str | None = None) -> str:
    """Join the parts that are not empty; for none return ``nothing``, or the word for that."""
    return ", ".join(filter(None, parts)) or (say("nothing") if nothing is None else nothing)


def piece_name(size: Size, form: str = "") -> str:
    """Name a piece, ``size-2 moai``, in a form of the language: ``a``, ``the``."""
    return SENTENCES.worded(f"piece.{PIECES[size]}", {}, form)


def pieces(size: Size, number: int) -> str:
    """Count equal pieces: ``2 size-3 moais``."""
    return say("pieces", piece=PIECES[size], number=number)


def moai_words(sizes: Sequence[Size], case: str = "") -> str:
    """Write ``a size-2 moai``, ``2 size-2 moais``, ``moais of size 1 and 2``.

    ``case`` may be ``.acc``.
    """
    if len(sizes) > 1 and len({*sizes}) == 1:
        return pieces(sizes[0], len(sizes))
    if len(sizes) > 1:
        return say(f"moais{case}.many", sizes=listed(map(str, sizes)))
    return say(f"moais{case}.{'one' if sizes else 'none'}", piece=PIECES[sum(sizes)])


def at_place(size: Size, where: str, case: str = "") -> str:
    """Write a piece and its hex, ``a size-3 moai on d4``; ``case`` may be ``.acc``, ``.from``."""
    return say(f"at{case}", piece=PIECES[size], hex=where)


def terrain(on: Board, here: int) -> str:
    """Name the kind of a special hex; empty for any other."""
    special = {
        on.moai_quarry: "moai_quarry",
        on.headdress_quarry: "headdress_quarry",
        on.village: "village",
        on.hut: "hut",
    }
    kind = special.get(here, "forest" if here in on.forests else "")
    return kind and say(f"land.{kind}")


def island_title(view: View) -> str:
    """Return the title of the board; the included one's in the spoken language."""
    return view.board.title if view.options.board_file else say("table.island")


def known_base(view: View, ahu: int, viewer: Viewer) -> Seat | None:
    """Return whose base lies under a moai, or None if the viewer may not see it (7.2 and 8.1).

    Everybody knows their own bases, and the bases that they have peeked at.
    """
    owner = next(seat for seat, ahus in enumerate(view.erected) if ahus >> ahu & 1)
    turned_up = isinstance(view.phases[-1], Over)
    peeked = view.seat != NOBODY and view.looked[view.seat] >> ahu & 1
    known = turned_up or viewer.memory or peeked or owner == view.seat
    return owner if known else None


def colour_of(seat: Seat, form: str = "name") -> str:
    """Return the colour of a seat in a form of the language: as a name, ``Blue``."""
    return SENTENCES.worded(f"colour.{COLOURS[seat]}", {}, form)
