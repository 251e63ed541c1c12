"""Widths that turn leads into chances of winning, ``WinChance(start=..., end=...)``, by self-play.

    python -m benchmarks.win_chance rapa_nui greedy --matches 120
    python -m benchmarks.win_chance maori greedy:values=learned --values learned

Of every third position it takes the values of all seats and the stage. The widths are those that
make the results of all pairs of seats most likely. The game must have a ``WinChance`` already: its
stage is taken. Begin with any widths.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import minimize

from benchmarks.strength import errors_of, number_of
from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.players.included import make_bot
from parlour.players.values import value_of
from parlour.rules.errors import MisuseError
from parlour.rules.options import read_pairs

EVERY = 3
"""Number of answers from one position that counts to the next: neighbours tell the same."""

Row = tuple[float, float, float]
"""Stage, lead of one seat over another, and the result between them: 0, ½ or 1."""


def rows_of_match(game: Game, given: argparse.Namespace, number: int) -> Iterator[Row]:
    """Play a match of one bot in all seats, and yield a row for each pair and position."""
    chance, value = game.bots.chance, value_of(game, given.values)
    if chance is None:
        raise MisuseError(f"expected a game with BotHints(chance=...), got {game.id}")
    seats, seed = given.seats or game.seats[0], f"sureness:{number}"
    options = read_pairs(given.option, "NAME=VALUE")
    match = game.match(seats=seats, seed=seed, **options)
    bots = [make_bot(given.bot, game, generator(seed, f"bot {seat}")) for seat in range(seats)]
    met: list[tuple[float, list[float]]] = []
    while match.awaited.seats:
        if len(match.steps) % EVERY == 0:
            state = match.state
            met.append((chance.stage(state), [value(state, seat) for seat in range(seats)]))
        seat = match.awaited.seats[0]
        match.play(bots[seat].choose(match.ask(seat)), seat)
    places = match.result.places
    for one, other in combinations(range(seats), 2):
        beaten = 0.5 * ((places[one] < places[other]) + (places[one] <= places[other]))
        yield from ((stage, values[one] - values[other], beaten) for stage, values in met)


def fitted(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the widths at the start and at the end that make the results most likely."""
    stage, lead, result = np.array(rows).T

    def surprise(logs: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        start, end = np.exp(logs)
        sure = lead / (start + stage * (end - start))
        return float(np.mean(np.logaddexp(0, sure) - result * sure))

    start, end = np.exp(minimize(surprise, [2.0, 1.0], method="Nelder-Mead").x)
    return float(start), float(end)


@errors_of("win_chance")
def main(words: Sequence[str] | None = None) -> None:
    """Fit the widths of a game from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("bot", help="bot in all seats")
    parser.add_argument("--seats", type=number_of, help="the fewest unless given")
    parser.add_argument("--matches", type=number_of, default=100)
    parser.add_argument("--values", choices=("heuristic", "learned"), default="heuristic")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(words)
    game = Catalog().game(given.game)
    rows = [row for number in range(given.matches) for row in rows_of_match(game, given, number)]
    start, end = fitted(rows)
    print(f"{game.id}: {len(rows):,} rows: start={start:.1f}, end={end:.1f}")


if __name__ == "__main__":
    main()
