"""The games of this repository, each made once."""

from parlour import Game
from parlour.catalog.catalog import Catalog

NAMES = ("connect_four", "leduc", "tic_tac_toe", "giants", "maori", "rapa_nui")
GAMES: dict[str, Game] = {name: Catalog().game(name) for name in NAMES}
"""Games by name."""
CONNECT_FOUR, LEDUC, TIC_TAC_TOE, GIANTS, MAORI, RAPA_NUI = GAMES.values()
