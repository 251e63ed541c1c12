"""What greedy thinks of a move counts at the root of a search, until simulations know better."""

import pytest

from parlour.players.search.objective import Standing
from parlour.players.search.prior import TRUST, Advised
from tests.shelf import to_and_fro
from tests.shelf.to_and_fro import Step, Stop

GOOD, BAD = Step(), Stop()
RULES = to_and_fro.GAME.rules


def advised() -> Advised:
    """Return a decision whose first move gains 1 by the advice, and whose second loses 1."""
    aim = Standing(RULES, 2)
    aim.begin(RULES.begin(2, None))
    node = Advised(0, [BAD, GOOD], {GOOD: 1.0, BAD: -1.0}, aim)
    node.opened(GOOD)
    node.opened(BAD)
    return node


@pytest.mark.parametrize(
    ("results", "best"),
    [
        pytest.param([(0, 0.5), (1, 0.5)], GOOD, id="one simulation of each settles nothing"),
        pytest.param([(0, 0.2), (1, 0.6)], GOOD, id="nor does one that contradicts"),
        pytest.param(
            [(0, 0.2), (1, 0.6)] * 10 * TRUST, BAD, id="many that contradict are believed"
        ),
        pytest.param(
            [(0, 0.1)] * TRUST + [(1, 0.05)], GOOD, id="what all bring less is held against none"
        ),
    ],
)
def test_advice_counts_until_simulations_know_better(
    results: list[tuple[int, float]], best: Step | Stop
) -> None:
    node = advised()
    for index, reward in results:
        node.learn(index, reward)

    assert node.moves[node.best()] == best
