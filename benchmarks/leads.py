"""How far the leads that hints expect are from those that come, in self-play.

    python -m benchmarks.leads giants ahead:rollouts=12 --seats 3 --option round_limit=4

Every so often the bot of hints judges a decision. Its expected lead is compared with the lead when
the round ends, which is as far as ``ahead`` looks, and when the match ends. ``--json FILE`` writes
the table of errors that a game ships, by the share of the match that is played. Without ``--seats``
all numbers of seats play in turn.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from shlex import join
from statistics import fmean, pstdev
from typing import NamedTuple

import msgspec

from benchmarks.strength import errors_of, number_of
from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.players.advice import INTERVAL, AdviceBudget, Prospect
from parlour.players.included import adviser, make_bot
from parlour.rules.errors import MisuseError
from parlour.rules.options import read_pairs
from parlour_search.lead_errors import LeadErrors
from parlour_search.tree.objective import HeuristicLead

EVERY = 0.07
"""Share of the decisions that are judged."""
MIN_ROWS = 10
"""Minimum number of decisions in a part of the match."""
ROUNDING = 0.05
"""Maximum distance of a lead that is shown as expected."""

PARTS = 5
"""Number of equal parts of a match in the table of errors."""


class Row(NamedTuple):
    """A decision that was judged."""

    stage: float
    """Share of the match that was played, 0 if the game does not tell."""
    expected: Prospect
    """Opinion on the best move."""
    at_round: float
    """Lead when the round ended."""
    at_end: float
    """Lead when the match ended."""


def rows_of_match(game: Game, given: argparse.Namespace, number: int) -> Iterator[Row]:
    """Play a match of one bot in all seats, and yield a row for each decision that is judged."""
    counts, seed, rules = game.seats, f"{given.seed}:{number}", game.rules
    seats = given.seats or counts[number % len(counts)]
    match = game.match(seats=seats, seed=seed, **read_pairs(given.option, "NAME=VALUE"))
    bots = [make_bot(given.bot, game, generator(seed, f"bot {seat}")) for seat in range(seats)]
    drawn, lead = generator(seed, "drawn"), HeuristicLead(game, seats).lead
    stage = game.bots.stage or (lambda _: 0.0)
    asked: list[tuple[int, float, Prospect]] = []
    met: list[tuple[int, float, Prospect, float]] = []
    while match.awaited.seats:
        seat, key = match.awaited.seats[0], rules.round_key(match.state)
        decision = match.ask(seat)
        if len(decision.moves) > 1 and drawn.random() < given.every:
            budget = AdviceBudget(simulations=given.simulations)
            judge = adviser(game, generator(seed, f"judge {len(match.lines)}"), budget, seats)
            asked.append((seat, stage(match.state), judge.prospects(decision)[0]))
        match.play(bots[seat].choose(decision), seat)
        if not match.awaited.seats or rules.round_key(match.state) != key:
            met += [(who, part, one, lead(match.state, who)) for who, part, one in asked]
            asked.clear()
    yield from (Row(part, one, then, lead(match.state, who)) for who, part, one, then in met)


def table_of(game: Game, rows: Sequence[Row], given: argparse.Namespace) -> LeadErrors:
    """Return the table of errors that a game ships.

    Raises:
        MisuseError: A part of the match has too few decisions.
    """
    parts: list[list[float]] = [[] for _ in range(PARTS)]
    for row in rows:
        parts[min(int(row.stage * PARTS), PARTS - 1)].append(row.at_end - row.expected.value)
    if min(map(len, parts)) < MIN_ROWS:
        got = ", ".join(str(len(part)) for part in parts)
        raise MisuseError(f"expected {MIN_ROWS} decisions in each part, got {got}: more matches")
    errors = [round(fmean(gap * gap for gap in part) ** 0.5, 2) for part in parts]
    words = ["python", "-m", "benchmarks.leads", given.game, given.bot]
    words += [*(["--seats", str(given.seats)] if given.seats else []), "--seed", given.seed]
    words += ["--matches", str(given.matches), "--simulations", str(given.simulations)]
    words += ["--every", f"{given.every:g}"]
    words += [word for pair in given.option for word in ("--option", pair)]
    counts = tuple(map(len, parts))
    return LeadErrors(game.id, game.rules_version, join(words), tuple(errors), counts)


@errors_of("leads")
def main(words: Sequence[str] | None = None) -> None:
    """Compare leads from the command line, and print how many intervals hold them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("bot", help="bot in all seats")
    parser.add_argument("--seats", type=number_of, help="all in turn unless given")
    parser.add_argument("--matches", type=number_of, default=10)
    parser.add_argument("--simulations", type=number_of, default=60, help="of a hint")
    parser.add_argument("--seed", default="leads")
    parser.add_argument("--every", type=float, default=EVERY, help="share of decisions judged")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table of errors")
    given = parser.parse_args(words)
    game = Catalog().game(given.game)
    rows = [row for number in range(given.matches) for row in rows_of_match(game, given, number)]
    known = [row for row in rows if row.expected.error < inf]
    if not known:
        raise MisuseError("no decision was judged: expected more matches or simulations")
    for end in ("round", "end"):
        gaps = [
            (getattr(row, f"at_{end}") - row.expected.value, row.expected.error) for row in known
        ]
        held = fmean(abs(gap) <= INTERVAL * error + ROUNDING for gap, error in gaps)
        spread = pstdev(gap for gap, _ in gaps)
        what = "round" if end == "round" else "match"
        print(f"end of the {what}: {held:.0%} of {len(gaps)} intervals hold it, ± {spread:.1f}")
    if given.json is not None:
        raw = msgspec.json.format(msgspec.json.encode(table_of(game, known, given)), indent=1)
        given.json.write_bytes(raw + b"\n")


if __name__ == "__main__":
    main()
