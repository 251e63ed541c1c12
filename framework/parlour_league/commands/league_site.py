"""The site of a league: its pages, and its matches at the browser's table."""

from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

from msgspec import UNSET
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from parlour.match.record import parse
from parlour.rules import ParlourError
from parlour.table import HUMAN
from parlour_league.league import League
from parlour_league.league_pages import LeagueFigures, bot_page, errors_of, figures_of, leaderboard
from parlour_tournament.playing import Store
from parlour_tournament.report.labels import short_names
from parlour_tournament.report.report_html import (
    LEAGUE_SCRIPTS,
    REPORT_SCRIPTS,
    Scripts,
    policy_of,
)
from parlour_web.site import key_of
from parlour_web.tables.store import TableStore

T = TypeVar("T")

MIN_SECONDS = 5.0
"""Minimum number of seconds before the figures of a page are worked out again."""
SHOWN_TIMES = 10
"""Times as long as its figures took that a page is shown."""


class CachedValue(Generic[T]):
    """A value that takes time to work out, kept for a while."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: list[T] = []
        self._until = 0.0

    def value(self) -> T:
        """Return the value; it is worked out again once it has been shown long enough."""
        with self._lock:
            began = monotonic()
            if not self._kept or began >= self._until:
                self._kept[:] = [self._make()]
                took = monotonic() - began
                self._until = began + took + max(MIN_SECONDS, SHOWN_TIMES * took)
            return self._kept[0]


class LeagueSite:
    """The answers to requests for a league."""

    def __init__(self, league: League, store: TableStore) -> None:
        self._league = league
        self._store = store
        self._figures = CachedValue(partial(figures_of, league))
        self._tables: dict[tuple[int, int, int], str] = {}
        self._adding = Lock()

    def routes(self) -> list[BaseRoute]:
        """Return all paths and their handlers."""
        return [
            Route("/", self._page(lambda found, _: leaderboard(found))),
            Route("/report", self._page(lambda found, _: found.whole_report, REPORT_SCRIPTS)),
            Route("/bots/{bot}", self._page(lambda found, given: bot_page(found, given["bot"]))),
            Route("/bots/{bot}/errors", self._errors),
            Route("/matches/{contest:int}/{block:int}/{match:int}", self._match),
        ]

    def _page(
        self,
        make: Callable[[LeagueFigures, Mapping[str, str]], str],
        scripts: Scripts = LEAGUE_SCRIPTS,
    ) -> Callable[[Request], Response]:
        """Return what answers with a page, given what ``make`` makes of a request's path."""

        def answer(request: Request) -> Response:
            try:
                text = make(self._figures.value(), request.path_params)
            except ParlourError as fault:
                return PlainTextResponse(f"{fault}\n", 404)
            return HTMLResponse(text, headers={"Content-Security-Policy": policy_of(scripts)})

        return answer

    def _errors(self, request: Request) -> Response:
        if not self._store.quota.is_host(key_of(request)):
            return PlainTextResponse("Only the person who runs the league sees this.\n", 403)
        found = self._figures.value()
        return PlainTextResponse(errors_of(self._league, found, request.path_params["bot"]))

    def _match(self, request: Request) -> Response:
        """Lay a match on a table when somebody looks at it first, and lead there."""
        given = request.path_params
        key = given["contest"], given["block"], given["match"]
        try:
            with self._adding:
                if key not in self._tables:
                    self._tables[key] = self._add(key)
        except ParlourError as fault:
            return PlainTextResponse(f"{fault}\n", getattr(fault, "status", 404))
        return RedirectResponse(f"/t/{self._tables[key]}", 303)

    def _add(self, key: tuple[int, int, int]) -> str:
        with Store.open_file(self._league.pool, read_only=True) as store:
            record = parse(store.record(key), "the record")
            entrants = [entrant.name for entrant in store.tournament.plan.entrants]
            lineup = next(one.lineup for one in store.results(key[0]) if one.key == key)
        # People without keys: nobody plays on, and no command of a bot is started.
        short = short_names(entrants)
        names = tuple(short[entrants[who]] for who in lineup)
        header = replace(record.header, players=(HUMAN,) * len(names), names=names, lesson=UNSET)
        return self._store.add(header, record.lines)[0]
