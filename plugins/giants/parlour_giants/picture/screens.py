"""The panels of the screens: the viewer's own with the things behind it, and the others'."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias, get_args

from parlour import Seat, Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import COLOURS, HEADDRESS, PIECES, SINGLE, Figure, Size
from parlour_giants.phases import Placing
from parlour_giants.phases.placing import MAX_LOGS, NOT_WANTED, TABLET
from parlour_giants.picture.cells import CELL, EDGE, WIDTH, Cell, draw_cells
from parlour_giants.picture.decisions import screen_address
from parlour_giants.picture.inks import clan_ink, letter_ink
from parlour_giants.picture.symbols import (
    STAR,
    draw_half_tablet,
    draw_piece,
    draw_thing,
    letter,
)
from parlour_giants.state import NOBODY
from parlour_giants.view import View
from parlour_giants.words.names import colour_of, count, pieces, say
from parlour_giants.words.view import has_passed, others, others_title, standing

WORDS = 20.0
"""Height of a line of words over small cells."""
GAP = 5.0
"""Units between two screens."""
OWN = (500.0, 146.0)
"""Width and height of the viewer's own screen, which lies at the foot of the table."""
OWN_LEFT = 68.0
"""Units from the edge of the own screen to its cells."""
OWN_WORDS = 14.0
"""Height of a line of words over the viewer's own cells."""
SMALL = (33.0, 38.0)
"""Width and height of a cell on another's screen."""
SMALL_LEFT = 70.0
"""Units from the edge of another's screen to its cells."""
SMALL_ACROSS = 7
"""Number of such cells in a row."""
Point: TypeAlias = tuple[float, float]
Lot: TypeAlias = tuple[str, Sequence[Cell]]
"""Things in a row, under a heading."""
FIGURES = get_args(Figure)
"""The kinds of figures."""

BANNER = "M0,0 L0,-36 L24,-29 L0,-22"


def own_panel(view: View, viewer: Viewer) -> Iterator[PicturePanel]:
    """Draw the viewer's own screen, with the things behind it and in front of it."""
    seat = view.seat
    if seat == NOBODY:
        return
    pen = Pen(*OWN)
    pen.rect(0, 0, *OWN, fill="hill", corner=8)
    _draw_points(pen, view, viewer)
    lots: list[Lot] = [
        (say("picture.own_behind"), list(behind_cells(view, seat))),
        (say("picture.own_front"), list(front_cells(view, seat))),
    ]
    for row, (words, cells) in enumerate(lots):
        with pen.group(move=(OWN_LEFT, row * OWN[1] / 2)):
            said = words if cells else say("picture.nothing", place=words)
            pen.text(4, 12, said, size=12.5, anchor="start", bold=True)
            draw_cells(pen, cells, 2, OWN_WORDS, OWN[0] - OWN_LEFT - 4)
    label = say("picture.own_screen", standing=standing(view, seat))
    title = f"{viewer.name(seat)}: {standing(view, seat)}"
    yield pen.panel("you", title, label=label, needed=True, role="foot", seat=seat)


def choice_panel(view: View) -> Iterator[PicturePanel]:
    """Draw the things chosen beside the figure that is placed, if anything is."""
    cells = list(choice_cells(view))
    if cells:
        pen = Pen(WIDTH, CELL[1] + EDGE)
        draw_cells(pen, cells, EDGE, EDGE / 2)
        said = say("picture.with_figure")
        yield pen.panel("with_figure", said, label=said, needed=True, role="choice")


def others_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the others' screens, with the things in front of them, small and without words."""
    lots = {seat: list(_lots(view, seat, viewer)) for seat in others(view)}
    tall = {seat: sum(map(_tall, held)) + GAP for seat, held in lots.items()}
    pen = Pen(WIDTH, sum(tall.values()) - GAP)
    top = 0.0
    for seat, held in lots.items():
        with pen.group(move=(0.0, top)):
            _draw_other(pen, view, seat, viewer, held)
        top += tall[seat]
    label = say("picture.others", n=len(lots))
    return pen.panel("others", others_title(view), label=label, role="other")


def _lots(view: View, seat: Seat, viewer: Viewer) -> Iterator[Lot]:
    """Yield the things in front of another's screen, and the things remembered behind it."""
    front = list(front_cells(view, seat))
    yield "" if front else say("picture.front"), front
    if viewer.memory:
        yield say("picture.behind"), list(behind_cells(view, seat))


def _tall(lot: Lot) -> float:
    """Return the height of a lot before another's screen."""
    words, cells = lot
    return max((WORDS if words else 0.0) + -(-len(cells) // SMALL_ACROSS) * SMALL[1], SMALL[1])


def _draw_other(pen: Pen, view: View, seat: Seat, viewer: Viewer, held: Sequence[Lot]) -> None:
    """Draw another's screen: its clan and points, the things there, start stone and banner."""
    height = sum(map(_tall, held))
    pen.rect(0, 0, WIDTH, height, fill="hill", corner=8)
    with pen.spot(key=f"{COLOURS[seat]} points", label=_points_label(view, seat, viewer)):
        pen.rect(0, 0, SMALL_LEFT - 4, height, fill=clan_ink(seat), corner=8)
        pen.circle(19, 19, 14, fill="bone", stroke="stone-edge")
        pen.text(19, 25, letter(seat), size=17, fill="on-bone", bold=True)
        points = str(view.clans[seat].points)
        pen.text(49, 25, points, size=18, fill=letter_ink(seat), bold=True)
    top = 0.0
    for words, cells in held:
        with pen.group(move=(SMALL_LEFT, top)):
            _draw_small(pen, words, cells)
        top += _tall((words, cells))
    _draw_signs(pen, view, seat, viewer, ((WIDTH - 72, 19), (WIDTH - 44, 34)))


def _draw_small(pen: Pen, words: str, cells: Sequence[Cell]) -> None:
    """Draw cells without their names, in rows; the first is below a heading, if there is one."""
    if words:
        said = words if cells else say("picture.nothing", place=words)
        pen.text(0, 15, said, size=13, anchor="start", bold=True)
    for place, cell in enumerate(cells):
        row, column = divmod(place, SMALL_ACROSS)
        corner = (column * SMALL[0], row * SMALL[1] + (WORDS if words else 0.0))
        with pen.spot(*cell.addresses, key=cell.key, label=cell.label), pen.group(move=corner):
            pen.rect(0.5, 1, SMALL[0] - 2, SMALL[1] - 2, fill="paper", corner=5)
            with pen.group(move=(SMALL[0] / 2 - 1, SMALL[1] - 3), scale=0.8):
                cell.draw(pen)
            if cell.number > 1:
                pen.circle(SMALL[0] - 8, 9, 8.5, fill="bone", stroke="stone-edge")
                pen.text(SMALL[0] - 8, 13.8, str(cell.number), size=13, fill="on-bone", bold=True)


def _points_label(view: View, seat: Seat, viewer: Viewer) -> str:
    points = count(view.clans[seat].points, "point")
    return say("picture.points", viewer, seat=seat, colour=colour_of(seat, ""), points=points)


def _draw_points(pen: Pen, view: View, viewer: Viewer) -> None:
    """Draw the edge of the viewer's own screen: clan, points, start stone and banner."""
    seat, middle = view.seat, (OWN_LEFT - 4) / 2
    with pen.spot(key=f"{COLOURS[seat]} points", label=_points_label(view, seat, viewer)):
        pen.rect(0, 0, OWN_LEFT - 4, OWN[1], fill=clan_ink(seat), corner=8)
        pen.circle(middle, 24, 15, fill="bone", stroke="stone-edge")
        pen.text(middle, 30, letter(seat), size=17, fill="on-bone", bold=True)
        points = str(view.clans[seat].points)
        pen.text(middle, 64, points, size=22, fill=letter_ink(seat), bold=True)
    _draw_signs(pen, view, seat, viewer, ((middle, 84), (middle - 15, 136)))


def _draw_signs(
    pen: Pen, view: View, seat: Seat, viewer: Viewer, places: tuple[Point, Point]
) -> None:
    """Draw the start stone, and the banner of a seat that has passed (rules 4.12 and 5.12)."""
    stone, banner = places
    if seat == view.start:
        with pen.spot(key="start stone", label=say("picture.starts", viewer, seat=seat)):
            with pen.group(move=stone, scale=1.5):
                pen.path(STAR, fill="bone", stroke="stone-edge")
            pen.text(stone[0], stone[1] + 4.8, "1", size=13, fill="on-bone", bold=True)
    if has_passed(view, seat):
        label = say("picture.has_passed", viewer, seat=seat)
        with pen.spot(key=f"{COLOURS[seat]} banner", label=label), pen.group(move=banner):
            pen.rect(-6, -30, 42, 30, fill="paper", corner=5)
            with pen.group(scale=0.7, move=(6.0, -2.0)):
                pen.path(BANNER, fill=clan_ink(seat), stroke="stone-edge", line=2)


def behind_cells(view: View, seat: Seat) -> Iterator[Cell]:
    """Yield the things behind a screen (rule 1.5)."""
    for what, number in view.clans[seat].behind.items():
        if number:
            at = (f"figure={what}",) if what in FIGURES and seat == view.seat else ()
            label = say("picture.behind_it", things=count(number, what))
            key = f"{COLOURS[seat]} {what}{'' if what in SINGLE else 's'}"
            yield Cell(
                say(f"cell.{what}"),
                label,
                partial(draw_thing, what=what, seat=seat),
                number,
                at,
                key,
            )


def choice_cells(view: View) -> Iterator[Cell]:
    """Yield the choices beside a figure: logs that go with it, and no action."""
    phase, clan = view.phases[-1], view.clans[view.seat]
    if not (isinstance(phase, Placing) and phase.seat == view.seat):
        return
    for number in range(min(clan.logs, MAX_LOGS) + 1) if clan.logs else ():
        label = say("picture.put_logs", number=number)
        draw = partial(_draw_log_number, number=number)
        yield Cell(say("cell.with_logs"), label, draw, 1, (f"logs={number}",))
    if clan.sorcerer or (clan.chief and clan.halves >= TABLET):
        label = say("picture.no_action")
        yield Cell(say("cell.no_action"), label, _draw_no_action, 1, (f"gain={NOT_WANTED}",))


def _draw_no_action(pen: Pen) -> None:
    with pen.group(move=(0.0, -16.0)):
        with pen.group(scale=1.5):
            pen.path(STAR, fill="bone", stroke="stone-edge")
        pen.line(-12, 12, 12, -12, stroke="accent", line=3)


def _draw_log_number(pen: Pen, number: int) -> None:
    pen.circle(0, -16, 13, fill="wood-end", stroke="wood-edge", line=1.6)
    pen.text(0, -10.5, str(number), size=16, fill="on-bone", bold=True)


def front_cells(view: View, seat: Seat) -> Iterator[Cell]:
    """Yield the things in front of a screen: pieces, half tablets, and spent things."""
    clan, colour = view.clans[seat], COLOURS[seat]
    for size, number in Counter((*clan.moais, *((HEADDRESS,) * clan.headdresses))).items():
        at = (screen_address(view, size),) if seat == view.seat else ()
        label = say("picture.in_front", things=pieces(size, number))
        name = say("cell.moai", size=size) if size else say("cell.headdress")
        draw = partial(_draw_large, size=size)
        yield Cell(name, label, draw, number, at, f"{colour} {PIECES[size]}")
    if clan.halves:
        label = say("picture.in_front", things=count(clan.halves, "half"))
        yield Cell(say("cell.half"), label, draw_half_tablet, clan.halves, (), f"{colour} halves")
    for what, number in clan.spent.items():
        if number:
            label = say("picture.spent", things=count(number, what))
            key = f"{colour} {'' if what in SINGLE else 'spent '}{what}"
            draw = partial(draw_thing, what=what, seat=seat)
            yield Cell(say("cell.spent"), label, draw, number, (), key)


def _draw_large(pen: Pen, size: Size) -> None:
    with pen.group(scale=1.1):
        draw_piece(pen, size)
