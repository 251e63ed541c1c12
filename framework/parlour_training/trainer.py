"""The training: batches of self-play, an update of the weights after each, and a checkpoint.

The checkpoint is a file to go on from. It is checked when it is read. The curve shows how strong
the weights were on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
import numpy as np
from msgspec import Meta, Struct, structs

from parlour.match import HASHED, Game, Match, generator, header_of
from parlour.players import (
    Greedy,
    GreedySettings,
    LearnedValue,
    Player,
    Weight,
    Weights,
    features_of,
    figures_of,
)
from parlour.players.values import result_value
from parlour.rules import (
    FOR_OTHERS,
    PluginError,
    Result,
    Seat,
    SetupError,
    State,
    cut,
    share_beaten,
    write_whole,
)
from parlour_tournament.analysis.intervals import mean_of
from parlour_training.checkpoints import read_checkpoint, refuse_other_settings
from parlour_training.least_squares import (
    Floats,
    Sums,
    first_weights,
    no_sums,
    solved,
    sums_of,
    weights_by_name,
)
from parlour_training.settings import TrainingSettings
from parlour_training.workers import TrainingWorkers

DECAY = 0.9
"""Share of its weight that a match keeps at each update: former weights played it."""

CURVE_BATCHES = 4
"""Number of batches between two points of the curve."""

SIGNIFICANT_DIGITS = 4
"""Significant digits of the weights that are shipped."""

OnMatch: TypeAlias = Callable[[int], None]
"""Called with the number of matches learnt from, after each."""


MAX_MATCHES = 10**12
"""Maximum number of matches in a checkpoint; no computer plays as many."""

MAX_NUMBER = 1e30
"""Maximum of the numbers in a checkpoint, up or down: results computed from them stay finite."""


Opponent: TypeAlias = Literal["start", "former"]
"""Greedy by the first weights, or by the weights of the last point of the curve."""


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength after some matches, against an opponent that learns no more."""

    matches: int
    """Number of matches learnt from."""
    opponent: Opponent
    blocks: int
    """Number of deals, each played once from each seat."""
    result: Annotated[float, Meta(ge=0, le=1)]
    """Share of the others beaten, 0 … 1; ½ is even."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end of its 95 % interval."""

    def __str__(self) -> str:
        """Write the point in a line."""
        interval = f"{self.result:.3f} [{self.low:.3f}, {self.high:.3f}]"
        blocks = f"{self.blocks} block{'s' * (self.blocks != 1)}"
        matches = f"{self.matches:,} match{'es' * (self.matches != 1)}"
        return f"{matches}: {interval} against {self.opponent}, {blocks}"


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A training after a whole number of batches."""

    settings: TrainingSettings
    release: str
    """Release of Parlour that wrote it."""
    matches: Annotated[int, Meta(ge=0, le=MAX_MATCHES)]
    """Number of matches learnt from."""
    weights: Floats
    """Weights for the next match, in the order of the settings' features."""
    former: Floats
    """Weights at the last point of the curve."""
    sums: Sums
    """Sums over the matches learnt from."""
    curve: tuple[Point, ...] = ()
    """Strength so far."""
    format: Literal[1] = 1


class Training:
    """A training of one game, with its checkpoint in a file."""

    def __init__(self, settings: TrainingSettings, path: Path) -> None:
        """Begin, or go on from the checkpoint at ``path`` if there is one.

        Raises:
            SetupError: The file there is no checkpoint of this training.
        """
        self.settings = settings
        self.path = path
        self.first = first_weights(settings)
        saved = _read_checkpoint(path, settings)
        self.resumed = saved is not None
        """Whether it goes on from a checkpoint."""
        now = saved or Checkpoint(settings, "", 0, self.first, self.first, no_sums(settings.width))
        self.checkpoint = structs.replace(now, release=version("parlour"))
        """All that it has learnt."""

    @property
    def matches(self) -> int:
        """Number of matches learnt from."""
        return self.checkpoint.matches

    @property
    def by_name(self) -> dict[str, Weight]:
        """Weights so far, by the names of the features."""
        return weights_by_name(self.settings, self.checkpoint.weights)

    def learn(self, workers: TrainingWorkers, on_match: OnMatch = lambda _: None) -> None:
        """Play a batch of matches, update the weights, and write the checkpoint."""
        settings = self.settings
        now = self.checkpoint
        batch = no_sums(self.settings.width)
        numbers = range(now.matches, now.matches + settings.batch)
        cases = [(settings, now.weights, number) for number in numbers]
        for number, sums in zip(numbers, workers.ask_all(sums_of_match, cases), strict=True):
            batch = batch.plus(sums)
            on_match(number + 1)
        sums = now.sums.plus(batch, DECAY)
        matches = now.matches + settings.batch
        weights = solved(sums, self.first, settings.prior)
        self.checkpoint = structs.replace(now, matches=matches, weights=weights, sums=sums)
        self.keep()

    @property
    def has_point_due(self) -> bool:
        """Whether a point of the curve is due."""
        return self.matches % (CURVE_BATCHES * self.settings.batch) == 0

    def measure(self, workers: TrainingWorkers, blocks: int) -> Iterator[Point]:
        """Yield the strength against each opponent over ``blocks`` deals, and keep it.

        If all seats share one result, nobody is to be beaten, and there is no curve.
        """
        if workers.game.objective in {"shared", "single"}:
            return
        now = self.checkpoint
        curve = [*self.checkpoint.curve]
        frozen: dict[Opponent, Floats] = {"start": self.first}
        if curve:
            frozen["former"] = now.former
        for opponent, weights in frozen.items():
            deals = range(now.matches, now.matches + blocks)
            cases = [(self.settings, now.weights, weights, deal) for deal in deals]
            results = list(workers.ask_all(play_block, cases))
            curve.append(point(now.matches, opponent, results, self.settings))
            yield curve[-1]
        self.checkpoint = structs.replace(now, former=now.weights, curve=tuple(curve))
        self.keep()

    def keep(self) -> None:
        """Write the checkpoint."""
        # The last checkpoint stays whole until this one is.
        write_whole(self.path, msgspec.json.encode(self.checkpoint, enc_hook=np.ndarray.tolist))

    def saved_matches(self) -> int:
        """Return the number of matches in the file, which may be a batch behind."""
        saved = _read_checkpoint(self.path, self.settings)
        return saved.matches if saved else 0

    def write(self, path: Path, command: str) -> str:
        """Write the weights in a file to ship, with the ``command`` that made them; count them.

        Raises:
            MisuseError: It cannot be written.
        """
        settings = self.settings
        rounded = {name: rounded_weight(weight) for name, weight in self.by_name.items()}
        weights = Weights(
            settings.game,
            settings.rules_version,
            self.checkpoint.release,
            command,
            settings.seed,
            self.matches,
            rounded,
        )
        write_weights(path, weights)
        return f"{settings.width} weights"


def rounded_weight(weight: Weight) -> Weight:
    """Return a weight as it is shipped."""
    return Weight(*(float(f"{x:.{SIGNIFICANT_DIGITS}g}") for x in (weight.start, weight.end)))


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights to ship.

    Raises:
        MisuseError: It cannot be written.
    """
    raw = msgspec.json.format(msgspec.json.encode(weights), indent=1)
    write_whole(path, raw + b"\n", mode=FOR_OTHERS)


def _array(_kind: type, listed: list[float]) -> Floats:
    """Return numbers of a file as an array.

    Raises:
        ValueError: They are no numbers, or too large.
    """
    with suppress(TypeError, ValueError):  # texts, or rows of several lengths
        found = np.array(listed, dtype=np.float64)
        if (np.abs(found) <= MAX_NUMBER).all():
            return found
    raise ValueError(f"expected numbers of at most {MAX_NUMBER:g}")


def _read_checkpoint(path: Path, settings: TrainingSettings) -> Checkpoint | None:
    """Read a checkpoint of a training with these settings, or None without a file.

    Raises:
        SetupError: It is no checkpoint, or one of another training.
    """
    saved = read_checkpoint(path, Checkpoint, "a training", _array)
    if saved is None:
        return None
    refuse_other_settings(path, settings, saved.settings)
    sums = saved.sums
    width = settings.width
    lists = (saved.weights, saved.former, sums.b, sums.squares)
    if {found.shape for found in lists} != {(width,)} or sums.a.shape != (width, width):
        raise SetupError(f"{path}: expected {width} weights and sums of as many")
    if saved.matches % settings.batch:
        expected = f"expected whole batches of {settings.batch} matches"
        raise SetupError(f"{path}: {expected}, got {saved.matches} matches")
    if not 0 <= sums.matches <= saved.matches or (sums.squares < 0).any():
        raise SetupError(f"{path}: expected sums over {saved.matches} matches or fewer")
    return saved


# The curve


def point(
    matches: int, opponent: Opponent, results: Sequence[float], settings: TrainingSettings
) -> Point:
    """Return the point of the curve from the results of its blocks."""
    blocks = len(results)
    found = mean_of(results, min(settings.seats))
    return Point(matches, opponent, blocks, found.value, found.low, found.high)


def play_block(
    game: Game, settings: TrainingSettings, weights: Floats, frozen: Floats, number: int
) -> float:
    """Play a deal once from each seat by ``weights``, the others by ``frozen`` ones.

    Return the mean share of the others beaten.
    """
    seats = settings.seats_of(number)
    mine = value_by(game, settings, weights)
    theirs = value_by(game, settings, frozen)
    seed = f"{settings.seed}:curve:{number}"
    total = 0.0
    sides = game.sides(seats)
    for place in range(seats):
        match = begin_match(game, settings, seats, seed)
        players = [
            Greedy(game, generator(seed, f"bot {s}"), value=mine if s == place else theirs)
            for s in range(seats)
        ]
        for _ in _ends_of_turns(match, players, MAX_ANSWERS):
            pass
        result = match.awaited
        total += share_beaten(result.places, sides)[place] if isinstance(result, Result) else 0.5
    return total / seats


# Self-play

MAX_ANSWERS = 20_000
"""Maximum number of answers of seats; a longer match is given up, and teaches nothing."""

Row = tuple[float, ...]
"""The features of a state for a seat, by the weight that each is multiplied with."""


def value_by(game: Game, settings: TrainingSettings, weights: Floats) -> LearnedValue:
    """Return the evaluation by weights of shape (n,)."""
    count = len(settings.features)
    points = weights.tolist()
    return LearnedValue(game, tuple(points[:count]), tuple(points[-count:]))


def begin_match(game: Game, settings: TrainingSettings, seats: int, seed: str) -> Match:
    """Return a match of a training, before its first answer."""
    options = game.read_options(settings.options)
    return Match(game, header_of(game, ("greedy",) * seats, options, seed, dealer=HASHED))


def sums_of_match(game: Game, settings: TrainingSettings, weights: Floats, number: int) -> Sums:
    """Play the match of this number by ``weights``, and return its sums."""
    seats = settings.seats_of(number)
    seed = f"{settings.seed}:{number}"
    match = begin_match(game, settings, seats, seed)
    value = value_by(game, settings, weights)
    errors = GreedySettings(errors=settings.errors)
    players = [Greedy(game, generator(seed, f"bot {s}"), errors, value) for s in range(seats)]
    rows = [list[Row]() for _ in range(seats)]
    for seat, state in _ends_of_turns(match, players, MAX_ANSWERS):
        rows[seat].append(_row(game, settings, state, seat))
    sums = no_sums(settings.width)
    if match.is_over:
        for seat in range(seats):
            if rows[seat]:
                points = result_value(game, match.state, match.result, seat)
                sums = sums.plus(sums_of(rows[seat], points, settings.trace))
    return Sums(sums.a, sums.b, sums.squares, 1.0)


def _ends_of_turns(
    match: Match, players: Sequence[Player], limit: int
) -> Iterator[tuple[Seat, State]]:
    """Play ``match`` to its end or for ``limit`` moves; yield each turn's seat and last state.

    A turn ends where another seat or chance is awaited; states of a match that is over are left
    out, since their value is known. Nobody moves out of turn.
    """
    rules = match.game.rules
    for _ in range(limit):
        if match.is_over:
            return
        seat = match.awaited.seats[0]
        move = players[seat].choose(match.ask(seat))
        state = rules.play(match.state, seat, move)
        next_awaited = rules.awaited(state)
        if next_awaited.seats != (seat,) and not next_awaited.is_over:
            yield seat, state
        match.play(move, seat)


def _row(game: Game, settings: TrainingSettings, state: State, seat: Seat) -> Row:
    """Return the features at a state: with a stage, their shares at the start and at the end."""
    figures = finite_figures(game, settings.features, state, seat)
    stage = features_of(game).stage
    if stage is None:
        return figures
    late = stage(state)
    return (*(x * (1 - late) for x in figures), *(x * late for x in figures))


def finite_figures(game: Game, names: Sequence[str], state: State, seat: Seat) -> Row:
    """Return the features of these names at a state.

    Raises:
        PluginError: The game returns more features than it names, or fewer, or one without bounds.
    """
    figures = figures_of(game)(state, seat)
    expected = len(names)
    if len(figures) != expected or not all(map(isfinite, figures)):
        got = cut(", ".join(f"{figure:g}" for figure in figures), 200)
        raise PluginError(
            f"{game.id}: expected {expected} finite features, got {len(figures)}: {got}"
        )
    return figures
