"""Simulations a second of search in one process and in two, by the clock and by the processor.

    python benchmarks/parallel.py

Both look at the same decisions, in turns, so that a busy machine is busy for both; the tree is left
behind before each. The first answers, during which processes start, do not count. Processor time
is that of the bot's own process, which has half of the simulations where there are two.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from statistics import median
from time import perf_counter, process_time

from parlour_sample import connect_four

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour_rapa_nui.plugin import parlour_games as rapa_nui

PLUGINS: tuple[Callable[[], Iterable[Game]], ...] = (connect_four.parlour_games, rapa_nui)
ROUNDS = 15
SIMULATIONS = {"connect_four": 4000, "rapa_nui": 800}
"""Simulations of one answer, by game."""


def answers(game: Game, workers: int) -> Iterator[tuple[float, float]]:
    """Yield the seconds of each answer by the clock, and the processor seconds of the host."""
    match = game.match(seats=2, seed=1)
    decision = match.ask(match.awaited.seats[0])
    settings = Settings(simulations=SIMULATIONS[game.id], workers=workers)
    bot = Search(game, generator("benchmark", "parallel"), settings)
    try:
        while True:
            bot.forget()
            began, used = perf_counter(), process_time()
            bot.choose(decision)
            yield perf_counter() - began, process_time() - used
    finally:
        bot.close()


def main() -> None:
    """Measure both games, and print the medians."""
    for games in PLUGINS:
        game = next(iter(games()))
        alone, together = answers(game, 1), answers(game, 2)
        rounds = [(next(alone), next(together)) for _ in range(1 + ROUNDS)][1:]
        simulations = SIMULATIONS[game.id]
        for name, number, share in (("one process", 0, 1), ("two processes", 1, 2)):
            by_clock = median(pair[number][0] for pair in rounds)
            by_processor = median(pair[number][1] for pair in rounds)
            print(
                f"{game.id}: {name}: {simulations / by_clock:,.0f} simulations a second by the "
                f"clock, {simulations / share / by_processor:,.0f} a second of the processor"
            )
        ratio = median(one[0] / both[0] for one, both in rounds)
        print(f"{game.id}: two processes are {ratio:.2f} times as fast by the clock")
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{os.cpu_count()} processors; load of the last 1, 5 and 15 minutes: {load}")


if __name__ == "__main__":
    main()
