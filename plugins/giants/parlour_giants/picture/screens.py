"""The panels of the screens: one's own with what lies behind it, and those of the others."""

from collections.abc import Iterator, Sequence

from parlour import Seat, Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import COLOURS
from parlour_giants.picture.belongings import behind_cells, choice_cells, front_cells
from parlour_giants.picture.cells import EDGE, WIDTH, Cell, draw_cells, height_of
from parlour_giants.picture.inks import clan_ink, letter_ink
from parlour_giants.picture.pieces import STAR, letter
from parlour_giants.state import NOBODY
from parlour_giants.view import View
from parlour_giants.words.names import count
from parlour_giants.words.view import has_passed, others, standing

HEAD = 44.0
"""Height of the head of a screen."""
WORDS = 20.0
"""Height of a line of words over cells."""
GAP = 8.0
"""Units between two screens."""
BANNER = "M0,0 L0,-36 L24,-29 L0,-22"


def own_panel(view: View, viewer: Viewer) -> Iterator[PicturePanel]:
    """Draw one's own screen, with what lies behind it and in front of it; onlookers have none."""
    seat = view.seat
    if seat == NOBODY:
        return
    behind, choices = list(behind_cells(view, seat)), list(choice_cells(view))
    front = list(front_cells(view, seat))
    height = HEAD + _tall(behind) + _tall(choices) * bool(choices) + _tall(front) + EDGE
    pen = Pen(WIDTH, height)
    pen.rect(0, 0, WIDTH, height, fill="hill", corner=12)
    _draw_head(pen, view, seat, viewer, 0.0)
    top = _draw_lot(pen, "Behind your screen, hidden", behind, HEAD)
    if choices:
        top = _draw_lot(pen, "With the figure that you place", choices, top)
    _draw_lot(pen, "In front, seen by all", front, top)
    label = f"Your screen: {standing(view, seat)}."
    title = f"{viewer.name(seat)}: {standing(view, seat)}"
    yield pen.panel("you", title, label=label, needed=True)


def others_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the others' screens, with what lies in front of them."""
    lots: dict[Seat, list[tuple[str, list[Cell]]]] = {}
    for seat in others(view):
        front = list(front_cells(view, seat))
        lots[seat] = [("" if front else "In front of the screen", front)]
        if viewer.memory:
            lots[seat].append(("Behind the screen", list(behind_cells(view, seat))))
    heights = {
        seat: HEAD + sum(_tall(cells, words) for words, cells in held) + GAP
        for seat, held in lots.items()
    }
    pen = Pen(WIDTH, sum(heights.values()))
    top = 0.0
    for seat, held in lots.items():
        pen.rect(0, top, WIDTH, heights[seat] - GAP, fill="hill", corner=12)
        _draw_head(pen, view, seat, viewer, top)
        below = top + HEAD
        for words, cells in held:
            below = _draw_lot(pen, words, cells, below)
        top += heights[seat]
    label = f"The screens of {len(lots)} others, with what lies in front of them."
    return pen.panel("others", "The others", label=label)


def _tall(cells: Sequence[Cell], words: str = "words") -> float:
    """Return the height of a lot of cells with its heading."""
    return (WORDS if words else 0.0) + height_of(cells)


def _draw_lot(pen: Pen, words: str, cells: Sequence[Cell], top: float) -> float:
    """Draw cells under a heading; return where the next lot begins."""
    if words:
        said = words if cells else f"{words}: nothing"
        pen.text(EDGE + 2, top + 14, said, size=12, anchor="start", bold=True)
    draw_cells(pen, cells, EDGE, top + (WORDS if words else 0.0))
    return top + _tall(cells, words)


def _draw_head(pen: Pen, view: View, seat: Seat, viewer: Viewer, top: float) -> None:
    """Draw the upper edge of a screen: its clan, its name, points, start stone and banner."""
    pen.rect(0, top, WIDTH, HEAD - 6, fill=clan_ink(seat), corner=12)
    pen.circle(24, top + 19, 13, fill="bone", stroke="stone-edge")
    pen.text(24, top + 24.5, letter(seat), size=16, fill="on-bone", bold=True)
    ink = letter_ink(seat)
    points = count(view.clans[seat].points, "point")
    with pen.spot(
        key=f"{COLOURS[seat]} points", label=f"{viewer.name(seat)}, {COLOURS[seat]}: {points}"
    ):
        said = f"{_short(viewer.name(seat))}, {COLOURS[seat]}"
        pen.text(46, top + 24, said, size=15, fill=ink, anchor="start", bold=True)
        pen.text(WIDTH - 96, top + 24, points, size=14, fill=ink, anchor="end", bold=True)
    if seat == view.start:
        with pen.spot(key="start stone", label=f"{viewer.name(seat)} starts"):
            _draw_start(pen, WIDTH - 72, top + 19)
    _draw_banner(pen, view, seat, viewer, top)


def _draw_start(pen: Pen, x: float, y: float) -> None:
    with pen.group(move=(x, y), scale=1.5):
        pen.path(STAR, fill="bone", stroke="stone-edge")
    pen.text(x, y + 4.5, "1", size=12, fill="on-bone", bold=True)


def _draw_banner(pen: Pen, view: View, seat: Seat, viewer: Viewer, top: float) -> None:
    """Draw the banner of who has passed (rules 4.12 and 5.12)."""
    if not has_passed(view, seat):
        return
    with (
        pen.spot(key=f"{COLOURS[seat]} banner", label=f"{viewer.name(seat)} has passed"),
        pen.group(move=(WIDTH - 44, top + 34)),
    ):
        pen.rect(-6, -30, 42, 30, fill="paper", corner=5)
        with pen.group(scale=0.7, move=(6.0, -2.0)):
            pen.path(BANNER, fill=clan_ink(seat), stroke="stone-edge", line=2)


def _short(name: str) -> str:
    """Return a name that fits the head of a screen."""
    return name if len(name) <= 16 else f"{name[:15]}…"
