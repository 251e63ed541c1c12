"""The report as text: lines and tables, which a terminal prints as it can."""

from collections.abc import Iterator

from msgspec.structs import asdict

from parlour.players import TimeControl
from parlour.rules import one_line
from parlour_tournament.analysis.report_model import ContestReport, TournamentReport
from parlour_tournament.plan import Plan, Provenance
from parlour_tournament.plan.settings import DEFAULT_LIMIT
from parlour_tournament.report import tables
from parlour_tournament.report.tables import MARK, Labels, ReportTable, interval, share

MAX_FAULTS = 20
"""Maximum number of matches that are listed whose game failed."""


def report_as_text(report: TournamentReport, *, brief: bool = False) -> Iterator[str | ReportTable]:
    """Yield the lines and tables of a report.

    A brief one has the standings of every contest, a line for each bot, the table over all games,
    and forfeits if there are any. The full one adds points and times, differences of any two bots
    and their results against each other, results by seat, lengths, matches worth seeing, and the
    programs that played the tournament.
    """
    label = Labels(report)
    for contest in report.contests:
        yield from _contest(contest, label, brief=brief)
    if len(report.contests) > 1 and report.overall:
        yield from _shown(tables.overall(report, label))
    if report.pooled is not None:
        yield tables.verdict(report.pooled, "Test over all games")
    for key, reason in report.cancelled.items():
        yield f"{key} was not held: {reason}"
    yield from unrepeatable(report)
    yield from filter(None, [label.shortened()])
    if not brief:
        yield ""
        yield from conditions(report)
        for run in report.runs:
            yield from bots_played(run)
    yield ""


def _contest(contest: ContestReport, label: Labels, *, brief: bool) -> Iterator[str | ReportTable]:
    """Yield the lines and tables of one contest."""
    yield ""
    yield heading(contest)
    for remark in tables.remarks(contest):
        yield remark.text
    if not contest.standings:
        return
    yield from _shown(tables.standings(contest, label))
    yield from tables.pasted(contest)
    if not brief or contest.failures:
        yield from _shown(tables.details(contest, label))
    if not brief:
        yield from _details(contest, label)


def _shown(table: ReportTable) -> Iterator[str | ReportTable]:
    if table.rows:
        yield from ("", table.heading, table)


def _details(contest: ContestReport, label: Labels) -> Iterator[str | ReportTable]:
    """Yield what bots tell, differences, results by seat, lengths, and matches."""
    yield from _shown(tables.told(contest, label))
    yield from _shown(tables.differences(contest, label))
    yield from _shown(tables.head_to_head(contest, label))
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
    for match in (*contest.faults[:MAX_FAULTS], *contest.worth_seeing):
        _, block, number = match.key
        place = f"{contest.key}:{block}:{number}"
        scores = ", ".join(map(str, match.scores))
        yield f"Match {place}, {match.why}: {', '.join(match.bots)}; points {scores or 'none'}"
        yield f"  {match.replay}"


ONE_PROCESS = (
    "Bots outside played many matches in one process (restart = false), and could remember what a "
    "block deals."
)
"""Warning of a report."""
DIGEST_DIGITS = 12
"""Digits of a digest that are printed."""
MAX_LETTERS = 60
"""Maximum number of letters of an option's value in a heading."""


def heading(contest: ContestReport) -> str:
    """Return the name of a contest, its options, and the numbers of its blocks and matches."""
    return f"{title(contest)}: {extent(contest)}"


def extent(contest: ContestReport) -> str:
    """Return the numbers of a contest's blocks and matches."""
    blocks = f"{contest.blocks:,} block{'s' * (contest.blocks != 1)}"
    return f"{blocks}, {contest.matches:,} match{'es' * (contest.matches != 1)}"


def title(contest: ContestReport) -> str:
    """Return the game of a contest, its seats and its options."""
    short = {name: text for name, text in contest.options.items() if "\n" not in str(text)}
    settings = "".join(
        f", {name} {one_line(str(text), MAX_LETTERS)}" for name, text in short.items()
    )
    return f"{contest.game}, {contest.seats} seat{'s' * (contest.seats != 1)}{settings}"


def size(report: TournamentReport) -> str:
    """Return the number of matches, bots and games, as a sentence."""
    most = ""
    if report.matches < report.most:
        most = f" of {'up to ' if report.schedule == 'test' else ''}{report.most:,}"
    bots = len(report.bots)
    contests = len(report.contests)
    games = len({contest.game for contest in report.contests})
    ways = f"{contests} contests of " if contests != games else ""
    return (
        f"{report.matches:,}{most} matches of {bots} bot{'s' * (bots != 1)} "
        f"in {ways}{games} game{'s' * (games != 1)}."
    )


def conditions(report: TournamentReport) -> Iterator[str]:
    """Yield sentences about the plan, the dates, the clock and the releases."""
    yield f"Plan: {plan_text(report.plan)}."
    yield f"Clock: {clock_text(report.plan.clock)}."
    for entrant in report.plan.entrants:
        if entrant.clock is not None:
            yield f"Clock of {entrant.name}: {clock_text(entrant.clock)}."
    if not report.plan.restart:
        yield ONE_PROCESS
    if report.began:
        yield f"Played from {report.began} to {report.ended}."
    yield f"Reported by Parlour {report.release}."
    for run in report.runs:
        rules = ", ".join(f"{game} {version}" for game, version in run.rules.items())
        yield f"From {run.date} on: Parlour {run.release}, {run.python}, {run.machine}."
        other = run.clock != report.plan.clock
        clock = f" Clock: {clock_text(run.clock)}." if other else ""
        yield f"Versions of the rules: {rules}.{clock}"


def plan_text(plan: Plan) -> str:
    """Return the schedule and the settings of a plan that decide the matches."""
    if plan.schedule == "several":
        return "that of several files"
    parts = [plan.schedule, f"seed {one_line(plan.seed, MAX_LETTERS)}"]
    if plan.schedule == "swiss":
        parts.append(f"{plan.rounds} rounds")
    elif plan.schedule == "pool":
        parts.append(f"until intervals are {plan.width:g} points wide")
    else:
        up_to = "up to " if plan.schedule == "test" else ""
        blocks = "1 block" if plan.blocks == 1 else f"{plan.blocks:,} blocks"
        parts.append(f"{up_to}{blocks} of each group")
    if plan.limit not in {0, DEFAULT_LIMIT}:
        parts.append(f"adjudicated after {plan.limit:,} moves and outcomes ({plan.adjudicate})")
    if plan.anchors:
        parts.append(f"anchors {', '.join(plan.anchors)}")
    parts += [f"{name} fixed at {elo:g} Elo" for name, elo in plan.fixed.items()]
    parts.append(
        "a bot that forfeits is last"
        if plan.forfeits == "last"
        else "a seat that was forfeited is played on"
    )
    return ", ".join([*parts, *(["bots of plugins run in processes of their own"] * plan.isolate)])


def clock_text(clock: TimeControl) -> str:
    """Return the limits of a clock."""
    limits = asdict(clock).items()
    return ", ".join(f"{name} {value:g} s" for name, value in limits if value) or "no limit"


def bots_played(run: Provenance) -> Iterator[str]:
    """Yield the facts known of each bot of a run beside its name."""
    for bot in run.bots:
        told = f"{bot.hello} {bot.version}".strip()
        parts = [
            told and f"calls itself {told}",
            bot.digest and f"files {bot.digest[:DIGEST_DIGITS]}",
        ]
        if any(parts):
            yield f"{bot.name}: {', '.join(filter(None, parts))}"


def unrepeatable(report: TournamentReport) -> Iterator[str]:
    """Yield a sentence about each bot whose results do not repeat."""
    for name, reason in report.unrepeatable.items():
        yield f"{name}{MARK}: {reason}; its results may not repeat"
