"""How much a bot gains with its budget: each step of a ladder against the step below it.

    python -m benchmarks.ladder connect_four "search:simulations={}" --start 50 --blocks 40
    python -m benchmarks.ladder maori "ahead:rollouts={}" --start 25 --json strengths.jsonl

``{}`` stands for the budget, which doubles from step to step. All other options are those of
``strength.py``, which measures the steps: ``--json FILE`` appends a row for each, ``--kept FILE``
lets a ladder that was stopped go on.
"""

import argparse
from collections.abc import Sequence

from benchmarks import strength
from benchmarks.strength import number_of


def steps(bot: str, start: int, doublings: int) -> list[tuple[str, str]]:
    """Return the bots of each step, the stronger first."""
    budgets = [start * 2**step for step in range(doublings + 1)]
    names = [bot.replace("{}", str(budget)) for budget in budgets]
    return list(zip(names[1:], names, strict=False))


def bot_of(text: str) -> str:
    """Read the name of a bot with a place for its budget.

    Raises:
        ArgumentTypeError: No budget is in it.
    """
    if "{}" not in text:
        expected = "expected {} where the budget stands, as in search:simulations={}"
        raise argparse.ArgumentTypeError(f"{expected}, got {text!r}")
    return text


def main(words: Sequence[str] | None = None) -> None:
    """Measure a ladder from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog="All other options are those of strength.py, which measures the steps.",
    )
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("bot", type=bot_of, help="with {} where the budget stands")
    parser.add_argument("--start", type=number_of, default=50, help="budget of the lowest step")
    parser.add_argument("--doublings", type=number_of, default=4, help="number of steps")
    given, rest = parser.parse_known_args(words)
    for more, less in steps(given.bot, given.start, given.doublings):
        strength.main([given.game, more, less, *rest])


if __name__ == "__main__":
    main()
