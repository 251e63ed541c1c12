"""The tribes as drawings: what lies before each seat, what it owns, and what others hold."""

from parlour import Over, Pen, Seat, Viewer
from parlour.rules.picture import PicturePanel
from parlour_rapa_nui.components import CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.phases import Yielding
from parlour_rapa_nui.picture.cards import back, offering, small_card
from parlour_rapa_nui.picture.symbols import fame, wood
from parlour_rapa_nui.scoring import bonus
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import counted, listed

PANEL, ROW = 372.0, 94.0
ORDER = (WOODCUTTER, PRIEST, MOAI, *range(len(SORTS)))
"""Kinds of card from left to right."""
OWNED, PITCH = 124.0, 34.6
"""Width of what a seat owns, and of each kind of card beside it."""
NAME = 10
"""The most letters of a name that are drawn."""


def tribes(view: View, viewer: Viewer) -> PicturePanel:
    """Draw a row for each seat, the own one first and the others clockwise."""
    seats, first = len(view.tribes), max(view.seat, 0)
    pen = Pen(PANEL, ROW * seats + 2)
    for row in range(seats):
        seat = (first + row) % seats
        with pen.group(move=(0, row * ROW)):
            _row(pen, view, viewer, seat)
    label = f"In front of everybody, {seats} tribes"
    return pen.panel("tribes", "In front of everybody", label=label, needed=True)


def _row(pen: Pen, view: View, viewer: Viewer, seat: Seat) -> None:
    """Draw what a seat owns, what lies before it, and how much it holds covered."""
    end, tribe = view.phases[-1], view.tribes[seat]
    acting = getattr(end, "seat", None) == seat and not isinstance(end, Over)
    edge, line = ("accent", 3.0) if acting else ("edge", 1.5)
    pen.rect(2, 2, PANEL - 4, ROW - 4, fill="table", stroke=edge, line=line, corner=9)
    _name(pen, view, viewer, seat, acting=acting)
    _owned(pen, view, seat)
    for at, card in enumerate(ORDER):
        ahead = bonus(tuple([other.lying[card] for other in view.tribes])) == seat
        with pen.group(move=(OWNED + at * PITCH, 7)):
            _lying(pen, seat, card, tribe.lying[card], ahead=ahead)
    _covered(pen, view, seat)


def _name(pen: Pen, view: View, viewer: Viewer, seat: Seat, *, acting: bool) -> None:
    """Write the name, with a mark for whose decision it is, or the place and points at the end."""
    end, short = view.phases[-1], _short(viewer.name(seat))
    if isinstance(end, Over):
        short = f"{end.places[seat]}. {short}"
        points = f"{end.scores[seat]:g} points"
        pen.text(PANEL - 10, 81, points, size=13, anchor="end", bold=True)
    pen.circle(15, 16, 8, fill=f"seat-{seat}")
    pen.text(15, 20, str(seat + 1), size=11, fill="paper", bold=True)
    pen.text(27, 20.5, f"{'▸ ' * acting}{short}", size=13, anchor="start", bold=True)


def _short(name: str) -> str:
    """Cut a name that is too long."""
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _owned(pen: Pen, view: View, seat: Seat) -> None:
    """Draw wood and fame; for moais that are scored a seat takes either (rule 7.5)."""
    tribe, phase = view.tribes[seat], view.phases[-1]
    asked = isinstance(phase, Yielding) and phase.seat == seat == view.seat
    more = f", take {phase.amount} more" if isinstance(phase, Yielding) and asked else ""
    tokens = (("wood", tribe.wood, wood), ("fame", tribe.fame, fame))
    for at, (name, number, draw) in enumerate(tokens):
        key = f"{seat} {name} {number}"
        with (
            pen.group(move=(8 + 56 * at, 32)),
            pen.spot(*[f"form=take {name}"] * asked, key=key, label=f"{number} {name}{more}"),
        ):
            pen.rect(0, 0, 52, 54, fill="card", stroke="edge", corner=7)
            draw(pen, 26, 17, 0.9)
            pen.text(26, 47, str(number), size=17, bold=True)
            if asked and isinstance(phase, Yielding):
                pen.text(
                    49, 12, f"+{phase.amount}", size=12, fill="accent", anchor="end", bold=True
                )


def _lying(pen: Pen, seat: Seat, card: int, number: int, *, ahead: bool) -> None:
    """Draw the cards of a kind that lie before a seat; a ``+`` marks a bonus (rule 7.2)."""
    bonus_words = ", alone the most" * ahead
    label = f"{counted(card, number) if number else 'no ' + CARDS[card]}{bonus_words}"
    with pen.spot(key=f"{seat} {CARDS[card]} {number}", label=label):
        if not number:
            pen.rect(1, 6, 28, 36, stroke="edge", corner=4, dash=True)
            return
        for at in range(min(3, number) - 1, 0, -1):
            fill = f"{CARDS[card]}-card"
            pen.rect(1 + 2 * at, 6 - 2.5 * at, 28, 36, fill=fill, stroke=CARDS[card], corner=4)
        small_card(pen, card, 1, 6)
        pen.text(15, 56, f"{number}{'+' * ahead}", size=14, bold=True)


def _covered(pen: Pen, view: View, seat: Seat) -> None:
    """Draw the backs of cards in hand and of offerings, which are counted openly."""
    tribe, ended = view.tribes[seat], view.over
    cards = sum(tribe.hand)
    words = f"{cards} card{'s' * (cards != 1)} in hand", f"{tribe.offerings} offerings"
    with pen.spot(key=f"{seat} hand {cards}", label=words[0]):
        for at in range(cards):
            back(pen, OWNED + 2 + 9 * at, 68, 13, 17)
        if not ended:
            pen.text(OWNED + 38, 81, "in hand", size=11, anchor="start")
    left = OWNED + (44 if ended else 100)
    with pen.spot(key=f"{seat} {words[1]}", label=words[1]):
        back(pen, left, 68, 17, 17)
        pen.text(left + 22, 81, words[1], size=11, anchor="start")


# What others hold


def others(view: View, viewer: Viewer) -> PicturePanel:
    """Draw what can be known of the cards and offerings of others, for a viewer with memory."""
    rows = [seat for seat in range(len(view.tribes)) if seat != view.seat]
    pen = Pen(PANEL, 66.0 * len(rows) + 2)
    for row, seat in enumerate(rows):
        with pen.group(move=(0, 66 * row)):
            _held(pen, view, viewer, seat)
    return pen.panel(
        "others", "What others hold", label="Cards and offerings of others", needed=view.over
    )


def _held(pen: Pen, view: View, viewer: Viewer, seat: Seat) -> None:
    """Draw a seat's hand, and its offerings, some of which may lie face down by now."""
    tribe, known = view.tribes[seat], view.tracked(seat)
    down = 0 if view.over else len(tribe.limits)
    pen.rect(2, 2, PANEL - 4, 62, fill="table", stroke="edge", line=1.5, corner=9)
    pen.text(12, 20, _short(viewer.name(seat)), size=12, anchor="start", bold=True)
    if down:
        pen.text(12, 50, f"{down} face down", size=11, anchor="start")
    with pen.spot(label=f"{viewer.name(seat)}, in hand: {listed(tribe.hand)}"):
        held = [card for card, number in enumerate(tribe.hand) for _ in range(number)]
        for at, card in enumerate(held):
            small_card(pen, card, 92 + 31 * at, 14)
        if not held:
            pen.text(106, 38, "no cards", size=11)
    less = f", {down} of these face down" if down else ""
    with pen.spot(label=f"{viewer.name(seat)}, offerings: {listed(known)}{less}"):
        for sort, number in enumerate(known):
            with pen.group(move=(192 + 44 * sort, 12), scale=0.62):
                offering(pen, sort, 0, 4)
            pen.text(228 + 44 * sort, 36, f"{number}", size=13, bold=True)
