"""Points that nobody pays, in a game that is played for points."""

from tests.shelf.pots import Rules, pots

GAME = pots("points", 2, Rules("places"))
