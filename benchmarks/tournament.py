"""Costs of a tournament beside the same matches played bare, its memory, and that of its report.

    python benchmarks/tournament.py speed --game maori --bots greedy uniform search:simulations=10
    python benchmarks/tournament.py speed --game tic_tac_toe --bots uniform greedy --blocks 10 5000
    python benchmarks/tournament.py memory --matches 10000
    python benchmarks/tournament.py report --matches 100000

Bare matches are played in one process, without records, clocks or a file. Each kind is measured
several times in turn, each turn with its seed. The command prints medians of matches a second by
the clock, and of processor time a match of the host and all its workers, which a busy machine
disturbs less.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from parlour.catalog.catalog import Catalog
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.players.play import play_match
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import Plan
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.runner import Listener, Runner, ignore
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import LocalWorkers
from parlour_tournament.schedules import schedule_of
from parlour_tournament.schedules.blocks import PlannedMatch, planned_matches

KIB = 1024
CATALOG = Catalog()
LOADER = Loader(CATALOG)


class Cost(NamedTuple):
    """Time that some matches took, in seconds."""

    clock: float
    """Seconds by the clock."""
    processor: float
    """Seconds of the processor, of this process and its children that have ended."""


def size_log(every: int) -> Listener:
    """Return what prints the resident sizes of the host and its workers, after some matches."""
    due = 0

    def listen(runner: Runner) -> None:
        nonlocal due
        if runner.played >= due:
            due += every
            host, *workers = sizes()
            text = ", ".join(f"{size / KIB:.1f}" for size in workers)
            print(f"{runner.played:>8} matches: host {host / KIB:.1f} MiB, workers {text} MiB")

    return listen


def sizes() -> list[int]:
    """Return the resident sizes of this process and of its children, in KiB."""
    found = []
    me = Path("/proc/self").resolve().name
    for pid in (me, *Path(f"/proc/self/task/{me}/children").read_text().split()):
        status = Path(f"/proc/{pid}/status").read_text()
        size = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        found.append(int(size.split()[1]))
    return found


def spent() -> Cost:
    """Return the time that this process has taken so far."""
    ours = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Cost(perf_counter(), sum(usage.ru_utime + usage.ru_stime for usage in ours))


def measured(work: Callable[[], object]) -> Cost:
    """Run some work, and return its cost."""
    before = spent()
    work()
    after = spent()
    return Cost(after.clock - before.clock, after.processor - before.processor)


def all_planned_matches(store: Store) -> Iterator[PlannedMatch]:
    """Yield every match of a tournament whose schedule does not depend on results."""
    for contest in store.tournament.roster.held:
        for block in schedule_of(store.tournament, contest).blocks(lambda _: None):
            if block is not None:
                yield from planned_matches(store.tournament.plan, [block])


def bare(plan: Plan, planned: PlannedMatch) -> None:
    """Play a match without record, clock and file."""
    contest = plan.contests[planned.contest]
    game = LOADER.game(contest.game)
    who = tuple(plan.entrants[number].bot for number in planned.lineup)
    options = game.read_options(contest.options)
    header = header_of(game, who, options, planned.deal)
    players = [
        LOADER.make_player(name, game, planned.generator(seat)) for seat, name in enumerate(who)
    ]
    play_match(Match(game, header), players)


def run(store: Store, count: int, listener: Listener = ignore) -> None:
    """Play a tournament with ``count`` workers, whose start and end take part of the time."""
    workers = LocalWorkers(count, CATALOG.sources)
    Runner(store).run(workers, listener)
    workers.close()


def speed(given: argparse.Namespace) -> None:
    """Print the costs of a tournament beside bare play, for each number of blocks."""
    for blocks in given.blocks:
        costs: dict[str, list[Cost]] = {"bare": [], "1 worker": [], "2 workers": []}
        with tempfile.TemporaryDirectory() as folder:
            for turn in range(given.turns):
                asked = {"games": [given.game], "bots": given.bots, "blocks": blocks, "seed": turn}
                tournament = check_eligibility(parse_plan(asked, "speed", LOADER), LOADER)
                for name, spent_so_far in costs.items():
                    store = Store.create_file(Path(folder) / f"{turn} {name}", tournament)
                    spent_so_far.append(measured(partial(play_all, store, name)))
            number = sum(1 for _ in all_planned_matches(store))
        print(f"{given.game}, {', '.join(given.bots)}: {number} matches, {given.turns} turns")
        print_costs(costs, number)


def print_costs(costs: dict[str, list[Cost]], number: int) -> None:
    """Print the costs of so many matches, and how two workers compare with one in each turn."""
    base = Cost(*map(median, zip(*costs["bare"], strict=True)))
    for name, taken in costs.items():
        clock, processor = map(median, zip(*taken, strict=True))
        print(
            f"{name:>10}: {number / clock:8.2f} matches/s ({base.clock / clock:.2f} of bare), "
            f"{1000 * processor / number:8.3f} ms of processor a match "
            f"({base.processor / processor:.2f} of bare)"
        )
    pairs = zip(costs["1 worker"], costs["2 workers"], strict=True)
    gains = ", ".join(f"{one.clock / two.clock:.2f}" for one, two in pairs)
    print(f"    two workers against one, turn by turn: {gains}", flush=True)


def play_all(store: Store, how: str) -> None:
    """Play all matches of a tournament, ``bare`` or with ``N workers``."""
    if how == "bare":
        for planned in all_planned_matches(store):
            bare(store.tournament.plan, planned)
    else:
        run(store, int(how.split(maxsplit=1)[0]))


def small(folder: str, matches: int) -> Store:
    """Create a tournament of about ``matches`` short matches of three bots."""
    bots = ["uniform", {"name": "other", "bot": "uniform"}, {"name": "third", "bot": "uniform"}]
    plan = parse_plan(
        {"games": ["tic_tac_toe"], "bots": bots, "blocks": matches // 6}, "small", LOADER
    )
    return Store.create_file(Path(folder) / "small.tournament", check_eligibility(plan, LOADER))


def memory(given: argparse.Namespace) -> None:
    """Print the sizes of the processes while they play many matches."""
    with tempfile.TemporaryDirectory() as folder, small(folder, given.matches) as store:
        run(store, 2, size_log(given.matches // 10))


def report(given: argparse.Namespace) -> None:
    """Print the time that a report, an export and an empty resume of many matches take."""
    with tempfile.TemporaryDirectory() as folder, small(folder, given.matches) as store:
        took = measured(lambda: run(store, 2))
        size = store.path.stat().st_size
        print(f"{store.count():,} matches played in {took.clock:.0f} s, {size / KIB**2:.0f} MiB")
        for name, more in {
            "report --html": ["report", str(store.path), "--html", f"{folder}/page.html"],
            "export --csv": ["export", str(store.path), "--csv", f"{folder}/all.csv"],
            "resume (nothing left)": ["run", str(store.path), "--quiet"],
        }.items():
            command = [sys.executable, "-m", "parlour", "tournament", *more]
            took = measured(partial(subprocess.run, command, check=True, capture_output=True))
            print(f"{name}: {took.clock:.1f} s, {took.processor:.1f} s of processor")


def main() -> None:
    """Measure, and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    kinds = reader.add_subparsers(required=True)
    one = kinds.add_parser("speed")
    one.add_argument("--game", default="maori")
    one.add_argument("--bots", nargs="+", default=["greedy", "uniform", "search:simulations=10"])
    one.add_argument("--blocks", type=int, nargs="+", default=[10])
    one.add_argument("--turns", type=int, default=3)
    one.set_defaults(measure=speed)
    for name, measure, matches in (("memory", memory, 10_000), ("report", report, 100_000)):
        other = kinds.add_parser(name)
        other.add_argument("--matches", type=int, default=matches)
        other.set_defaults(measure=measure)
    given = reader.parse_args()
    given.measure(given)


if __name__ == "__main__":
    main()
