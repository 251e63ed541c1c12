"""The table over all games, in which every game weighs the same, whatever its scale.

Shapes are written with N for all bots of the plan, n for the bots of one contest, m for resamples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from parlour.tournament.analysis.intervals import EQUAL, Estimate, Floats, ends


@dataclass(frozen=True)
class Sheet:
    """One contest, as it goes into the table."""

    game: str
    """The game's id."""
    bots: tuple[int, ...]
    """Bots of the contest by their numbers in the plan, in the order of the arrays."""
    expected: Floats
    """Shape (n, n): result, 0 … 1, of the row's bot against the column's where they meet alone."""
    low: Floats
    """Shape (m, n, n): ``expected`` in every resample; 0 where the results set no lower bound."""
    high: Floats
    """Shape (m, n, n): ``expected`` in every resample; 1 where the results set no upper bound."""
    blocks: Mapping[int, int]
    """Number of blocks that each bot has played."""
    points: Mapping[int, float]
    """Rating of each bot."""


@dataclass(frozen=True)
class Overall:
    """One bot over all games in which it plays."""

    score: Estimate
    """Mean result against another bot in a game that both play, 0 … 1."""
    beats: int
    """Number of others that it beats in more games than they beat it."""
    others: int
    """Number of others with which it shares a game."""
    rank: float
    """Mean over the contests of its rank by rating, 1 for the best."""
    games: int
    """Number of games that it plays."""


def overall_table(sheets: Sequence[Sheet], bots: int) -> dict[int, Overall]:
    """Return the table over all games for the ``bots`` bots of a plan, by their numbers.

    Games weigh the same, however often and with however many seats they were played. Bots that
    share no game with another are left out.
    """
    point = _mean_over_games(sheets, bots, [sheet.expected[None] for sheet in sheets])[0]
    lows = _mean_over_games(sheets, bots, [sheet.low for sheet in sheets])
    highs = _mean_over_games(sheets, bots, [sheet.high for sheet in sheets])
    majority = _majorities(sheets, bots)
    found = {}
    for who in range(bots):
        theirs = [sheet for sheet in sheets if who in sheet.points]
        others = int(np.isfinite(point[who]).sum())
        if not others:
            continue
        value = float(np.nanmean(point[who]))
        blocks = sum(sheet.blocks[who] for sheet in theirs)
        low, _ = ends(np.nanmean(lows[:, who], axis=1), blocks)
        _, high = ends(np.nanmean(highs[:, who], axis=1), blocks)
        found[who] = Overall(
            Estimate(value, max(0.0, min(low, value)), min(1.0, max(high, value))),
            int((majority[who] > 0).sum()),
            others,
            float(np.mean([_rank(sheet, who) for sheet in theirs])),
            len({sheet.game for sheet in theirs}),
        )
    return found


def _mean_over_games(sheets: Sequence[Sheet], bots: int, tables: Sequence[Floats]) -> Floats:
    """Return each bot's mean result against each other, shape (m, N, N).

    ``tables`` has an array of shape (m, n, n) for each sheet. The mean is taken over the contests
    of a game, then over games. NaN stands where two bots share no game, and on the diagonal.
    """
    sums = np.zeros((len(tables[0]), bots, bots))
    games = np.zeros((bots, bots))
    for game in sorted({sheet.game for sheet in sheets}):
        inner, number = np.zeros_like(sums), np.zeros((bots, bots))
        for sheet, table in zip(sheets, tables, strict=True):
            if sheet.game == game:
                here = np.ix_(sheet.bots, sheet.bots)
                inner[:, here[0], here[1]] += table
                number[here] += 1
        sums += inner / np.maximum(number, 1)
        games += number > 0
    np.fill_diagonal(games, 0)
    return np.where(games > 0, sums / np.maximum(games, 1), np.nan)


def _majorities(sheets: Sequence[Sheet], bots: int) -> Floats:
    """Return in how many more games the row's bot is ahead than behind, shape (N, N)."""
    found = np.zeros((bots, bots))
    for game in {sheet.game for sheet in sheets}:
        margins = np.zeros((bots, bots))
        for sheet in sheets:
            if sheet.game == game:
                here = np.ix_(sheet.bots, sheet.bots)
                margins[here] += sheet.expected - 0.5
        found += np.sign(np.where(np.abs(margins) < EQUAL, 0.0, margins))
    return found


def _rank(sheet: Sheet, who: int) -> float:
    """Return a bot's rank by rating in one contest, 1 for the best."""
    mine = sheet.points[who]
    return 1 + sum(other > mine for other in sheet.points.values())
