"""Offerings as drawings: the piles with their prices, those in hand, and the stone."""

from collections.abc import Sequence

from parlour import Pen, Viewer
from parlour.rules.picture import PicturePanel
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.phases import Adding, Burying, Buying, Offering, OtherPile
from parlour_rapa_nui.picture.cards import OFFERING_HEIGHT, OFFERING_WIDTH, back, offering
from parlour_rapa_nui.picture.symbols import symbol, wood
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.view import NOBODY, View
from parlour_rapa_nui.words.names import stone_card

PANEL, CELL = 372.0, 90.0
"""Widths of a panel, and of a sort's place in it."""
MARGIN = (PANEL - len(SORTS) * CELL) / 2

CARVED = "M300 66q0-8 9-8t9 9q0 6-7 6t-6-6M330 76q-8-2-6-9M54 74q8 2 8-8q-7-4-10 3"
"""Signs carved into the stone."""


def piles(view: View) -> PicturePanel:
    """Draw the four piles, with how many are left, and what one costs the seat (rule 3.2).

    An onlooker buys nothing and is told no prices.
    """
    pen = Pen(PANEL, 90)
    pen.rect(1, 1, PANEL - 2, 88, fill="table", stroke="edge", line=2, corner=10)
    costs: Sequence[int | None] = [None] * len(SORTS)
    if view.seat != NOBODY:
        costs = view.prices
    asked = isinstance(view.phases[-1], Buying | Adding | OtherPile)
    for sort, left in enumerate(view.piles):
        with pen.group(move=(MARGIN + sort * CELL, 8)):
            _pile(pen, sort, left, costs[sort], asked=asked)
    left_words = ", ".join(f"{n} {name}" for n, name in zip(view.piles, SORTS, strict=True))
    return pen.panel(
        "piles", "Offerings in the piles", label=f"In the piles: {left_words}", needed=asked
    )


def _pile(pen: Pen, sort: int, left: int, cost: int | None, *, asked: bool) -> None:
    """Draw a pile: the more offerings are left, the higher."""
    name = SORTS[sort]
    costs = f", costs {cost} wood" if cost is not None else ""
    words = f"pile of {name}: {left} left{costs}" if left else f"no {name} is left"
    with pen.spot(*[f"sort={name}"] * asked, key=f"pile {name} {left}", label=words):
        pen.rect(2, 0, CELL - 4, 74, fill="card", stroke="edge", corner=6)
        if not left:
            pen.rect(6, 14, OFFERING_WIDTH, OFFERING_HEIGHT, stroke="edge", dash=True)
        height = min(4, -(-left // 6))
        for at in range(height):
            offering(pen, sort, 6 + 2 * at, 14 - 2 * at)
        pen.text(66, 20, f"{left}", size=17, bold=True)
        pen.text(66, 32, "left", size=11)
        pen.text(9, 70, name, size=11, anchor="start", fill=name)
        if left and cost is not None:
            wood(pen, 62, 56, 0.62)
            pen.text(79, 60.5, str(cost), size=13, bold=True)


def own_offerings(pen: Pen, view: View, viewer: Viewer) -> None:
    """Draw the offerings of the seat itself, by sort."""
    asked = isinstance(view.phases[-1], Offering | Burying)
    pen.text(MARGIN + 2, 6, f"{whose(view, viewer)} offerings", anchor="start")
    for sort, number in enumerate(view.holdings):
        name = SORTS[sort]
        words = f"{number} {name} held"
        with (
            pen.group(move=(MARGIN + sort * CELL, 14)),
            pen.spot(*[f"sort={name}"] * asked, key=f"offerings {name} {number}", label=words),
        ):
            pen.rect(2, 0, CELL - 4, 54, fill="card", stroke="edge", corner=6)
            with pen.group(faint=not number):
                for at in range(max(1, min(3, number))):
                    offering(pen, sort, 6 + 3 * at, 4)
            pen.text(66, 33, str(number), size=17, bold=bool(number))


def whose(view: View, viewer: Viewer) -> str:
    """Name the owner of the hand: ``Your``, or ``Ann's`` where several people sit at one screen."""
    return "Your" if viewer.inside(view.seat) == "you" else f"{viewer.name(view.seat)}'s"


# The stone


def stone(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the stone with its top card, and with memory or at the end all that is known of it."""
    told = viewer.memory or view.over
    pen = Pen(PANEL, 190 if told else 110)
    pen.path(
        "M20 96Q10 60 40 48L70 40H300L334 50Q362 62 352 96Q340 104 186 105T20 96Z",
        fill="stone-side",
    )
    pen.path("M34 66Q40 46 74 42H298Q332 46 340 66Q330 82 186 83T34 66Z", fill="stone")
    pen.path(CARVED, stroke="stone-side", line=2)
    number = len(view.stone)
    count = f"{number} card{'s' * (number != 1)}"
    if view.stone:
        _pile_on_stone(pen, view, viewer)
        words, _, origin = stone_card(view.stone[-1], viewer).partition(", ")
        hidden = view.stone[-1].face_down and not view.over
        pen.text(152, 56, f"{count} on the stone", size=13, anchor="start", bold=True)
        pen.text(152, 73, f"top: {'face down' if hidden else words}", anchor="start")
        pen.text(PANEL / 2, 100, origin, size=11)
    else:
        pen.text(PANEL / 2, 66, "nothing is sacrificed yet", size=13)
    if told:
        with pen.group(move=(0, 116)):
            _worth(pen, view)
    title = f"Stone: {count}"
    sacrifice = isinstance(view.phases[-1], Offering | Burying | Adding)
    return pen.panel("stone", title, label=f"{title}{_top(view, viewer)}", needed=sacrifice)


def _top(view: View, viewer: Viewer) -> str:
    return f", on top {stone_card(view.stone[-1], viewer)}" if view.stone else ""


def _pile_on_stone(pen: Pen, view: View, viewer: Viewer) -> None:
    """Draw the pile: edges of what lies covered, and the top card."""
    top, number = view.stone[-1], len(view.stone)
    label = f"top card: {stone_card(top, viewer)}"
    height = min(8, number - 1)
    x, y = 92.0, 26.0
    with pen.spot(key=f"stone {number}", label=label):
        for at in range(height):
            pen.rect(
                x - 6 + at,
                y - 2 * at + 16,
                OFFERING_WIDTH,
                OFFERING_HEIGHT,
                fill="card",
                stroke="edge",
            )
        with pen.group(move=(x - 6 + height, y - 2 * height + 16)):
            _top_card(pen, top, shown=view.over)


def _top_card(pen: Pen, top: Offered, *, shown: bool) -> None:
    """Draw the top card: its back where it lies face down, with a small sign for its owner."""
    if top.sort is not None and (shown or not top.face_down):
        offering(pen, top.sort, 0, 0)
        return
    back(pen, 0, 0, OFFERING_WIDTH, OFFERING_HEIGHT)
    if top.sort is not None:
        pen.circle(OFFERING_WIDTH, 0, 10, fill="card", stroke="edge")
        symbol(pen, top.sort, OFFERING_WIDTH, 0, scale=0.6)


def _worth(pen: Pen, view: View) -> None:
    """Draw how often each sort is known to lie on the stone, and what that makes it worth."""
    known = sacrificed(view.stone)
    unknown = len(view.stone) - sum(known)
    for sort, (number, value) in enumerate(zip(known, values(known), strict=True)):
        words = f"{number} {SORTS[sort]} on the stone, worth {value} each"
        with pen.group(move=(MARGIN + sort * CELL, 0)), pen.spot(label=words):
            pen.rect(2, 0, CELL - 4, 48, fill="card", stroke="edge", corner=6)
            symbol(pen, sort, 20, 24)
            pen.text(60, 20, str(number), size=14, bold=True)
            pen.text(60, 38, f"worth {value}", size=12)
    if unknown:
        pen.text(PANEL / 2, 64, f"and {unknown} unknown, face down", size=12)
