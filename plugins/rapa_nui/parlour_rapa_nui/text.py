"""A view drawn for the terminal."""

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour import Over, Seat, Viewer
from parlour_rapa_nui.components import BOX, CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.phases.buying import price
from parlour_rapa_nui.scoring import bonus, sacrificed, values
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words import counted, headline, over, stone_card, tracked

ORDER = (WOODCUTTER, PRIEST, MOAI, *range(len(SORTS)))
"""Kinds of card from top to bottom."""

STYLES = {
    "fish": "cyan",
    "mulberry": "green",
    "potato": "red",
    "grain": "yellow",
    "woodcutter": "dark_orange3",
    "priest": "magenta",
    "moai": "bold",
}


def draw_text(view: View, viewer: Viewer) -> RenderableType:
    """Draw what the table shows to its seat, and with memory what that could recall."""
    parts: list[RenderableType] = [
        Text(headline(view, viewer), style="bold"),
        _display(view),
        Columns([_piles(view, viewer), _stone(view, viewer)]),
        _tribes(view, viewer),
    ]
    return Group(*parts)


def _named(card: int, number: int = 0) -> Text:
    """Write a kind of card or offering in its colour."""
    return Text(counted(card, number) if number else CARDS[card], style=STYLES[CARDS[card]])


def _display(view: View) -> Panel:
    """Draw the four columns: the fronts in frames, and under each what comes next."""
    table = Table(box=None, padding=(0, 1), expand=False)
    for number in range(1, len(view.columns) + 1):
        table.add_column(f"{number}", justify="center", min_width=16)
    fronts = [_front(column) for column in view.columns]
    table.add_row(*fronts)
    for depth in range(2, BOX.display.length + 1):
        table.add_row(*[_under(column, depth) for column in view.columns])
    left = sum(view.stack)
    return Panel(table, title="display", subtitle=f"stack: {left}", box=box.ROUNDED, expand=False)


def _front(column: tuple[int, ...]) -> RenderableType:
    if not column:
        return Text("empty", style="dim")
    name = CARDS[column[-1]]
    return Panel(Text(name, style=f"bold {STYLES[name]}"), box=box.SQUARE, width=14)


def _under(column: tuple[int, ...], depth: int) -> Text:
    """Write the card so deep under the front, from 2 on."""
    if len(column) < depth:
        return Text("")
    card = _named(column[-depth])
    card.stylize("dim")
    return card


def _piles(view: View, viewer: Viewer) -> Panel:
    """Draw the piles, what one more would cost the seat, and who is known to hold what."""
    seats = [s for s in range(len(view.tribes)) if s == view.seat or viewer.memory or over(view)]
    table = Table(box=None, padding=(0, 1))
    table.add_column("offering")
    for heading in ("left", "price", *(_possessive(view, viewer, seat) for seat in seats)):
        table.add_column(heading, justify="right")
    held = [view.holdings if seat == view.seat else tracked(view, seat) for seat in seats]
    for sort in range(len(SORTS)):
        left = view.piles[sort]
        cost = f"{price(view.tribes[view.seat], sort)} wood" if left else "-"
        table.add_row(_named(sort), str(left), cost, *[str(tally[sort]) for tally in held])
    unknown = [0 if s == view.seat or over(view) else len(view.tribes[s].limits) for s in seats]
    if any(unknown):
        less = [f"-{number}" if number else "" for number in unknown]
        table.add_row("face down", "", "", *less, style="dim")
    return Panel(table, title="offerings", box=box.ROUNDED, expand=False)


def _possessive(view: View, viewer: Viewer, seat: Seat) -> str:
    return "yours" if seat == view.seat else f"{viewer.name(seat)}'s"


def _stone(view: View, viewer: Viewer) -> Panel:
    """Draw the stone: its top card, and with memory all that is known to lie on it."""
    if not view.stone:
        return Panel(Text("empty", style="dim"), title="stone", box=box.ROUNDED, expand=False)
    top = Text(f"on top: {stone_card(view.stone[-1], viewer)}")
    lines = [top, Text(f"{len(view.stone)} cards", style="dim")]
    if viewer.memory or over(view):
        known = sacrificed(view.stone)
        worth = values(known)
        for sort, count in enumerate(known):
            lines.append(_named(sort).append(f": {count}, worth {worth[sort]}", style="default"))
        if sum(known) < len(view.stone):
            lines.append(Text(f"unknown: {len(view.stone) - sum(known)}", style="dim"))
    return Panel(Group(*lines), title="stone", box=box.ROUNDED, expand=False)


def _tribes(view: View, viewer: Viewer) -> Table:
    """Draw every seat's personal display and belongings; ``+`` marks a bonus (rule 7.2)."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("lying +bonus")
    for seat in range(len(view.tribes)):
        table.add_column(_name(view, viewer, seat), justify="right", min_width=13)
    tribes = view.tribes
    for card in ORDER:
        lying = tuple([tribe.lying[card] for tribe in tribes])
        ahead = bonus(lying)
        cells = [_number(number, ahead=seat == ahead) for seat, number in enumerate(lying)]
        table.add_row(_named(card), *cells, end_section=card == len(SORTS) - 1)
    table.add_row("wood", *[f"{tribe.wood} " for tribe in tribes])
    table.add_row("fame", *[f"{tribe.fame} " for tribe in tribes])
    table.add_row("offerings", *[f"{tribe.offerings} " for tribe in tribes])
    if isinstance(end := view.phases[-1], Over):
        table.add_row("points", *[f"{points} " for points in end.scores], style="bold")
    table.add_row("hand", *[_hand(view, viewer, seat) for seat in range(len(tribes))])
    return table


def _number(number: int, *, ahead: bool) -> Text:
    if not number:
        return Text("· ", style="dim")
    return Text(f"{number}+", style="bold") if ahead else Text(f"{number} ")


def _name(view: View, viewer: Viewer, seat: Seat) -> Text:
    """Write a seat's name, marked where it has to answer, with its place at the end."""
    end = view.phases[-1]
    name = viewer.name(seat)
    if isinstance(end, Over):
        return Text(f"{end.places[seat]}. {name}", style="bold")
    acting = getattr(end, "seat", None) == seat
    return Text(f"▶ {name}" if acting else name, style="bold" if acting else "")


def _hand(view: View, viewer: Viewer, seat: Seat) -> Text:
    """Write a hand: one's own, or backs of cards, or with memory what they are."""
    hand = view.tribes[seat].hand
    if seat == view.seat or viewer.memory or over(view):
        cards = [_named(card, number) for card, number in enumerate(hand) if number]
        return Text("\n").join(cards)
    return Text("▒ " * sum(hand), style="dim")
