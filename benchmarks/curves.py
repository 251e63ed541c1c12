"""Run the learners of the page on learning, save their results, and draw the curves.

    python -m benchmarks.curves leduc --updates 100
    python -m benchmarks.curves maori --updates 60
    python -m benchmarks.curves draw

The first two write a line for each update to ``docs/learners.jsonl``, and keep the other game's
lines. The last draws ``docs/_static/learners.svg`` of them.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import numpy as np

from benchmarks.learn_leduc import learning
from benchmarks.learn_maori import DISCOUNT, Lead, greedy
from benchmarks.peers import games
from parlour_adapters import vector_env

DOCS = Path(__file__).parents[1] / "docs"
SAVED = DOCS / "learners.jsonl"
DRAWN = DOCS / "_static" / "learners.svg"
WIDTH, HEIGHT, MARGIN = 560, 220, 48
LAST = {"leduc": 2_000, "maori": 40}
"""Number of matches that a point of a curve is the mean of."""
TITLES = {
    "leduc": "Leduc poker against random play: chips a hand",
    "maori": "Maori against greedy: points ahead",
}


class Update(msgspec.Struct, frozen=True):
    """One update of a learner."""

    game: str
    steps: int
    """Steps that all matches have made so far."""
    seconds: float
    """Processor time so far."""
    won: float
    """Mean that it won in the last matches, in chips or points."""


def updates_of(name: str, updates: int) -> Iterator[Update]:
    """Learn, and yield each update."""
    game: Any = {game.id: game for game in games()}[name]
    began = process_time()
    lead = Lead()
    if name == "leduc":
        env = vector_env(game, 64, width=64)
        steps = 16
        run = learning(env, steps)
    else:
        env = vector_env(game, 8, width=512)
        steps = 256
        run = learning(env, steps, greedy, lead, DISCOUNT)
    ends = lead.ends
    for number, (_, won) in zip(range(1, updates + 1), run, strict=False):
        if name == "leduc":
            ends += won.tolist()
        mean = round(float(np.mean(ends[-LAST[name] :])), 3)
        yield Update(name, number * env.num_envs * steps, round(process_time() - began, 1), mean)


def saved() -> list[Update]:
    """Return the updates of the saved runs."""
    lines = SAVED.read_bytes().splitlines() if SAVED.exists() else []
    return [msgspec.json.decode(line, type=Update) for line in lines]


def main() -> None:
    """Run a learner, or draw the saved runs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("what", choices=[*TITLES, "draw"])
    parser.add_argument("--updates", type=int, default=100)
    asked = parser.parse_args()
    if asked.what == "draw":
        DRAWN.write_text(drawing(saved()), encoding="utf-8")
        return
    others = [update for update in saved() if update.game != asked.what]
    made: list[Update] = []
    for update in updates_of(asked.what, asked.updates):
        print(f"{update.steps:>9,} steps, {update.seconds:7.1f} s: {update.won:+.2f}", flush=True)
        made.append(update)
        lines = [msgspec.json.encode(line) + b"\n" for line in (*others, *made)]
        SAVED.write_bytes(b"".join(lines))


def drawing(updates: Sequence[Update]) -> str:
    """Return the curves, one below the other, as a picture."""
    charts = [
        f'<g transform="translate(0 {number * HEIGHT})">{"".join(chart(title, name, updates))}</g>'
        for number, (name, title) in enumerate(TITLES.items())
    ]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT * len(charts)}" width="{WIDTH}"'
    style = 'font-family="sans-serif" font-size="12" fill="#555" stroke="none"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{"".join(charts)}</svg>\n'


def chart(title: str, name: str, updates: Sequence[Update]) -> Iterator[str]:
    """Yield the elements of a curve: its title, its axes, and the line."""
    run = [update for update in updates if update.game == name]
    won = [update.won for update in run]
    least, most = min(*won, 0.0), max(*won, 0.0)
    last = run[-1].steps

    def down(value: float) -> float:
        return round(HEIGHT - MARGIN - (value - least) / (most - least) * (HEIGHT - 2 * MARGIN), 1)

    def across(steps: int) -> float:
        return round(MARGIN + steps / last * (WIDTH - 2 * MARGIN), 1)

    yield f'<text x="{MARGIN}" y="20" font-weight="bold">{title}</text>'
    for value in sorted({least, 0.0, most}):
        line = f'x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{down(value)}" y2="{down(value)}"'
        yield f'<line {line} stroke="#bbb"/>'
        yield f'<text x="{MARGIN - 6}" y="{down(value) + 4}" text-anchor="end">{value:.1f}</text>'
    points = " ".join(f"{across(update.steps)},{down(update.won)}" for update in run)
    yield f'<polyline points="{points}" fill="none" stroke="#1f6f8b" stroke-width="2"/>'
    end = f"{last:,} steps, {run[-1].seconds:,.0f} s"
    yield f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 22}" text-anchor="end">{end}</text>'


if __name__ == "__main__":
    main()
