"""The pieces of the box: statues, headdresses, figures, logs, bases and markers.

A piece stands with its foot at 0, 0 and reaches upwards. Its kind is told by its shape, its
colour by an ink and a letter.
"""

from parlour import Seat
from parlour.rules.picture import Pen, drawn_once
from parlour_giants.components import COLOURS, HEADDRESS, Size
from parlour_giants.picture.inks import clan_ink, letter_ink

HEIGHTS = (25.0, 32.0, 36.0, 40.0)
"""Units from foot to top of a headdress, and of a statue of each size."""
STATUE = 40.0
"""Units from foot to top of the statue as it is drawn; others are scaled."""

FACE = (
    "M-11.7,0 L-12.3,-9 C-14.3,-12 -13,-15 -10.4,-16.5 L-11.1,-29 C-11.1,-37 -6.5,-40 0,-40 "
    "C6.5,-40 11.1,-37 11.1,-29 L10.4,-16.5 C13,-15 14.3,-12 12.3,-9 L11.7,0 Z"
)
BROW = (
    "M-10.9,-28.5 Q0,-34 10.9,-28.5 L10.1,-25.6 Q6,-28 2.6,-27.4 L-2.6,-27.4 Q-6,-28 -10.1,-25.6 Z"
)
NOSE = "M-2,-28 L-3.9,-19 Q0,-17.2 3.9,-19 L2,-28 Z"
MOUTH = "M-5.2,-15.6 Q0,-17 5.2,-15.6"
PAWN = "M-12.5,-3 C-12,-15 -6,-16 -5,-21 L5,-21 C6,-16 12,-15 12.5,-3 Z"
ROBE = "M-12.5,-3 L-4,-21 L4,-21 L12.5,-3 Z"
CLOAK = "M-13.5,-3 C-14,-15 -8,-18 -6,-21 L6,-21 C8,-18 14,-15 13.5,-3 Z"
FEATHERS = "M-6.5,-25 L-11,-34 L-4.8,-31 L0,-38 L4.8,-31 L11,-34 L6.5,-25 Z"
HOOD = "M-7,-21 L0,-38 L7,-21 Z"
STAR = (
    "M0,-5.5 L2.6,-2.6 L8,-3.4 L5.6,0 L10.4,2.4 L5,3 L4,6 L0,4.2 "
    "L-4,6 L-5,3 L-10.4,2.4 L-5.6,0 L-8,-3.4 L-2.6,-2.6 Z"
)
DRUM = "M-11,-3 Q-11,0 -8,0 L8,0 Q11,0 11,-3 L10,-12 Q10,-14 8,-14 L-8,-14 Q-10,-14 -10,-12 Z"
KNOB = "M-5,-14 L-4.4,-19 Q0,-21 4.4,-19 L5,-14 Z"
BANNER = "M0,0 L0,-36 L24,-29 L0,-22"
SHIELD = "M-8,-18 Q0,-21 8,-18 L8,-8 Q6,-2 0,0 Q-6,-2 -8,-8 Z"
TABLET = "M-11,0 L-12,-14 Q-6,-18 1,-16 L-2,-11 L2,-7 L-1,0 Z"


@drawn_once
def draw_statue(pen: Pen, size: Size, *, crowned: bool = False) -> None:
    """Draw a moai with its size on its chest, and its headdress."""
    with pen.group(scale=HEIGHTS[size] / STATUE):
        pen.path(FACE, fill="stone", stroke="stone-edge", line=1.4)
        pen.path(f"{BROW} {NOSE}", fill="stone-light")
        pen.path(f"{BROW} {MOUTH}", stroke="stone-edge", line=1.0)
        pen.text(0, -4, str(size), size=17 * STATUE / HEIGHTS[size], fill="on-stone", bold=True)
        if crowned:
            with pen.group(move=(0.0, -38.0), scale=0.9):
                _draw_drum(pen)


def _draw_drum(pen: Pen) -> None:
    pen.path(f"{DRUM} {KNOB}", fill="drum", stroke="drum-edge", line=1.4)


@drawn_once
def draw_piece(pen: Pen, size: Size) -> None:
    """Draw a moai, or a headdress with its letter."""
    if size != HEADDRESS:
        draw_statue(pen, size)
        return
    with pen.group(scale=1.2):
        _draw_drum(pen)
        pen.text(0, -2.5, "H", size=12, fill="on-drum", bold=True)


def draw_figure(pen: Pen, seat: Seat, figure: str) -> None:
    """Draw a figure: a worker on a round foot, a sorcerer on a star, a chief on an oval."""
    ink, edge = clan_ink(seat), "stone-edge"
    if figure == "worker":
        pen.ellipse(0, -3, 12.5, 4, fill=ink, stroke=edge)
        pen.path(PAWN, fill=ink, stroke=edge)
        pen.circle(0, -25, 6.8, fill=ink, stroke=edge)
    elif figure == "sorcerer":
        with pen.group(move=(0.0, -4.0)):
            pen.path(STAR, fill=ink, stroke=edge)
        pen.path(f"{ROBE} {HOOD}", fill=ink, stroke=edge)
        pen.circle(0, -24, 3.8, fill="bone", stroke=edge)
        pen.line(12.5, 0, 12.5, -32, stroke="ink", line=2)
        pen.circle(12.5, -33, 3, fill="bone", stroke=edge)
    else:
        pen.ellipse(0, -3, 15, 4.6, fill=ink, stroke=edge)
        pen.path(f"{CLOAK} {FEATHERS}", fill=ink, stroke=edge)
        pen.circle(0, -23.5, 5.4, fill="bone", stroke=edge)
    pen.text(0, -4, letter(seat), size=17, fill=letter_ink(seat), bold=True)


def letter(seat: Seat) -> str:
    """Return the letter of a clan's colour: ``B``."""
    return COLOURS[seat][0].upper()


def draw_logs(pen: Pen) -> None:
    """Draw logs."""
    for x, y in ((-6.0, -6.0), (6.0, -6.0), (0.0, -16.0)):
        pen.circle(x, y, 6, fill="wood-end", stroke="wood-edge", line=1.4)
        pen.circle(x, y, 2.4, stroke="wood")


@drawn_once
def draw_thing(pen: Pen, what: str, seat: Seat) -> None:
    """Draw a thing of a seat by its name; ``Clan.behind`` and ``Camp.things`` have the names."""
    if what == "marker":
        with pen.group(scale=1.3):
            draw_marker(pen, seat)
    elif what == "log":
        draw_logs(pen)
    elif what == "base":
        with pen.group(move=(0.0, -14.0)):
            draw_base(pen, seat, 13.0)
    else:
        draw_figure(pen, seat, what)


@drawn_once
def draw_base(pen: Pen, owner: Seat | None, radius: float = 9.0) -> None:
    """Draw a base round 0, 0, in its colour; with a question mark where it lies face down."""
    fill = "bone" if owner is None else clan_ink(owner)
    pen.circle(0, 0, radius, fill=fill, stroke="stone-edge", line=1.2)
    ink = "on-bone" if owner is None else letter_ink(owner)
    sign = "?" if owner is None else letter(owner)
    size = max(radius * 1.25, 16.0)
    pen.text(0, size / 3, sign, size=size, fill=ink, bold=True)


@drawn_once
def draw_marker(pen: Pen, seat: Seat, *, laid: bool = True) -> None:
    """Draw a tribe marker, a shield; only its dashed outline where a piece was left unmarked."""
    if laid:
        pen.path(SHIELD, fill=clan_ink(seat), stroke="stone-edge", line=1.2)
    else:
        pen.path(SHIELD, fill="bone", stroke=clan_ink(seat), line=1.6, dash=True)
    ink = letter_ink(seat) if laid else "on-bone"
    pen.text(0, -5.5, letter(seat), size=14, fill=ink, bold=True)


@drawn_once
def draw_half_tablet(pen: Pen) -> None:
    """Draw half a Rongo tablet, with its signs."""
    with pen.group(scale=1.5, move=(5.0, 0.0)):
        pen.path(TABLET, fill="tablet", stroke="stone-edge", line=1.2)
        pen.path("M-9,-11.5 L-4,-12.5 M-9,-8 L-5,-8.5 M-8.4,-4 L-4,-4.4", stroke="bone", line=1.3)


@drawn_once
def draw_log_number(pen: Pen, number: int) -> None:
    """Draw a log with how many go with a figure."""
    pen.circle(0, -16, 13, fill="wood-end", stroke="wood-edge", line=1.6)
    pen.text(0, -10.5, str(number), size=16, fill="on-bone", bold=True)


@drawn_once
def draw_no_action(pen: Pen) -> None:
    """Draw the star of a sorcerer, struck out."""
    with pen.group(move=(0.0, -16.0)):
        with pen.group(scale=1.5):
            pen.path(STAR, fill="bone", stroke="stone-edge")
        pen.line(-12, 12, 12, -12, stroke="accent", line=3)


@drawn_once
def draw_start(pen: Pen) -> None:
    """Draw the start stone."""
    with pen.group(move=(0.0, -17.0)):
        with pen.group(scale=1.6):
            pen.path(STAR, fill="bone", stroke="stone-edge")
        pen.text(0, 6, "1", size=17, fill="on-bone", bold=True)


@drawn_once
def draw_banner(pen: Pen, seat: Seat) -> None:
    """Draw the banner of a seat that has passed."""
    with pen.group(move=(-11.0, -3.0), scale=0.9):
        pen.path(BANNER, fill=clan_ink(seat), stroke="stone-edge", line=2)


@drawn_once
def draw_token(pen: Pen, seat: Seat, *, awaited: bool, starts: bool) -> None:
    """Draw the token of a seat, with a ring if its answer is awaited, and the start stone."""
    pen.circle(0, -21, 17, fill=clan_ink(seat), stroke="stone-edge")
    pen.text(0, -14.5, letter(seat), size=18, fill=letter_ink(seat), bold=True)
    if awaited:
        pen.circle(0, -21, 21, stroke="accent", line=3)
    if starts:
        with pen.group(move=(22.0, -20.0), scale=0.7):
            draw_start(pen)


@drawn_once
def draw_count(pen: Pen, x: float, y: float, number: int) -> None:
    """Draw how many of a thing there are, where it is more than one."""
    if number > 1:
        pen.circle(x, y, 8, fill="bone", stroke="stone-edge")
        pen.text(x, y + 5, str(number), size=14.5, fill="on-bone", bold=True, within=15)
