"""The contract suite as tests: every law, setting and seed is one."""

import shlex
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import msgspec

from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from parlour.plugins.hooks import PROJECT
from parlour.testing.check import LAWS, LIMIT, examined, setups_of
from parlour.testing.laws.law import Law
from parlour.testing.report import Breach

SEEDS = 5
"""So many matches of each setting are played, unless a contract says otherwise."""


class LawBroken(AssertionError):
    """A game breaks a law; pytest tells it in the law's own words."""

    def __init__(self, breach: Breach) -> None:
        self.parlour_breach = breach
        super().__init__(str(breach))


class Case:
    """One test: a law, put to one random match."""

    def __init__(
        self, game: Game, law: Law, setting: tuple[int, str, msgspec.Struct], seed: int, limit: int
    ) -> None:
        self.game = game
        self.law = law
        self.seats, self.pace, self.options = setting
        self.seed = seed
        self.limit = limit

    def __str__(self) -> str:
        """Write the name of the test."""
        return f"{self.seats}-{self.pace}-{self.seed}-{self.law.name}"

    def holds(self) -> None:
        """Put the law to the match, which is played only once for all laws.

        Raises:
            LawBroken: The game breaks it.
        """
        match = (_Held(self.game), self.seats, self.options, self.seed, self.limit)
        for breach in _breaches(*match):
            if breach.law == self.law.name:
                raise LawBroken(breach)

    def told(self, breach: Breach, folder: Path) -> str:
        """Say what is broken, where, and how to see it; the record is written to ``folder``."""
        name = f"{self.game.id}-{breach.law}-{self.seats}-{self.pace}-{self.seed}.jsonl"
        path = folder / name
        path.write_bytes(breach.record)
        options = ", ".join(f"{name}={value}" for name, value in breach.options.items())
        return "\n".join(
            (
                f"law:     {breach.law}: {self.law.meaning}",
                f"broken:  {breach.message}",
                f"match:   {self.seats} seats, {options or 'no options'}, seed {breach.seed}",
                f"step:    {breach.step} (so many answers had been given)",
                f"record:  {path}",
                f"see it:  {replay_command(self.game, path)}",
            )
        )


class Contract:
    """All tests of one game."""

    def __init__(self, game: Game | str | Path, seeds: int, limit: int) -> None:
        self._given = game
        self._seeds = seeds
        self._limit = limit

    def cases(self, seeds: int | None = None) -> Sequence[Case]:
        """Return the tests, one match after the other.

        Raises:
            ParlourError: The game cannot be had.
        """
        game = self._given if isinstance(self._given, Game) else Catalog().game(str(self._given))
        return [
            Case(game, law, setting, seed, self._limit)
            for setting in setups_of(game)
            for seed in range(self._seeds if seeds is None else seeds)
            for law in LAWS
        ]


def contract(
    game: Game | str | Path, *, seeds: int = SEEDS, limit: int = LIMIT
) -> Callable[[Case], None]:
    """Return a test function that holds ``game`` to every law.

    Pytest makes a test of each law, number of seats, set of options (the default and
    the game's ``presets``) and seed. The game is given itself, by its name or by its path.

    A match of more than ``limit`` moves and outcomes is held to be endless.
    """

    def laws(parlour_case: Case) -> None:
        parlour_case.holds()

    laws.parlour_contract = Contract(game, seeds, limit)  # type: ignore[attr-defined]  # for pytest
    return laws


def replay_command(game: Game, record: Path) -> str:
    """Return the command that shows a record of ``game``, installed or not."""
    command = f"parlour replay {shlex.quote(str(record))} --step"
    if any(source.name == game.id for source in entry_points(group=PROJECT)):
        return command
    return f"{command} --game {shlex.quote(str(_home(game)))}"


def _home(game: Game) -> Path:
    """Return the folder or file that a game which is not installed was loaded from."""
    module = sys.modules[type(game.rules).__module__]
    path = Path(module.__file__ or ".")
    for folder in path.parents[:3]:
        project = folder / "pyproject.toml"
        if project.is_file() and f"entry-points.{PROJECT}" in project.read_text(encoding="utf-8"):
            return folder
    return path.parent if "." in module.__name__ else path


class _Held:
    """A game as a key: games are compared by their contents, which need have no hash."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=8)
def _breaches(held: _Held, seats: int, options: Any, seed: int, limit: int) -> tuple[Breach, ...]:
    return examined(held.game, seats, options, f"contract:{seed}", limit=limit)
