"""A score sheet that depends on how often it was asked for."""

from collections.abc import Sequence
from itertools import count

from parlour import Display, Viewer
from parlour.rules.panels import ScoreLine
from tests.broken_games.which_hand import Seen, variant

CALLS = count()


def count_up(_view: Seen, _viewer: Viewer) -> Sequence[ScoreLine]:
    return (ScoreLine("questions", (next(CALLS), 0)),)


GAME = variant(display=Display(score_sheet=count_up))
