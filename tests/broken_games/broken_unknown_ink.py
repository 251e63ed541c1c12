"""A picture that is drawn in an ink that has no colour."""

from parlour import Display, Pen, Picture, Viewer
from tests.broken_games.which_hand import Seen, variant


def draw(_view: Seen, _viewer: Viewer) -> Picture:
    pen = Pen(100, 50)
    with pen.group(move=(7, 0)):
        pen.circle(20, 25, 15, fill="gold")
    return Picture((pen.panel("hands", "Hands", label="Two hands"),))


GAME = variant(display=Display(picture=draw))
