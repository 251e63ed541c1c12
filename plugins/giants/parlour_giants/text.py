"""The drawing of Giants for a terminal: the island as a wall of bricks, then lists.

Each hex is a brick. Every second row is shifted by half a brick, so that a brick touches the
six that are next to it, as hexes do. Nothing is told by colour alone.
"""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from parlour import Viewer
from parlour_giants.board import Board, board, members
from parlour_giants.components import COLOURS, HEADDRESS
from parlour_giants.phases import Moving
from parlour_giants.state import NOBODY, Camp, Piece
from parlour_giants.view import View
from parlour_giants.view_words import (
    ahu_words,
    camp_words,
    clan_lines,
    headline,
    known_base,
    piece_in_hand,
    piece_words,
    quarry_words,
    supply_words,
)

PITCH, HEIGHT, SHIFT = 9, 4, 4
"""Columns and lines from brick to brick, and columns by which every second row is shifted."""

INNER = PITCH - 1
"""Columns inside a brick."""

STYLES = ("bright_blue", "green", "red", "yellow", "magenta")
"""The style of each seat."""
EDGE, LOG, AHU, PALE, HERE = "dim", "bright_yellow", "bold", "dim", "bold reverse"
TAGS = {"moai_quarry": "Moai Q", "headdress_quarry": "Head Q", "village": "Villg", "hut": "Hut"}

Token = tuple[str, str]
"""Characters and their style."""


class Canvas:
    """A grid of characters with styles, which grows as it is written on."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Token] = {}

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write ``text`` to the right from a place, counted from 0."""
        for step, char in enumerate(text):
            self._cells[line, column + step] = (char, style)

    def lines(self) -> Iterator[Text]:
        """Yield the lines from the top."""
        for line in range(1 + max(line for line, _ in self._cells)):
            width = 1 + max((column for at, column in self._cells if at == line), default=-1)
            yield Text.assemble(*(self._cells.get((line, at), (" ", "")) for at in range(width)))


def draw_text(view: View, viewer: Viewer) -> RenderableType:
    """Draw the table as ``view.seat`` sees it."""
    on = board(view.options.board)
    above = filter(None, (headline(view, viewer), quarry_words(view), piece_in_hand(view)))
    return Group(
        *(Text(line, "bold") for line in above),
        *_island(view, on, viewer).lines(),
        *_legend(),
        Text(),
        *_clans(view, viewer),
        Text(supply_words(view)),
        Text(),
        *_camps(view, on),
        *_ahus(view, on, viewer),
    )


# The island


def _island(view: View, on: Board, viewer: Viewer) -> Canvas:
    canvas = Canvas()
    for here, name in enumerate(on.hexes):
        row, place = ord(name[0]) - ord("a"), int(name[1:]) - 1
        line, column = row * HEIGHT, place * PITCH + row % 2 * SHIFT
        _brick(canvas, line, column)
        contents = (
            _name(view, on, here),
            _carriers(view.camps[here]),
            [*_pieces(view, here), *_platforms(view, on, here, viewer)],
        )
        for step, tokens in enumerate(contents, 1):
            _fill(canvas, line + step, column + 1, tokens)
    return canvas


def _brick(canvas: Canvas, line: int, column: int) -> None:
    """Draw the edges of a hex."""
    edge = "+" + "-" * INNER + "+"
    canvas.put(line, column, edge, EDGE)
    canvas.put(line + HEIGHT, column, edge, EDGE)
    for step in range(1, HEIGHT):
        canvas.put(line + step, column, "|" + " " * INNER + "|", EDGE)


def _fill(canvas: Canvas, line: int, column: int, tokens: Iterable[Token]) -> None:
    """Write tokens into a line of a brick; what does not fit stands in the lists below."""
    used = 0
    for text, style in tokens:
        if used + len(text) > INNER:
            canvas.put(line, column + min(used, INNER - 1), "…", PALE)
            return
        canvas.put(line, column + used, text, style)
        used += len(text)


def _name(view: View, on: Board, here: int) -> Iterator[Token]:
    """Write the name of a hex and its kind."""
    phase = view.phases[-1]
    moving = isinstance(phase, Moving) and phase.hex == here
    yield on.hexes[here], HERE if moving else ""
    for place, tag in TAGS.items():
        if getattr(on, place) == here:
            yield " " * max(0, INNER - len(on.hexes[here]) - len(tag)) + tag, "bold"
    if here in on.forests:
        standing = view.forests >> here & 1
        yield (f" wood{on.forests[here]}", "green") if standing else (" stump", PALE)


def _carriers(camp: Camp) -> Iterator[Token]:
    """Write figures, ``b2`` two workers, ``b*`` a sorcerer, ``B`` a chief, and logs, ``=2``."""
    for seat, style in enumerate(STYLES):
        letter = COLOURS[seat][0]
        if camp.workers[seat]:
            yield f"{letter}{camp.workers[seat]}", style
        if camp.sorcerers >> seat & 1:
            yield f"{letter}*", style
        if camp.chiefs >> seat & 1:
            yield letter.upper(), f"bold {style}"
    if camp.logs:
        yield f"={camp.logs}", LOG


def _pieces(view: View, here: int) -> Iterator[Token]:
    """Write pieces: ``M3b`` with Blue's marker, ``M3~`` left, ``M3.`` abandoned, ``M3!`` moving."""
    phase = view.phases[-1]
    if isinstance(phase, Moving) and phase.hex == here:
        yield f"{_kind(phase.size)}!", HERE
    for piece in view.pieces:
        if piece.hex == here:
            yield f"{_kind(piece.size)}{_owner(piece)}", _style(piece.owner)


def _kind(size: int) -> str:
    return "H" if size == HEADDRESS else f"M{size}"


def _owner(piece: Piece) -> str:
    if piece.owner == NOBODY:
        return "."
    return COLOURS[piece.owner][0] if piece.marked else "~"


def _style(seat: int) -> str:
    return STYLES[seat] if seat != NOBODY else ""


def _platforms(view: View, on: Board, here: int, viewer: Viewer) -> Iterator[Token]:
    """Write the ahus: ``o`` free, ``_b`` reserved by Blue, ``2`` a moai, ``2^`` a crowned one."""
    for ahu in members(on.ahus_at[here]):
        size = next((n for n, ahus in enumerate(view.sizes, 1) if ahus >> ahu & 1), 0)
        holder = next((s for s, ahus in enumerate(view.reserved) if ahus >> ahu & 1), NOBODY)
        if size:
            owner = known_base(view, ahu, viewer)
            letter = "" if owner is None else COLOURS[owner][0]
            crown = "^" if view.crowned >> ahu & 1 else ""
            yield f" {size}{letter}{crown}", f"bold {_style(NOBODY if owner is None else owner)}"
        elif holder != NOBODY:
            yield f" _{COLOURS[holder][0]}", STYLES[holder]
        else:
            yield " o", AHU


def _legend() -> list[Text]:
    return [
        Text("b2 two blue workers  b* sorcerer  B chief  =2 logs   wood4 a forest of 4 logs", PALE),
        Text(
            "M3 moai of size 3  H headdress: b marked by blue  ~ left  . abandoned  ! moving", PALE
        ),
        Text("ahus: o free  _b reserved by blue  2 a moai of size 2  2^ with a headdress", PALE),
    ]


# The lists


def _clans(view: View, viewer: Viewer) -> Iterator[Text]:
    seats = len(view.clans)
    for step in range(seats):
        seat = (view.seat + step) % seats
        first, *rest = clan_lines(view, seat, viewer)
        yield Text(first, f"bold {STYLES[seat]}")
        yield from map(Text, rest)


def _camps(view: View, on: Board) -> Iterator[Text]:
    """List figures and pieces by hex, since a brick may have no room for them."""
    for here, name in enumerate(on.hexes):
        parts = [camp_words(view.camps[here])]
        parts += [piece_words(piece) for piece in view.pieces if piece.hex == here]
        said = ", ".join(filter(None, parts))
        if said:
            yield Text(f"{name}: {said}")


def _ahus(view: View, on: Board, viewer: Viewer) -> Iterator[Text]:
    """List the ahus with their values: taken ones line by line, free ones in columns."""
    yield Text("Ahus: what a moai is worth for each size / what a headdress is worth", PALE)
    taken: list[str] = []
    free: list[str] = []
    for number, ahu in enumerate(on.ahus):
        state = ahu_words(view, number, viewer)
        value = f"{ahu.name} {ahu.value}/{ahu.crown}"
        (taken if state else free).append(f"{value} {state}".strip())
    yield from (Text(line) for line in taken)
    for at in range(0, len(free), 10):
        yield Text("  ".join(part.ljust(8) for part in free[at : at + 10]).rstrip())
