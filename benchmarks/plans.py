"""How strong somebody is who always plays plan 1, and what the order of plans costs.

    python benchmarks/plans.py maori easy --blocks 40
    python benchmarks/plans.py giants easy --seats 3

A block is one deal, played once from each seat. Where the game proposes no plan, the first legal
move is played. The share of others beaten stands with its 95 % interval over blocks, and with the
processor time of a decision with plans.
"""

import argparse
from collections.abc import Sequence
from statistics import fmean, stdev
from time import process_time

from parlour import Game, Move
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.players.advice import INTERVAL
from parlour.players.included import level_bot, make_bot, without_limit
from parlour.rules.seats import share_beaten
from parlour.rules.words import Viewer
from parlour.table import MoveList


class Planner:
    """Plays the first plan that it is shown, move by move."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game = game
        self._viewer = Viewer.of_seats(seats)
        self._left: Sequence[Move] = ()
        self.seconds: list[float] = []
        """Processor time of each decision with plans."""

    def choose(self, decision: Decision) -> Move:
        """Return the next move of the plan, or the first legal move."""
        if not self._left or self._left[0] not in decision.moves:
            start = process_time()
            view, seat = decision.view, decision.seat
            moves = MoveList(self._game, view, decision.moves, (), self._viewer, seat=seat)
            self._left = moves.plans[0].moves if moves.plans else decision.moves[:1]
            self.seconds += [process_time() - start] * bool(moves.plans)
        first, *left = self._left
        self._left = left
        return first


def block(game: Game, level: str, seats: int, seed: str, planner: Planner) -> float:
    """Return the share of others beaten by plan 1 in one deal, from each seat."""
    shares = []
    for seat in range(seats):
        match = game.match(seats, seed)
        spec = without_limit(level_bot(game, level, seats))  # type: ignore[arg-type]  # a level
        bots = [make_bot(spec, game, generator(seed, str(n)), {}) for n in range(seats)]
        while not match.is_over:
            decision = match.decision(match.awaited.seats[0])
            mover = planner if decision.seat == seat else bots[decision.seat]
            match.play(mover.choose(decision), decision.seat)
        shares.append(share_beaten(match.result.places, game.sides(seats))[seat])
    return fmean(shares)


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("level", choices=("easy", "medium", "hard"))
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", default="plans")
    given = parser.parse_args()
    game = Catalog().game(given.game)
    seats = given.seats or game.seats[0]
    planner = Planner(game, seats)
    shares = [
        block(game, given.level, seats, f"{given.seed} {number}", planner)
        for number in range(given.blocks)
    ]
    around = INTERVAL * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    spent = 1000 * fmean(planner.seconds or [0.0])
    print(
        f"{game.id}, {seats} seats, plan 1 against {given.level}: {fmean(shares):.2f} ± "
        f"{around:.2f} of {len(shares)} blocks; {spent:.0f} ms a decision with plans"
    )


if __name__ == "__main__":
    main()
