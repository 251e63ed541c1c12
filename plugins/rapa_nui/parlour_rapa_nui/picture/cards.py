"""Cards of Rapa Nui as drawings: whole ones, the heads that look out of a column, and backs."""

from parlour import Pen
from parlour.rules.picture import drawn_once
from parlour_rapa_nui.components import BOX, CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.phases.laying import price
from parlour_rapa_nui.picture.symbols import figure, spear, symbol, wood
from parlour_rapa_nui.words.names import card_word, how_many, phrase, say

WIDTH, HEIGHT, HEAD = 86.0, 104.0, 26.0
"""Size of a card, and of its head, which shows when another card lies on it."""
LONG = 9
"""Minimum number of letters of a long name."""
OFFERING_WIDTH, OFFERING_HEIGHT = 36.0, 46.0
"""Size of an offering card."""


@drawn_once
def card_head(pen: Pen, card: int) -> None:
    """Draw a card that is covered but for its head; the upper left corner is at 0, 0."""
    name = CARDS[card]
    pen.rect(0, 0, WIDTH, HEAD + 8, fill=f"{name}-card", stroke="edge", corner=7)
    _head(pen, card)


def _head(pen: Pen, card: int, *, bold: bool = False) -> None:
    """Draw the symbol and the name at the head of a card, long names smaller."""
    name = card_word(card, "short")
    symbol(pen, card, 12, 13, scale=0.7)
    pen.text(22, 17, name, size=11.5 if len(name) < LONG else 10, anchor="start", bold=bold)


@drawn_once
def whole_card(pen: Pen, card: int) -> None:
    """Draw a card; the upper left corner is at 0, 0."""
    name = CARDS[card]
    pen.rect(0, 0, WIDTH, HEIGHT, fill=f"{name}-card", stroke=name, line=1.6, corner=7)
    _head(pen, card, bold=len(card_word(card, "short")) < LONG)
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


@drawn_once
def back(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Draw the back of a card from its upper left corner."""
    pen.rect(x, y, width, height, fill="back", stroke="back-line", line=1.2, corner=width / 9)
    with pen.group(move=(x + width / 2, y + height / 2), scale=width / 40):
        pen.path("M0-15L10 0 0 15-10 0Z", stroke="back-line", line=1.6)
        pen.path("M0-7L5 0 0 7-5 0Z", fill="back-line")


def small_card(pen: Pen, card: int) -> None:
    """Draw a card of 28 by 36 units from its upper left corner."""
    name = CARDS[card]
    pen.rect(0, 0, 28, 36, fill=f"{name}-card", stroke=name, line=1.1, corner=4)
    symbol(pen, card, 14, 18, scale=0.95)


@drawn_once
def offering(pen: Pen, sort: int, x: float, y: float) -> None:
    """Draw an offering card from its upper left corner: a square corner and a frame mark it."""
    name = SORTS[sort]
    width, height = OFFERING_WIDTH, OFFERING_HEIGHT
    pen.rect(x, y, width, height, fill="card", stroke=name, line=1.6)
    pen.rect(x + 4, y + 4, width - 8, height - 8, fill=f"{name}-card", stroke=name, line=0.6)
    symbol(pen, sort, x + width / 2, y + height / 2)


@drawn_once
def held_card(pen: Pen, card: int) -> None:
    """Draw a card in hand; a moai says its price."""
    whole_card(pen, card)
    if card == MOAI:
        pen.rect(WIDTH - 38, HEIGHT - 22, 35, 19, fill="card", stroke="moai", corner=6)
        wood(pen, WIDTH - 27, HEIGHT - 12.5, 0.6)
        pen.text(WIDTH - 10, HEIGHT - 8, str(BOX.wood.moai), size=12, bold=True)


def laying_disc(pen: Pen, number: int, *, card: int, purse: int) -> None:
    """Draw a disc on a card in hand: it lays a number of hunters at once (rule 4.4)."""
    cost = price(card, number)
    laid = phrase("lay.cards", number=number, card=CARDS[card])
    words = say("lay.disc", cards=laid, price=cost) if cost else say("lay.free", cards=laid)
    words += say("lay.too_dear") if cost > purse else ""
    with (
        pen.group(move=(WIDTH / 2, 78), faint=cost > purse),
        pen.spot(f"number={number}", label=words),
    ):
        pen.circle(0, 0, 24, fill="card", stroke=CARDS[card], line=2.4)
        pen.text(0, 0, say("lay.number", number=number), size=12, bold=True)
        if cost:
            wood(pen, -6, 11, 0.6)
            pen.text(9, 15.5, str(cost), size=12)
        else:
            pen.text(0, 14, say("lay.gratis"), size=11)


@drawn_once
def backs(pen: Pen, number: int, words: str) -> None:
    """Draw the backs of cards in hand, and a few words beside three of them."""
    for at in range(number):
        back(pen, 9 * at, 0, 13, 17)
    pen.text(36, 13, words, size=11, anchor="start")


@drawn_once
def small_cards(pen: Pen, card: int, number: int) -> None:
    """Draw small cards of a kind as a pile of at most three."""
    for at in range(min(3, number) - 1, 0, -1):
        fill = f"{CARDS[card]}-card"
        pen.rect(2 * at, -2.5 * at, 28, 36, fill=fill, stroke=CARDS[card], corner=4)
    small_card(pen, card)


@drawn_once
def offerings(pen: Pen, sort: int, number: int) -> None:
    """Draw offerings in hand: up to three, one beside the other."""
    for at in range(max(1, min(3, number))):
        offering(pen, sort, 3 * at, 0)


@drawn_once
def pile(pen: Pen, sort: int, number: int) -> None:
    """Draw a pile with the name of its sort: the more offerings are left, the higher."""
    if not number:
        pen.rect(0, 0, OFFERING_WIDTH, OFFERING_HEIGHT, stroke="edge", dash=True)
    for at in range(min(4, -(-number // 6))):
        offering(pen, sort, 2 * at, -2 * at)
    pen.text(3, 56, card_word(sort, "short"), size=11, anchor="start", fill=SORTS[sort])


def covered_offerings(pen: Pen, number: int) -> None:
    """Draw the back of an offering, and how many a seat holds."""
    back(pen, 0, 0, 17, 17)
    pen.text(22, 13, how_many(number, "offerings"), size=11, anchor="start")
