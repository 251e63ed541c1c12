"""How strong one bot is against another: the same deals, every seat in turn.

    python benchmarks/strength.py maori greedy uniform --blocks 50
    python benchmarks/strength.py giants search:simulations=400 greedy --option round_limit=6

A block is one deal (one seed), played once from each seat: the first bot in that seat,
the second in all others. A block's result is the mean share of the others that the
first bot has beaten, half for those it ties with; even is one half, whatever the seats.
"""

import argparse
from collections.abc import Sequence
from math import inf
from time import process_time
from typing import TypeAlias

import numpy as np

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.included import make_bot
from parlour.players.play import play_match
from parlour.plugins.catalog import Catalog
from parlour.rules.seats import share_beaten
from parlour.tournament.analysis.intervals import Estimate, strata_alone
from parlour.tournament.analysis.means import share_of

Options: TypeAlias = dict[str, str]


def played(game: Game, who: Sequence[str], seed: str, options: Options) -> tuple[float, ...]:
    """Play one match and return each seat's result."""
    header = header_of(game, who, game.read_options(options), seed)
    match = Match(game, header)
    players = [
        make_bot(name, game, generator(seed, f"bot {seat}")) for seat, name in enumerate(who)
    ]
    return share_beaten(play_match(match, players).places)


def block(game: Game, bots: tuple[str, str], seats: int, seed: str, options: Options) -> float:
    """Play one deal from every seat and return the first bot's mean result."""
    first, second = bots
    total = 0.0
    for place in range(seats):
        who = [first if seat == place else second for seat in range(seats)]
        total += played(game, who, seed, options)[place]
    return total / seats


def estimated(figures: Sequence[float], matches: int) -> Estimate:
    """Return the mean of a figure over blocks of ``matches`` matches with its 95 % interval."""
    blocks = len(figures)
    return share_of(np.array(figures), np.ones(blocks), strata_alone(blocks), matches)


def told(means: Sequence[float], matches: int) -> str:
    """Say in a line what so many blocks have shown."""
    result = estimated(means, matches)
    ahead = estimated([(m > 0.5) + (m == 0.5) / 2 for m in means], 1)
    return (
        f"{len(means)} blocks: result {result.value:.3f} [{result.low:.3f}, {result.high:.3f}], "
        f"ahead in {ahead.value:.1%} of blocks [{ahead.low:.1%}, {ahead.high:.1%}]"
    )


def main() -> None:
    """Compare two bots from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--blocks", type=int, default=50)
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--minutes", type=float, default=inf, help="of processor time")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    game = Catalog().game(given.game)
    seats = given.seats or game.seats[0]
    options: Options = dict(pair.split("=", 1) for pair in given.option)
    bots = (given.first, given.second)
    means: list[float] = []
    while len(means) < given.blocks and process_time() < 60 * given.minutes:
        means.append(block(game, bots, seats, f"{given.seed}:{len(means)}", options))
    versions = f"rules {game.rules_version}"
    what = ", ".join([f"{seats} seats", *given.option, versions])
    print(f"{game.id} ({what}): {given.first} against {given.second}, {told(means, seats)}")


if __name__ == "__main__":
    main()
