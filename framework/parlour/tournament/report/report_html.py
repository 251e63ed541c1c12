"""From figures to the page."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import isfinite

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.report import plots
from parlour.tournament.report.export import place, record_name
from parlour.tournament.report.report_model import (
    ContestFigures,
    Figures,
    Meeting,
    NotedMatch,
    in_units,
    matrix,
)
from parlour.tournament.run.store import Store

ROOM = 2_000_000
"""Bytes of records that the page holds at the most."""
SHOWN = 20
"""So many matches that the game broke off are listed."""


class Link(Struct, frozen=True):
    """A match, and where its record is."""

    match: NotedMatch
    place: str
    """As ``parlour tournament export --record`` takes it."""
    address: str
    """The record itself, as a link; empty where there was no room."""
    file: str
    errors: tuple[tuple[str, str], ...]
    """Bots, and what they wrote on standard error."""


def page(store: Store, figures: Figures, title: str) -> str:
    """Return the page as text."""
    folder = files("parlour.tournament.report")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"points": points, "span": span, "seconds": in_units}
    environment.globals |= {
        "plots": plots,
        "matrix": matrix,
        "shade": shade,
        "rating_axis": rating_axis,
        "share_axis": share_axis,
        "ladder": ladder,
        "middle": middle,
    }
    template = environment.from_string((folder / "report.html").read_text(encoding="utf-8"))
    style = Markup((folder / "style.css").read_text(encoding="utf-8"))  # noqa: S704  our own file
    links = dict(_links(store, figures))
    return template.render(figures=figures, title=title, style=style, links=links)


def points(value: float) -> str:
    """Write a rating."""
    return f"{round(value):+d}".replace("-", "\N{MINUS SIGN}")


def span(interval: Rating | Estimate) -> str:
    """Write an interval; what is open goes on without end."""
    if isinstance(interval, Estimate):
        return f"{interval.low:.3f} to {interval.high:.3f}"
    if interval.low == interval.high:
        return "fixed"
    low = points(interval.low) if isfinite(interval.low) else "…"
    return f"{low} to {points(interval.high) if isfinite(interval.high) else '…'}"


def shade(meeting: Meeting) -> int:
    """Return how much of the better colour a result gets, in percent."""
    return round(100 * meeting.result)


def rating_axis(contest: ContestFigures) -> plots.Axis:
    """Return an axis on which all ratings of a contest and their intervals lie."""
    ratings = [bot.rating for bot in contest.standings]
    return plots.Axis(
        [end for one in ratings for end in (one.points, one.low, one.high)], least=100.0
    )


def share_axis(estimates: Sequence[Estimate]) -> plots.Axis:
    """Return an axis on which all these figures and their intervals lie, and ½."""
    return plots.Axis([0.5, *(end for one in estimates for end in (one.low, one.high))], least=0.2)


def ladder(figures: Figures, contest: ContestFigures) -> list[tuple[float, float, float, float]]:
    """Return the rungs of a contest's ladder: the budget, the rating and its interval."""
    ratings = {bot.name: bot.rating for bot in contest.standings if bot.name in figures.anchors}
    return [
        (float(name.rpartition("=")[2]), one.points, _within(one.low, one), _within(one.high, one))
        for name in figures.anchors
        if (one := ratings.get(name))
    ]


def middle(counts: dict[int, int]) -> int:
    """Return the median of numbers that came so often."""
    half = sum(counts.values()) / 2
    for number, count in sorted(counts.items()):
        half -= count
        if half <= 0:
            return number
    return 0


def _within(end: float, rating: Rating) -> float:
    return end if isfinite(end) else rating.points


def _links(store: Store, figures: Figures) -> Iterator[tuple[str, list[Link]]]:
    """Yield the matches worth seeing of each contest, with as many records as there is room for."""
    room = ROOM
    for contest in figures.contests:
        found = []
        for match in (*contest.faults[:SHOWN], *contest.worth_seeing):
            record = store.record(match.key)
            address = ""
            if len(record) <= room:
                room -= len(record)
                address = "data:application/x-ndjson;base64," + b64encode(record).decode()
            file = record_name(store.tournament.plan, match.key).replace("/", "-")
            wrote = store.errors_of(match.key)
            errors = tuple((match.bots[one.seat], one.text) for one in wrote)
            where = place(store.tournament.plan, match.key)
            found.append(Link(match, where, address, file, errors))
        yield contest.key, found
