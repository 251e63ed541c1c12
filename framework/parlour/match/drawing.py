"""Views as people see them: as text, as plain lines, as a picture."""

from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

import msgspec

from parlour.match.game_parts import Display
from parlour.rules import Space, Viewer

if TYPE_CHECKING:  # slow to import, and bots never look
    from rich.console import RenderableType

    from parlour.rules.picture import Picture

TEXT_COLUMNS = 80
"""Columns of a view as text."""
TEXT_ROWS = 1000
"""Rows of a view as text: nothing is folded."""


def view_text(display: Display, view: object, viewer: Viewer, width: int) -> str:
    """Return a view as plain text of at most ``width`` columns, if the game can draw it so."""
    drawing = drawn(display, view, viewer, Space(width, TEXT_ROWS))
    if drawing is None:
        return "\n".join(described(display, view, viewer))
    from rich.console import Console  # noqa: PLC0415  slow to import, and bots never look

    page = StringIO()
    console = Console(file=page, width=width, color_system=None, highlight=False, markup=False)
    console.print(drawing)
    return page.getvalue().rstrip("\n")


def picture_of(display: Display, view: object, viewer: Viewer, title: str) -> "Picture":
    """Return a view as a picture; if the game draws none, its text as one, with a title."""
    from parlour.rules.picture import Picture, text_panel  # noqa: PLC0415  bots never look

    if display.picture is None:
        return Picture((text_panel(title, view_text(display, view, viewer, TEXT_COLUMNS)),))
    return display.picture(view, viewer)


def drawn(display: Display, view: object, viewer: Viewer, space: Space) -> "RenderableType | None":
    """Return a view as the game draws it, with all its panels; None if it draws nothing."""
    if display.panels is None:
        return None if display.text is None else display.text(view, viewer)
    from rich.text import Text  # noqa: PLC0415  slow to import, and bots never look

    page = Text()
    for panel in display.panels(view, viewer, space):
        page.append(f"{panel.title}\n", "bold").append_text(panel.body).append("\n\n")
    page.rstrip()
    return page


def described(display: Display, view: object, viewer: Viewer) -> Iterator[str]:
    """Yield a view in plain lines: in the game's words, or by the names of its fields."""
    if display.describe is not None:
        yield from display.describe(view, viewer)
        return
    yield from field_lines(view)


def field_lines(value: object) -> Iterator[str]:
    """Yield the fields of a view or state by their names, one a line."""
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
