"""A view as text: drawn by its game, described in its words, or spelt out field by field."""

from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.rules.words import Viewer

if TYPE_CHECKING:
    from parlour.match.game import Game


def view_text(game: "Game", view: Any, viewer: Viewer, width: int) -> str:
    """Return a view as plain text of at most ``width`` columns where the game can draw it so."""
    if game.draw_text is None:
        return "\n".join(described(game, view, viewer))
    from rich.console import Console  # noqa: PLC0415  slow to import, and bots never look

    page = StringIO()
    console = Console(file=page, width=width, color_system=None, highlight=False, markup=False)
    console.print(game.draw_text(view, viewer))
    return page.getvalue().rstrip("\n")


def described(game: "Game", view: Any, viewer: Viewer) -> Iterator[str]:
    """Yield a view in plain lines: in the game's words, or by the names of its fields."""
    if game.describe_view is not None:
        yield from game.describe_view(view, viewer)
        return
    for name, value in _leaves("", msgspec.to_builtins(view)):
        yield f"{name}: {value}"


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
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
