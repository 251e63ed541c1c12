"""A match of a bot in another process against ``uniform``, played to its end."""

import shlex
import sys
from pathlib import Path

from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header
from parlour.players.play import play_match
from parlour.players.process.player import ProcessPlayer
from parlour.players.referee import RefereedPlayer, seat_bots
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from tests.games import TIC_TAC_TOE as GAME

ATTACKING = Path(__file__).with_name("attacking.py")
LEISURE = TimeControl(start=20, move=20, reserve=20)


def play(spec: str) -> tuple[Match, RefereedPlayer]:
    """Play a match of the bot that ``spec`` names."""
    header = Header(game=GAME.id, rules_version=1, seats=2, seed="7", players=("a", "uniform"))
    match = Match(GAME, header)
    makers = [
        lambda: ProcessPlayer.named(spec, GAME, generator("7", "a")),
        lambda: Uniform(GAME, generator("7", "other")),
    ]
    with seat_bots(match, makers, LEISURE) as players:
        play_match(match, [player for player in players if player])
    assert players[0] is not None
    return match, players[0]


def attack(
    *words: str, settings: str = "", script: str = str(ATTACKING)
) -> tuple[Match, RefereedPlayer]:
    """Play a match of the attacking bot with these words and settings."""
    return play(f"exec[{settings}]:{shlex.join([sys.executable, script, *words])}")
