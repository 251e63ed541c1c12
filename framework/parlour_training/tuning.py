"""Tuning: settings of a bot are moved to where it wins more, by matches against itself.

The method is simultaneous perturbation (SPSA: J. C. Spall, Multivariate stochastic approximation
using a simultaneous perturbation gradient approximation, IEEE Trans. Automatic Control 37, 1992):
all settings are moved at once by a random sign, the bot with these settings meets the bot with the
opposite ones, and the result points to the better side.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from parlour.match import generator
from parlour.rules import MisuseError, SetupError, write_whole
from parlour_process.command import typed_settings, with_settings
from parlour_tournament.plan import Entrant, Loader, Tournament, check_eligibility, parse_plan
from parlour_tournament.playing import Workers
from parlour_tournament.playing.results import block_class, results_by_bot
from parlour_tournament.schedules import PlannedMatch, schedule_of
from parlour_tournament.schedules.blocks import planned_match
from parlour_training.checkpoints import read_checkpoint

REACH = 0.2
"""Distance of the first perturbation, as a share of a setting's range."""
STRIDE = 0.1
"""Distance of the first step if all matches point one way, as a share of a setting's range."""
REACH_DECAY = 0.101
STRIDE_DECAY = 0.602
"""Exponents of the number of the step, as J. C. Spall advises (Implementation of the simultaneous
perturbation algorithm, IEEE Trans. Aerospace and Electronic Systems 34, 1998)."""
WARM_UP = 0.1
"""Share of the steps before strides get much shorter, from the same paper."""
AVERAGED = 0.5
"""Share of the steps, the last ones, whose mean is the result: one step is mostly luck."""

_RANGE = re.compile(r"([A-Za-z_]\w*)=(-?[\d.]+(?:e-?\d+)?):(-?[\d.]+(?:e-?\d+)?)")


class Range(Struct, frozen=True):
    """A setting and its bounds."""

    name: str
    low: float
    high: float
    whole: bool
    """Whether its values are whole numbers."""

    def value(self, share: float) -> str:
        """Return the value at a share of the range, 0 … 1, as it is typed."""
        exact = self.low + share * (self.high - self.low)
        return str(round(exact)) if self.whole else f"{exact:.6g}"

    def share(self, text: str) -> float:
        """Return the place of a typed value in the range, 0 … 1.

        Raises:
            MisuseError: It lies outside.
        """
        try:
            share = (float(text) - self.low) / (self.high - self.low)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            between = f"{self.low:g} to {self.high:g}"
            raise MisuseError(f"--set {self.name}: expected a start of {between}, got {text}")
        return share


def read_range(text: str) -> Range:
    """Read ``NAME=LOW:HIGH``; whole bounds give whole numbers.

    Raises:
        MisuseError: It is something else.
    """
    parts = _RANGE.fullmatch(text)
    if parts is not None:
        try:
            low, high = float(parts[2]), float(parts[3])
        except ValueError:
            low = high = 0.0
        if low < high and isfinite(high - low):
            return Range(parts[1], low, high, parts[2].isdigit() and parts[3].isdigit())
    raise MisuseError(f"expected --set like exploration=0.5:2.0, the lower bound first; got {text}")


class TuningSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides the course of a tuning."""

    game: str
    """Game, seats and options, as typed at ``--game``."""
    bot: str
    """The bot with the settings it starts from."""
    ranges: tuple[Range, ...]
    steps: Annotated[int, Meta(ge=1)]
    """Number of steps."""
    pairs: Annotated[int, Meta(ge=1)]
    """Number of perturbations for a step, each played for a block."""
    seed: str
    """Seed of deals and perturbations."""


class TuningCheckpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A tuning after a whole number of steps."""

    settings: TuningSettings
    shares: tuple[float, ...]
    """Place of each setting in its range now, 0 … 1."""
    step: Annotated[int, Meta(ge=0)] = 0
    """Number of steps made."""
    sums: tuple[float, ...] = ()
    """Sums of these places over the last steps."""
    format: Literal[1] = 1


class Tuning:
    """The tuning of a bot, with its checkpoint in a file."""

    def __init__(self, settings: TuningSettings, path: Path, loader: Loader) -> None:
        """Begin, or go on from the checkpoint at ``path`` if there is one.

        Raises:
            MisuseError: A setting starts outside its range.
            SetupError: The bot does not play the game so, or the file is of another tuning.
        """
        self.settings = settings
        self.path = path
        typed = typed_settings(settings.bot)
        start = tuple(
            one.share(typed[one.name]) if one.name in typed else 0.5 for one in settings.ranges
        )
        self.start = self._bot(start)
        """The bot with the settings it starts from; the middle of the range if none is typed."""
        self._tournament = self._tournament_of(loader)
        saved = _read(path, settings)
        self.resumed = saved is not None
        """Whether it goes on from a checkpoint."""
        self.now = saved or TuningCheckpoint(settings, start, sums=(0.0,) * len(start))
        """State of the tuning."""

    @property
    def bot(self) -> str:
        """The bot with the settings found so far: the mean over the last steps."""
        now = self.now
        averaged = now.step - self._first_averaged
        if averaged <= 0:
            return self._bot(now.shares)
        return self._bot([total / averaged for total in now.sums])

    @property
    def _first_averaged(self) -> int:
        return int((1 - AVERAGED) * self.settings.steps)

    def run(self, workers: Workers, on_step: Callable[["Tuning"], None]) -> None:
        """Make the steps that are left, and write the checkpoint after each."""
        while self.now.step < self.settings.steps:
            self.now = self._after_step(workers)
            write_whole(self.path, msgspec.json.encode(self.now))
            on_step(self)

    def _after_step(self, workers: Workers) -> TuningCheckpoint:
        settings = self.settings
        now = self.now
        warm_up = WARM_UP * settings.steps
        reach = REACH / (now.step + 1) ** REACH_DECAY
        slowed = ((warm_up + 1) / (warm_up + now.step + 1)) ** STRIDE_DECAY
        # The gradient is divided by the reach; at the first step that makes one stride.
        stride = STRIDE * slowed * (REACH / reach)
        moved = list(now.shares)
        signs = [self._signs(pair) for pair in range(settings.pairs)]
        for chosen, result in zip(signs, self._results(workers, signs, reach), strict=True):
            for number, sign in enumerate(chosen):
                moved[number] += stride * (2 * result - 1) * sign / settings.pairs
        shares = tuple(min(1.0, max(0.0, share)) for share in moved)
        counts = now.step >= self._first_averaged
        sums = tuple(total + counts * at for total, at in zip(now.sums, shares, strict=True))
        return replace(now, step=now.step + 1, shares=shares, sums=sums)

    def _signs(self, pair: int) -> list[int]:
        settings = self.settings
        rng = generator(settings.seed, f"signs {self.now.step} {pair}")
        return [rng.choice((-1, 1)) for _ in settings.ranges]

    def _results(
        self, workers: Workers, signs: Sequence[Sequence[int]], reach: float
    ) -> Iterator[float]:
        """Play a block for each perturbation; yield the result of its first bot, 0 … 1."""
        games = [self._planned(pair, chosen, reach) for pair, chosen in enumerate(signs)]
        handed = [workers.submit(one.plan, planned) for one, planned in games]
        for (one, planned), future in zip(games, handed, strict=True):
            played = workers.results(future, one.plan, planned)
            sides = one.roster.sides_of(0, one.plan.contests[0].seats)
            found = block_class([match.result for match in played], sides)
            # A block whose game has failed says nothing.
            yield results_by_bot(found).get(0, 0.5) if found else 0.5

    def _planned(
        self, pair: int, signs: Sequence[int], reach: float
    ) -> tuple[Tournament, list[PlannedMatch]]:
        """Return the matches of a perturbation against its opposite."""
        now = self.now
        ahead = self._bot(self._moved(now.shares, signs, reach))
        behind = self._bot(self._moved(now.shares, signs, -reach))
        seed = f"{self.settings.seed}:{now.step}:{pair}"
        entrants = (Entrant("ahead", ahead), Entrant("behind", behind))
        plan = replace(self._tournament.plan, entrants=entrants, seed=seed, bot_seed=seed)
        tournament = replace(self._tournament, plan=plan)
        block = next(schedule_of(tournament, 0).blocks(lambda _: None))
        count = 0 if block is None else len(block.lineups)
        return tournament, [planned_match(plan, block, one) for one in range(count) if block]

    def _moved(self, shares: Sequence[float], signs: Sequence[int], reach: float) -> list[float]:
        """Return shares moved by a reach; a whole number moves by one at least."""
        moved = []
        for one, share, sign in zip(self.settings.ranges, shares, signs, strict=True):
            least = 0.5 / (one.high - one.low) if one.whole else 0.0
            far = max(abs(reach), least) * (1 if reach > 0 else -1)
            moved.append(min(1.0, max(0.0, share + sign * far)))
        return moved

    def _bot(self, shares: Sequence[float]) -> str:
        ranges = self.settings.ranges
        values = {one.name: one.value(at) for one, at in zip(ranges, shares, strict=True)}
        return with_settings(self.settings.bot, values)

    def _tournament_of(self, loader: Loader) -> Tournament:
        """Return a tournament of one block, whose bots each perturbation replaces."""
        bots = [{"bot": self.start, "name": name} for name in ("ahead", "behind")]
        given = {"games": [self.settings.game], "bots": bots, "schedule": "test", "blocks": 1}
        return check_eligibility(parse_plan(given, "tune", loader), loader)


def saved_seed(path: Path) -> str | None:
    """Return the seed of the tuning in a file, or None without a file.

    Raises:
        SetupError: The file holds something else.
    """
    saved = read_checkpoint(path, TuningCheckpoint, "a tuning")
    return None if saved is None else saved.settings.seed


def _read(path: Path, settings: TuningSettings) -> TuningCheckpoint | None:
    """Read a checkpoint of a tuning with these settings, or None without a file.

    Raises:
        SetupError: It is no checkpoint, or one of another tuning.
    """
    saved = read_checkpoint(path, TuningCheckpoint, "a tuning")
    if saved is None:
        return None
    count = len(settings.ranges)
    fits = len(saved.shares) == len(saved.sums) == count and saved.step <= settings.steps
    if saved.settings != settings or not fits:
        raise SetupError(f"{path}: holds another tuning (remove the file to start again)")
    return saved
