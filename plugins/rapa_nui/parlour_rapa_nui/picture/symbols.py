"""The symbols of Rapa Nui as small drawings: the offerings, their gatherers, and the tokens.

Each is drawn round the middle of a square of 24 units, unless it says otherwise.
"""

from collections.abc import Callable

from parlour import Pen
from parlour.rules.picture import drawn_once
from parlour_rapa_nui.components import CARDS

FISH = "M-11 0Q-3-8 7-1L12-6V6L7 1Q-3 8-11 0Z"
LEAF = "M0-11Q3-8 7-9Q6-5 11-3Q8 1 9 5Q4 5 0 11Q-4 5-9 5Q-8 1-11-3Q-6-5-7-9Q-3-8 0-11Z"
RIBS = "M0-8V9M0 2L7-3M0 2L-7-3M0-3L4-6M0-3L-4-6"
TUBER = "M-11 4Q-12-4-4-5Q1-6 5-8Q11-9 11-2Q11 6 3 9Q-6 11-11 4Z"
SPROUT = "M7-8Q5-12 8-12M7-8Q11-12 12-9"
KERNELS = (
    "".join(f"M0 {y}q-7-1-7-7q6 1 7 7zM0 {y}q7-1 7-7q-6 1-7 7z" for y in (6, 0, -6))
    + "M0-5q-3-3 0-7q3 4 0 7z"
)
AXE_HEAD = "M-1-10L9-11Q12-5 9 1L-1-2Z"
FEATHERS = "M0 6L-11-5Q-7-10-3-4Q-4-12 0-12Q4-12 3-4Q7-10 11-5Z"
HEAD = "M-7 12V-2Q-7-7-5-7H5Q7-7 7-2V12Z"
FACE = "M-7-2H-2L-1.5 4H1.5L2-2H7M-3 8H3M-5 1H-3M3 1H5"
BODY = "M-9 18Q-11-4 0-4Q11-4 9 18Z"


def _fish(pen: Pen) -> None:
    pen.path(FISH, fill="fish")
    pen.circle(-6, -1, 1.4, fill="fish-card")
    pen.path("M-2-4Q0 0-2 4", stroke="fish-card", line=1.2)


def _mulberry(pen: Pen) -> None:
    pen.path(LEAF, fill="mulberry")
    pen.path(RIBS, stroke="mulberry-card", line=1.1)


def _potato(pen: Pen) -> None:
    pen.path(TUBER, fill="potato")
    pen.path("M-6 2h3M0 4h3M3-3h3M-2-1h2", stroke="potato-card", line=1.3)
    pen.path(SPROUT, stroke="mulberry", line=1.5)


def _grain(pen: Pen) -> None:
    pen.path("M0 12V-6", stroke="grain", line=1.6)
    pen.path(KERNELS, fill="grain")


def _axe(pen: Pen) -> None:
    pen.path("M-7 12L2-11", stroke="bark", line=2.8)
    pen.path(AXE_HEAD, fill="moai", stroke="woodcutter", line=0.8)


def _priest(pen: Pen) -> None:
    pen.path(FEATHERS, fill="priest")
    pen.rect(-6, 6, 12, 5, fill="gold", stroke="priest", corner=2)


def _moai(pen: Pen) -> None:
    pen.rect(-5, -12, 10, 5, fill="pukao", corner=1.5)
    pen.path(HEAD, fill="moai")
    pen.path(FACE, stroke="moai-card", line=1.2)


_SYMBOLS: tuple[Callable[[Pen], None], ...] = (
    *(_fish, _mulberry, _potato, _grain),
    *(_axe, _priest, _moai),
)


@drawn_once
def symbol(pen: Pen, card: int, x: float, y: float, *, scale: float = 1.0) -> None:
    """Draw the symbol of a kind of card, or of a sort of offering, which has the same number."""
    with pen.group(move=(x, y), scale=scale):
        _SYMBOLS[card](pen)


def figure(pen: Pen, x: float, y: float, card: int) -> None:
    """Draw a person, 42 units high, dressed in the colour of a kind of card."""
    with pen.group(move=(x, y)):
        pen.path(BODY, fill=CARDS[card])
        pen.circle(0, -11, 7.5, fill="skin")
        pen.path("M-8-12Q-7-20 0-20T8-12Q0-17-8-12Z", fill="hair")
        pen.path("M-3-10h1M3-10h-1M-2-6.5Q0-5.5 2-6.5", stroke="hair", line=1.4)


def spear(pen: Pen, x: float) -> None:
    """Draw a hunter's spear, upright."""
    pen.path(f"M{x:g} 20V-18", stroke="bark", line=2)
    pen.path(f"M{x:g}-26l3 9h-6z", fill="moai")


@drawn_once
def wood(pen: Pen, x: float, y: float, scale: float = 1.0) -> None:
    """Draw a log, 26 units wide, with its rings."""
    with pen.group(move=(x, y), scale=scale):
        pen.path("M-9-7H11Q14-7 14 0T11 7H-9Z", fill="bark")
        pen.ellipse(-9, 0, 4.5, 7, fill="heart", stroke="bark", line=1.4)
        pen.ellipse(-9, 0, 1.8, 3, stroke="bark", line=1)


@drawn_once
def fame(pen: Pen, x: float, y: float, scale: float = 1.0) -> None:
    """Draw a star of fame, 26 units wide."""
    with pen.group(move=(x, y), scale=scale):
        pen.path(STAR, fill="gold", stroke="grain", line=1.2)


STAR = "M0-13L3.8-4.6 13-3.8 6.1 2.3 8.1 11.4 0 6.6-8.1 11.4-6.1 2.3-13-3.8-3.8-4.6Z"
