"""The picture of a table that a game gives as data; see ``Display.table``.

It draws for pages, notebooks and reports, and needs no server.
"""

from parlour_web.drawing.table import draw_panel, picture_of

__all__ = ["draw_panel", "picture_of"]
