"""How long matches at random are, beside the bound that each game names.

    python benchmarks/lengths.py maori rapa_nui giants --matches 1000

The matches go round all numbers of seats and all presets; of moves at any time none is made.
A bound is what ``Checks(longest=...)`` returns; the law ``ends-soon`` holds it in every check.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean, quantiles

from parlour import Chance, Game, Seat
from parlour.catalog.catalog import Catalog
from parlour_testing.checking import setups_of

LIMIT = 100_000
"""Maximum number of answers of a match; a longer one is left there."""


def length(game: Game, seats: int, options: object, seed: str) -> int:
    """Return the number of moves and outcomes of a match at random."""
    rules, rng = game.rules, Random(seed)
    state = rules.begin(seats, options)
    for number in range(LIMIT):
        awaited = rules.awaited(state)
        if awaited.is_over:
            return number
        if isinstance(awaited, Chance):
            state = rules.resolve(state, rules.draw(state, rng))
        else:
            seat: Seat = rng.choice(awaited.seats)
            state = rules.play(state, seat, rng.choice(rules.moves(state, seat)))
    return LIMIT


def lengths(game: Game, matches: int, seed: str) -> tuple[list[int], float]:
    """Return the lengths of matches, and the greatest share of its bound that one came to."""
    setups, found, share = setups_of(game), [], 0.0
    for number in range(matches):
        seats, _, options = setups[number % len(setups)]
        found.append(length(game, seats, options, f"{seed}:{number}"))
        bound = game.checks.longest(seats, options) if game.checks.longest else 0
        share = max(share, found[-1] / bound if bound else 0.0)
    return found, share


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", default="lengths")
    given = parser.parse_args(words)
    for name in given.games:
        game = Catalog().game(name)
        found, share = lengths(game, given.matches, given.seed)
        print(
            f"{name}: {len(found)} matches, {mean(found):.0f} moves and outcomes on the average, "
            f"{quantiles(found, n=20)[-1]:.0f} in one of 20, {max(found)} at most; "
            f"{share:.0%} of the bound: {game.checks.why_it_ends}"
        )


if __name__ == "__main__":
    main()
