"""The moves in the rows there are: each with its explanation, or folded by kind and by field."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from parlour.session.move_list import MoveGroup, MoveList, NumberedMove
from parlour.session.selection import FORM, Selection
from parlour.terminal.full_screen.drawing import LINE, STEPS, Step

NUMBER = Style(dim=True)
NOTE = Style(dim=True)
KIND = Style(bold=True)

COLUMN = 38
"""Columns of characters that a move with its explanation has at least."""


class Shown(Struct, frozen=True):
    """The moves of one kind that are shown."""

    kind: MoveGroup
    choices: Sequence[NumberedMove]


def every_move(moves: MoveList) -> list[Shown]:
    """Return all legal moves and offers, by kind."""
    return [Shown(kind, kind.choices) for kind in (*moves.kinds, *moves.offered)]


def matching(moves: MoveList, selection: Selection, typed: str) -> list[Shown]:
    """Return the moves that what is chosen or typed may still become, by kind."""
    wanted = " ".join(typed.split()).casefold()
    chosen = {choice.text for choice in selection.remaining} if selection.chosen else None

    def fits(choice: NumberedMove) -> bool:
        if chosen is not None:
            return choice.text in chosen
        return choice.text.casefold().startswith(wanted) or str(choice.number) == wanted

    found = [Shown(one.kind, tuple(filter(fits, one.choices))) for one in every_move(moves)]
    return [shown for shown in found if shown.choices]


def move_lines(shown: Sequence[Shown], selection: Selection, width: int, rows: int) -> list[Text]:
    """Return the lines that show moves in ``rows`` rows of ``width`` columns, as far as they go.

    Kinds of which not every move can have a line are folded, the largest first. A kind that
    alone is left is folded by its fields.
    """
    lines = [choice for kind in shown for choice in kind.choices]
    if rows_of(shown, width) <= rows:
        return [_choice_line(choice) for choice in lines]
    columns = -(-len(lines) // max(rows, 1))
    if columns <= 1 or width // columns >= COLUMN:
        return _in_columns(lines, width, columns)
    folded = {id(kind) for kind in shown}
    if len(shown) == 1 and folded and len(_open_fields(shown[0], selection)) > 1:
        return list(_field_lines(shown[0], selection))
    if len(shown) > rows:
        return [_joined(shown)]
    room = rows - len(shown)
    for kind in sorted(shown, key=lambda one: len(one.choices)):
        if id(kind) in folded and len(kind.choices) - 1 <= room:
            folded.discard(id(kind))
            room -= len(kind.choices) - 1
    return [
        line
        for kind in shown
        for line in (
            [_folded_line(kind, selection)]
            if id(kind) in folded
            else [_choice_line(choice, width) for choice in kind.choices]
        )
    ]


def rows_of(shown: Sequence[Shown], width: int) -> int:
    """Return the rows that the moves with their explanations fill, folded between words."""
    return sum(-(-_columns_of(choice) // width) for kind in shown for choice in kind.choices)


def _columns_of(choice: NumberedMove) -> int:
    return cell_len(choice.text) + cell_len(choice.note) + 6


def _in_columns(choices: Sequence[NumberedMove], width: int, columns: int) -> list[Text]:
    """Return the moves with their explanations, in columns that are read downwards."""
    rows, room = -(-len(choices) // max(columns, 1)), width // max(columns, 1)
    lines = [Text() for _ in range(rows)]
    for number, choice in enumerate(choices):
        cell = _choice_line(choice, room - 1 if columns > 1 else room)
        cell.pad_right(room - len(cell.plain) if columns > 1 else 0)
        lines[number % rows].append_text(cell)
    return lines


def _choice_line(choice: NumberedMove, width: int | None = None) -> Text:
    line = Text().append(f"{choice.number:>3} ", NUMBER)
    line.append(choice.text)
    if choice.note:
        line.append(f"  {choice.note}", NOTE)
    if width is not None:
        line.truncate(width, overflow="ellipsis")
    line.stylize(Style(meta={LINE: choice.text}))
    return line


def _folded_line(shown: Shown, selection: Selection) -> Text:
    """Return one line for a kind; with one open field, its values can be clicked on."""
    numbers = f"{shown.choices[0].number}-{shown.choices[-1].number}"
    kind_step = [f"{FORM}={shown.kind.form}"]
    line = Text().append(f"{numbers:>7} ", NUMBER)
    line.append(shown.kind.form, KIND + _step([kind_step]))
    open_fields = _open_fields(shown, selection)
    if len(open_fields) == 1:
        ((name, values),) = open_fields.items()
        line.append(": ")
        line.append_text(_values(name, values, [kind_step]))
    else:
        line.append(f": {len(shown.choices)} moves, such as {shown.choices[0].text}")
    return line


def _field_lines(shown: Shown, selection: Selection) -> Iterator[Text]:
    """Yield a line for each field of a kind that is open, with its values."""
    for name, values in _open_fields(shown, selection).items():
        line = Text().append(f"{name}: ", KIND)
        line.append_text(_values(name, values, [[f"{FORM}={shown.kind.form}"]]))
        yield line


def _joined(shown: Sequence[Shown]) -> Text:
    """Return one line with all kinds, by their forms."""
    line = Text()
    for kind in shown:
        line.append(" · " if line else "")
        only = len(kind.choices) == 1
        kind_step = [f"{FORM}={kind.kind.form}"]
        meta = Style(meta={LINE: kind.choices[0].text}) if only else _step([kind_step])
        line.append(kind.choices[0].text if only else kind.kind.form, KIND + meta)
        line.append("" if only else f" ({len(kind.choices)})", NOTE)
    return line


def _values(name: str, values: Sequence[str], before: Sequence[Step]) -> Text:
    line = Text()
    for value in values:
        line.append(" " if line else "")
        line.append(value, _step([*before, [f"{name}={value}"]]))
    return line


def _open_fields(shown: Shown, selection: Selection) -> dict[str, list[str]]:
    """Return the fields that are not decided, each with its values in the order of the moves."""
    texts = {choice.text for choice in shown.choices}
    fields = [choice.fields for choice in selection.choices if choice.text in texts]
    values = {name: list(dict.fromkeys(field[name] for field in fields)) for name in fields[0]}
    return {name: found for name, found in values.items() if len(found) > 1}


def _step(steps: Sequence[Step]) -> Style:
    return Style(meta={STEPS: tuple(tuple(step) for step in steps)})
