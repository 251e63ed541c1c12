"""Points that nobody pays, in a game that is played for points."""

from tests.broken_games.pots import Rules, pots

GAME = pots("points", 2, Rules("places"))
