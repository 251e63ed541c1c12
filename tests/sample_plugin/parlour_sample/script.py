"""The scheme ``script:FILE``: a bot whose moves stand in a file, one on each line."""

from pathlib import Path
from random import Random

from parlour import Decision, Game, Move, Player, SetupError


class Script(Player):
    def __init__(self, name: str, game: Game, moves: list[str]) -> None:
        self.name = name
        self._game = game
        self._moves = moves

    def choose(self, decision: Decision) -> Move:
        if not self._moves:
            raise ValueError("expected another move in the file, got its end")
        move: Move = self._game.read_move(self._moves.pop(0))
        return move


def make(spec: str, game: Game, rng: Random) -> Player:
    path = _path(spec)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as fault:
        raise SetupError(f"{spec}: cannot read the file: {fault.strerror}") from None
    return Script(title(spec), game, list(filter(None, map(str.strip, lines))))


def title(spec: str) -> str:
    return _path(spec).stem


def _path(spec: str) -> Path:
    _, colon, name = spec.partition(":")
    if not colon or not name:
        raise SetupError(f"expected script:FILE, got '{spec}'")
    return Path(name)
