"""A view drawn for the terminal."""

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour import Look, Over, Seat
from parlour_rapa_nui.phases.buying import price
from parlour_rapa_nui.pieces import BOX, CARDS, SORTS, Tally
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words import over, question, remembered, stone_card

STYLES = {
    "fish": "cyan",
    "mulberry": "green",
    "potato": "red",
    "grain": "yellow",
    "woodcutter": "dark_orange3",
    "priest": "magenta",
    "moai": "bold white",
}


def draw(view: View, look: Look) -> RenderableType:
    """Draw what the table shows to the looker, and with memory what it could recall."""
    parts: list[RenderableType] = [
        Text(question(view.phases[-1], look.names).capitalize(), style="bold"),
        _display(view),
        Columns([_piles(view), _stone(view, look)]),
        _tribes(view, look),
    ]
    return Group(*parts, _own(view))


def _named(card: int, number: int = 0) -> Text:
    """Write a kind of card or offering in its colour."""
    return Text(f"{number} {CARDS[card]}" if number else CARDS[card], style=STYLES[CARDS[card]])


def _tallied(tally: Tally) -> Text:
    """Write what a tally has, each in its colour."""
    parts = [_named(card, number) for card, number in enumerate(tally) if number]
    return Text(" · ").join(parts) if parts else Text("none", style="dim")


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


def _piles(view: View) -> Panel:
    """Draw the piles, and what an offering would cost the looker."""
    table = Table(box=None, padding=(0, 1))
    for heading in ("offering", "left", "your price"):
        table.add_column(heading, justify="left" if heading == "offering" else "right")
    for sort in range(len(SORTS)):
        cost = price(view.tribes[view.seat], sort)
        table.add_row(_named(sort), str(view.piles[sort]), f"{cost} wood")
    return Panel(table, title="piles", box=box.ROUNDED, expand=False)


def _stone(view: View, look: Look) -> Panel:
    """Draw the stone: its top card, and with memory all that is known to lie on it."""
    if not view.stone:
        return Panel(Text("empty", style="dim"), title="stone", box=box.ROUNDED, expand=False)
    top = Text(f"on top: {stone_card(view.stone[-1], look.names)}")
    lines = [top, Text(f"{len(view.stone)} cards", style="dim")]
    if look.memory or over(view):
        known = sacrificed(view.stone)
        worth = values(known)
        for sort, count in enumerate(known):
            lines.append(_named(sort).append(f": {count}, worth {worth[sort]}", style="default"))
        lines.append(Text(f"unknown: {len(view.stone) - sum(known)}", style="dim"))
    return Panel(Group(*lines), title="stone", box=box.ROUNDED, expand=False)


def _tribes(view: View, look: Look) -> Table:
    """Draw every seat's personal display and belongings."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for heading in ("", "lying", "wood", "fame", "offerings", "hand"):
        table.add_column(heading, justify="right" if heading in {"wood", "fame"} else "left")
    for seat, tribe in enumerate(view.tribes):
        table.add_row(
            _name(view, look, seat),
            _tallied(tribe.lying),
            str(tribe.wood),
            str(tribe.fame),
            _offerings(view, look, seat),
            _hand(view, look, seat),
        )
    return table


def _name(view: View, look: Look, seat: Seat) -> Text:
    """Write a seat's name, marked where it has to answer, with its place at the end."""
    end = view.phases[-1]
    if isinstance(end, Over):
        return Text(f"{end.places[seat]}. {look.names[seat]} ({end.scores[seat]})", style="bold")
    acting = getattr(end, "seat", None) == seat
    return Text(f"{'▶ ' if acting else '  '}{look.names[seat]}", style="bold" if acting else "")


def _offerings(view: View, look: Look, seat: Seat) -> Text:
    number = Text(str(view.tribes[seat].offerings))
    if seat != view.seat and (look.memory or over(view)):
        number.append(f" ({remembered(view, seat).removeprefix('offerings ')})", style="dim")
    return number


def _hand(view: View, look: Look, seat: Seat) -> Text:
    """Write a hand: one's own, or backs of cards, or with memory what they are."""
    hand = view.tribes[seat].hand
    if seat == view.seat or look.memory or over(view):
        return _tallied(hand)
    return Text("▒ " * sum(hand), style="dim")


def _own(view: View) -> Text:
    """Write the looker's hand and offerings."""
    own = view.tribes[view.seat]
    return Text.assemble(
        ("your hand: ", "bold"),
        _tallied(own.hand),
        ("    your offerings: ", "bold"),
        _tallied(view.offerings),
    )
