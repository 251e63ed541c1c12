"""Rapa Nui as a picture: the display, the own hand, the piles, all tribes, and the stone."""

from parlour import Pen, Picture, Viewer
from parlour.rules.picture import PicturePanel
from parlour_rapa_nui.components import BOX, CARDS, MOAI, SORTS
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Yielding,
)
from parlour_rapa_nui.phases.laying import price
from parlour_rapa_nui.picture.cards import HEAD, HEIGHT, WIDTH, back, card_head, whole_card
from parlour_rapa_nui.picture.offerings import own_offerings, piles, stone, whose
from parlour_rapa_nui.picture.symbols import INKS, wood
from parlour_rapa_nui.picture.tribes import others, tribes
from parlour_rapa_nui.view import NOBODY, View
from parlour_rapa_nui.words.names import cards_name

PANEL = 372.0
GAP = (PANEL - BOX.display.columns * WIDTH) / (BOX.display.columns + 1)
"""Space between columns of the display."""
HANDLED: dict[type[AnyPhase], str] = {
    Buying: "piles",
    Laying: "hand",
    Offering: "hand",
    Burying: "hand",
    Adding: "piles",
    OtherPile: "piles",
    Yielding: "tribes",
    Drawing: "display",
}
"""The panel in which each decision is made."""


def draw_picture(view: View, viewer: Viewer) -> Picture:
    """Draw a view; the panel of the decision in hand comes first. An onlooker has no hand."""
    panels = [
        _display(view),
        *([] if view.seat == NOBODY else [_hand(view, viewer)]),
        piles(view),
        tribes(view, viewer),
        stone(view, viewer),
    ]
    if viewer.memory or view.over:
        panels.append(others(view, viewer))
    first = HANDLED.get(type(view.phases[-1]), "display")
    return Picture(tuple(sorted(panels, key=lambda panel: panel.name != first)), INKS)


# The display


def _display(view: View) -> PicturePanel:
    """Draw the four columns, each with its front card below, and the stack."""
    length = BOX.display.length
    depth = (length - 1) * HEAD + HEIGHT
    pen = Pen(PANEL, depth + 74)
    pen.rect(1, 1, PANEL - 2, depth + 72, fill="table", stroke="edge", line=2, corner=10)
    for number, column in enumerate(view.columns):
        x = GAP + number * (WIDTH + GAP)
        pen.text(x + WIDTH / 2, 17, str(number + 1), size=13, bold=True)
        with pen.group(move=(x, 24)):
            _column(pen, number, column)
    with pen.group(move=(14, depth + 32)):
        _stack(pen, sum(view.stack))
    left = f"{sum(view.stack)} cards in the stack"
    return pen.panel("display", f"Display: {left}", label=f"The display, {left}", needed=True)


def _column(pen: Pen, number: int, column: tuple[int, ...]) -> None:
    """Draw a column from the back to the front; only the front card can be taken (rule 6.2)."""
    under = "under it " + ", ".join(CARDS[card] for card in reversed(column[:-1]))
    for place, card in enumerate(column):
        front = place == len(column) - 1
        name, key = CARDS[card], f"column {number + 1} {place} {CARDS[card]}"
        label = f"column {number + 1}: {name}"
        label += ("; " + under if place else ", the last one") if front else ", covered"
        with (
            pen.group(move=(0, place * HEAD)),
            pen.spot(*[f"column={number + 1}"] * front, key=key, label=label),
        ):
            (whole_card if front else card_head)(pen, card)


def _stack(pen: Pen, left: int) -> None:
    """Draw the stack face down, a card for each refill that is left."""
    refills = -(-left // BOX.display.length)
    with pen.spot(key=f"stack {left}", label=f"{left} cards in the stack"):
        for at in range(refills):
            back(pen, 4 * at, 0, 24, 32)
        ends = "the match ends when it is empty" if left else "empty"
        pen.text(4 * refills + 32, 14, f"{left} cards in the stack", anchor="start", bold=True)
        pen.text(4 * refills + 32, 29, ends, size=11, anchor="start")


# The own hand


def _hand(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the seat's own cards and offerings."""
    tribe, phase = view.tribes[view.seat], view.phases[-1]
    pen = Pen(PANEL, 202)
    pen.rect(1, 1, PANEL - 2, 200, fill="table", stroke="edge", line=2, corner=10)
    lays = isinstance(phase, Laying) and phase.seat == view.seat
    at = 0
    for card, number in enumerate(tribe.hand):
        for copy in range(number):
            with pen.group(move=(GAP + at * (WIDTH + GAP), 12)):
                _held(pen, card, copy + 1)
                if lays and number > 1 and card < len(SORTS):
                    _number(pen, card, copy + 1, tribe.wood)
            at += 1
    if not at:
        pen.text(PANEL / 2, 66, "no cards", fill="faint")
    with pen.group(move=(0, 126)):
        own_offerings(pen, view, viewer)
    words = ", ".join(f"{n} {CARDS[card]}" for card, n in enumerate(tribe.hand) if n) or "no cards"
    title = f"{whose(view, viewer)} hand"
    return pen.panel("hand", title, label=f"{title}: {words}", needed=True)


def _held(pen: Pen, card: int, copy: int) -> None:
    """Draw a card in hand; of three moais that cannot be paid one is put away (rule 4.5)."""
    name = CARDS[card]
    addresses = [f"card={name}"] + ["form=discard moai"] * (name == "moai")
    with pen.spot(*addresses, key=f"hand {name} {copy}", label=f"in hand: {name}"):
        whole_card(pen, card)
        if card == MOAI:
            pen.rect(WIDTH - 38, HEIGHT - 22, 35, 19, fill="card", stroke="moai", corner=6)
            wood(pen, WIDTH - 27, HEIGHT - 12.5, 0.6)
            pen.text(WIDTH - 10, HEIGHT - 8, str(BOX.wood.moai), size=12, bold=True)


def _number(pen: Pen, card: int, number: int, purse: int) -> None:
    """Draw a disc with which several hunters are laid at once, and what that costs (rule 4.4)."""
    cost = price(card, number)
    words = f"lay {number} {cards_name(card) if number > 1 else CARDS[card] + ' hunter'}"
    words += f", costs {cost} wood" if cost else ", free"
    words += ", more than you have" * (cost > purse)
    with (
        pen.group(move=(WIDTH / 2, 78), faint=cost > purse),
        pen.spot(f"number={number}", label=words),
    ):
        pen.circle(0, 0, 24, fill="card", stroke=CARDS[card], line=2.4)
        pen.text(0, 0, f"lay {number}", size=12, bold=True)
        if cost:
            wood(pen, -6, 11, 0.6)
            pen.text(9, 15.5, str(cost), size=12)
        else:
            pen.text(0, 14, "free", size=11)
