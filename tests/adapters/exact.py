"""Exploitability by the rules alone: what a best response wins, without any luck of the cards."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from parlour.rules.answers import Result

Policy: TypeAlias = Callable[[Any, int], Sequence[float]]
"""Given a state and a seat, the share of each legal move; it looks at the seat's view alone."""
Worlds: TypeAlias = list[tuple[Any, float]]
"""States with their likelihoods."""


def exploitability(rules: Any, policy: Policy) -> float:
    """Return what best responses win from a policy on average over two seats."""
    start = rules.begin(2)
    return sum(best_response(rules, [(start, 1.0)], seat, policy) for seat in (0, 1)) / 2


def best_response(rules: Any, worlds: Worlds, seat: int, policy: Policy) -> float:
    """Return what ``seat`` wins at most from worlds that it cannot tell apart."""
    won, asked = 0.0, defaultdict[Any, Worlds](list)
    while worlds:
        state, weight = worlds.pop()
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            won += weight * awaited.scores[seat]
        elif not awaited.seats:
            outcomes = rules.outcomes(state)
            total = sum(share for _, share in outcomes)
            worlds += [(rules.resolve(state, o), weight * share / total) for o, share in outcomes]
        elif awaited.seats[0] == seat:
            asked[rules.view(state, seat)].append((state, weight))
        else:
            other = awaited.seats[0]
            for share, move in zip(policy(state, other), rules.moves(state, other), strict=True):
                if share:
                    worlds.append((rules.play(state, other, move), weight * share))
    return won + sum(_best_move(rules, met, seat, policy) for met in asked.values())


def _best_move(rules: Any, met: Worlds, seat: int, policy: Policy) -> float:
    moves = rules.moves(met[0][0], seat)
    return max(
        best_response(rules, [(rules.play(state, seat, m), w) for state, w in met], seat, policy)
        for m in moves
    )
