"""Rapa Nui as a terminal shows it, in panels: the display, the own hand, all seats, the stone."""

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from parlour import Over, Panel, Seat, Space, Viewer, spot
from parlour_rapa_nui.components import BOX, CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.scoring import bonus, sacrificed, values
from parlour_rapa_nui.state import Tribe
from parlour_rapa_nui.view import NOBODY, View
from parlour_rapa_nui.words.names import counted, listed, stone_card

STYLES = {
    "fish": "cyan",
    "mulberry": "green",
    "potato": "red",
    "grain": "yellow",
    "woodcutter": "dark_orange3",
    "priest": "magenta",
    "moai": "bold",
}
PALE, STRONG, NEW = "dim", "bold", "reverse"

CARD = 12
"""Columns of a card."""
HAND = 12
"""Columns of the own hand: the longest line that can stand there."""
ORDER = (WOODCUTTER, PRIEST, MOAI, *range(len(SORTS)))
"""Kinds of card from left to right."""
NARROW = 100
"""Columns below which the names of kinds are folded."""
FOLDED = {
    "woodcutter": ("wood-", "cutter"),
    "mulberry": ("mul-", "berry"),
    "offerings": ("offer-", "ings"),
}
BACK = "▒"


def draw_panels(view: View, viewer: Viewer, space: Space[View]) -> Sequence[Panel]:
    """Draw what the table shows to its seat, and with memory what that could recall.

    An onlooker has no hand.
    """
    hand = [] if view.seat == NOBODY else [_hand(view, space.earlier)]
    return [
        Panel("display", f"Display: {_stack(view)}", _display(view, space.earlier), needed=True),
        *[Panel("hand", "Your hand", text, needed=True) for text in hand],
        Panel("tribes", TRIBES, _tribes(view, viewer, space), needed=True),
        Panel("stone", "Stone", _stone(view, viewer, space.earlier)),
        Panel("others", "What others hold", _others(view, viewer), needed=view.over),
        Panel("legend", "Legend", Text(LEGEND, PALE)),
    ]


TRIBES = "In front of everybody (+ most of all: one more when it is scored)"
LEGEND = (
    "▶ to act     + alone has most of a kind, at least two\n"
    "Cards of a column are taken from the front, which is framed.\n"
    "Hunters lying make offerings of their sort cheaper for their owner."
)


def _stack(view: View) -> str:
    left = sum(view.stack)
    return f"{left} card{'s' * (left != 1)} in the stack"


# The display


def _display(view: View, earlier: View | None) -> Text:
    """Draw the four columns: the fronts in frames, and under each what comes next."""
    columns = [_column(view, earlier, number) for number in range(len(view.columns))]
    return Text("\n").join(Text(" ").join(row) for row in zip(*columns, strict=True))


def _column(view: View, earlier: View | None, number: int) -> list[Text]:
    """Draw a column of the display, from the front to the back."""
    cards = view.columns[number][::-1]
    head = f"╭─{number + 1}{'─' * (CARD - 4)}╮"
    front = Text(" " * (CARD - 2)) if not cards else _card(cards[0], CARD - 2, strong=True)
    lines = [Text(head), Text("│") + front + Text("│"), Text(f"╰{'─' * (CARD - 2)}╯")]
    for depth in range(1, BOX.display.length):
        under = _card(cards[depth], CARD) if depth < len(cards) else Text(" " * CARD)
        under.stylize(PALE)
        lines.append(under)
    for line in lines:
        line.stylize(spot(f"column={number + 1}"))
        if earlier is not None and earlier.columns[number] != view.columns[number]:
            line.stylize(NEW)
    return lines


def _card(card: int, width: int, *, strong: bool = False) -> Text:
    name = CARDS[card]
    return Text(name.center(width), f"{STRONG} {STYLES[name]}" if strong else STYLES[name])


# What the seat holds, and the stone


def _hand(view: View, earlier: View | None) -> Text:
    """List the seat's own cards in hand, each kind in a line."""
    now = view.tribes[view.seat].hand
    before = earlier.tribes[view.seat].hand if earlier is not None else now
    lines = []
    for card, number in enumerate(now):
        if number:
            line = Text(counted(card, number), STYLES[CARDS[card]])
            line.stylize(spot(f"card={CARDS[card]}"))
            if number > before[card]:
                line.stylize(NEW)
            lines.append(line)
    lines = lines or [Text("no cards", PALE)]
    lines[0] += Text(" " * (HAND - lines[0].cell_len))
    return Text("\n").join(lines)


def _stone(view: View, viewer: Viewer, earlier: View | None) -> Text:
    """Draw the stone: its top card, and with memory all that is known to lie on it."""
    if not view.stone:
        return Text("empty", PALE)
    number = len(view.stone)
    name, _, origin = stone_card(view.stone[-1], viewer).partition(", ")
    top = Text(name, "" if view.stone[-1].sort is None else STYLES[name])
    if earlier is not None and len(earlier.stone) != number:
        top.stylize(NEW)
    lines = [Text(f"{number} card{'s' * (number > 1)}, top: ") + top, Text(origin, PALE)]
    if viewer.memory or view.over:
        lines += _worth(view)
    return Text("\n").join(lines)


def _worth(view: View) -> Iterable[Text]:
    """List how often each sort is known to lie on the stone, and what that makes it worth."""
    known = sacrificed(view.stone)
    for sort, (number, value) in enumerate(zip(known, values(known), strict=True)):
        yield Text(f"{number} {SORTS[sort]}", STYLES[SORTS[sort]]).append(
            f", worth {value} each", "default"
        )
    if sum(known) < len(view.stone):
        yield Text(f"{len(view.stone) - sum(known)} unknown", PALE)


def _others(view: View, viewer: Viewer) -> Text:
    """List what others hold: backs of cards, or with memory and at the end what they are."""
    lines = [
        f"{viewer.name(seat)[:NAME]}: {part}"
        for seat, tribe in enumerate(view.tribes)
        if seat != view.seat
        for part in _held(view, viewer, seat, tribe)
    ]
    return Text("\n".join(lines))


def _held(view: View, viewer: Viewer, seat: Seat, tribe: Tribe) -> Iterable[str]:
    """Yield what is known of a seat's cards in hand and of its offerings."""
    if not viewer.memory and not view.over:
        yield f"{BACK * sum(tribe.hand)} in hand, offerings: {tribe.offerings}"
        return
    down = 0 if view.over else len(tribe.limits)
    yield f"{listed(tribe.hand)} in hand"
    yield listed(view.tracked(seat)) + (f", {down} of these face down" if down else "")


# All seats


def _tribes(view: View, viewer: Viewer, space: Space[View]) -> Text:
    """Draw a row for each seat, and under the sorts the offerings left, those held, and prices."""
    names = [CARDS[card] for card in ORDER] + ["wood", "fame", "offerings"]
    folded = space.width < NARROW
    heads = [FOLDED.get(name, ("", name)) if folded else ("", name) for name in names]
    widths = [max(map(len, head)) + 1 + (not folded) for head in heads]
    left = max(len(row) for row in (*ROWS, *(viewer.name(s)[:NAME] for s in range(4)))) + 2
    lines = [_head(heads, widths, left, line) for line in range(2)]
    rows = [line for line in lines if line.plain.strip()]
    rows += [
        _line(_name(view, viewer, seat), _seat_cells(view, space.earlier, seat), widths, left)
        for seat in range(len(view.tribes))
    ]
    for label, cells in zip(ROWS, _offering_rows(view), strict=True):
        if cells:
            rows.append(_line(Text(label, PALE), _sort_cells(cells), widths, left))
    return Text("\n").join(rows)


def _offering_rows(view: View) -> Iterable[Sequence[str]]:
    """Yield the numbers of ``ROWS`` by sort; of an onlooker only those of the piles."""
    sits = view.seat != NOBODY
    yield [f"{cost}" if cost >= 0 else "-" for cost in view.prices] if sits else ()
    yield [str(number) for number in view.piles]
    yield [str(number) for number in view.holdings] if sits else ()


ROWS = ("price in wood", "left in piles", "you hold")
NAME = 13
"""Columns of a name, at most."""

Cells = Sequence[Text]


def _head(heads: Sequence[tuple[str, str]], widths: Sequence[int], left: int, line: int) -> Text:
    """Write one of the two lines of the names of columns."""
    cells = []
    for number, head in enumerate(heads):
        style = STYLES.get(CARDS[ORDER[number]], "") if number < len(ORDER) else ""
        cells.append(Text(head[line], style))
    return _line(Text(""), cells, widths, left)


def _line(label: Text, cells: Cells, widths: Sequence[int], left: int) -> Text:
    """Set a label and cells in columns, these to the right, with room for a ``+`` behind each."""
    line = label + Text(" " * (left - label.cell_len))
    for cell, width in zip(cells, widths, strict=False):
        mark = "" if cell.plain.endswith("+") else " "
        line.append(" " * (width - cell.cell_len - len(mark))).append_text(cell).append(mark)
    line.rstrip()
    return line


def _name(view: View, viewer: Viewer, seat: Seat) -> Text:
    """Write a seat's name, marked where it has to answer, with its place at the end."""
    end, name = view.phases[-1], viewer.name(seat)[:NAME]
    if isinstance(end, Over):
        return Text(f"{end.places[seat]}. {name}", STRONG)
    acting = getattr(end, "seat", None) == seat
    return Text(f"▶ {name}" if acting else f"  {name}", STRONG if acting else "")


def _seat_cells(view: View, earlier: View | None, seat: Seat) -> Cells:
    """Write what lies before a seat, ``+`` marking a bonus (rule 7.2), and what it owns."""
    tribe = view.tribes[seat]
    before = earlier.tribes[seat] if earlier is not None else tribe
    cells = []
    for card in ORDER:
        ahead = bonus(tuple([other.lying[card] for other in view.tribes])) == seat
        cells.append(
            _changed(_number(tribe.lying[card], ahead=ahead), tribe.lying[card], before.lying[card])
        )
    owned: Sequence[Callable[[Tribe], int]] = (_wood, _fame, _offerings)
    cells += [_changed(Text(str(of(tribe))), of(tribe), of(before)) for of in owned]
    return cells


def _wood(tribe: Tribe) -> int:
    return tribe.wood


def _fame(tribe: Tribe) -> int:
    return tribe.fame


def _offerings(tribe: Tribe) -> int:
    return tribe.offerings


def _changed(cell: Text, now: int, before: int) -> Text:
    if now != before:
        cell.stylize(NEW)
    return cell


def _number(number: int, *, ahead: bool) -> Text:
    """Write how many cards lie; a sole majority has a ``+`` behind it."""
    if not number:
        return Text("·", PALE)
    return Text(f"{number}+", STRONG) if ahead else Text(f"{number}")


def _sort_cells(cells: Sequence[str]) -> Cells:
    """Place a number for each sort under the sort's column."""
    row = [Text("") for _ in range(MOAI + 1 - len(SORTS))]
    for sort, text in enumerate(cells):
        cell = Text(text)
        cell.stylize(spot(f"sort={SORTS[sort]}"))
        row.append(cell)
    return row
