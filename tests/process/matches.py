"""A match of a bot in another process against ``uniform``, played to its end."""

import shlex
import sys
from pathlib import Path

from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.players.referee import RefereedPlayer
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour_process.player import named
from tests.games import TIC_TAC_TOE as GAME
from tests.players.refereed import refereed

ATTACKING = Path(__file__).with_name("attacking.py")
LEISURE = TimeControl(start=20, move=20, reserve=20)


def play(spec: str) -> tuple[Match, RefereedPlayer]:
    """Play a match of the bot that ``spec`` names."""
    match = GAME.match(2, 7)
    makers = [
        lambda: named(spec, GAME, generator("7", "a")),
        lambda: Uniform(GAME, generator("7", "other")),
    ]
    player, _ = refereed(match, makers, LEISURE)
    return match, player


def attack(
    *words: str, settings: str = "", script: str = str(ATTACKING)
) -> tuple[Match, RefereedPlayer]:
    """Play a match of the attacking bot with these words and settings."""
    return play(f"exec[{settings}]:{shlex.join([sys.executable, script, *words])}")
