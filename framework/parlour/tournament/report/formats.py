"""Formats of figures, for the terminal and the page alike."""

from math import isfinite, log10

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.analysis.report_model import BotReport

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
"""Units of time by their size in seconds, the largest first."""
CERTAIN = 0.999
"""Likelihood above which no digits are given."""
OPEN = "…"
"""Stands for an end of an interval that the results do not bound."""


def points(value: float) -> str:
    """Return a rating in points: ``+120``."""
    return f"{round(value):+d}"


def share(value: float) -> str:
    """Return a result from 0 to 1: ``0.523``."""
    return f"{value:.3f}"


def interval(figure: Rating | Estimate) -> str:
    """Return the interval of a rating or of a result: ``+80 to …``, ``0.412 to 0.633``."""
    if isinstance(figure, Estimate):
        return f"{share(figure.low)} to {share(figure.high)}"
    ends = (points(end) if isfinite(end) else OPEN for end in (figure.low, figure.high))
    return " to ".join(ends)


def percent(value: float) -> str:
    """Return a likelihood: ``97 %``, ``> 99.9 %``."""
    if value > CERTAIN:
        return f"> {CERTAIN:.1%}".replace("%", " %")
    if value < 1 - CERTAIN:
        return f"< {1 - CERTAIN:.1%}".replace("%", " %")
    return f"{100 * value:.1f} %"


def elo(expected: float) -> str:
    """Return the difference in Elo points at which a result is expected: ``+58``."""
    return points(400 * log10(expected / (1 - expected))) if 0 < expected < 1 else OPEN


def ranks(bot: BotReport) -> str:
    """Return a rank with its interval: ``2 (1-3)``."""
    if bot.rank_low == bot.rank_high:
        return str(bot.rank)
    return f"{bot.rank} ({bot.rank_low}-{bot.rank_high})"


def duration(seconds: float) -> str:
    """Return a time in the largest unit in which it is at least 1: ``3.2 ms``."""
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
