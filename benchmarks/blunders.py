"""How many planted blunders an analysis names among the worst moves of a match.

    python -m benchmarks.blunders maori --seconds 60
    python -m benchmarks.blunders giants --seats 3 --matches 3

Greedy plays all seats, but the first makes the worst move that greedy sees at ten decisions, far
from each other. The analysis judges that seat, and the blunders among its worst moves are counted.
"""

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.record import Record
from parlour.players.advice import AdviceBudget
from parlour.players.greedy import Greedy
from parlour.rules.seats import Seat
from parlour_analysis.judging import MatchAnalysis, decisions_of, judge_match

BLUNDERS = 10
"""Number of blunders in a match."""
WORST = 15
"""Number of moves among which they are looked for."""
PLANTED: Seat = 0
"""The seat that makes them."""
APART = 2
"""Minimum number of the seat's decisions from one blunder to the next."""


def blundered(
    game: Game,
    least: float,
    *,
    places: int = BLUNDERS,
    seats: int = 2,
    seed: str = "s1",
    apart: int = APART,
) -> tuple[Record, list[int]]:
    """Play a match with blunders of the first seat; return the numbers of these answers.

    Greedy sees a loss of ``least`` points or more in each.
    """
    match = game.match(seats=seats, seed=seed)
    bot = Greedy(game, Random(seed))
    wrong: list[int] = []
    since = apart
    while not match.is_over:
        seat = match.awaited.seats[0]
        values = bot.mean_values(seat, list(match.moves(seat)), match.view(seat))
        move = max(values, key=values.__getitem__)
        worst = min(values, key=values.__getitem__)
        since += seat == PLANTED and len(values) > 1
        is_due = seat == PLANTED and len(wrong) < places and since > apart
        if is_due and values[move] - values[worst] >= least:
            move = worst
            since = 0
            wrong.append(len(match.steps) + 1)
        match.play(move, seat)
    return Record(match.header, tuple(match.lines)), wrong


def named(analysis: MatchAnalysis, wrong: list[int]) -> Iterator[int]:
    """Yield the blunders that stand among the worst moves of an analysis."""
    worst = analysis.losses[:WORST]
    for answer in wrong:
        if any(one.answer <= answer <= (one.last or one.answer) for one in worst):
            yield answer


def main() -> None:
    """Plant and judge, and print one line a match."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--simulations", type=int, default=0, help="in place of seconds")
    parser.add_argument("--least", type=float, default=3.0, help="points that a blunder loses")
    given = parser.parse_args()
    game = Catalog().game(given.game)
    seats = given.seats or game.seats[0]
    budget = AdviceBudget(0.0 if given.simulations else given.seconds, given.simulations)
    for number in range(given.matches):
        record, wrong = blundered(game, given.least, seats=seats, seed=f"blunders {number}")
        own, match = decisions_of(game, record, game.id, [PLANTED])
        start = process_time()
        analysis = judge_match(match, own, game.id, budget)
        spent = process_time() - start
        found = list(named(analysis, wrong))
        print(
            f"{game.id}, match {number}: {len(found)} of {len(wrong)} blunders among the worst "
            f"{WORST}; {len(own)} decisions, {analysis.unjudged} unjudged, "
            f"{analysis.simulations} simulations, {spent:.0f} s; missed: "
            f"{sorted(set(wrong) - set(found))}",
            flush=True,
        )


if __name__ == "__main__":
    main()
