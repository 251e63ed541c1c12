"""The report as one HTML page, with its drawings and the records of matches worth seeing."""

import re
from base64 import b64encode
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from parlour_tournament.analysis.intervals import Estimate
from parlour_tournament.analysis.ratings import Rating
from parlour_tournament.analysis.report_model import ContestReport, NotedMatch, TournamentReport
from parlour_tournament.playing import Store
from parlour_tournament.report import plots, report_text, tables
from parlour_tournament.report.export import record_name
from parlour_tournament.report.match_list import ADDRESS, matches
from parlour_tournament.report.report_text import MAX_FAULTS
from parlour_tournament.report.tables import Labels

Scripts: TypeAlias = tuple[str, ...]
"""Names of the files of a page's scripts."""

MAX_MATCHES = 1000
"""Maximum number of matches of a contest that the page of a server lists, the last ones."""
MAX_RECORD_BYTES = 2_000_000
"""Maximum number of bytes of records in the page."""
MAX_DRAWN = 300
"""Maximum number of rows of a table that draws its intervals."""
FOLDED_ROWS = 25
"""Number of rows of a table that are shown before it is unfolded or filtered."""
MAX_IN_MATRIX = 25
"""Maximum number of bots of a matrix, the best ones."""
MINUS = "\N{MINUS SIGN}"
NEGATIVE = re.compile(r"(?<!\w)-(?=\d)")
"""A hyphen that is the sign of a number."""
POINTS = "mean points"
"""Head of the column before figures that are points of the game."""
RATING_RANGE = 100.0
"""Minimum range of an axis of ratings, in points."""
RESULT_RANGE = 0.2
"""Minimum range of an axis of results."""


class Link(Struct, frozen=True):
    """A match in the page, with a link to its record."""

    match: NotedMatch
    """The match."""
    place: str
    """Name of the match, as ``parlour tournament export --record`` takes it."""
    address: str
    """Address of its table, or a link that holds the record; empty where the page has no room."""
    file: str
    """Name of the file for the record in a browser; empty for a table."""
    errors: tuple[tuple[str, str], ...]
    """Names of bots, each with its standard error."""


def heading(files: Sequence[Path]) -> str:
    """Return the heading of the report of some files."""
    return f"Tournament {', '.join(file.stem for file in files)}"


def report_as_html(store: Store, report: TournamentReport, title: str) -> str:
    """Return the page as text; the records in it come from the file of the tournament."""
    given = {"title": title, "links": dict(_links(store, report)), "matches": {}}
    return text_of("report.html", report, given, REPORT_SCRIPTS)


def served_report(store: Store, report: TournamentReport, title: str) -> str:
    """Return the page of a server that leads to the table of each match.

    Standard error of bots is not in it: it may be for one person alone.
    """
    plan = store.tournament.plan
    listed = {
        contest.key: matches(plan, "Matches", deque(store.results(number), MAX_MATCHES))
        for number, contest in enumerate(plan.contests)
    }
    links = {
        contest.key: [
            Link(one, plan.match_name(one.key), ADDRESS.format(*one.key), "", ())
            for one in _seen(contest)
        ]
        for contest in report.contests
    }
    given = {"title": title, "links": links, "matches": listed}
    return text_of("report.html", report, given, REPORT_SCRIPTS)


REPORT_SCRIPTS: Scripts = ("sort.js",)
"""Script of the page of a report."""
LEAGUE_SCRIPTS: Scripts = ("sort.js", "league.js")
"""Scripts of the pages of a league."""


@cache
def _file(name: str) -> str:
    return (files("parlour_tournament.report") / name).read_text(encoding="utf-8")


def policy_of(scripts: Scripts) -> str:
    """Return the policy of a page: the browser runs its scripts and no other."""
    digest = b64encode(sha256(_script(scripts).encode()).digest()).decode()
    asks = "; connect-src 'self'" * (scripts != REPORT_SCRIPTS)
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'{asks}"


def _script(scripts: Scripts) -> str:
    return "".join(map(_file, scripts))


def text_of(
    template: str, report: TournamentReport, given: Mapping[str, object], scripts: Scripts
) -> str:
    """Return a page about a tournament, made of a template and its ``given`` values."""
    label = Labels(report)
    environment = Environment(
        loader=PackageLoader("parlour_tournament", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "minus": _minus,
        "shown": label,
        "interval": tables.interval,
        "points": tables.points,
        "percent": tables.percent,
        "share": tables.share,
    }
    environment.globals |= {
        "plots": plots,
        "text": report_text,
        "tables": tables,
        "label": label,
        "axes_of": axes_of,
        "folded": FOLDED_ROWS,
        "bots_in_matrix": MAX_IN_MATRIX,
        "share_axis": share_axis,
        "ladder": ladder,
    }
    return environment.get_template(template).render(
        report=report,
        style=Markup(_file("style.css")),  # noqa: S704  our own
        script=Markup(_script(scripts)),  # noqa: S704  our own files
        policy=Markup(policy_of(scripts)),  # noqa: S704  our own
        **given,
    )


def axes_of(table: tables.ReportTable) -> list[plots.Axis | None]:
    """Return an axis for the figures of each column, or None if it draws nothing."""
    if len(table.rows) > MAX_DRAWN:
        return [None] * len(table.heads)
    return [_axis(table, column) for column in range(len(table.heads))]


def _axis(table: tables.ReportTable, column: int) -> plots.Axis | None:
    figures = [figure for row in table.rows if (figure := row[column].figure) is not None]
    if not figures:
        return None
    if all(isinstance(figure, Estimate) for figure in figures) and POINTS not in table.heads:
        return share_axis([figure for figure in figures if isinstance(figure, Estimate)])
    ends = [end for one in figures for end in (_value(one), one.low, one.high)]
    return plots.Axis(ends, least=RATING_RANGE if POINTS not in table.heads else RESULT_RANGE)


def share_axis(estimates: Sequence[Estimate]) -> plots.Axis:
    """Return an axis for ½ and for the intervals of some results."""
    ends = [end for one in estimates for end in (one.low, one.high)]
    return plots.Axis([0.5, *ends], least=RESULT_RANGE)


def ladder(
    report: TournamentReport, contest: ContestReport
) -> list[tuple[float, float, float, float]]:
    """Return the anchors of a contest: budget, Elo, and ends of the interval where bounded."""
    ratings = {
        bot.name: bot.elo
        for bot in contest.standings
        if bot.name in report.anchors and bot.elo is not None
    }
    return [
        (
            float(name.rpartition("=")[2]),
            one.points,
            bounded(one.low, one),
            bounded(one.high, one),
        )
        for name in report.anchors
        if (one := ratings.get(name))
    ]


def bounded(end: float, rating: Rating) -> float:
    """Return an end of a rating's interval; the rating itself where the end is open."""
    return end if isfinite(end) else rating.points


def _value(figure: Rating | Estimate) -> float:
    """Return the figure itself, without its interval."""
    return figure.points if isinstance(figure, Rating) else figure.value


def _minus(text: str) -> str:
    """Return a text with minus signs instead of hyphens before numbers."""
    return NEGATIVE.sub(MINUS, text)


def _links(store: Store, report: TournamentReport) -> Iterator[tuple[str, list[Link]]]:
    """Yield the matches worth seeing of each contest, with the records that the page can hold."""
    room = MAX_RECORD_BYTES
    for contest in report.contests:
        found = []
        for match in _seen(contest):
            record = store.record(match.key)
            address = ""
            if len(record) <= room:
                room -= len(record)
                address = "data:application/x-ndjson;base64," + b64encode(record).decode()
            file = record_name(store.tournament.plan, match.key).replace("/", "-")
            wrote = store.errors_of(match.key)
            errors = tuple((match.bots[one.seat], one.text) for one in wrote)
            where = store.tournament.plan.match_name(match.key)
            found.append(Link(match, where, address, file, errors))
        yield contest.key, found


def _seen(contest: ContestReport) -> tuple[NotedMatch, ...]:
    """Return the matches worth seeing of a contest."""
    return (*contest.faults[:MAX_FAULTS], *contest.worth_seeing)
