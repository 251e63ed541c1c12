"""Remarks on rules of tic-tac-toe, a game of somebody else."""

from collections.abc import Iterator

from parlour import Game

REMARKS = {"5": "*If both play well, this is how it ends.*"}


def remarks(game: Game, number: str) -> Iterator[str]:
    if game.id == "tic_tac_toe" and number in REMARKS:
        yield REMARKS[number]
