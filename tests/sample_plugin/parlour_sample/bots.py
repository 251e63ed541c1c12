"""Two bots: ``steady:number=2`` is known by its name, ``script:FILE`` by a scheme."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

import parlour
from parlour import Bot, Decision, Game, Move, Player, SetupError


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1)] = 1


class Steady(Player):
    """Plays the move of one number, or the last one if there are fewer."""

    name = "steady"

    def __init__(self, number: int) -> None:
        self._number = number

    def choose(self, decision: Decision) -> Move:
        return decision.moves[min(self._number, len(decision.moves)) - 1]


@parlour.hookimpl
def parlour_bots() -> Iterator[Bot]:
    yield Bot(
        name="steady",
        summary="plays the move of one number",
        make=lambda game, rng, settings: Steady(settings.number),
        settings=Settings,
    )


class Script(Player):
    """Plays the moves in a file, one on each line."""

    def __init__(self, name: str, game: Game, moves: list[str]) -> None:
        self.name = name
        self._game = game
        self._moves = moves

    def choose(self, decision: Decision) -> Move:
        if not self._moves:
            raise ValueError("expected another move in the file, got its end")
        move: Move = self._game.read_move(self._moves.pop(0))
        return move


def make_script(spec: str, game: Game, rng: Random) -> Player:
    path = _path(spec)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as fault:
        raise SetupError(f"{spec}: cannot read the file: {fault.strerror}") from None
    return Script(title_of_script(spec), game, list(filter(None, map(str.strip, lines))))


def title_of_script(spec: str) -> str:
    return _path(spec).stem


def _path(spec: str) -> Path:
    _, colon, name = spec.partition(":")
    if not colon or not name:
        raise SetupError(f"expected script:FILE, got '{spec}'")
    return Path(name)
