"""Measure what people and learners wait for, and write it into ``benchmarks/RESULTS.md``.

    python -m benchmarks.all distribution=/usr/bin/python3.11 plain=/opt/python/bin/python

Each build is a name with the path of a Python that has Parlour, the sample plugin and OpenSpiel.
Builds take turns, so that a busy machine is busy for all, and the figures are medians of the
rounds. Only the part of the file between two marks is written again: the strengths of bots above
and below it stay. Pages that quote a table of it quote the new one; ``--quote`` does only this.
Learners' doors are measured if the first build has Gymnasium.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.start_up import seconds

RESULTS = Path(__file__).with_name("RESULTS.md")
ROOT = Path(__file__).parents[1]
MARK = "<!-- from benchmarks/RESULTS.md -->\n"
"""The mark before a table that a page quotes."""
BEGIN, END = (
    "<!-- measured by benchmarks.all -->\n",
    "<!-- end of what benchmarks.all measured -->\n",
)
"""Marks around the part that is written."""
COMMANDS = (
    "--help",
    "--version",
    "games",
    "play maori --lines",
    "play giants --lines",
)
"""Short commands; a match in lines ends after its first table, since nobody types."""
BUILD = """
import json, platform, timeit
loop = min(timeit.repeat("for i in range(1_000_000): s += i", "s = 0", number=1))
print(json.dumps([platform.python_version(), platform.python_compiler(), loop]))
"""
Figures = dict[str, dict[str, list[float]]]
"""The figures of all rounds by what was measured, and then by the build."""


def answer(python: str, *arguments: str) -> list[Any]:
    """Run a Python; return the lines of JSON that it prints."""
    told = subprocess.run([python, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines() if line.startswith("[")]


def machine() -> str:
    """Describe the machine in a sentence."""
    text = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").exists() else ""
    model = re.search(r"model name\s*:\s*(.+)", text)
    name = model[1] if model else platform.processor() or platform.machine()
    load = os.getloadavg()[0]
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, load {load:.0f} at the end."


def described(name: str, python: str) -> str:
    """Describe a build in a line."""
    ((version, compiler, loop),) = answer(python, "-c", BUILD)
    took = f"a million additions in a loop take {loop * 1e3:.0f} ms"
    return f"- {name}: CPython {version}, {compiler}; {took}"


def note(figures: Figures, what: str, build: str, figure: float) -> None:
    """Add a figure of a round."""
    figures.setdefault(what, {}).setdefault(build, []).append(figure)


def table(first: str, figures: Figures, builds: Mapping[str, str], form: str) -> Iterator[str]:
    """Yield a table with a column for each build."""
    yield f"| {first} | {' | '.join(builds)} |"
    yield f"|---|{'--:|' * len(builds)}"
    for what, by_build in figures.items():
        cells = [format(median(by_build[build]), form) for build in builds]
        yield f"| {what} | {' | '.join(cells)} |"
    yield ""


def measured(builds: Mapping[str, str], given: argparse.Namespace) -> Iterator[str]:
    """Measure by turns; yield the lines of the part."""
    ratios, moves, tables, starts, decided = Figures(), Figures(), Figures(), Figures(), Figures()
    python = next(iter(builds.values()))
    slices = ("--repeats", str(given.repeats), "--seconds", str(given.seconds), "--json")
    has_doors = subprocess.run([python, "-c", "import gymnasium"], check=False).returncode == 0
    learners = [
        answer(python, "-m", "benchmarks.learners", *slices)
        for _ in range(given.rounds if has_doors else 0)
    ]
    door_lines = [*doors(learners)]
    with TemporaryDirectory() as folder:
        for number in range(given.rounds):
            for build, python in builds.items():
                for game, ours, theirs, match in answer(
                    python, "-m", "benchmarks.peers", python, *slices
                ):
                    note(ratios, game, build, ours / theirs)
                    note(moves, game, build, ours)
                    note(tables, game, build, match)
                for name, level, spent in answer(
                    python, "-m", "benchmarks.decisions", *given.games, "--json"
                ):
                    note(decided, f"{name}, {level}", build, spent * 1e3)
                for command in COMMANDS:
                    spent = seconds(python, command.split(), folder)
                    if number:  # the first run writes bytecode
                        note(starts, f"`parlour {command}`", build, spent * 1e3)
    yield f"## Speed\n\n{machine()}\n"
    yield from (described(name, python) for name, python in builds.items())
    said = f"{given.repeats} slices of {given.seconds:g} s each"
    yield f"\nMedians of {given.rounds} rounds by turns, {said}: `python -m benchmarks.all`."
    yield "Times are milliseconds of processor time. Rules play at random, beside OpenSpiel's rules"
    yield "called from Python.\n"
    yield from table("moves of the rules over OpenSpiel's", ratios, builds, ".2f")
    yield from table("moves of the rules a second", moves, builds, ",.0f")
    yield from table("moves at the table a second", tables, builds, ",.0f")
    yield from door_lines
    yield from table("a command, ms", starts, builds, ".0f")
    yield from table("a decision with a choice, ms", decided, builds, ".2f")


def doors(rounds: Sequence[Iterable[tuple[str, str, float]]]) -> Iterator[str]:
    """Yield the table of learners' doors."""
    from benchmarks.learners import table_of  # noqa: PLC0415  it needs Gymnasium

    figures: Figures = {}
    for answers in rounds:
        for title, side, steps in answers:
            note(figures, title, side, steps)
    medians = {
        title: {side: median(steps) for side, steps in sides.items()}
        for title, sides in figures.items()
    }
    if medians:
        yield f"{table_of(medians, 'steps of learners a second')}\n"


def quote(results: str) -> None:
    """Renew the tables that pages quote: each by the table whose first cell is the same."""
    tables = {
        table.partition(" | ")[0]: table
        for table in results.split("\n\n")
        if table.startswith("| ")
    }
    for page in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")):
        text = page.read_text("utf-8")
        first, *parts = text.split(MARK)
        for number, part in enumerate(parts):
            table, gap, rest = part.partition("\n\n")
            parts[number] = tables.get(table.partition(" | ")[0], table) + gap + rest
        renewed = MARK.join([first, *parts])
        if renewed != text:
            page.write_text(renewed, "utf-8")


def main() -> None:
    """Measure, and write the part again."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument(
        "builds", nargs="*", metavar="NAME=PYTHON", default=[f"this={sys.executable}"]
    )
    asked.add_argument("--quote", action="store_true", help="only renew what pages quote")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--repeats", type=int, default=3, help="slices of a game in a round")
    asked.add_argument("--seconds", type=float, default=0.5, help="a slice")
    asked.add_argument("--games", nargs="+", default=["maori", "giants", "rapa_nui"])
    given = asked.parse_args()
    if given.quote:
        quote(RESULTS.read_text("utf-8"))
        return
    builds = dict(one.split("=", 1) for one in given.builds)
    part = "\n".join(measured(builds, given))
    before, begin, rest = RESULTS.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    results = f"{before}{begin}\n{part}\n{end}{after}"
    RESULTS.write_text(results, "utf-8")
    quote(results)


if __name__ == "__main__":
    main()
