"""The moves as lines: each with its explanation, or folded by kind and by field."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from parlour.table.move_list import FOLD, MoveGroup, MoveList, NumberedMove
from parlour.table.selection import FORM, Selection
from parlour.terminal.full_screen.drawing import FAINT, LINE, STEPS, STRONG, Step

MAX_NAMED_MOVES = 3
"""Maximum number of moves of a kind that are named if all kinds share one line."""
SPARE_COLUMNS = 4
"""Number of columns that a folded line leaves empty at its end, about half a word."""
MIN_MOVE_COLUMNS = 25
"""Minimum number of columns of a move with its explanation."""


def matching(moves: MoveList, selection: Selection, typed: str) -> list[MoveGroup]:
    """Return the moves that what is chosen or typed may still become, by kind."""
    wanted = " ".join(typed.split()).casefold()
    chosen = {choice.text for choice in selection.remaining} if selection.chosen else None

    def fits(choice: NumberedMove) -> bool:
        if chosen is not None:
            return choice.text in chosen
        return choice.text.casefold().startswith(wanted) or str(choice.number) == wanted

    kinds = (*moves.kinds, *moves.offered)
    found = (MoveGroup(kind.form, tuple(filter(fits, kind.choices))) for kind in kinds)
    return [kind for kind in found if kind.choices]


def move_lines(
    shown: Sequence[MoveGroup], selection: Selection, width: int, rows: int
) -> list[Text]:
    """Return the lines that show moves in ``rows`` rows of ``width`` columns, as far as they go.

    If not every move fits, kinds are folded: the largest to their forms, with the values of their
    fields if these fit.
    """
    every = [choice for kind in shown for choice in kind.choices]
    if sum(_rows_of(choice, width) for choice in every) <= rows:
        return [_choice_line(choice) for choice in every]
    columns = -(-len(every) // max(rows, 1))
    if width // columns >= MIN_MOVE_COLUMNS:
        return _in_columns(every, width, columns)
    if len(shown) > rows:
        return [_joined(shown)]
    lines, room = {}, rows - len(shown)
    for kind in sorted(shown, key=lambda one: len(one.choices)):
        lines[id(kind)] = _kind_lines(kind, selection, width, room + 1)
        room -= len(lines[id(kind)]) - 1
    return [line for kind in shown for line in lines[id(kind)]]


def wanted_rows(shown: Sequence[MoveGroup], selection: Selection, width: int) -> int:
    """Return the number of rows that moves need: the larger kinds by form and fields."""
    return sum(
        _folded_rows([_folded_line(kind, selection, width), *_field_lines(kind, selection)], width)
        if len(kind.choices) > FOLD
        else sum(_rows_of(choice, width) for choice in kind.choices)
        for kind in shown
    )


def _folded_rows(lines: Sequence[Text], width: int) -> int:
    return sum(-(-cell_len(line.plain) // max(width - SPARE_COLUMNS, 1)) for line in lines)


def _kind_lines(kind: MoveGroup, selection: Selection, width: int, rows: int) -> list[Text]:
    """Return the lines of one kind in at least one row: its moves, or its form and fields."""
    if len(kind.choices) <= rows:
        return [_choice_line(choice, width) for choice in kind.choices]
    fields = list(_field_lines(kind, selection))
    if len(fields) == 1 or len(fields) >= rows:
        return [_folded_line(kind, selection, width)]
    return [_folded_line(kind, selection, width), *fields]


def _rows_of(choice: NumberedMove, width: int) -> int:
    """Return the rows that a move with its explanation fills, folded between words."""
    return -(-_columns_of(choice) // max(width, 1))


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
    line = Text().append(f"{choice.number:>3} ", FAINT)
    line.append(choice.text)
    if choice.note:
        line.append(f"  {choice.note}", FAINT)
    if width is not None:
        line.truncate(width, overflow="ellipsis")
    line.stylize(Style(meta={LINE: choice.text}))
    return line


def _folded_line(shown: MoveGroup, selection: Selection, width: int) -> Text:
    """Return one line for a kind; with one open field, its values can be clicked on.

    It has an example where there is room for it.
    """
    numbers = f"{shown.choices[0].number}-{shown.choices[-1].number}"
    kind_step = [f"{FORM}={shown.form}"]
    line = Text().append(f"{numbers:>7} ", FAINT)
    line.append(shown.form, STRONG + _step([kind_step]))
    open_fields = _open_fields(shown, selection)
    if len(open_fields) == 1:
        ((name, values),) = open_fields.items()
        line.append(": ")
        line.append_text(_values(name, values, [kind_step]))
    else:
        line.append(f": {len(shown.choices)} moves")
        example = f", such as {shown.choices[0].text}"
        line.append(example if cell_len(line.plain + example) <= width - SPARE_COLUMNS else "")
    return line


def _field_lines(shown: MoveGroup, selection: Selection) -> Iterator[Text]:
    """Yield a line for each field of a kind that is open, with its values."""
    for name, values in _open_fields(shown, selection).items():
        line = Text().append(f"{name:>7} ", STRONG)
        line.append_text(_values(name, values, [[f"{FORM}={shown.form}"]]))
        yield line


def _joined(shown: Sequence[MoveGroup]) -> Text:
    """Return one line with all kinds: by their moves where these are few, else by their forms."""
    line = Text()
    for kind in shown:
        line.append(" · " if line else "")
        if len(kind.choices) <= MAX_NAMED_MOVES:
            between = Text(", ")
            moves = (Text(one.text, Style(meta={LINE: one.text})) for one in kind.choices)
            line.append_text(between.join(moves))
        else:
            line.append(kind.form, STRONG + _step([[f"{FORM}={kind.form}"]]))
            line.append(f" ({len(kind.choices)})", FAINT)
    return line


def _values(name: str, values: Sequence[str], before: Sequence[Step]) -> Text:
    line, between = Text(), ", " if any(" " in value for value in values) else " "
    for value in values:
        line.append(between if line else "")
        line.append(value, _step([*before, [f"{name}={value}"]]))
    return line


def _open_fields(shown: MoveGroup, selection: Selection) -> dict[str, list[str]]:
    """Return the fields that are not decided, each with its values in the order of the moves."""
    texts = {choice.text for choice in shown.choices}
    fields = [choice.fields for choice in selection.choices if choice.text in texts]
    values = {name: list(dict.fromkeys(field[name] for field in fields)) for name in fields[0]}
    return {name: found for name, found in values.items() if len(found) > 1}


def _step(steps: Sequence[Step]) -> Style:
    return Style(meta={STEPS: tuple(tuple(step) for step in steps)})
