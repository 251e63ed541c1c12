"""The report as text: lines and tables, which a terminal prints as it can."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from parlour.tournament.analysis.report_model import (
    BotReport,
    ContestReport,
    OverallReport,
    SequentialVerdict,
    TournamentReport,
)
from parlour.tournament.report.formats import duration, interval, points, share

LISTED = 20
"""Greatest number of matches that are listed in which the game failed."""

VERDICTS = {
    "alternative": "{first} is better: its mean result fits {alternative:g} better than {null:g}",
    "null": "no better: the mean result of {first} fits {null:g} better than {alternative:g}",
    "open": "not decided yet",
}
"""Sentences about a sequential test, by its verdict."""


class TextTable(Struct, frozen=True):
    """A table of text; its first column holds names, the others figures."""

    heads: tuple[str, ...]
    """Head of each column."""
    rows: tuple[tuple[str, ...], ...]
    """Cells of each row, as many as there are heads."""


def report_as_text(report: TournamentReport, *, brief: bool = False) -> Iterator[str | TextTable]:
    """Yield the lines and tables of a report.

    A brief one has the standings of every contest and the table over all games, and where a bot
    has forfeited a match its failures. The full one adds the bots' points and times, results
    against each other and by seat, lengths, and matches worth seeing.
    """
    for contest in report.contests:
        yield ""
        yield _heading(contest)
        yield from _remarks(contest)
        if contest.standings:
            yield _standings(contest)
            if not brief or any(bot.forfeits for bot in contest.standings):
                yield ""
                yield _points_and_times(contest.standings)
            if not brief:
                yield from _details(contest)
    if len(report.contests) > 1 and report.overall:
        yield ""
        yield "All games together"
        yield _overall(report.overall)
    for key, reason in report.cancelled.items():
        yield f"{key} was not held: {reason}"
    yield ""


def decision(test: SequentialVerdict) -> str:
    """Return a sentence, without its full stop, about the decision of a sequential test."""
    return VERDICTS[test.verdict].format(
        first=test.first, null=test.null, alternative=test.alternative
    )


def _heading(contest: ContestReport) -> str:
    short = {name: text for name, text in contest.options.items() if "\n" not in str(text)}
    settings = "".join(f", {name} {value}" for name, value in short.items())
    return (
        f"{contest.game}, {contest.seats} seats{settings}: "
        f"{contest.blocks:,} blocks, {contest.matches:,} matches"
    )


def _remarks(contest: ContestReport) -> Iterator[str]:
    """Yield sentences about bots left out, failures and the sequential test."""
    for name, reason in contest.left_out.items():
        yield f"{name} is left out: {reason}"
    if contest.faults:
        first = contest.faults[0]
        yield f"the game failed in {len(contest.faults)} matches, first {first.key}: {first.why}"
    if contest.incomplete:
        yield f"{contest.incomplete} blocks are not complete and do not count"
    if contest.wrote:
        yield (
            f"bots wrote on standard error in {contest.wrote:,} matches, to be read with "
            "'parlour tournament export FILE --errors -'"
        )
    if contest.test is not None:
        yield _verdict(contest.test)


def _verdict(test: SequentialVerdict) -> str:
    """Return a line about the state of a sequential test."""
    return (
        f"Test of {test.first} against {test.second}: {decision(test)} "
        f"(after {test.blocks} blocks; "
        f"{test.ratio:+.2f} between {test.low:.2f} and {test.high:.2f})"
    )


def _standings(contest: ContestReport) -> TextTable:
    ladder = any(bot.ladder for bot in contest.standings)
    rows = (
        (
            bot.name,
            points(bot.rating.points),
            interval(bot.rating),
            *([bot.ladder or ""] if ladder else []),
            share(bot.result.value),
            interval(bot.result),
        )
        for bot in contest.standings
    )
    heads = ("bot", "rating", "95 %", *(["ladder"] if ladder else []), "result", "95 %")
    return TextTable(heads, tuple(rows))


def _points_and_times(bots: Sequence[BotReport]) -> TextTable:
    rows = (
        (
            bot.name,
            f"{bot.points:.1f}",
            f"{bot.place:.2f}",
            f"{bot.matches:,}",
            f"{bot.crashes:,}",
            f"{bot.time_losses:,}",
            f"{bot.illegal_moves:,}",
            duration(bot.seconds),
        )
        for bot in bots
    )
    heads = ("bot", "points", "place", "matches", "crash", "late", "illegal", "a move")
    return TextTable(heads, tuple(rows))


def _details(contest: ContestReport) -> Iterator[str | TextTable]:
    """Yield results against each other and by seat, lengths, and matches worth seeing."""
    names = [bot.name for bot in contest.standings]
    rows = (
        (name, *(share(met[other].result) if other in met else "" for other in names))
        for name, met in contest.head_to_head()
    )
    yield ""
    yield TextTable(("against", *(str(place + 1) for place in range(len(names)))), tuple(rows))
    seats = [
        f"seat {seat}: {share(figure.value)} ({interval(figure)})"
        for seat, figure in enumerate(contest.by_seat, 1)
    ]
    yield "Results by seat: " + ", ".join(seats)
    if contest.lengths:
        yield (
            f"Length: {min(contest.lengths)} to {max(contest.lengths)} moves and outcomes, "
            f"median {contest.median_length:g}"
        )
    for match in (*contest.faults[:LISTED], *contest.worth_seeing):
        _, block, number = match.key
        place = f"{contest.key}:{block}:{number}"
        yield f"Match {place}, {match.why}: {', '.join(match.bots)}, {match.scores}"


def _overall(rows: Sequence[OverallReport]) -> TextTable:
    heads = ("bot", "score", "95 %", "beats", "mean rank", "games")
    cells = (
        (
            row.name,
            share(row.score.value),
            interval(row.score),
            f"{row.beats} of {row.others}",
            f"{row.rank:.2f}",
            str(row.games),
        )
        for row in rows
    )
    return TextTable(heads, tuple(cells))
