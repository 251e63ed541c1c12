"""The contract suite for pytest: one test for each law, setting and seed."""

import shlex
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

import msgspec
from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.hooks.specifications import PROJECT
from parlour.match import Game, header_of
from parlour.players import has_heuristic
from parlour.rules import write_whole
from parlour_testing.checking import MAX_ANSWERS, setups_of
from parlour_testing.coverage import KindCount
from parlour_testing.laws import states
from parlour_testing.report import Breach
from parlour_testing.snapshot import Law
from parlour_testing.specifications import laws_for
from parlour_testing.time_limit import CALL_SECONDS, MATCH_SECONDS
from parlour_testing.trial import CheckRun, Trial

DEFAULT_MATCHES = 5
"""Number of matches of each setting, unless a contract says otherwise."""


class LawBroken(AssertionError):
    """A game breaks a law; pytest shows the law's own words."""

    def __init__(self, breach: Breach) -> None:
        self.parlour_breach = breach
        super().__init__(str(breach))


class ContractTerms(Struct, frozen=True):
    """A game, and what its contract says for every match."""

    game: Game
    laws: tuple[Law, ...]
    """All laws that are put to a match."""
    limit: int
    """Maximum number of moves and outcomes in a match; a longer one counts as endless."""


class Case:
    """One test: a law put to one random match."""

    def __init__(
        self, terms: ContractTerms, law: Law, setting: tuple[int, str, msgspec.Struct], seed: int
    ) -> None:
        self.terms = terms
        self.law = law
        self.seats, self.preset, self.options = setting
        self.seed = seed

    @property
    def game(self) -> Game:
        """The game that must keep the law."""
        return self.terms.game

    def __str__(self) -> str:
        """Write the name of the test."""
        return f"{self.seats}-{self.preset}-{self.seed}-{self.law.name}"

    def holds(self) -> None:
        """Put the law to the match. The match is played once for all laws.

        Raises:
            LawBroken: The game breaks the law.
        """
        for breach in self._met[0]:
            if breach.law == self.law.name:
                raise LawBroken(breach)

    @property
    def kinds(self) -> tuple[KindCount, ...]:
        """The kinds that the match met: at one law of each match, so that they count once."""
        return self._met[1] if self.law is states.kinds_named else ()

    @property
    def _met(self) -> tuple[tuple[Breach, ...], tuple[KindCount, ...]]:
        return _met(self.terms, self.seats, self.options, self.seed)

    def write_breach(self, breach: Breach, folder: Path) -> str:
        """Write the record of a breach to ``folder``; return the text that pytest shows."""
        name = f"{self.game.id}-{breach.law}-{self.seats}-{self.preset}-{self.seed}.jsonl"
        path = folder / name
        write_whole(path, breach.record)
        options = ", ".join(f"{name}={value}" for name, value in breach.options.items())
        return "\n".join(
            (
                f"law:     {breach.law}: {self.law.meaning}",
                f"broken:  {breach.message}",
                f"match:   {self.seats} seats, {options or 'no options'}, seed {breach.seed}",
                f"step:    {breach.step} (number of moves and outcomes before it)",
                f"record:  {path}",
                f"see it:  {replay_command(self.game, path)}",
            )
        )


def cases(game: Game | str | Path, limit: int, seeds: int) -> Sequence[Case]:
    """Return the tests of one game for so many ``seeds``, ordered by match.

    A match of more than ``limit`` moves and outcomes counts as endless.

    Raises:
        ParlourError: The game cannot be loaded.
    """
    found = game if isinstance(game, Game) else Catalog().game(str(game))
    laws, faults = laws_for(found)
    for fault in faults:
        warnings.warn(fault, stacklevel=2)
    terms = ContractTerms(found, laws, limit)
    return [
        Case(terms, law, setting, seed)
        for setting in setups_of(found)
        for seed in range(seeds)
        for law in laws
    ]


def contract(
    game: Game | str | Path, *, seeds: int = DEFAULT_MATCHES, limit: int = MAX_ANSWERS
) -> Callable[[Case], None]:
    """Return a test function that puts every law to ``game``, a ``Game``, its name or its path.

    Pytest makes one test for each law, number of seats, set of options (the default and
    the game's ``presets``) and seed, of which there are ``seeds``. A match of more than ``limit``
    moves and outcomes counts as endless.
    """

    def laws(parlour_case: Case) -> None:
        parlour_case.holds()

    # Read by the plugin of pytest, which may be told how many seeds.
    laws.parlour_cases = lambda told: cases(game, limit, seeds if told is None else told)  # type: ignore[attr-defined]
    return laws


def replay_command(game: Game, record: Path) -> str:
    """Return the command that shows a record of ``game``, installed or not."""
    command = f"parlour replay {shlex.quote(str(record))}"
    if any(source.name == game.id for source in entry_points(group=PROJECT)):
        return command
    return f"{command} --game {shlex.quote(str(_home(game)))}"


def _home(game: Game) -> Path:
    """Return the folder or file of a game that is not installed."""
    module = sys.modules[type(game.rules).__module__]
    path = Path(module.__file__ or ".")
    for folder in path.parents[:3]:
        project = folder / "pyproject.toml"
        if project.is_file() and f"entry-points.{PROJECT}" in project.read_text(encoding="utf-8"):
            return folder
    return path.parent if "." in module.__name__ else path


@lru_cache(maxsize=8)
def _met(
    terms: ContractTerms, seats: int, options: msgspec.Struct, seed: int
) -> tuple[tuple[Breach, ...], tuple[KindCount, ...]]:
    """Put every law to one match; return the first breach of each, and the kinds that were met.

    Greedy plays the last of every five seeds, if the game has a heuristic.
    """
    game = terms.game
    header = header_of(game, ("check",) * seats, options, f"contract:{seed}")
    check_run = CheckRun(game, terms.laws, terms.limit, (CALL_SECONDS, MATCH_SECONDS))
    greedy = seed % DEFAULT_MATCHES == DEFAULT_MATCHES - 1 and has_heuristic(game)
    return tuple(Trial(check_run, header, greedy=greedy).run()), check_run.coverage.kinds()
