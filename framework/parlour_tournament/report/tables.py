"""The tables and sentences of a report, for the terminal and the page.

Names of bots are short there, so that a table fits a terminal and a phone.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from math import isfinite, log
from re import Match

from msgspec import Struct

from parlour_tournament.analysis.intervals import Estimate
from parlour_tournament.analysis.ratings import SCALE, Rating
from parlour_tournament.analysis.report_model import (
    BotReport,
    ContestReport,
    PairReport,
    SequentialVerdict,
    TournamentReport,
)

VERDICTS = {
    "alternative": "{first} is better: its results fit {alternative} Elo better than {null}",
    "null": "no better: the results of {first} fit {null} Elo better than {alternative}",
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
    link: str = ""
    """Address that a name leads to on a page; empty for none."""


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
    note: str = ""
    """Whether the intervals of the table hold one by one or together; empty without intervals."""

    def texts(self) -> list[tuple[str, ...]]:
        """Return the texts of all rows."""
        return [tuple(cell.text for cell in row) for row in self.rows]

    @property
    def heading(self) -> str:
        """Title of the table, with the note on its intervals."""
        return f"{self.title}: {self.note}" if self.note else self.title


MARK = " *"
"""Stands behind the name of a bot whose results do not repeat."""

MAX_LABEL = 14
"""Maximum number of letters of a bot's name in a table, without the mark."""
SETTING = re.compile(r"(?<=[:,])\w+(?==)")
"""Name of a bot's setting, as in ``search:simulations=20``."""


class Labels:
    """Names of bots as tables show them: short, and marked if their results do not repeat."""

    def __init__(self, report: TournamentReport) -> None:
        self._marked = report.unrepeatable
        self._short = short_names(list(report.bots))

    def __call__(self, name: str) -> str:
        """Return the name, with a mark if the bot's results do not repeat."""
        return self._short[name] + MARK * (name in self._marked)

    def shortened(self) -> str:
        """Return a sentence about the names that are shortened; empty if none is."""
        known = [f"{short} is {name}" for name, short in self._short.items() if short != name]
        return f"Short names: {', '.join(known)}." if known else ""


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return a name of at most ``MAX_LABEL`` letters for each name, so that tables stay narrow.

    Names of settings become as short as the others allow: ``search:simulations=20`` becomes
    ``search:s=20``, beside ``search:seconds=0.05`` it is ``search:si=20``. A label that is still
    too long loses its middle.
    """
    settings = {name: SETTING.findall(name) for name in names}
    others = {word for some in settings.values() for word in some}
    taken: dict[str, str] = {}
    for name in names:
        short = name if len(name) <= MAX_LABEL else SETTING.sub(partial(_prefix, others), name)
        if len(short) > MAX_LABEL:
            short = f"{short[: MAX_LABEL // 2]}…{short[-(MAX_LABEL // 2 - 1) :]}"
        if short in taken.values():
            short = f"{name[: MAX_LABEL - 5]}…{len(taken) + 1}"
        taken[name] = short
    return taken


def _prefix(words: Collection[str], found: Match[str]) -> str:
    """Return the shortest beginning of a word that no other word has."""
    word = found[0]
    sizes = range(1, len(word))
    one = (
        word[:size]
        for size in sizes
        if not any(o.startswith(word[:size]) for o in {*words} - {word})
    )
    return next(one, word)


def standings(contest: ContestReport, label: Labels) -> ReportTable:
    """Return ranks, Elo and mean results, or mean points where all seats share one result."""
    heads = ["bot", "rank"]
    heads += ["mean points", "95 %"] if contest.cooperative else ["Elo", "result", "95 %"]
    rows = (
        (Cell(label(bot.name)), Cell(ranks(bot), bot.rank), *_strength(bot))
        for bot in contest.standings
    )
    return ReportTable("Standings", tuple(heads), tuple(rows), note=JOINTLY)


def details(contest: ContestReport, label: Labels) -> ReportTable:
    """Return points and places, forfeits by their cause, and the time of an answer."""
    shown = [] if contest.cooperative else ["place"]
    rows = []
    for bot in contest.standings:
        failed = (bot.crashes, bot.time_losses, bot.illegal_moves)
        times = (bot.seconds, bot.longest)
        rows.append(
            (
                Cell(label(bot.name)),
                Cell(f"{round(bot.points, 1) + 0.0:.1f}", bot.points),
                *(Cell(f"{bot.place:.2f}", bot.place) for _ in shown),
                Cell(f"{bot.matches:,}", bot.matches),
                *(Cell(f"{number:,}", number, warn=number > 0) for number in failed),
                *(Cell(duration(time), time) for time in times),
            )
        )
    heads = ("bot", "points", *shown, "matches", "crash", "late", "illegal", "a move", "longest")
    return ReportTable("Points, forfeits and time", heads, tuple(rows))


def told(contest: ContestReport, label: Labels) -> ReportTable:
    """Return means of the figures that bots tell about their answers; no rows if none tells any."""
    heads = sorted({name for bot in contest.standings for name in bot.info})
    rows = tuple(
        (Cell(label(bot.name)), *(_mean(bot.info.get(name)) for name in heads))
        for bot in contest.standings
        if heads
    )
    return ReportTable("Figures that bots tell, as means", ("bot", *heads), rows)


def _mean(mean: float | None) -> Cell:
    """Return the mean of a figure that a bot told, with three digits; empty if it told none."""
    text = "" if mean is None else f"{mean:,.0f}" if abs(mean) >= 100 else f"{mean:.3g}"
    return Cell(text, mean)


def differences(contest: ContestReport, label: Labels) -> ReportTable:
    """Return the differences of any two bots."""
    if contest.cooperative:
        return _pairs(
            contest,
            label,
            "Differences",
            ("difference", "95 %", "better", "w-t-l"),
            lambda pair: (
                Cell(points(pair.difference.points), pair.difference.points),
                _interval(pair.difference),
                *_better(pair),
            ),
        )
    return _pairs(
        contest,
        label,
        "Differences",
        ("Elo", "better", "w-t-l"),
        lambda pair: (*_elo(pair.difference), *_better(pair)),
    )


def head_to_head(contest: ContestReport, label: Labels) -> ReportTable:
    """Return the blocks of each two bots by their result, and what the fit expects of them."""
    fitted = () if contest.cooperative else ("fit",)
    return _pairs(
        contest,
        label,
        "Head to head",
        ("blocks", "result", "95 %", *fitted),
        lambda pair: (
            Cell(f"{pair.blocks:,} ({counts(pair)})" if pair.meetings else NEVER_MET, pair.blocks),
            *_played(pair),
            *(_fit(pair) for _ in fitted),
        ),
    )


def pasted(contest: ContestReport) -> Iterator[str]:
    """Yield the lines that authors of engines paste about two bots, and about a test of them."""
    if len(contest.standings) != QUOTED_BOTS or contest.cooperative:
        return
    test = contest.test
    # A test is about the first bot; else the better one comes first.
    pair = contest.pairs[0] if test is not None else next(contest.each_pair())
    normal = "" if pair.normalized_elo is None else f", nElo {points(pair.normalized_elo)}"
    likely = f", likely better {percent(pair.superiority)}"
    yield f"Bots  | {pair.one} against {pair.other}"
    yield f"Elo   | {elo(pair.difference)} (95 %){likely}{normal}"
    if test is not None:
        hypotheses = f"{_elo_of(test.null)}, {_elo_of(test.alternative)}"
        yield f"LLR   | {test.ratio:+.2f} ({test.low:.2f} to {test.high:+.2f}) [{hypotheses}]"
    yield f"Games | {pair.meetings:,}: W {pair.wins:,} L {pair.losses:,} D {pair.ties:,}"
    yield f"{'Pairs ' if contest.seats == QUOTED_BOTS else 'Blocks'}| {counts(pair)}"


def overall(report: TournamentReport, label: Labels) -> ReportTable:
    """Return the table over all games."""
    heads = ("bot", "score", "95 %", "beats", "games")
    most = max((row.games for row in report.overall), default=0)
    rows = (
        (
            Cell(label(row.name)),
            _figure(row.score),
            _interval(row.score),
            Cell(f"{row.beats} of {row.others}", row.beats),
            Cell(f"{row.games} of {most}", row.games, warn=row.games < most),
        )
        for row in report.overall
    )
    return ReportTable("All games together", heads, tuple(rows), note=JOINTLY)


def remarks(contest: ContestReport) -> Iterator[Cell]:
    """Yield sentences about bots left out, failures, the fit and the sequential test."""
    for name, reason in contest.left_out.items():
        yield Cell(f"{name} is left out: {reason}")
    if contest.faults:
        first = contest.faults[0]
        text = f"the game failed in {len(contest.faults)} matches, first {first.key}: {first.why}"
        yield Cell(text, warn=True)
    if contest.incomplete:
        some = "1 block is" if contest.incomplete == 1 else f"{contest.incomplete:,} blocks are"
        yield Cell(f"{some} not complete and cannot count yet")
    if contest.adjudicated:
        yield Cell(f"{contest.adjudicated:,} of {contest.matches:,} matches were broken off")
    if contest.wrote:
        yield Cell(
            f"bots wrote on standard error in {contest.wrote:,} matches, to be read with "
            "'parlour tournament export FILE --stderr -'"
        )
    yield from _misfits(contest)
    if contest.test is not None:
        yield Cell(verdict(contest.test))


def _misfits(contest: ContestReport) -> Iterator[Cell]:
    """Yield sentences about results that the ratings do not fit, and about circles."""
    for pair in contest.poorly_fitted:
        if pair.result is not None and pair.fitted is not None:
            yield Cell(
                f"The ratings do not fit: {pair.one} has {share(pair.result.value)} against "
                f"{pair.other}, and they expect {share(pair.fitted)}",
                warn=True,
            )
    for pair in contest.against_anchors:
        yield Cell(
            f"The fixed Elo do not fit: from what was played, {pair.one} is "
            f"{elo(pair.difference)} above {pair.other}",
            warn=True,
        )
    for one, other, third in contest.circles:
        yield Cell(f"In a circle: {one} beats {other}, {other} beats {third}, {third} beats {one}")


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
        first=test.first, **{name: _elo_of(getattr(test, name)) for name in ("null", "alternative")}
    )


def _elo_of(result: float) -> str:
    """Return the difference in Elo that leads to a mean result: ``+34.9``, ``+5``."""
    return f"{SCALE * log(result / (1 - result)) + 0.0:+.3g}"


def _strength(bot: BotReport) -> Iterator[Cell]:
    """Yield the cells of Elo and result, or of mean points if there is no rating."""
    if bot.mean_points is not None:
        yield Cell(f"{bot.mean_points.value:.2f}", bot.mean_points.value)
        yield Cell(_points_interval(bot.mean_points), bot.mean_points.low, figure=bot.mean_points)
    elif bot.result is not None:
        yield from _printed_elo(bot)
        yield from (_figure(bot.result), _interval(bot.result))


def _printed_elo(bot: BotReport) -> Iterator[Cell]:
    """Yield the cell of the Elo of a bot in the standings."""
    if bot.elo is None or not bot.elo.is_exact:
        yield from _elo(bot.elo)
    else:
        is_zero = bot.reference and not bot.elo.points
        text = "reference" if is_zero else f"{points(bot.elo.points)} fixed"
        yield Cell(text, bot.elo.points, figure=bot.elo)


def _elo(figure: Rating | None) -> Iterator[Cell]:
    if figure is not None:
        yield Cell(elo(figure), figure.points, figure=figure)


def _better(pair: PairReport) -> tuple[Cell, Cell]:
    met = f"{pair.wins:,}-{pair.ties:,}-{pair.losses:,}" if pair.meetings else NEVER_MET
    tally = Cell(met, pair.meetings)
    likely = percent(pair.superiority) + "!" * pair.lack_of_fit
    return Cell(likely, pair.superiority), tally


def _pairs(
    contest: ContestReport,
    label: Labels,
    title: str,
    heads: tuple[str, ...],
    cells: Callable[[PairReport], Iterable[Cell]],
) -> ReportTable:
    """Return a table with a row for each two bots, from the side of the better one."""
    rows = tuple(
        (Cell(label(pair.one)), Cell(label(pair.other)), *cells(pair))
        for pair in contest.each_pair()
    )
    return ReportTable(title, ("bot", "against", *heads), rows, names=2, note=SINGLY)


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
SINGLY = "intervals hold one by one"
"""Note on intervals of 95 %: of a hundred, five may miss the truth."""
JOINTLY = f"{SINGLY}, statements of order together"
"""Note on a table with ranks in brackets, or with numbers of bots beaten."""
MAX_SKEW = 0.05
"""Maximum distance of an interval's middle from its figure, as a share of the interval's width."""
QUOTED_BOTS = 2
"""Number of bots of a contest that has a block to paste."""
CERTAIN = 0.999
"""Likelihood above which no digits are given."""
NEVER_MET = "never met"
"""Stands for the results of two bots against each other that have none."""
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


def elo(figure: Rating) -> str:
    """Return a difference in Elo with its interval: ``+34 ± 21``, ``+619 (-20 to …)``.

    The ends are written where one of them is open, or they lie unevenly round the difference.
    """
    up = figure.high - figure.points
    down = figure.points - figure.low
    if isfinite(up + down) and abs(up - down) / 2 <= MAX_SKEW * (up + down):
        return f"{points(figure.points)} ± {(up + down) / 2:.0f}"
    return f"{points(figure.points)} ({interval(figure)})"


def counts(pair: PairReport) -> str:
    """Return the numbers of blocks that were lost, worse than even, even, better, and won."""
    return "-".join(f"{count:,}" for count in pair.block_counts)


def ranks(bot: BotReport) -> str:
    """Return a rank with its interval: ``2 (1-3)``."""
    if bot.rank_low == bot.rank_high:
        return str(bot.rank)
    return f"{bot.rank} ({bot.rank_low}-{bot.rank_high})"


def duration(seconds: float) -> str:
    """Return a time in the largest unit that leaves a number of 1 or more: ``3.2 ms``."""
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
