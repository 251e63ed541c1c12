"""The site of a league: the leaderboard, a page for each bot, and matches at the browser's table.

The pages are made of the tables and drawings of a report.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from markupsafe import Markup
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from parlour.rules import MisuseError, SetupError, quoted
from parlour_league.league import League
from parlour_league.submissions import bot_of
from parlour_tournament.analysis.analysis import analyse, courses_of_elo
from parlour_tournament.analysis.ratings import Rating
from parlour_tournament.analysis.report_model import ContestReport, TournamentReport
from parlour_tournament.plan import Plan, Roster
from parlour_tournament.playing import MatchResult, Store
from parlour_tournament.report import plots, tables
from parlour_tournament.report.cached_value import CachedValue
from parlour_tournament.report.match_list import matches
from parlour_tournament.report.match_tables import MatchTables
from parlour_tournament.report.report_html import (
    LEAGUE_SCRIPTS,
    REPORT_SCRIPTS,
    Scripts,
    bounded,
    served_report,
    text_of,
)
from parlour_tournament.report.report_site import page_of
from parlour_tournament.report.report_text import title
from parlour_tournament.report.tables import Cell, Labels, ReportTable
from parlour_web.network.socket_endpoint import key_of
from parlour_web.tables.store import TableStore

MAX_MATCHES = 50
"""Maximum number of matches that a page lists of a contest, the last ones."""
MAX_NEWS = 20
"""Maximum number of versions that the leaderboard lists, the last ones."""
MAX_LINES = 8
"""Maximum number of bots whose course is drawn."""

COURSE = Markup("<h3>Elo over the matches</h3>")
"""Heading of a drawing."""
ERRORS = """<details id="errors" data-address="/bots/{}/errors" hidden>
<summary>Standard error in these matches</summary><pre></pre></details>"""
"""Place for what a bot wrote, which a script fills for the person who runs the league."""

Part: TypeAlias = str | Markup | ReportTable
"""Part of a page: a sentence, a drawing or a table."""
Section: TypeAlias = tuple[str, list[Part]]
"""Heading of a section of a page, which may be empty, and its parts."""


@dataclass
class LeagueFigures:
    """All that the pages of a league show, worked out at one moment."""

    name: str
    """Name of the league."""
    plan: Plan
    """Games and bots."""
    roster: Roster
    """Bots that take part, and the reasons of bots that do not."""
    report: TournamentReport
    """Report of the pool."""
    courses: list[list[dict[str, Rating]]]
    """For each contest, the Elo of each bot after equal shares of the blocks."""
    whole_report: str
    """Page of the report."""
    authors: dict[str, str]
    """Authors of each version, as its file names them."""
    waiting: list[str]
    """Versions that are not decided."""
    last: dict[int, list[MatchResult]] = field(default_factory=dict)
    """Last matches of each contest, the newest first."""
    lost: dict[str, list[MatchResult]] = field(default_factory=dict)
    """Last matches that each bot did not win, the newest first."""

    @property
    def there(self) -> set[str]:
        """Names of the bots and versions that take part."""
        entrants = enumerate(self.plan.entrants)
        return {entrant.name for who, entrant in entrants if who not in self.roster.gone}

    def versions(self, bot: str) -> list[str]:
        """Return the names of the versions of a bot, the newest first; a house bot has one."""
        names = [entrant.name for entrant in self.plan.entrants]
        return [name for name in [*self.waiting, *reversed(names)] if _owner(name) == bot]

    def state_of(self, name: str) -> str:
        """Return whether a version takes part, waits, has left, or why it did not join."""
        if name in self.waiting:
            return "waits for its test"
        who = [entrant.name for entrant in self.plan.entrants].index(name)
        if who not in self.roster.gone:
            return "takes part"
        why = (out.reason for out in self.roster.left_out if out.entrant == who)
        return next((f"does not join: {reason}" for reason in why), "has left")


def _owner(name: str) -> str:
    """Return the bot whose page a version is on; a house bot has no versions."""
    return bot_of(name) or name


def figures_of(league: League) -> LeagueFigures:
    """Return what the pages of a league show now.

    Raises:
        StoreError: Its pool cannot be read, or has not begun.
    """
    with Store.open_file(league.pool, read_only=True) as store:
        report = analyse(store)
        plan = store.tournament.plan
        roster = store.tournament.roster
        last = defaultdict[int, deque[MatchResult]](lambda: deque(maxlen=MAX_MATCHES))
        lost = defaultdict[str, deque[MatchResult]](lambda: deque(maxlen=MAX_MATCHES))
        for result in store.results():
            last[result.contest].appendleft(result)
            for who, place in zip(result.lineup, result.places, strict=False):
                if place > 1:
                    lost[_owner(plan.entrants[who].name)].appendleft(result)
        return LeagueFigures(
            name=league.folder.name,
            plan=plan,
            roster=roster,
            report=report,
            courses=courses_of_elo(store),
            whole_report=served_report(store, report, f"League {league.folder.name}"),
            authors=dict(_authors(league)),
            waiting=[version.name for version in league.waiting(store.tournament)],
            last={contest: list(found) for contest, found in last.items()},
            lost={bot: list(found) for bot, found in lost.items()},
        )


def _authors(league: League) -> Iterator[tuple[str, str]]:
    for version in league.submissions.versions():
        try:
            yield version.name, ", ".join(version.file.authors)
        except SetupError as fault:
            yield version.name, str(fault)


def leaderboard(found: LeagueFigures) -> str:
    """Return the page of a league."""
    sections: list[Section] = [
        (title(contest), [*_leaders(found, contest, course)])
        for contest, course in zip(found.report.contests, found.courses, strict=True)
    ]
    submitted = (one.name for one in reversed(found.plan.entrants) if bot_of(one.name))
    rows = tuple(
        (_bot_cell(name, name), Cell(found.state_of(name)))
        for name in [*found.waiting, *submitted][:MAX_NEWS]
    )
    table = ReportTable("Versions", ("version", "state"), rows, names=2)
    last = (
        matches(found.plan, found.plan.contests[number].key, results)
        for number, results in found.last.items()
    )
    sections += [("Last submissions", [table]), ("Last matches", [*last])]
    return _page(found, f"League {found.name}", sections)


def _leaders(
    found: LeagueFigures, contest: ContestReport, course: Sequence[dict[str, Rating]]
) -> Iterator[Part]:
    """Yield the standings of a contest, the courses of the best bots, and circles."""
    label = Labels(found.report)
    yield _standings(found, contest, label)
    yield "Ranks count versions that have left."
    best = [bot.name for bot in contest.standings if bot.name in found.there][:MAX_LINES]
    lines = {name: [step[name].points for step in course if name in step] for name in best}
    if any(len(line) > 1 for line in lines.values()):
        yield COURSE
        yield plots.lines(lines, "Elo", base=0.0, least=100.0, label=label)
    if contest.circles:
        circles = Markup().join(plots.circle([*map(label, one)]) for one in contest.circles)
        yield Markup('<h3>Circles</h3><div class="circles">{}</div>').format(circles)


def bot_page(found: LeagueFigures, bot: str) -> str:
    """Return the page of a bot with all its versions.

    Raises:
        MisuseError: There is no such bot.
    """
    versions = found.versions(bot)
    label = Labels(found.report)
    if not versions:
        raise MisuseError(f"there is no bot {quoted(bot)} in this league")
    rows = tuple(
        (Cell(name), Cell(found.state_of(name)), Cell(found.authors.get(name, "")))
        for name in versions
    )
    table = ReportTable("Versions", ("version", "state", "authors"), rows, names=3)
    sections: list[Section] = [
        (title(contest), [*_of_contest(contest, course, versions, label)])
        for contest, course in zip(found.report.contests, found.courses, strict=True)
    ]
    lost = matches(found.plan, "Last matches that it did not win", found.lost.get(bot, []))
    wrote = Markup(ERRORS).format(bot)  # noqa: S704  our own text
    return _page(found, bot, [("", [table]), *sections, ("", [lost, wrote])])


def _of_contest(
    contest: ContestReport,
    course: Sequence[dict[str, Rating]],
    versions: Sequence[str],
    label: Labels,
) -> Iterator[Part]:
    """Yield the Elo of a bot over time, and the comparisons of its newest rated version."""
    newest = [next((name for name in versions if name in step), "") for step in course]
    ratings = [step[name] for step, name in zip(course, newest, strict=True) if name]
    if ratings:
        yield COURSE
        points = [
            (0.0, one.points, bounded(one.low, one), bounded(one.high, one)) for one in ratings
        ]
        yield plots.curve(points, "Elo, with its interval, after equal shares of the blocks")
        now = next(name for name in reversed(newest) if name)
        # Pairs are told from the side of the bot that stands first.
        first = sorted(contest.standings, key=lambda one: one.name != now)
        pairs = (pair for pair in contest.pairs if pair.one == now)
        own = replace(contest, standings=tuple(first), pairs=tuple(pairs))
        yield replace(tables.differences(own, label), title=f"Opponents of {now}")


def errors_of(league: League, found: LeagueFigures, bot: str) -> str:
    """Return what a bot wrote on standard error in matches that it did not win."""
    texts = []
    with Store.open_file(league.pool, read_only=True) as store:
        for result in found.lost.get(bot, []):
            for one in store.errors_of(result.key):
                name = found.plan.entrants[result.lineup[one.seat]].name
                if _owner(name) == bot:
                    texts.append(f"{found.plan.match_name(result.key)}, {name}\n{one.text}")
    return "\n\n".join(texts)


def _standings(found: LeagueFigures, contest: ContestReport, label: Labels) -> ReportTable:
    there = tuple(bot for bot in contest.standings if bot.name in found.there)
    table = tables.standings(replace(contest, standings=there), label)
    rows = tuple(
        (_bot_cell(bot.name, row[0].text), *row[1:], Cell(found.authors.get(bot.name, "")))
        for bot, row in zip(there, table.rows, strict=True)
    )
    return replace(table, title="Leaderboard", heads=(*table.heads, "authors"), rows=rows)


def _bot_cell(name: str, text: str) -> Cell:
    return Cell(text, link=f"/bots/{_owner(name)}")


def _page(found: LeagueFigures, heading: str, sections: Sequence[Section]) -> str:
    given = {"title": heading, "league": found.name, "sections": sections}
    return text_of("league.html", found.report, given, LEAGUE_SCRIPTS)


class LeagueSite:
    """The answers to requests for a league."""

    def __init__(self, league: League, store: TableStore) -> None:
        self._league = league
        self._store = store
        self._figures = CachedValue(partial(figures_of, league))
        self._matches = MatchTables(partial(Store.open_file, league.pool, read_only=True), store)

    def routes(self) -> list[BaseRoute]:
        """Return all paths and their handlers."""
        return [
            Route("/", self._page(lambda found, _: leaderboard(found))),
            Route("/report", self._page(lambda found, _: found.whole_report, REPORT_SCRIPTS)),
            Route("/bots/{bot}", self._page(lambda found, given: bot_page(found, given["bot"]))),
            Route("/bots/{bot}/errors", self._errors),
            self._matches.route,
        ]

    def _page(
        self,
        make: Callable[[LeagueFigures, Mapping[str, str]], str],
        scripts: Scripts = LEAGUE_SCRIPTS,
    ) -> Callable[[Request], Response]:
        """Return what answers with a page, given what ``make`` makes of a request's path."""
        return page_of(
            lambda request: make(self._figures.value(), request.path_params), scripts, self._store
        )

    def _errors(self, request: Request) -> Response:
        if not self._store.quota.is_host(key_of(request)):
            return PlainTextResponse("Only the person who runs the league sees this.\n", 403)
        found = self._figures.value()
        return PlainTextResponse(errors_of(self._league, found, request.path_params["bot"]))
