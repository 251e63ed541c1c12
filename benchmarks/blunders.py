"""How many planted blunders an analysis names among the worst moves of a match.

    python -m benchmarks.blunders maori --seconds 60
    python -m benchmarks.blunders giants --seats 3 --matches 3

Greedy plays all seats, but the first makes the worst move that greedy sees at ten decisions, far
from each other. The analysis judges that seat, and the blunders among its worst moves are counted.
A move that greedy sees as the worst may still be good: of each blunder that the analysis does not
name, playouts by greedy say what it loses to the move that greedy would have made.
"""

import argparse
from collections.abc import Iterator
from math import inf
from random import Random
from time import process_time

from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.match import Match
from parlour.match.record import Record
from parlour.players.advice import AdviceBudget
from parlour.players.greedy import Greedy
from parlour.rules.answers import Move, Result
from parlour.rules.seats import Seat
from parlour_analysis.judging import MatchAnalysis, decisions_of, judge_match
from parlour_search.move_results import RunningMean

BLUNDERS = 10
"""Number of blunders in a match."""
WORST = 15
"""Number of moves among which they are looked for."""
PLANTED: Seat = 0
"""The seat that makes them."""
WORLDS = 24
"""Number of playouts for a blunder that is not named."""
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


def lost_by(game: Game, record: Record, answer: int) -> RunningMean:
    """Return what a blunder loses to greedy's move by playouts of greedy, in points of the lead."""
    match = Match(game, record.header, dealing=False)
    for line in record.lines[: answer - 1]:
        match.apply(line)
    view = match.view(PLANTED)
    planted = game.read_move(record.lines[answer - 1].move or "")
    best = best_of(game, PLANTED, list(match.moves(PLANTED)), view)
    lost = RunningMean()
    for number in range(WORLDS):
        world = game.rules.determinize(view, Random(number))
        ends = [
            lead_at_end(game, game.rules.play(world, PLANTED, move), number)
            for move in (best, planted)
        ]
        lost.add(ends[0] - ends[1])
    return lost


def best_of(game: Game, seat: Seat, moves: list[Move], view: object) -> Move:
    """Return the move that greedy makes."""
    if len(moves) == 1:
        return moves[0]
    values = Greedy(game, Random(0)).mean_values(seat, moves, view)
    return max(values, key=values.__getitem__)


def lead_at_end(game: Game, state: object, seed: int) -> float:
    """Return the lead of the first seat if greedy plays on for all."""
    rules = game.rules
    luck = Random(seed)
    while not isinstance(awaited := rules.awaited(state), Result):
        if awaited.seats:
            (seat, *_) = awaited.seats
            moves = list(rules.moves(state, seat))
            state = rules.play(state, seat, best_of(game, seat, moves, rules.view(state, seat)))
        else:
            state = rules.resolve(state, rules.draw(state, luck))
    others = (score for seat, score in enumerate(awaited.scores) if seat != PLANTED)
    return awaited.scores[PLANTED] - max(others, default=-inf)


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
        for answer in sorted(set(wrong) - set(found)):
            lost = lost_by(game, record, answer)
            print(
                f"  {answer} loses {lost.mean:.1f} \u00b1 {2 * lost.error:.1f} by playouts",
                flush=True,
            )


if __name__ == "__main__":
    main()
