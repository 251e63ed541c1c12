"""The report as text: lines and tables, which a terminal prints as it can."""

from collections.abc import Iterator

from msgspec import Struct

from parlour.tournament.analysis.report_model import ContestReport, TournamentReport
from parlour.tournament.report import tables
from parlour.tournament.report.summary import bots_played, conditions, heading, unrepeatable
from parlour.tournament.report.tables import interval, share

LISTED = 20
"""Greatest number of matches that are listed in which the game failed."""


class TextTable(Struct, frozen=True):
    """A table of text; its first columns hold names, the others figures."""

    heads: tuple[str, ...]
    """Head of each column."""
    rows: tuple[tuple[str, ...], ...]
    """Cells of each row, as many as there are heads."""
    names: int = 1
    """Number of columns that hold names."""


def report_as_text(report: TournamentReport, *, brief: bool = False) -> Iterator[str | TextTable]:
    """Yield the lines and tables of a report.

    A brief one has the standings of every contest and the table over all games, and where a bot
    has forfeited a match its failures. The full one adds differences of any two bots and what they
    played against each other, results by seat, lengths, matches worth seeing, and with what the
    tournament was played.
    """
    label = tables.Labels(report)
    for contest in report.contests:
        yield from _contest(contest, label, brief=brief)
    if len(report.contests) > 1 and report.overall:
        yield ""
        yield "All games together"
        yield _text(tables.overall(report, label))
    if report.pooled is not None:
        yield tables.verdict(report.pooled, "Test over all games")
    for key, reason in report.cancelled.items():
        yield f"{key} was not held: {reason}"
    yield from unrepeatable(report)
    if not brief:
        yield ""
        yield from conditions(report)
        for run in report.runs:
            yield from bots_played(run)
    yield ""


def _contest(
    contest: ContestReport, label: tables.Labels, *, brief: bool
) -> Iterator[str | TextTable]:
    """Yield the lines and tables of one contest."""
    yield ""
    yield heading(contest)
    for remark in tables.remarks(contest):
        yield remark.text
    if not contest.standings:
        return
    yield _text(tables.standings(contest, label))
    yield ""
    yield _text(tables.results(contest, label))
    if not brief or any(bot.forfeits for bot in contest.standings):
        yield ""
        yield _text(tables.failures(contest, label))
    if not brief:
        yield from _details(contest, label)


def _text(table: tables.ReportTable) -> TextTable:
    rows = tuple(tuple(cell.text for cell in row) for row in table.rows)
    return TextTable(table.heads, rows, table.names)


def _details(contest: ContestReport, label: tables.Labels) -> Iterator[str | TextTable]:
    """Yield differences, results against each other and by seat, lengths, and matches."""
    for table in (tables.differences(contest, label), tables.head_to_head(contest, label)):
        if table.rows:
            yield ""
            yield table.title
            yield _text(table)
    if contest.by_seat:
        seats = [
            f"seat {seat}: {share(figure.value)} ({interval(figure)})"
            for seat, figure in enumerate(contest.by_seat, 1)
        ]
        yield ""
        yield "Results by seat: " + ", ".join(seats)
    if contest.lengths:
        yield (
            f"Length: {min(contest.lengths)} to {max(contest.lengths)} moves and outcomes, "
            f"median {contest.median_length:g}"
        )
    for match in (*contest.faults[:LISTED], *contest.worth_seeing):
        _, block, number = match.key
        place = f"{contest.key}:{block}:{number}"
        scores = ", ".join(map(str, match.scores))
        yield f"Match {place}, {match.why}: {', '.join(match.bots)}; points {scores or 'none'}"
        yield f"  {match.replay}"
