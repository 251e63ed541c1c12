"""Greedy's value of a move counts at the root of a search, until simulations know better."""

import pytest

from parlour.players.tree.objective import HeuristicLead
from parlour.players.tree.prior import PRIOR_VISITS, PriorNode
from tests.broken_games import to_and_fro
from tests.broken_games.to_and_fro import Step, Stop

GOOD, BAD = Step(), Stop()
RULES = to_and_fro.GAME.rules


def rooted() -> PriorNode:
    """Return a decision whose first move gains 1 by the prior, and whose second loses 1."""
    objective = HeuristicLead(to_and_fro.GAME, 2)
    objective.start(RULES.begin(2, None))
    node = PriorNode(0, [BAD, GOOD], {GOOD: 1.0, BAD: -1.0}, objective)
    node.expand(GOOD)
    node.expand(BAD)
    return node


@pytest.mark.parametrize(
    ("results", "best"),
    [
        pytest.param([(0, 0.5), (1, 0.5)], GOOD, id="one simulation of each settles nothing"),
        pytest.param([(0, 0.2), (1, 0.6)], GOOD, id="nor does one that contradicts"),
        pytest.param(
            [(0, 0.2), (1, 0.6)] * 10 * PRIOR_VISITS, BAD, id="many that contradict are believed"
        ),
        pytest.param(
            [(0, 0.1)] * PRIOR_VISITS + [(1, 0.05)],
            GOOD,
            id="what all bring less is held against none",
        ),
    ],
)
def test_the_prior_counts_until_simulations_know_better(
    results: list[tuple[int, float]], best: Step | Stop
) -> None:
    node = rooted()
    for index, reward in results:
        node.update(index, reward)

    assert node.moves[node.best()] == best
