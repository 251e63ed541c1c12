"""The symbols of Maori as small drawings: palms, huts, boats, shells, wreaths, pawns, the ship.

Each is drawn round a point of a tile whose side is 68 units. Paths that begin with a small letter
are placed by ``_placed``; symbols of one kind are drawn as one path, so that a board stays small.
"""

from collections.abc import Iterable
from math import cos, radians, sin
from typing import TypeAlias

from parlour import Ink, Pen

Points: TypeAlias = Iterable[tuple[float, float]]

INKS = {
    "sea": Ink("#a6d3dd", "#1f4a59"),
    "deep": Ink("#86bfce", "#173844"),
    "lagoon": Ink("#bfe6df", "#28606a"),
    "shallow": Ink("#d3eeea", "#32707a"),
    "wave": Ink("#6aa9bb", "#3f7f90"),
    "sand": Ink("#f2dfb2", "#bda06a"),
    "grass": Ink("#93b96c", "#4d7a45"),
    "dry": Ink("#d9cfa6", "#716a4c"),
    "leaf": Ink("#2c6a3a", "#b4e08e"),
    "trunk": Ink("#6a4727", "#e6c79b"),
    "thatch": Ink("#b37c36", "#dfae62"),
    "wall": Ink("#f7e9c8", "#f3e3bd"),
    "door": Ink("#55371c", "#3a2714"),
    "hull": Ink("#84452a", "#dd9468"),
    "sail": Ink("#fff8e6", "#fff1d2"),
    "shell": Ink("#f9cfc2", "#f7c3b4"),
    "ridge": Ink("#a84c38", "#8c3a27"),
    "petal": Ink("#d6457a", "#ff9dbd"),
    "pollen": Ink("#ffe08a", "#8a5a00"),
    "rock": Ink("#6f5f5a", "#94827b"),
    "lava": Ink("#d6451f", "#ff8250"),
    "ground": Ink("#eadbbd", "#40332a"),
    "grain": Ink("#c2a577", "#6b5643"),
    "sounding": Ink("#2b6174", "#93c4d2"),
    "reef": Ink("#e8836a", "#ff9a80"),
    "badge": Ink("#fffdf6", "#22292e"),
}
"""The inks of the game, beside the framework's inks."""

TRUNK = "q-2.5-8 .5-15"
LEAVES = (
    "q6-6 11 1q-6-3-11-1",
    "q3-8 10-8q-7 2-10 8",
    "q-1-7 1-11q4 6-1 11",
    "q-4-7-10-7q7 1 10 7",
    "q-7-5-11 2q6-4 11-2",
    "q5 0 6 8q-4-2-6-8",
    "q-5 1-6 8q5-2 6-8",
)
HUT_WALL = "v-9h13v9z"
HUT_ROOF = "q5-5 9.5-12q4.5 7 9.5 12q-9.5 2.5-19 0z"
HULL = "q11 5 22 0q-2 7.5-11 7.5t-11-7.5z"
SAIL = "q-2-10 3-17q6 7 10 15q-7 1.5-13 2z"
MAST = "v-19"
FAN = "c-7-3-8-13 0-14c8 1 7 11 0 14z"
RIDGES = "v-12m-1 12l-3.2-10.5m4.2 10.5m1 0l3.2-10.5"
WAVE = "q3.5-4 7 0t7 0"
WREATH, FLOWER = 13.0, 3.3
"""The radius of a wreath round the middle of an edge, and of its flowers."""


def _placed(points: Points, *paths: str) -> str:
    """Return relative paths, each drawn from each of the points."""
    return "".join(f"M{x:g} {y:g}{path}" for x, y in points for path in paths)


def palms(pen: Pen, feet: list[tuple[float, float]]) -> None:
    """Draw palms, each 26 units high, by the feet of their trunks."""
    pen.path(_placed(feet, TRUNK), stroke="trunk", line=2.2)
    pen.path(_placed([(x + 0.5, y - 15) for x, y in feet], *LEAVES), fill="leaf")


def hut(pen: Pen, x: float, y: float) -> None:
    """Draw a thatched hut, 20 units wide, over the middle of its floor."""
    pen.path(_placed([(x - 6.5, y)], HUT_WALL), fill="wall", stroke="door", line=0.8)
    pen.rect(x - 2, y - 6, 4, 6, fill="door")
    pen.path(_placed([(x - 9.5, y - 8)], HUT_ROOF), fill="thatch", stroke="door", line=0.8)


def boat(pen: Pen, x: float, y: float, *, sail: str = "sail", scale: float = 1.0) -> None:
    """Draw a canoe with a sail, 24 units high, its waterline round the point."""
    with pen.group(move=(x, y), scale=scale):
        pen.path(_placed([(0, 1)], MAST), stroke="hull", line=1.4)
        pen.path(_placed([(1.5, -1)], SAIL), fill=sail, stroke="hull", line=0.9)
        pen.path(_placed([(-11, 0)], HULL), fill="hull")


def shells(pen: Pen, feet: list[tuple[float, float]]) -> None:
    """Draw scallops, 14 units high, by the lower ends of their ribs."""
    pen.path(_placed(feet, FAN), fill="shell", stroke="ridge", line=1)
    pen.path(_placed(feet, RIDGES), stroke="ridge", line=0.8)


def half_wreath(pen: Pen, x: float, y: float, inwards: float) -> None:
    """Draw half a ring of flowers round the middle of an edge; ``inwards`` is in degrees.

    Flowers stand 30° apart and 15° from the edge, so that two halves make an even ring.
    """
    around = [radians(inwards + turn) for turn in range(-75, 90, 30)]
    flowers = [(round(x + WREATH * cos(a), 1), round(y + WREATH * sin(a), 1)) for a in around]
    ends = [radians(inwards + turn) for turn in (-90, 90)]
    (x1, y1), (x2, y2) = [(x + WREATH * cos(a), y + WREATH * sin(a)) for a in ends]
    pen.path(f"M{x1:g} {y1:g}A{WREATH:g} {WREATH:g} 0 0 1 {x2:g} {y2:g}", stroke="leaf", line=3)
    pen.path(_dots(flowers, FLOWER), fill="petal")
    pen.path(_dots(flowers, 1.3), fill="pollen")


def _dots(points: Points, radius: float) -> str:
    """Return discs as one path."""
    r = f"{radius:g}"
    disc = f"m-{r} 0a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0-{2 * radius:g} 0z"
    return _placed(points, disc)


def waves(pen: Pen, points: Points) -> None:
    """Draw small waves, 14 units long, from their left ends."""
    pen.path(_placed(points, WAVE), stroke="wave", line=1.6)


def volcano(pen: Pen) -> None:
    """Draw a smoking mountain in the middle of a tile."""
    pen.path("M-7-17q-6-5 0-9t2-8M3-18q6-4 1-8", stroke="rock", line=2)
    pen.path("M-30 22Q-14 14-8-13L-4-10 0-13 4-10 8-13Q14 14 30 22Q0 31-30 22Z", fill="rock")
    pen.path("M-8-13L-4-10 0-13 4-10 8-13Q10 0 5-2T3 14Q0 4-1 0T-6 8Q-8 0-8-13Z", fill="lava")


def pawn(pen: Pen, seat: int) -> None:
    """Draw a player's boat, 40 units high, with the seat's colour and number on its sail."""
    colour = f"seat-{seat}"
    pen.path("M-18 8Q0 15 18 8Q15 20 0 20T-18 8Z", fill=colour, stroke="badge", line=1.6)
    pen.path("M-1 9V-20", stroke="badge", line=4.5)
    pen.path("M-1 9V-20", stroke=colour, line=2.4)
    pen.path("M1-19Q19-8 17 5Q8 8 1 7Z", fill="badge", stroke=colour, line=2)
    pen.text(8.5, 5, str(seat + 1), size=17.5, fill=colour, bold=True)


def ship(pen: Pen) -> None:
    """Draw the ship: a double canoe under two sails, 44 units wide."""
    pen.path("M-21 6Q0 12 21 6Q17 17 0 17T-21 6Z", fill="hull", stroke="badge", line=1.4)
    pen.path("M-14 5H14M-8 8V-18M7 8V-14", stroke="door", line=1.8)
    pen.path("M-7-18Q8-10 5 3Q-2 5-7 4Z", fill="sail", stroke="hull", line=1.2)
    pen.path("M8-14Q20-7 17 3Q12 4 8 4Z", fill="sail", stroke="hull", line=1.2)
    pen.path("M-6-9Q0-6 4.5-6M-6-4Q0-2 5-2M9-7Q13-5 16-5", stroke="lava", line=1.3)
