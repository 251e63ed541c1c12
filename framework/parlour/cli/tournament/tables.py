"""Figures of a tournament as tables for a terminal."""

from collections.abc import Iterator, Sequence
from math import isfinite

import msgspec

from parlour.cli.output import columns
from parlour.terminal.screen import console
from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.report.report_model import (
    ContestFigures,
    Figures,
    Verdict,
    in_units,
    matrix,
)

Cells = Sequence[str]

SHOWN = 20
"""So many matches that the game broke off are listed."""

VERDICTS = {
    "alternative": "{first} is better: its mean result fits {alternative:g} better than {null:g}",
    "null": "no better: the mean result of {first} fits {null:g} better than {alternative:g}",
    "open": "not decided yet",
}


def print_json(figures: Figures) -> None:
    """Print all figures as JSON."""
    print(msgspec.json.format(msgspec.json.encode(figures)).decode())


def show(figures: Figures, *, plain: bool, brief: bool = False) -> None:
    """Print tables: the standings of every game and the table over all of them.

    The rest, unless it is to be ``brief``: who met whom, seats, lengths, failures.
    """
    for contest in figures.contests:
        print()
        print(heading(contest))
        for line in _remarks(contest):
            print(line)
        if contest.standings:
            _table(*standings(contest), plain=plain)
            if not brief or _failed(contest):
                print()
                _table(*particulars(contest), plain=plain)
        if contest.standings and not brief:
            _details(contest, plain=plain)
    if len(figures.contests) > 1 and figures.overall:
        print()
        print("All games together")
        _table(*overall(figures), plain=plain)
    for key, reason in figures.idle.items():
        print(f"{key} was not held: {reason}")
    print()


def heading(contest: ContestFigures) -> str:
    """Name a contest, and say how much of it was played."""
    settings = "".join(f", {name} {value}" for name, value in contest.options.items())
    return (
        f"{contest.game}, {contest.seats} seats{settings}: "
        f"{contest.blocks:,} blocks, {contest.matches:,} matches"
    )


def standings(contest: ContestFigures) -> tuple[Cells, list[Cells]]:
    """Return the heads and rows of a contest's standings."""
    ladder = any(bot.ladder for bot in contest.standings)
    heads = ["bot", "rating", "95 %", *(["ladder"] if ladder else []), "result", "95 %"]
    rows: list[Cells] = [
        [
            bot.name,
            _signed(bot.rating.points),
            span(bot.rating),
            *([bot.ladder or ""] if ladder else []),
            f"{bot.result.value:.3f}",
            between(bot.result),
        ]
        for bot in contest.standings
    ]
    return heads, rows


def particulars(contest: ContestFigures) -> tuple[Cells, list[Cells]]:
    """Return the heads and rows of what stands beside the ratings."""
    heads = ["bot", "points", "place", "matches", "crash", "late", "illegal", "a move"]
    rows: list[Cells] = [
        [
            bot.name,
            f"{bot.points:.1f}",
            f"{bot.place:.2f}",
            f"{bot.matches:,}",
            f"{bot.crashes:,}",
            f"{bot.time_losses:,}",
            f"{bot.illegal_moves:,}",
            in_units(bot.seconds),
        ]
        for bot in contest.standings
    ]
    return heads, rows


def overall(figures: Figures) -> tuple[Cells, list[Cells]]:
    """Return the heads and rows of the table over all games."""
    rows: list[Cells] = [
        [
            row.name,
            f"{row.score.value:.3f}",
            between(row.score),
            f"{row.beats} of {row.others}",
            f"{row.rank:.2f}",
            str(row.games),
        ]
        for row in figures.overall
    ]
    return ["bot", "score", "95 %", "beats", "mean rank", "games"], rows


def span(rating: Rating) -> str:
    """Write the interval of a rating; what is open goes on without end."""
    if rating.low == rating.high:
        return "fixed"
    low = _signed(rating.low) if isfinite(rating.low) else "…"
    high = _signed(rating.high) if isfinite(rating.high) else "…"
    return f"{low} to {high}"


def _signed(points: float) -> str:
    return f"{round(points):+d}"


def between(estimate: Estimate) -> str:
    """Write the interval of a figure."""
    return f"{estimate.low:.3f} to {estimate.high:.3f}"


def verdict(test: Verdict) -> str:
    """Say what a sequential test came to."""
    said = VERDICTS[test.verdict].format(
        first=test.first, null=test.null, alternative=test.alternative
    )
    return (
        f"Test of {test.first} against {test.second}: {said} "
        f"(after {test.blocks} blocks; "
        f"{test.ratio:+.2f} between {test.low:.2f} and {test.high:.2f})"
    )


def _failed(contest: ContestFigures) -> int:
    return sum(bot.crashes + bot.time_losses + bot.illegal_moves for bot in contest.standings)


def _remarks(contest: ContestFigures) -> Iterator[str]:
    for name, reason in contest.left_out.items():
        yield f"{name} is left out: {reason}"
    if contest.faults:
        first = contest.faults[0]
        yield f"the game broke off {len(contest.faults)} matches, first {first.key}: {first.why}"
    if contest.incomplete:
        yield f"{contest.incomplete} blocks are not complete and do not count"
    if contest.wrote:
        yield (
            f"bots wrote on standard error in {contest.wrote:,} matches, to be read with "
            "'parlour tournament export FILE --errors -'"
        )
    if contest.test is not None:
        yield verdict(contest.test)


def _details(contest: ContestFigures, *, plain: bool) -> None:
    names = [bot.name for bot in contest.standings]
    rows = [
        [name, *(f"{met[other].result:.3f}" if other in met else "" for other in names)]
        for name, met in matrix(contest)
    ]
    print()
    _table(["against", *(str(place) for place in range(1, len(names) + 1))], rows, plain=plain)
    seats = [f"seat {seat}: {e.value:.3f} ({between(e)})" for seat, e in enumerate(contest.by_seat)]
    print("Results by seat: " + ", ".join(seats))
    lengths = sorted(n for n, count in contest.lengths.items() for _ in range(count))
    if lengths:
        middle = lengths[len(lengths) // 2]
        print(f"Length: {lengths[0]} to {lengths[-1]} moves and outcomes, median {middle}")
    for match in (*contest.faults[:SHOWN], *contest.worth_seeing):
        place = f"{contest.key}:{match.key[1]}:{match.key[2]}"
        print(f"Match {place}, {match.why}: {', '.join(match.bots)}, {match.scores}")


def _table(heads: Cells, rows: Sequence[Cells], *, plain: bool) -> None:
    if plain:
        for line in columns(heads, rows):
            print(line)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, head in enumerate(heads):
        # Figures stay whole; a long name goes on below itself.
        table.add_column(
            head, justify="right" if place else "left", no_wrap=bool(place), overflow="fold"
        )
    for row in rows:
        table.add_row(*row)
    console().print(table)
