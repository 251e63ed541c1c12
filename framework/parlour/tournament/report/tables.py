"""The tables and sentences of a report, for the terminal and the page."""

from collections.abc import Callable, Iterable, Iterator
from math import isfinite, log10

from msgspec import Struct

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.analysis.report_model import (
    BotReport,
    ContestReport,
    PairReport,
    SequentialVerdict,
    TournamentReport,
)

MARK = " *"
"""Stands behind the name of a bot whose results do not repeat."""

VERDICTS = {
    "alternative": "{first} is better: its mean result fits {alternative:g} better than {null:g}",
    "null": "no better: the mean result of {first} fits {null:g} better than {alternative:g}",
    "open": "not decided",
}
"""Sentences about a sequential test, by its verdict."""


class Cell(Struct, frozen=True):
    """A cell of a table."""

    text: str
    """Text of the cell."""
    value: float | None = None
    """Number that the column is sorted by; None sorts by the text."""
    warn: bool = False
    """Whether it reports a failure."""
    figure: Rating | Estimate | None = None
    """Figure that the page draws beside the text."""


class ReportTable(Struct, frozen=True):
    """A table; its first columns hold names, the others figures."""

    title: str
    """Title of the table."""
    heads: tuple[str, ...]
    """Head of each column."""
    rows: tuple[tuple[Cell, ...], ...]
    """Cells of each row, as many as there are heads."""
    names: int = 1
    """Number of columns that hold names."""


class Labels:
    """Names of bots as they are shown: those whose results do not repeat are marked."""

    def __init__(self, report: TournamentReport) -> None:
        self._marked = report.unrepeatable

    def __call__(self, name: str) -> str:
        """Return the name, with a mark if the bot's results do not repeat."""
        return name + MARK if name in self._marked else name

    def cell(self, name: str) -> Cell:
        """Return the cell of a name."""
        return Cell(self(name))


def standings(contest: ContestReport, label: Labels) -> ReportTable:
    """Return ranks and ratings, or mean points where all seats share one result."""
    heads = ["bot", "rank"]
    heads += (
        ["mean points", "95 %"] if contest.cooperative else ["rating", "95 %", "expected", "Elo"]
    )
    laddered = any(bot.ladder for bot in contest.standings)
    heads += ["ladder", "95 %"] if laddered else []
    rows = []
    for bot in contest.standings:
        row = [label.cell(bot.name), Cell(ranks(bot), bot.rank), *_strength(bot)]
        if laddered and bot.ladder is not None:
            row += [Cell(bot.ladder.place), Cell(_ladder_interval(bot))]
        rows.append(tuple(row))
    return ReportTable(
        "Mean points" if contest.cooperative else "Ratings", tuple(heads), tuple(rows)
    )


def results(contest: ContestReport, label: Labels) -> ReportTable:
    """Return mean results, points and places."""
    shares = not contest.cooperative
    rows = []
    for bot in contest.standings:
        row = [label.cell(bot.name)]
        if bot.result is not None:
            row += [_figure(bot.result), _interval(bot.result)]
        row += [Cell(f"{round(bot.points, 1) + 0.0:.1f}", bot.points)]
        row += [Cell(f"{bot.place:.2f}", bot.place)] if shares else []
        rows.append((*row, Cell(f"{bot.matches:,}", bot.matches)))
    heads = [
        "bot",
        *(["result", "95 %"] if shares else []),
        "points",
        *(["place"] if shares else []),
    ]
    return ReportTable("Results", (*heads, "matches"), tuple(rows))


def failures(contest: ContestReport, label: Labels) -> ReportTable:
    """Return forfeits by their cause, and the time of an answer."""
    rows = []
    for bot in contest.standings:
        failed = (bot.crashes, bot.time_losses, bot.illegal_moves)
        cells = (Cell(f"{number:,}", number, warn=number > 0) for number in failed)
        times = (Cell(duration(time), time) for time in (bot.seconds, bot.longest))
        rows.append((label.cell(bot.name), *cells, *times))
    heads = ("bot", "crash", "late", "illegal", "a move", "longest")
    return ReportTable("Forfeits and time", heads, tuple(rows))


def differences(contest: ContestReport, label: Labels) -> ReportTable:
    """Return the differences of any two bots."""
    return _pairs(
        contest,
        label,
        "Differences",
        ("difference", "95 %", "better"),
        lambda pair: (
            Cell(points(pair.difference.points), pair.difference.points),
            _interval(pair.difference),
            Cell(percent(pair.superiority), pair.superiority),
        ),
    )


def head_to_head(contest: ContestReport, label: Labels) -> ReportTable:
    """Return what each two bots played against each other, and what the fit expects."""
    fitted = () if contest.cooperative else ("fit",)
    return _pairs(
        contest,
        label,
        "Head to head",
        ("w-t-l", "blocks", "result", "95 %", *fitted),
        lambda pair: (
            Cell(f"{pair.wins:,}-{pair.ties:,}-{pair.losses:,}", pair.meetings),
            Cell(f"{pair.blocks:,}", pair.blocks),
            *_played(pair),
            *(_fit(pair) for _ in fitted),
        ),
    )


def overall(report: TournamentReport, label: Labels) -> ReportTable:
    """Return the table over all games."""
    heads = ("bot", "score", "95 %", "beats", "mean rank", "games")
    most = max((row.games for row in report.overall), default=0)
    rows = (
        (
            label.cell(row.name),
            _figure(row.score),
            _interval(row.score),
            Cell(f"{row.beats} of {row.others}", row.beats),
            Cell(f"{row.rank:.2f}", row.rank),
            Cell(f"{row.games} of {most}", row.games, warn=row.games < most),
        )
        for row in report.overall
    )
    return ReportTable("All games together", heads, tuple(rows))


def remarks(contest: ContestReport) -> Iterator[Cell]:
    """Yield sentences about bots left out, failures, the fit and the sequential test."""
    for name, reason in contest.left_out.items():
        yield Cell(f"{name} is left out: {reason}")
    if contest.faults:
        first = contest.faults[0]
        text = f"the game failed in {len(contest.faults)} matches, first {first.key}: {first.why}"
        yield Cell(text, warn=True)
    if contest.incomplete:
        yield Cell(f"{contest.incomplete} blocks are not complete and do not count")
    if contest.wrote:
        yield Cell(
            f"bots wrote on standard error in {contest.wrote:,} matches, to be read with "
            "'parlour tournament export FILE --errors -'"
        )
    for pair in contest.poorly_fitted:
        if pair.result is not None and pair.fitted is not None:
            yield Cell(
                f"One number a bot does not fit: {pair.one} has {share(pair.result.value)} against "
                f"{pair.other}, and the ratings expect {share(pair.fitted)}",
                warn=True,
            )
    if contest.test is not None:
        yield Cell(verdict(contest.test))


def verdict(test: SequentialVerdict, what: str = "Test") -> str:
    """Return a line about the state of a sequential test."""
    return (
        f"{what} of {test.first} against {test.second}: {decision(test)} "
        f"(log ratio {test.ratio:+.2f} after {test.blocks:,} blocks, "
        f"bounds {test.low:.2f} and {test.high:+.2f})"
    )


def decision(test: SequentialVerdict) -> str:
    """Return a sentence, without its full stop, about the decision of a sequential test."""
    return VERDICTS[test.verdict].format(
        first=test.first, null=test.null, alternative=test.alternative
    )


def _strength(bot: BotReport) -> Iterator[Cell]:
    """Yield the cells of a rating, or of mean points if there is no rating."""
    if bot.mean_points is not None:
        yield Cell(f"{bot.mean_points.value:.2f}", bot.mean_points.value)
        yield Cell(_points_interval(bot.mean_points), bot.mean_points.low, figure=bot.mean_points)
    elif bot.rating is not None and bot.expected is not None:
        yield Cell(points(bot.rating.points), bot.rating.points)
        if bot.reference:
            yield Cell("reference", bot.rating.low, figure=bot.rating)
        else:
            yield _interval(bot.rating)
        yield Cell(share(bot.expected), bot.expected)
        yield Cell(elo(bot.expected), bot.expected)


def _ladder_interval(bot: BotReport) -> str:
    if bot.ladder is None or bot.ladder.low == bot.ladder.high:
        return ""
    return f"{bot.ladder.low} to {bot.ladder.high}"


def _pairs(
    contest: ContestReport,
    label: Labels,
    title: str,
    heads: tuple[str, ...],
    cells: Callable[[PairReport], Iterable[Cell]],
) -> ReportTable:
    """Return a table with a row for each two bots, from the side of the better one."""
    rows = tuple(
        (label.cell(pair.one), label.cell(pair.other), *cells(pair)) for pair in contest.each_pair()
    )
    return ReportTable(title, ("bot", "against", *heads), rows, names=2)


def _played(pair: PairReport) -> tuple[Cell, Cell]:
    if pair.result is None:
        return Cell(""), Cell("")
    return _figure(pair.result), _interval(pair.result)


def _fit(pair: PairReport) -> Cell:
    if pair.fitted is None:
        return Cell("")
    return Cell(
        share(pair.fitted) + ("!" if pair.lack_of_fit else ""), pair.fitted, warn=pair.lack_of_fit
    )


def _figure(figure: Estimate) -> Cell:
    return Cell(share(figure.value), figure.value)


def _interval(figure: Rating | Estimate) -> Cell:
    low = figure.low if isfinite(figure.low) else -1e9
    return Cell(interval(figure), low, figure=figure)


def _points_interval(figure: Estimate) -> str:
    ends = (f"{end:.2f}" if isfinite(end) else "…" for end in (figure.low, figure.high))
    return " to ".join(ends)


UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
"""Units of time by their size in seconds, the largest first."""
CERTAIN = 0.999
"""Likelihood above which no digits are given."""
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
    ends = (points(end) if isfinite(end) else OPEN for end in (figure.low, figure.high))
    return " to ".join(ends)


def percent(value: float) -> str:
    """Return a likelihood: ``97 %``, ``> 99.9 %``."""
    if value > CERTAIN:
        return f"> {CERTAIN:.1%}".replace("%", " %")
    if value < 1 - CERTAIN:
        return f"< {1 - CERTAIN:.1%}".replace("%", " %")
    return f"{100 * value:.1f} %"


def elo(expected: float) -> str:
    """Return the difference in Elo points that leads to an expected result: ``+58``."""
    return points(400 * log10(expected / (1 - expected))) if 0 < expected < 1 else OPEN


def ranks(bot: BotReport) -> str:
    """Return a rank with its interval: ``2 (1-3)``."""
    if bot.rank_low == bot.rank_high:
        return str(bot.rank)
    return f"{bot.rank} ({bot.rank_low}-{bot.rank_high})"


def duration(seconds: float) -> str:
    """Return a time in the largest unit that leaves a number of 1 or more: ``3.2 ms``."""
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
