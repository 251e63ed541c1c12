"""An event of which the game says nothing."""

from tests.shelf.which_hand import variant

GAME = variant(events=None)
