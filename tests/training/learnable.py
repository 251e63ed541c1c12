"""The game of piles with features, as a plugin in a file."""

from collections.abc import Iterable
from dataclasses import replace

import parlour
from parlour import BotHints, Game
from tests.players.piles import GAME as PILES
from tests.players.test_values import FEATURES

GAME = replace(PILES, bots=BotHints(features=FEATURES))


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    yield GAME
