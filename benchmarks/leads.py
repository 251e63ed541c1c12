"""How far the leads that hints expect are from those that come, in self-play.

    python -m benchmarks.leads giants ahead:rollouts=12 --seats 3 --option round_limit=4

Every so often the bot of hints judges a decision. Its expected lead is compared with the lead when
the round ends, which is as far as ``ahead`` looks, and when the match ends.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import inf
from statistics import fmean, pstdev

from benchmarks.strength import errors_of, number_of
from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.players.advice import INTERVAL, AdviceBudget, Prospect
from parlour.players.included import adviser, make_bot
from parlour.rules.errors import MisuseError
from parlour.rules.options import read_pairs
from parlour_search.tree.objective import HeuristicLead

EVERY = 0.07
"""Share of the decisions that are judged."""
ROUNDING = 0.05
"""Maximum distance of a lead that is shown as expected."""

Row = tuple[Prospect, float, float]
"""Opinion on the best move, and the leads when the round and the match end."""


def rows_of_match(game: Game, given: argparse.Namespace, number: int) -> Iterator[Row]:
    """Play a match of one bot in all seats, and yield a row for each decision that is judged."""
    seats, seed, rules = given.seats or game.seats[0], f"leads:{number}", game.rules
    match = game.match(seats=seats, seed=seed, **read_pairs(given.option, "NAME=VALUE"))
    bots = [make_bot(given.bot, game, generator(seed, f"bot {seat}")) for seat in range(seats)]
    drawn, lead = generator(seed, "drawn"), HeuristicLead(game, seats).lead
    asked: list[tuple[int, Prospect]] = []
    met: list[tuple[int, Prospect, float]] = []
    while match.awaited.seats:
        seat, key = match.awaited.seats[0], rules.round_key(match.state)
        decision = match.ask(seat)
        if len(decision.moves) > 1 and drawn.random() < EVERY:
            budget = AdviceBudget(simulations=given.simulations)
            judge = adviser(game, generator(seed, f"judge {len(match.lines)}"), budget, seats)
            asked.append((seat, judge.prospects(decision)[0]))
        match.play(bots[seat].choose(decision), seat)
        if not match.awaited.seats or rules.round_key(match.state) != key:
            met += [(who, one, lead(match.state, who)) for who, one in asked]
            asked.clear()
    yield from ((one, then, lead(match.state, who)) for who, one, then in met)


@errors_of("leads")
def main(words: Sequence[str] | None = None) -> None:
    """Compare leads from the command line, and print how many intervals hold them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("bot", help="bot in all seats")
    parser.add_argument("--seats", type=number_of, help="the fewest unless given")
    parser.add_argument("--matches", type=number_of, default=10)
    parser.add_argument("--simulations", type=number_of, default=60, help="of a hint")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(words)
    game = Catalog().game(given.game)
    rows = [row for number in range(given.matches) for row in rows_of_match(game, given, number)]
    known = [(one, ends) for one, *ends in rows if one.error < inf]
    if not known:
        raise MisuseError("no decision was judged: expected more matches or simulations")
    for place, end in enumerate(("round", "match")):
        gaps = [(ends[place] - one.value, one.error) for one, ends in known]
        held = fmean(abs(gap) <= INTERVAL * error + ROUNDING for gap, error in gaps)
        spread = pstdev(gap for gap, _ in gaps)
        print(f"end of the {end}: {held:.0%} of {len(gaps)} intervals hold it, ± {spread:.1f}")


if __name__ == "__main__":
    main()
