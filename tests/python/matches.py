"""Every game that comes with Parlour or with the sample plugin, and matches of them."""

from random import Random

import parlour
from parlour_giants import plugin as giants
from parlour_maori import plugin as maori
from parlour_rapa_nui import plugin as rapa_nui
from parlour_samples import connect_four, leduc, tic_tac_toe

PLUGINS = (giants, maori, rapa_nui, tic_tac_toe, connect_four, leduc)
GAMES = {game.id: game for plugin in PLUGINS for game in plugin.parlour_games()}


def random_moves(match: parlour.Match, count: int, seed: int = 0) -> parlour.Match:
    """Make ``count`` random moves, or fewer if the match ends."""
    rng = Random(seed)
    for _ in range(count):
        if not match.is_over:
            seat = match.awaited.seats[0]
            match.play(rng.choice(match.moves(seat)), seat)
    return match
