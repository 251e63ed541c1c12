"""Processor time of the decisions of each level's bot, at decisions of kept matches.

    python -m benchmarks.decisions maori --level easy --every 5

The bot is asked at every fifth line of the golden records of a game, and plays none of its answers.
"""

import argparse
import gc
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time

import parlour
from parlour.match.decision import Decision
from parlour.match.record import read
from parlour.match.replay import open_replay, replay_steps
from parlour.players.included import Level, level_bot, make_bot

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


def decisions(name: str, every: int) -> Iterator[Decision]:
    """Yield decisions with a choice at every so many lines of the kept matches of a game."""
    game = parlour.load(name)
    for path in sorted(GOLDEN.joinpath(name).glob("*.jsonl")):
        if ".seen" not in path.name:
            record = read(path)
            match = open_replay(game, record, path.name)
            for number, _ in enumerate(replay_steps(match, record, path.name)):
                seats = () if number % every else match.awaited.seats
                yield from (match.decision(seat) for seat in seats if len(match.moves(seat)) > 1)


def seconds(name: str, level: Level, every: int) -> list[float]:
    """Return the processor time of each decision of the bot of a level."""
    game = parlour.load(name)
    spent = []
    for decision in decisions(name, every):
        bot = make_bot(level_bot(game, level, decision.seats), game, Random(1))
        gc.collect()
        before = process_time()
        bot.choose(decision)
        spent.append(process_time() - before)
    return spent


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("games", nargs="+")
    asked.add_argument("--level", action="append", choices=LEVELS)
    asked.add_argument("--every", type=int, default=17, help="lines from one decision to the next")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    for name in given.games:
        for level in given.level or LEVELS[:2]:
            spent = seconds(name, level, given.every)
            if given.json:
                print(json.dumps([name, level, fmean(spent)]), flush=True)
            else:
                print(f"{name}, {level}: {fmean(spent) * 1e3:.2f} ms a decision, of {len(spent)}")


if __name__ == "__main__":
    main()
