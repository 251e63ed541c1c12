"""The report of a tournament on a server, with a table for each match."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from parlour.rules import ParlourError
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.playing.several_files import open_files
from parlour_tournament.report.cached_value import CachedValue
from parlour_tournament.report.match_tables import MatchTables
from parlour_tournament.report.report_html import (
    REPORT_SCRIPTS,
    Scripts,
    heading,
    policy_of,
    served_report,
)
from parlour_web.tables.store import TableStore

NO_FRAME = "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
"""The part of a page's policy about other pages, which only a header may hold."""


def report_routes(files: Sequence[Path], store: TableStore) -> list[BaseRoute]:
    """Return the pages of the report of some files, which may still grow."""
    open_results = partial(open_files, files)
    report = CachedValue(partial(_report, files))
    page = page_of(lambda _: report.value(), REPORT_SCRIPTS, store)
    return [Route("/", page), MatchTables(open_results, store).route]


def _report(files: Sequence[Path]) -> str:
    with open_files(files) as results:
        return served_report(results, analyse(results), heading(files))


def page_of(
    make: Callable[[Request], str], scripts: Scripts, store: TableStore
) -> Callable[[Request], Response]:
    """Return an answer to a request: the page that ``make`` makes, or why there is none."""

    def answer(request: Request) -> Response:
        try:
            text = make(request)
        except ParlourError as fault:
            return PlainTextResponse(f"{store.told(fault).text}\n", 404)
        policy = f"{policy_of(scripts)}; {NO_FRAME}"
        return HTMLResponse(text, headers={"Content-Security-Policy": policy})

    return answer
