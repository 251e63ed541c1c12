"""Matches of a tournament at tables in a browser."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock

from msgspec import UNSET
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from parlour.match.record import parse
from parlour.rules import ParlourError
from parlour.table import HUMAN
from parlour_tournament.playing import Store
from parlour_tournament.report.tables import short_names
from parlour_web.tables.store import TableStore


class MatchTables:
    """The tables of matches, each laid when somebody looks at it first."""

    def __init__(
        self, open_results: Callable[[], AbstractContextManager[Store]], store: TableStore
    ) -> None:
        """Open the results by ``open_results`` for each match."""
        self._open = open_results
        self._store = store
        self._tables: dict[tuple[int, int, int], str] = {}
        self._adding = Lock()

    @property
    def route(self) -> Route:
        """The addresses of all matches, which lead to their tables."""
        return Route("/matches/{contest:int}/{block:int}/{match:int}", self._match)

    def _match(self, request: Request) -> Response:
        given = request.path_params
        key = given["contest"], given["block"], given["match"]
        try:
            with self._adding:
                if key not in self._tables:
                    self._tables[key] = self._add(key)
        except ParlourError as fault:
            said = self._store.told(fault)
            return PlainTextResponse(f"{said.text}\n", said.status or 404)
        return RedirectResponse(f"/t/{self._tables[key]}", 303)

    def _add(self, key: tuple[int, int, int]) -> str:
        with self._open() as results:
            record = parse(results.record(key), "the record")
            entrants = [entrant.name for entrant in results.tournament.plan.entrants]
            lineup = next(one.lineup for one in results.results(key[0]) if one.key == key)
        # People without keys: nobody plays on, and no command of a bot is started.
        short = short_names(entrants)
        names = tuple(short[entrants[who]] for who in lineup)
        header = replace(record.header, players=(HUMAN,) * len(names), names=names, lesson=UNSET)
        return self._store.add(header, record.lines)[0]
