"""Cards of Rapa Nui as drawings: whole ones, the heads that look out of a column, and backs."""

from parlour import Pen
from parlour_rapa_nui.components import CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.picture.symbols import figure, spear, symbol

WIDTH, HEIGHT, HEAD = 86.0, 104.0, 26.0
"""Size of a card, and of its head, which shows when another card lies on it."""
LONG = 9
"""Letters from which a name is long."""
OFFERING_WIDTH, OFFERING_HEIGHT = 36.0, 46.0
"""Size of an offering card."""


def card_head(pen: Pen, card: int) -> None:
    """Draw a card that is covered but for its head; the upper left corner is at 0, 0."""
    name = CARDS[card]
    pen.rect(0, 0, WIDTH, HEAD + 8, fill=f"{name}-card", stroke="edge", corner=7)
    _head(pen, card)


def _head(pen: Pen, card: int, *, bold: bool = False) -> None:
    """Draw the symbol and the name at the head of a card, long names smaller."""
    name = CARDS[card]
    symbol(pen, card, 12, 13, scale=0.7)
    pen.text(22, 17, name, size=11.5 if len(name) < LONG else 10, anchor="start", bold=bold)


def whole_card(pen: Pen, card: int) -> None:
    """Draw a card; the upper left corner is at 0, 0."""
    name = CARDS[card]
    pen.rect(0, 0, WIDTH, HEIGHT, fill=f"{name}-card", stroke=name, line=1.6, corner=7)
    _head(pen, card, bold=len(name) < LONG)
    pen.line(8, HEAD - 1, WIDTH - 8, HEAD - 1, stroke=name, line=0.8)
    with pen.group(move=(WIDTH / 2, HEAD + 42)):
        _art(pen, card)


def _art(pen: Pen, card: int) -> None:
    """Draw the person or statue of a card, round the middle of its lower part."""
    if card == MOAI:
        with pen.group(move=(0, -4), scale=2.5):
            symbol(pen, card, 0, 0)
        pen.path("M-34 27H34L30 34H-30Z", fill="stone-side")
    elif card == PRIEST:
        figure(pen, -4, 12, card)
        with pen.group(move=(-4, -15), scale=1.1):
            symbol(pen, card, 0, 0)
        pen.path("M18 30V-14", stroke="bark", line=2.4)
        pen.circle(18, -17, 4, fill="gold", stroke="priest", line=1.2)
    elif card == WOODCUTTER:
        figure(pen, -13, 10, card)
        symbol(pen, card, 16, 2, scale=1.7)
    else:
        figure(pen, -19, 10, card)
        with pen.group(move=(0, 8)):
            spear(pen, -35)
        symbol(pen, card, 16, 6, scale=1.75)


def back(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Draw the back of a card from its upper left corner."""
    pen.rect(x, y, width, height, fill="back", stroke="back-line", line=1.2, corner=width / 9)
    with pen.group(move=(x + width / 2, y + height / 2), scale=width / 40):
        pen.path("M0-15L10 0 0 15-10 0Z", stroke="back-line", line=1.6)
        pen.path("M0-7L5 0 0 7-5 0Z", fill="back-line")


def small_card(pen: Pen, card: int, x: float, y: float) -> None:
    """Draw a card of 28 by 36 units from its upper left corner."""
    name = CARDS[card]
    pen.rect(x, y, 28, 36, fill=f"{name}-card", stroke=name, line=1.1, corner=4)
    symbol(pen, card, x + 14, y + 18, scale=0.95)


def offering(pen: Pen, sort: int, x: float, y: float) -> None:
    """Draw an offering card from its upper left corner: a square corner and a frame mark it."""
    name = SORTS[sort]
    width, height = OFFERING_WIDTH, OFFERING_HEIGHT
    pen.rect(x, y, width, height, fill="card", stroke=name, line=1.6)
    pen.rect(x + 4, y + 4, width - 8, height - 8, fill=f"{name}-card", stroke=name, line=0.6)
    symbol(pen, sort, x + width / 2, y + height / 2)
