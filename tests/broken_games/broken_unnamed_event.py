"""An event of which the game says nothing."""

from tests.broken_games.which_hand import variant

GAME = variant(events=None)
