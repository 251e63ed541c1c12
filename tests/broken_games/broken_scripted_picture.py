"""A picture by another library, with a script in it."""

from parlour import Display, Picture, Viewer
from parlour.rules.picture import PicturePanel, read_svg
from tests.broken_games.which_hand import Seen, variant

DRAWN = (
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/><script>x()</script></svg>'
)


def draw(_view: Seen, _viewer: Viewer) -> Picture:
    nodes = read_svg(DRAWN)
    return Picture((PicturePanel("hands", "Hands", "Two hands", 100, 50, nodes),))


GAME = variant(display=Display(picture=draw))
