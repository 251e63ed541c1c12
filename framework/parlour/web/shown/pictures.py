"""Pictures as messages: the panels of a view, and the pieces that differ from an earlier one."""

from typing import Any

from parlour.match.game import Game
from parlour.rules.panels import Space
from parlour.rules.picture import Picture
from parlour.rules.words import Viewer
from parlour.table.sight import panels_of
from parlour.web.messages import ShownPicture, ShownPicturePanel, ShownText

WIDTH, TALL = 88, 1000
"""Columns of panels of text, and rows so many that none is left out."""


def drawn(game: Game, view: Any, viewer: Viewer) -> ShownPicture | None:
    """Return a view as the game draws it; None if it draws no pictures."""
    if game.display.picture is None:
        return None
    return shown_picture(game.display.picture(view, viewer))


def shown_picture(picture: Picture) -> ShownPicture:
    """Return a picture as a message holds it."""
    return ShownPicture(
        tuple(
            ShownPicturePanel(
                panel.name,
                panel.title,
                panel.label,
                panel.width,
                panel.height,
                panel.nodes,
                panel.needed,
            )
            for panel in picture.panels
        )
    )


def written(game: Game, view: Any, viewer: Viewer, earlier: Any = None) -> tuple[ShownText, ...]:
    """Return a view in panels of text."""
    panels = panels_of(game, view, viewer, Space(WIDTH, TALL, earlier))
    return tuple(
        ShownText(panel.name, panel.title, tuple(panel.body.plain.split("\n")), panel.needed)
        for panel in panels
    )


def compared(
    game: Game, earlier: Any, view: Any, viewer: Viewer
) -> tuple[ShownPicture | None, tuple[str, ...], tuple[str, ...]]:
    """Return a view as the game draws it, and the keys of what an earlier view shows otherwise.

    First those of what is new or changed since, then those of what is gone; without an earlier
    view, there are none.
    """
    if game.display.picture is None:
        return None, (), ()
    picture = game.display.picture(view, viewer)
    if earlier is None:
        return shown_picture(picture), (), ()
    before, after = _pieces(game.display.picture(earlier, viewer)), _pieces(picture)
    changed = sorted(key for key, piece in after.items() if before.get(key) != piece)
    return shown_picture(picture), tuple(changed), tuple(sorted(before.keys() - after.keys()))


def _pieces(picture: Picture) -> dict[str, Any]:
    """Return each piece of a picture with a key: its panel, its place and its drawing.

    The moves that a piece is part of are left out: a question is no change of it.
    """
    return {
        spot.key: (panel.name, spot.label, spot.node.children)
        for panel in picture.panels
        for spot in panel.spots
        if spot.key
    }
