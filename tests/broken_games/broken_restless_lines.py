"""A description that depends on how often it was asked for."""

from collections.abc import Iterable
from itertools import count

from parlour import Display, Viewer
from tests.broken_games.which_hand import Seen, variant

CALLS = count()


def describe(view: Seen, viewer: Viewer) -> Iterable[str]:
    yield f"{viewer.names[view.seat]} has asked {next(CALLS)} times"


GAME = variant(display=Display(describe=describe))
