"""The marks on a hex of the drawn island: its kind, its ahus, and its pieces.

A mark is a few letters. Colours are repeated by letters, so that nothing is told by colour alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from parlour import Viewer
from parlour.rules.panels import spot
from parlour_giants.board import Board, members
from parlour_giants.components import COLOURS, HEADDRESS, PIECES, Size
from parlour_giants.phases import Moving
from parlour_giants.state import NOBODY, Camp, Piece
from parlour_giants.table.cells import CHIEF, SORCERER, STYLES
from parlour_giants.view import View
from parlour_giants.words.names import known_base, say
from parlour_giants.words.view import lain_on, visited

LAND, LOG, PALE, HERE, CHANGED = "bold", "bright_yellow", "dim", "bold reverse", "reverse"
VISITED = "x"
"""The sign of a hex that the piece on the move has visited (rules 5.4 and 9.7)."""
LAIN = "o"
"""The sign of a hex where the piece on the move has lain in this transport (rule 5.15)."""


class Mark(NamedTuple):
    """A few letters that stand for one thing on a hex."""

    text: str
    style: str = ""
    at: tuple[str, ...] = ()
    """The addresses of the parts of moves that it stands for."""
    tight: bool = False
    """Whether it stands close to others of its kind, as figures do."""

    @property
    def drawn(self) -> Style:
        """Its style, with its addresses."""
        return spot(*self.at, style=self.style) if self.at else Style.parse(self.style)


class Marks(NamedTuple):
    """All marks of one hex, in groups."""

    name: Mark
    land: tuple[Mark, ...]
    ahus: tuple[Mark, ...]
    figures: tuple[Mark, ...]
    """Figures of each seat, and logs."""
    pieces: tuple[Mark, ...]

    @property
    def number(self) -> int:
        """Number of marks beside the name."""
        return sum(map(len, self[1:]))


def marks_of(view: View, on: Board, here: int, viewer: Viewer, earlier: View | None) -> Marks:
    """Return the marks of a hex; marks that ``earlier`` did not have are reversed."""
    now = _marks(view, on, here, viewer)
    if earlier is None:
        return now
    before = _marks(earlier, on, here, viewer)
    groups = [_changed(marks, old) for marks, old in zip(now[1:], before[1:], strict=True)]
    gone = view.round == earlier.round and any(
        len(old) > len(marks) for marks, old in zip(now[3:], before[3:], strict=True)
    )
    return Marks(_reversed(now.name) if gone else now.name, *groups)


def _changed(marks: Sequence[Mark], before: Sequence[Mark]) -> tuple[Mark, ...]:
    """Reverse the marks that were not there before."""
    known = [mark.text for mark in before]
    changed = []
    for mark in marks:
        if mark.text in known:
            known.remove(mark.text)
            changed.append(mark)
        else:
            changed.append(_reversed(mark))
    return tuple(changed)


def _reversed(mark: Mark) -> Mark:
    return mark._replace(style=f"{mark.style} {CHANGED}".strip())


def _marks(view: View, on: Board, here: int, viewer: Viewer) -> Marks:
    phase = view.phases[-1]
    moving = isinstance(phase, Moving) and phase.hex == here
    at = (f"hex={on.hexes[here]}",)
    return Marks(
        Mark(on.hexes[here], HERE if moving else LAND, at),
        tuple(_land(view, on, here)),
        tuple(_ahu(view, on, ahu, viewer) for ahu in members(on.ahus_at[here])),
        tuple(figures(view.camps[here], at)),
        tuple(_pieces(view, here, at)),
    )


def _land(view: View, on: Board, here: int) -> Iterator[Mark]:
    """Mark what a hex is."""
    at = f"hex={on.hexes[here]}"
    kinds = {
        on.moai_quarry: ("moai_quarry", ()),
        on.headdress_quarry: ("headdress_quarry", ("gain=headdress",)),
        on.village: ("village", ("gain=worker",)),
        on.hut: ("hut", ("gain=marker",)),
    }
    if here in kinds:
        kind, gains = kinds[here]
        yield Mark(say(f"mark.{kind}"), LAND, (at, *gains))
    elif here in on.forests:
        stands = view.forests >> here & 1
        yield Mark(f"w{on.forests[here]}", "green", (at,)) if stands else Mark("w-", PALE, (at,))
    if visited(view) >> here & 1:
        yield Mark(VISITED, PALE, (at,))
    if lain_on(view) >> here & 1:
        yield Mark(LAIN, PALE, (at,))


def _ahu(view: View, on: Board, number: int, viewer: Viewer) -> Mark:
    """Mark an ahu: ``8/7`` free, ``8b7`` reserved by Blue, ``▲2b^`` a moai with a headdress."""
    ahu = on.ahus[number]
    at = (f"ahu={ahu.name}", f"gain={ahu.name}", f"hex={on.hexes[ahu.hex]}")
    size = view.size_on(number)
    if size:
        owner = known_base(view, number, viewer)
        letter, style = ("?", "bold") if owner is None else (COLOURS[owner][0], STYLES[owner])
        return Mark(f"▲{size}{letter}{'^' * (view.crowned >> number & 1)}", style, at)
    holder = view.holder(number)
    if holder == NOBODY:
        return Mark(f"{ahu.value}/{ahu.crown}", "", at)
    return Mark(f"{ahu.value}{COLOURS[holder][0]}{ahu.crown}", STYLES[holder], at)


def figures(camp: Camp, at: tuple[str, ...] = ()) -> Iterator[Mark]:
    """Mark figures, ``2b*#`` two blue workers, sorcerer and chief, and logs, ``=2``."""
    for seat, colour in enumerate(COLOURS):
        if camp.has(seat):
            workers = str(camp.workers[seat]) if camp.workers[seat] else ""
            sorcerer = SORCERER * (camp.sorcerers >> seat & 1)
            chief = CHIEF * (camp.chiefs >> seat & 1)
            yield Mark(f"{workers}{colour[0]}{sorcerer}{chief}", STYLES[seat], at, tight=True)
    if camp.logs:
        yield Mark(f"={camp.logs}", LOG, at, tight=True)


def _pieces(view: View, here: int, at: tuple[str, ...]) -> Iterator[Mark]:
    """Mark pieces: ``M3!`` on the move, ``M3x2`` for two equal ones, and the marks of ``piece``."""
    phase = view.phases[-1]
    if isinstance(phase, Moving) and phase.hex == here:
        yield Mark(f"{letter(phase.size)}!", HERE, at)
    for each, number in Counter(p for p in view.pieces if p.hex == here).items():
        mark = piece(each, at)
        yield mark if number == 1 else mark._replace(text=f"{mark.text}x{number}")


def piece(given: Piece, at: tuple[str, ...] = ()) -> Mark:
    """Mark a piece: ``M3b`` with Blue's marker, ``M3~b`` left by Blue, ``M3`` anybody's."""
    at = (*at, f"size={PIECES[given.size]}")
    if given.owner == NOBODY:
        return Mark(letter(given.size), "bold", at)
    owner = COLOURS[given.owner][0]
    text = f"{letter(given.size)}{owner if given.marked else f'~{owner}'}"
    return Mark(text, f"bold {STYLES[given.owner]}", at)


def letter(size: Size) -> str:
    """Return the short name of a piece: ``M2``, ``H``."""
    return "H" if size == HEADDRESS else f"M{size}"


SIGNS = (
    (r"\d+[bgryp]\*?#?", "2b", "workers"),
    (r"\d*[bgryp]\*#?", "b*", "sorcerer"),
    (r"\d*[bgryp]\*?#", "b#", "chief"),
    (r"=\d+", "=2", "logs"),
    (r"w\d+", "w3", "forest"),
    (r"w-", "w-", "felled"),
    (r"\d/\d", "8/7", "ahu"),
    (r"\d[bgryp]\d", "8b7", "reserved"),
    (r"▲.*", "▲2b", "moai"),
    (r"▲\d\?.*", "?", "face_down"),
    (r"▲.*\^", "^", "crowned"),
    (r"M\d.*", "M3", "piece"),
    (r"H.*", "H", "headdress"),
    (r"(M\d|H)[bgryp].*", "M3b", "marked"),
    (r"(M\d|H)~[bgryp].*", "M3~b", "left"),
    (r"(M\d|H)(x\d+)?", "M3", "anybodys"),
    (r".*!", "M3!", "moving"),
    (r"x", "x", "visited"),
    (r"o", "o", "lain"),
)
"""Each sign: the marks that have it, an example, and the code of its meaning, ``sign.…``."""


def legend(every: Sequence[Marks]) -> list[Text]:
    """Explain the signs that are on the island."""
    texts = {mark.text for marks in every for group in marks[1:] for mark in group}
    return [
        Text(f"{example} {say(f'sign.{meaning}')}", PALE)
        for pattern, example, meaning in SIGNS
        if any(re.fullmatch(pattern, text) for text in texts)
    ]
