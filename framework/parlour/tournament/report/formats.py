"""Formats of figures, for the terminal and the page alike."""

from math import isfinite

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
"""Units of time by their size in seconds, the largest first."""
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
    if figure.low == figure.high:
        return "fixed"
    ends = (points(end) if isfinite(end) else OPEN for end in (figure.low, figure.high))
    return " to ".join(ends)


def duration(seconds: float) -> str:
    """Return a time in the largest unit in which it is at least 1: ``3.2 ms``."""
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
