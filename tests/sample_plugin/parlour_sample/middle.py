"""Marks of tic-tac-toe: who left the middle free."""

from collections.abc import Iterator
from pathlib import Path

from parlour.match import Match
from parlour.rules import Viewer
from parlour.table import Mark


def marks(match: Match, path: Path, viewer: Viewer) -> Iterator[Mark]:
    moves = enumerate(match.lines if match.game.id == "tic_tac_toe" else (), 1)
    for number, line in moves:
        if line.seat is None or line.move == "place b2":
            break
        yield Mark(number, line.seat, (f"{viewer.name(line.seat)} leaves the middle free.",))
