"""One table over several games, in which no game's scale can rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from parlour.tournament.analysis.davidson_luce import Floats
from parlour.tournament.analysis.intervals import Estimate, ends


@dataclass(frozen=True)
class Sheet:
    """One contest, as it goes into the table."""

    game: str
    field: tuple[int, ...]
    expected: Floats
    """The mean result of each bot of the field against each other."""
    low: Floats
    high: Floats
    """The same in every resample; 0 and 1 where the results set no bound."""
    blocks: Mapping[int, int]
    """How many each bot has played."""
    points: Mapping[int, float]
    """Ratings."""


@dataclass(frozen=True)
class Overall:
    """How a bot does over all games in which it plays."""

    score: Estimate
    """Its mean result against another bot of the field in a game of the list, 0 … 1."""
    beats: int
    """So many others it beats in more games than they beat it."""
    others: int
    """So many others it shares a game with."""
    rank: float
    """Its mean rank: 1 where it is best, whatever the game."""
    games: int


def overall(sheets: Sequence[Sheet], bots: int) -> dict[int, Overall]:
    """Return the table: games weigh the same, however often and with how many seats played."""
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
    """Return each bot's mean result against each other: over a game's contests, then over games.

    Not a number where two bots share no game, and of a bot against itself.
    """
    sums = np.zeros((len(tables[0]), bots, bots))
    games = np.zeros((bots, bots))
    for game in sorted({sheet.game for sheet in sheets}):
        inner, number = np.zeros_like(sums), np.zeros((bots, bots))
        for sheet, match in zip(sheets, tables, strict=True):
            if sheet.game == game:
                here = np.ix_(sheet.field, sheet.field)
                inner[:, here[0], here[1]] += match
                number[here] += 1
        sums += inner / np.maximum(number, 1)
        games += number > 0
    np.fill_diagonal(games, 0)
    return np.where(games > 0, sums / np.maximum(games, 1), np.nan)


def _majorities(sheets: Sequence[Sheet], bots: int) -> Floats:
    """Return in how many more games each bot is rated above each other than below it."""
    found = np.zeros((bots, bots))
    for game in {sheet.game for sheet in sheets}:
        margins = np.zeros((bots, bots))
        for sheet in sheets:
            if sheet.game == game:
                here = np.ix_(sheet.field, sheet.field)
                margins[here] += sheet.expected - 0.5
        found += np.sign(np.where(np.abs(margins) < 1e-9, 0.0, margins))
    return found


def _rank(sheet: Sheet, who: int) -> float:
    mine = sheet.points[who]
    return 1 + sum(other > mine for other in sheet.points.values())
