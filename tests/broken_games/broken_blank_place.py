"""A picture with a place that is a part of no move."""

from parlour import Display, Pen, Picture, Viewer
from tests.broken_games.which_hand import Seen, variant


def draw(_view: Seen, _viewer: Viewer) -> Picture:
    pen = Pen(100, 50)
    with pen.spot("hand=middle", label="the hand in the middle"):
        pen.rect(30, 5, 40, 40, fill="paper", stroke="line")
    return Picture((pen.panel("hands", "Hands", label="Two hands"),))


GAME = variant(display=Display(picture=draw))
