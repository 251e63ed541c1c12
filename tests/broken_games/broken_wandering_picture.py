"""A picture that is another one each time it is drawn."""

from itertools import count

from parlour import Display, Pen, Picture, Viewer
from tests.broken_games.which_hand import Seen, variant

DRAWN = count()


def draw(_view: Seen, _viewer: Viewer) -> Picture:
    pen = Pen(100, 50)
    pen.text(50, 25, f"drawing {next(DRAWN)}")
    return Picture((pen.panel("hands", "Hands", label="Two hands"),))


GAME = variant(display=Display(picture=draw))
