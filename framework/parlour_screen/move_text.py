"""The moves as lines: all with their explanations, or the first of them and how to see the rest."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from parlour.table import NumberedMove, Selection, ShownPlan
from parlour.terminal.screen import fold
from parlour.words import say
from parlour_screen.widgets import FAINT, LINE, STRONG

MIN_MOVE_COLUMNS = 25
"""Minimum number of columns of a move with its explanation."""
NUMBER_COLUMNS = 4
"""Number of columns of a move's number."""
MAX_PLAN_ROWS = 3
"""Maximum number of rows of plans above the moves."""
MAX_WANTED_ROWS = 16
"""Maximum number of rows that moves ask for: the others are behind Tab."""
BETWEEN = " · "
BLANK = "…"
"""The text of a field that is not chosen yet."""
NOTE = "  "
ELLIPSIS = "…"
PARTS = re.compile(r"; |, ")
"""Marks between the parts of an explanation."""
NUMBER = re.compile(r"\d")
JOINT = "; "
MIN_HEAD_COLUMNS = 16
"""Minimum number of columns for what stands before the facts."""
CONSOLE = Console()
"""Console of the rich library, which folds the lines that are counted."""


class MoveRows:
    """The moves that may be chosen, and lines that may be typed in their place."""

    def __init__(
        self,
        shown: Sequence[NumberedMove],
        before: str = "",
        examples: Sequence[str] = (),
        plans: Sequence[ShownPlan] = (),
    ) -> None:
        self._shown = shown
        self._before = before
        """The moves that stand before them in the line."""
        self._examples = examples
        self._plans = plans[:MAX_PLAN_ROWS]
        """The best plans, which stand above the moves."""

    def wanted(self, width: int) -> int:
        """Return the number of rows that the moves need in a width."""
        return min(_rows_of(self._whole(), width, MAX_WANTED_ROWS), MAX_WANTED_ROWS)

    def lines(self, width: int, rows: int) -> list[Text]:
        """Return the lines that show plans and moves in ``rows`` rows of ``width`` columns.

        If there is no room for all of them whole, plans take up half of the rows at most, and the
        last line says how to see the other moves.
        """
        if _rows_of(self._whole(), width, rows) <= rows:
            return list(self._whole())
        shown = self._plans[: rows // 2] if self._shown else self._plans
        if rows == 1 and self._shown:
            return [self._joined(width, self._plans)]
        plans = [_plan_row(plan, width) for plan in shown]
        return [*plans, *self._move_lines(width, rows - len(plans))]

    def _whole(self) -> Iterator[Text]:
        """Yield the lines of plans and moves."""
        yield from map(_plan_row, self._plans)
        yield from map(self._cell, self._shown)

    def _move_lines(self, width: int, rows: int) -> list[Text]:
        shown = self._shown
        if _rows_of(map(self._cell, shown), width, rows) <= rows:
            return list(map(self._cell, shown))
        columns = -(-len(shown) // max(rows, 1))
        longest = max(len(one.label) + _price_columns(one.note) for one in shown)
        if width // columns > max(MIN_MOVE_COLUMNS - 1, longest + NUMBER_COLUMNS):
            return self._in_columns(shown, width, columns)
        if rows > 1:
            return [*(self._cell(one, width) for one in shown[: rows - 1]), self._more(width)]
        return [self._joined(width, ())]

    def _in_columns(self, shown: Sequence[NumberedMove], width: int, columns: int) -> list[Text]:
        """Return the moves with their explanations, in columns that are read downwards."""
        rows = -(-len(shown) // columns)
        room = width // columns
        lines = [Text() for _ in range(rows)]
        for number, choice in enumerate(shown):
            cell = self._cell(choice, room - 1 if columns > 1 else room)
            cell.pad_right(room - cell_len(cell.plain) if columns > 1 else 0)
            lines[number % rows].append_text(cell)
        return lines

    def _joined(self, width: int, plans: Sequence[ShownPlan]) -> Text:
        """Return one line: a plan, the first moves, and how to see the others."""
        more = self._more(width, examples=False)
        room = width - cell_len(BETWEEN + more.plain)
        line = _plan_row(plans[0], width // 2) if plans else Text()
        first = self._shown[0].label if self._shown else ""
        if cell_len(line.plain + BETWEEN + first) > room:
            line = Text(first, self._click(self._shown[0])) if self._shown else line
            line.truncate(width, overflow="ellipsis")
            return line
        for one in self._shown:
            text = f"{BETWEEN if line else ''}{one.label}"
            if cell_len(line.plain + text) > room:
                break
            line.append(text, self._click(one))
        return line.append(BETWEEN if line else "").append_text(more)

    def _more(self, width: int, *, examples: bool = True) -> Text:
        """Return the line that says how to see all moves, and what else may be typed."""
        line = Text(say("moves.all", count=len(self._shown)), FAINT)
        for number, example in enumerate(self._examples if examples else ()):
            text = f"{BETWEEN}{example}" if number else say("moves.or_type", line=example)
            if cell_len(line.plain + text) <= width:
                line.append(text, FAINT + Style(meta={LINE: example}))
        return line

    def _cell(self, one: NumberedMove, width: int | None = None) -> Text:
        line = Text().append(f"{one.number:>3} ", FAINT)
        line.append(one.label)
        if one.note:
            room = None if width is None else width - cell_len(line.plain + NOTE)
            line.append(f"{NOTE}{_in_whole_parts(one.note, room)}", FAINT)
        if width is not None:
            line.truncate(width, overflow="ellipsis")
        line.stylize(self._click(one))
        return line

    def _click(self, one: NumberedMove) -> Style:
        return Style(meta={LINE: f"{self._before}{one.label}"})


def _in_whole_parts(note: str, room: int | None) -> str:
    """Return an explanation; if a number is cut off, without its longest parts, until it fits."""
    if room is None or cell_len(note) <= room:
        return note
    parts = PARTS.split(note)
    cut = PARTS.split(note[: room - len(ELLIPSIS)])
    if NUMBER.findall(cut[-1]) == NUMBER.findall(parts[len(cut) - 1]):
        return note
    while parts and cell_len(JOINT.join(parts)) > room:
        parts.remove(max(parts, key=cell_len))
    return JOINT.join(parts) or ELLIPSIS


def _price_columns(note: str) -> int:
    """Return the columns of the first part of an explanation, if it is a price."""
    first = PARTS.split(note)[0]
    return len(NOTE + first) if NUMBER.search(first) else 0


def _plan_row(plan: ShownPlan, width: int | None = None) -> Text:
    """Return the line of a plan, cut to a width; a click writes the line that plays it."""
    line = Text(f"p{plan.line.removeprefix('plan ')} ", STRONG)
    text = plan.text if width is None else fitted(plan.text, width - cell_len(line.plain))
    line.append(text, Style(bold=False))
    if width is not None:
        line.truncate(width, overflow="ellipsis")
    line.stylize(Style(meta={LINE: plan.line}))
    return line


def fitted(text: str, width: int) -> str:
    """Return a text with facts behind a colon that fits a width; facts with numbers are prices.

    Facts without numbers go first, then the end of what stands before the colon, then facts.
    """
    head, colon, facts = text.partition(": ")
    parts = PARTS.split(facts)
    words = [part for part in parts if not NUMBER.search(part)]
    least = min(cell_len(head), MIN_HEAD_COLUMNS) + cell_len(colon)
    while words and len(parts) > 1 and cell_len(head + colon + JOINT.join(parts)) > width:
        parts.remove(words.pop())
    while len(parts) > 1 and least + cell_len(JOINT.join(parts)) > width:
        parts.pop()
    told = JOINT.join(parts) if len(parts) < len(PARTS.split(facts)) else facts
    room = max(width - cell_len(colon + told), MIN_HEAD_COLUMNS)
    if cell_len(head) > room:
        head = f"{head[: room - len(ELLIPSIS)]}{ELLIPSIS}"
    return f"{head}{colon}{told}"


def _rows_of(lines: Iterable[Text], width: int, most: int) -> int:
    """Return the rows that lines fill, folded between words; more than ``most`` are not counted."""
    every = (part for line in lines for part in fold(line, CONSOLE, max(width, 1)))
    return sum(1 for _ in islice(every, most + 1))


def line_of(selection: Selection) -> str:
    """Return the line that the choices so far stand for, with ``…`` for open parts.

    Empty if nothing is chosen.
    """
    if not selection.chosen:
        return ""
    if selection.proposal is not None:
        return selection.proposal.text
    left = selection.remaining
    pairs = set.intersection(*(set(choice.fields.items()) for choice in left))
    forms = {selection.notation.forms[type(choice.move)] for choice in left}
    if len(forms) > 1:
        return " ".join([*sorted(text for _, text in pairs), BLANK])
    return forms.pop().fill(dict(pairs), BLANK)
