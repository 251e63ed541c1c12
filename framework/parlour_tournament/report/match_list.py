"""The list of a tournament's matches on a page that a server shows."""

from collections.abc import Iterable

from parlour_tournament.plan import Plan
from parlour_tournament.playing import MatchResult
from parlour_tournament.report.tables import Cell, ReportTable

ADDRESS = "/matches/{}/{}/{}"
"""Address of a match, given contest, block and match."""


def matches(plan: Plan, heading: str, results: Iterable[MatchResult]) -> ReportTable:
    """Return a table of matches, each with a link to its table in the browser."""
    rows = []
    for one in results:
        names = [plan.entrants[who].name for who in one.lineup]
        places = one.places or (0,) * len(names)
        seats = ", ".join(f"{n} ({place})" for n, place in zip(names, places, strict=True))
        failed = ", ".join(f"{names[forfeit.seat]}: {forfeit.cause}" for forfeit in one.forfeits)
        name = Cell(plan.match_name(one.key), link=ADDRESS.format(*one.key))
        rows.append(
            (
                name,
                Cell(seats),
                Cell(failed or one.fault, warn=True),
                Cell(f"{one.length}", one.length),
            )
        )
    return ReportTable(
        heading, ("match", "bots, by seat (place)", "forfeits", "length"), tuple(rows), names=2
    )
