"""Views as people see them: as text, as plain lines, as a picture."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from parlour.match.game_parts import Display
from parlour.rules import Space, Viewer

if TYPE_CHECKING:  # slow to import, and bots never look
    from rich.text import Text

    from parlour.rules.picture import Picture

TEXT_COLUMNS = 80
"""Columns of a view as text."""
TEXT_ROWS = 1000
"""Rows of a view as text: nothing is folded."""


def view_text(display: Display, view: object, viewer: Viewer, width: int) -> str:
    """Return a view as plain text of at most ``width`` columns.

    ``display`` is that of the game, and ``viewer`` has the names of the seats.
    """
    drawing = drawn(display, view, viewer, Space(width, TEXT_ROWS))
    if drawing is None:
        return "\n".join(described(display, view, viewer))
    return "\n".join(line.rstrip() for line in drawing.plain.split("\n"))


def picture_of(display: Display, view: object, viewer: Viewer, title: str) -> "Picture":
    """Return a view as ``display`` draws it for ``viewer``; else its plain lines with a title.

    Raises:
        PluginError: The package that draws tables is missing.
    """
    from parlour.kit.table import Piece, TablePanel, row  # noqa: PLC0415  bots never look

    lines = [row("", Piece(shape="words", name=line)) for line in described(display, view, viewer)]
    table = [TablePanel(name="table", title=title, rows=lines)]
    draw = display.picture or Display(table=lambda *_: table).picture
    return draw(view, viewer)  # type: ignore[misc]  # made of the table


def drawn(display: Display, view: object, viewer: Viewer, space: Space) -> "Text | None":
    """Return a view with all panels that ``display`` draws in a ``space``; None if it draws none.

    ``viewer`` has the names of the seats.
    """
    if display.panels is None:
        return None
    from rich.text import Text  # noqa: PLC0415  slow to import, and bots never look

    page = Text()
    for panel in display.panels(view, viewer, space):
        page.append(f"{panel.title}\n", "bold").append_text(panel.body).append("\n\n")
    page.rstrip()
    return page


def described(display: Display, view: object, viewer: Viewer) -> Iterator[str]:
    """Yield a view in plain lines: in the words of ``display``, or by the names of its fields.

    ``viewer`` has the names of the seats.
    """
    if display.describe is not None:
        yield from display.describe(view, viewer)
        return
    yield from field_lines(view)


def field_lines(value: object) -> Iterator[str]:
    """Yield the fields of ``value``, a view or a state, by their names, one a line."""
    for name, leaf in _leaves("", msgspec.to_builtins(value)):
        yield f"{name}: {leaf}"


def _leaves(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "type":
                yield from _leaves(f"{name} {key}".strip(), inner)
    elif isinstance(value, list | tuple) and any(isinstance(part, dict) for part in value):
        for number, inner in enumerate(value):
            yield from _leaves(f"{name} {number}".strip(), inner)
    elif isinstance(value, list | tuple):
        yield name, " ".join(map(str, value)) or "none"
    else:
        yield name, value
