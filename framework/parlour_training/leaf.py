"""The leaf: what features let expect of the end, fitted to positions of matches that a bot played.

With x the features of a seat less the mean of all seats, where a turn begins, and y its points at
the end less their mean, the weights w are the ridge regression of y on x. Each weight goes linearly
with the stage of the match. All matches count as much.
"""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from scipy.optimize import minimize

from parlour.match import Game, generator
from parlour.players import Weight, feature_names, features_of, make_bot
from parlour.rules import Seat, SetupError, write_whole
from parlour_search.leaf import LeafWeights, less_mean, turn_order
from parlour_training.checkpoints import read_checkpoint, refuse_other_settings
from parlour_training.least_squares import Floats
from parlour_training.trainer import (
    MAX_ANSWERS,
    OnMatch,
    finite_figures,
    rounded_weight,
    write_weights,
)
from parlour_training.workers import TrainingWorkers

RIDGE = 2.0
"""Number of matches with features as large as usual that speak for no weights at all."""
HELD_OUT = 5
"""One match of so many is left out once, to see how well the others predict it."""
BATCH_MATCHES = 10
"""Number of matches between two checkpoints."""

Case: TypeAlias = tuple[int, dict[str, Any]]
"""Number of seats, and options of the game as a record holds them."""


class LeafSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All that the matches of a leaf depend on, beside the code."""

    game: str
    rules_version: int
    features: tuple[str, ...]
    """Names of the features that are weighed."""
    bot: str
    """Bot in all seats."""
    cases: tuple[Case, ...]
    """Numbers of seats and options, which the matches take in turn."""
    seed: str


class LeafTurn(Struct, frozen=True, array_like=True):
    """The table where a turn begins."""

    seat: Seat
    """Seat whose turn it is."""
    stage: float
    """Share of the match that is played."""
    figures: tuple[tuple[float, ...], ...]
    """Features of each seat."""


class LeafMatch(Struct, frozen=True, array_like=True):
    """A match that was played."""

    scores: tuple[float, ...]
    """Points of each seat at the end."""
    places: tuple[int, ...]
    turns: tuple[LeafTurn, ...]
    """The starts of turns; empty if the match was given up."""


class LeafCheckpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The matches of a leaf so far."""

    settings: LeafSettings
    matches: list[LeafMatch]
    format: Literal[1] = 1


class LeafFit(NamedTuple):
    """A leaf that was fitted."""

    weights: Floats
    """Weights of the features and the turn at the start, and then at the end: shape (n,)."""
    width: Weight
    """Width that turns leads into chances of winning."""
    explained: float
    """Share of the squares of leads at the end that it explains in matches that are left out."""


class LeafTraining:
    """The matches of a leaf, with a checkpoint in a file."""

    def __init__(self, settings: LeafSettings, path: Path) -> None:
        """Begin, or go on from the checkpoint at ``path`` if there is one.

        Raises:
            SetupError: The file there is no checkpoint of this leaf.
        """
        self.settings = settings
        self.path = path
        saved = read_checkpoint(path, LeafCheckpoint, "a leaf")
        if saved is not None:
            refuse_other_settings(path, settings, saved.settings)
        self.resumed = saved is not None
        """Whether it goes on from a checkpoint."""
        self.played = [] if saved is None else saved.matches
        """Matches so far, in their order."""

    @property
    def matches(self) -> int:
        """Number of matches played."""
        return len(self.played)

    def learn(self, workers: TrainingWorkers, on_match: OnMatch = lambda _: None) -> None:
        """Play a batch of matches, and write the checkpoint."""
        numbers = range(self.matches, self.matches + BATCH_MATCHES)
        cases = [(self.settings, number) for number in numbers]
        for number, match in zip(numbers, workers.ask_all(played_match, cases), strict=True):
            self.played.append(match)
            on_match(number + 1)
        self.keep()

    @property
    def has_point_due(self) -> bool:
        """Whether a point of a curve is due; a leaf has no curve."""
        return False

    def measure(self, _workers: TrainingWorkers, _blocks: int) -> Iterator[str]:
        """Yield no point: a leaf is measured by duels."""
        yield from ()

    def keep(self) -> None:
        """Write the checkpoint."""
        write_whole(self.path, msgspec.json.encode(LeafCheckpoint(self.settings, self.played)))

    def saved_matches(self) -> int:
        """Return the number of matches in the file, which may be a batch behind."""
        saved = read_checkpoint(self.path, LeafCheckpoint, "a leaf")
        return len(saved.matches) if saved else 0

    def write(self, path: Path, command: str) -> str:
        """Write the leaf in a file to ship, with the ``command`` that made it; tell how good it is.

        Raises:
            MisuseError: It cannot be written.
            SetupError: No match came to its end.
        """
        settings = self.settings
        fit = fitted(self.played)
        names = (*settings.features, "")
        count = len(names)
        pairs = zip(fit.weights[:count].tolist(), fit.weights[count:].tolist(), strict=True)
        by_name = {
            name: rounded_weight(Weight(*pair)) for name, pair in zip(names, pairs, strict=True)
        }
        turn = by_name.pop("")
        leaf = LeafWeights(
            settings.game,
            settings.rules_version,
            version("parlour"),
            command,
            settings.seed,
            self.matches,
            by_name,
            turn=turn,
            width=rounded_weight(fit.width),
        )
        write_weights(path, leaf)
        left = len(self.played[::HELD_OUT])
        return f"predicts {fit.explained:.0%} of the squares of leads in {left} matches left out,"


def settings_of_leaf(
    game: Game, bot: str, cases: Sequence[Case], seed: str = "train"
) -> LeafSettings:
    """Return the settings of a game's leaf.

    Raises:
        SetupError: The game names no features, or the bot cannot play it.
    """
    make_bot(bot, game, generator(seed, "try"))
    names = feature_names(game)
    return LeafSettings(game.id, game.rules_version, names, bot, tuple(cases), seed)


def played_match(game: Game, settings: LeafSettings, number: int) -> LeafMatch:
    """Play the match of this number."""
    case = settings.cases[number % len(settings.cases)]
    seed = f"{settings.seed}:{number}"
    match = game.match(seats=case[0], seed=seed, **case[1])
    players = [make_bot(settings.bot, game, generator(seed, f"bot {s}")) for s in range(case[0])]
    stage = features_of(game).stage
    turns = list[LeafTurn]()
    for _ in range(MAX_ANSWERS):
        if match.is_over:
            scores = tuple(map(float, match.result.scores))
            return LeafMatch(scores, match.result.places, tuple(turns))
        before = game.rules.turn_of(match.state)
        seat = match.awaited.seats[0]
        match.play(players[seat].choose(match.ask(seat)), seat)
        state = match.state
        turn = game.rules.turn_of(state)
        if turn not in {before, None} and not match.is_over:
            figures = tuple(
                tuple(map(float, finite_figures(game, settings.features, state, s)))
                for s in range(case[0])
            )
            turns.append(LeafTurn(turn, float(stage(state)) if stage else 0.0, figures))
    return LeafMatch((), (), ())


# The regression


class _Rows(NamedTuple):
    """A row for each seat where a turn begins: shapes (rows, columns) and (rows,)."""

    features: Floats
    stage: Floats
    points: Floats
    share: Floats
    """Share of its match that the row is."""
    match: Floats
    """Number of the match."""


def fitted(matches: Sequence[LeafMatch], ridge: float = RIDGE) -> LeafFit:
    """Return the leaf that predicts the ends of matches best.

    So many matches, ``ridge``, speak for no weights at all.

    Raises:
        SetupError: No match came to its end.
    """
    rows = _rows_of(matches)
    staged = rows.features * rows.stage[:, None]
    columns = np.hstack([rows.features - staged, staged])
    weights = _weights_of(columns, rows, ridge)
    held_out = rows.match % HELD_OUT == 0
    others = _Rows(*(part[~held_out] for part in rows))
    kept = _weights_of(columns[~held_out], others, ridge)
    missed = (rows.points - columns @ kept)[held_out]
    squares = np.sum(rows.points[held_out] ** 2) or 1.0
    width = _width_for(matches, columns @ weights)
    return LeafFit(weights, width, float(1 - np.sum(missed**2) / squares))


def _rows_of(matches: Sequence[LeafMatch]) -> _Rows:
    """Return the rows of matches.

    Raises:
        SetupError: No match came to its end.
    """
    found = list[tuple[Sequence[float], float, float, float, float]]()
    for number, match in enumerate(matches):
        points = less_mean(match.scores) if match.scores else []
        share = 1 / max(1, len(match.turns) * len(points))
        for turn in match.turns:
            features = np.array(turn.figures)
            order = np.array(turn_order(turn.seat, len(points)))
            whole = np.column_stack([features - features.mean(axis=0), order])
            found += [
                (row, turn.stage, own, share, number)
                for row, own in zip(whole, points, strict=True)
            ]
    if not found:
        raise SetupError("no match came to its end: expected more matches")
    return _Rows(*(np.array(column, dtype=float) for column in zip(*found, strict=True)))


def _weights_of(columns: Floats, rows: _Rows, ridge: float) -> Floats:
    """Return the weights of columns, shape (n,)."""
    weighed = columns * rows.share[:, None]
    squares = columns.T @ weighed
    # A column that is nothing keeps the weight nothing.
    pull = ridge * np.diag(squares) / max(rows.share.sum(), 1.0)
    pull[pull == 0] = 1.0
    return np.linalg.solve(squares + np.diag(pull), weighed.T @ rows.points).astype(np.float64)


def _width_for(matches: Sequence[LeafMatch], values: Floats) -> Weight:
    """Return the width that foretells best who beats whom, from their leads."""
    left = iter(values.tolist())
    pairs = [
        (one - other, turn.stage, (place < beaten) + (place == beaten) / 2)
        for match in matches
        for turn in match.turns
        for (place, one), (beaten, other) in combinations(
            [*zip(match.places, left, strict=False)], 2
        )
    ]
    if not pairs:
        return Weight(1.0, 1.0)
    leads, stages, wins = (np.array(column) for column in zip(*pairs, strict=True))

    def surprise(logarithms: Floats) -> float:
        start, end = np.exp(logarithms)
        signs = leads / (start + stages * (end - start))
        return float(np.mean(np.logaddexp(0, -signs) + (1 - wins) * signs))

    usual = np.log(np.std(leads) + 1e-9)
    best = minimize(surprise, np.array([usual, usual]), method="Nelder-Mead")
    return Weight(*np.exp(best.x).tolist())
