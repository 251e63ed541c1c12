"""How good search is at Leduc poker, worked out exactly from what it plays.

    python -m benchmarks.leduc --simulations 1000 --seeds 8 --seconds 1

Search is asked at every information set with several seeds; the shares of its answers
are its policy. From the policy follow, without any luck of the cards: its result against
the equilibrium, ``regret`` and random play, and what a best response wins from it.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.rules.answers import Result
from parlour_samples import leduc
from parlour_search.regret import RegretTable
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from tests.adapters import exact
from tests.samples.test_known_truths import Knot, grown, solve

GAME = next(iter(leduc.parlour_games()))
RULES = GAME.rules
ROUNDS = 400

Policy = Mapping[Any, Sequence[float]]
"""For each view the share of each legal move."""


def searched(views: Mapping[Any, int], simulations: int, seeds: int) -> Policy:
    """Ask search at every view, and return how often it takes each move."""
    policy = {}
    for number, (view, seat) in enumerate(views.items()):
        moves = RULES.moves(RULES.determinize(view, generator("leduc", "any")), seat)
        shares = [0.0] * len(moves)
        for seed in range(seeds):
            rng = generator(f"leduc {number}", "search", seed)
            search = Search(GAME, rng, SearchSettings(simulations=simulations))
            answer = search.choose(Decision(seat, view, moves))
            shares[moves.index(answer)] += 1 / seeds
        policy[view] = shares
    return policy


def followed(state: Any) -> list[tuple[Any, float]]:
    """Return what may follow when chance answers."""
    chances = RULES.outcomes(state)
    total = sum(weight for _, weight in chances)
    return [(RULES.resolve(state, outcome), weight / total) for outcome, weight in chances]


def value(state: Any, policies: Sequence[Policy]) -> float:
    """Return what the first seat wins on average."""
    awaited = RULES.awaited(state)
    if isinstance(awaited, Result):
        return awaited.scores[0]
    if not awaited.seats:
        return sum(share * value(after, policies) for after, share in followed(state))
    seat = awaited.seats[0]
    shares = policies[seat][RULES.view(state, seat)]
    return sum(
        share * value(RULES.play(state, seat, move), policies)
        for share, move in zip(shares, RULES.moves(state, seat), strict=True)
        if share
    )


def exploitability(policy: Policy) -> float:
    """Return what a best response wins from a policy, in chips a hand, over both seats."""
    return exact.exploitability(RULES, lambda state, seat: policy[RULES.view(state, seat)])


def learnt(views: Mapping[Any, Sequence[float]], seconds: float, rounds: int) -> Policy:
    """Return what ``regret`` learns; at views that it has not met, it plays as in ``views``."""
    table = RegretTable(GAME, 2, GAME.read_options({}), generator("leduc", "regret"))
    table.learn(seconds, rounds)
    return {**views, **{view: found.mean() for (_, view), found in table.sets.items()}}


def main() -> None:
    """Work everything out and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0, help="of learning, for regret")
    parser.add_argument("--rounds", type=int, default=0, help="of learning, in place of seconds")
    given = parser.parse_args()
    start = RULES.begin(2, None)
    knots: dict[Any, Knot] = {}
    tree = grown(start, knots)
    solve(tree, ROUNDS)
    exact = {view: knot.mean() for view, knot in knots.items()}
    random = {view: [1 / len(shares)] * len(shares) for view, shares in exact.items()}
    search = searched({view: view.seat for view in knots}, given.simulations, given.seeds)
    worth: Callable[..., float] = lambda first, second: value(start, (first, second))  # noqa: E731
    print(f"equilibrium against itself: {worth(exact, exact):+.4f} for the first seat")
    regret = learnt(random, 0.0 if given.rounds else given.seconds, given.rounds)
    for name, other in (("equilibrium", exact), ("regret", regret), ("random play", random)):
        mean = (worth(search, other) - worth(other, search)) / 2
        print(f"search against {name}: {mean:+.4f} chips a hand, both seats")
    for name, policy in (
        *(("equilibrium", exact), ("search", search)),
        *(("regret", regret), ("random play", random)),
    ):
        print(f"exploitability of {name}: {exploitability(policy):.4f} chips a hand")


if __name__ == "__main__":
    main()
