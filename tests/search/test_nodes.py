"""Nodes of the search tree: whose bound is highest, what a seat has seen, how a prior counts."""

from random import Random

import pytest

from parlour import Move
from parlour.rules.answers import Decide
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from parlour_search.tree.node import Node
from parlour_search.tree.objective import HeuristicLead
from parlour_search.tree.prior import PRIOR_VISITS, PriorNode
from parlour_search.tree.proof import ProofNode
from parlour_search.tree.tree import HistoryIds, PublicHistory
from tests.broken_games import to_and_fro
from tests.broken_games.to_and_fro import Step, Stop
from tests.broken_games.which_hand import Hide
from tests.games import TIC_TAC_TOE
from tests.players.piles import Choose, Take
from tests.search.decisions import decision_of

LOW, MIXED = Choose("low"), Choose("mixed")


def test_a_move_that_was_seldom_tried_is_favoured() -> None:
    """Bounds after 11 visits: 0.5 + √(ln 11 / 10) = 0.99, and 0.4 + √(ln 11 / 1) = 1.95."""
    node = Node(0, [])
    for reward in [0.5] * 10:
        node.update(0 if node.moves else node.expand(LOW), reward)
    node.update(node.expand(MIXED), 0.4)

    assert node.pick(1.0) == 1
    assert node.pick(0.01) == 0


@pytest.mark.parametrize(
    ("kind", "picked"),
    [pytest.param(Node, 1, id="Node"), pytest.param(ProofNode, 0, id="ProofNode")],
)
def test_decisions_with_proofs_explore_less(kind: type[Node], picked: int) -> None:
    """Bounds by 0.12: 0.56, 0.59. By 0.7 times that: 0.54, 0.53."""
    node = kind(0, [])
    for reward in [0.5] * 10:
        node.update(0 if node.moves else node.expand(LOW), reward)
    node.update(node.expand(MIXED), 0.4)

    assert node.pick(0.12) == picked


def test_a_move_that_was_offered_more_often_is_due() -> None:
    node = Node(0, [])
    for move in (LOW, MIXED):
        node.update(node.expand(move), 0.5)
    for _ in range(20):
        assert node.pick_among((MIXED,), 1.0) == 1

    assert node.pick_among((LOW, MIXED), 1.0) == 1


@pytest.mark.parametrize(
    ("legal", "visits", "is_wide"),
    [
        # Of more than twelve moves 5 + 1.6 √visits are tried: 9.8, and 10.06.
        pytest.param(13, 9, False, id="as many as the visits allow"),
        pytest.param(13, 10, True, id="one more"),
        pytest.param(12, 9, True, id="all of few"),
    ],
)
def test_several_views_try_more_moves_with_the_root_of_the_visits(
    legal: int, visits: int, is_wide: bool
) -> None:
    """Ten moves have been tried."""
    moves, node = [Take(number) for number in range(legal)], Node(0, [])
    for move in moves[:10]:
        node.expand(move)
    for number in range(visits):
        node.update(number, 0.5)

    assert (node.pick_among(moves, 1.0) is None) is is_wide


@pytest.mark.parametrize(
    ("moves", "sealed", "is_seen"),
    [
        pytest.param((LOW, MIXED), False, True, id="a move that all see"),
        pytest.param((LOW, MIXED), True, False, id="a sealed answer"),
        pytest.param((Hide(0), Hide(1)), False, False, id="a move with a public form"),
    ],
)
def test_the_history_of_a_seat_holds_what_it_has_seen(
    moves: tuple[Move, Move], sealed: bool, is_seen: bool
) -> None:
    """Seat 0 makes one of two moves, and seat 1 knows which if it has seen it."""
    ids: HistoryIds = {}
    one, other = PublicHistory(ids), PublicHistory(ids)
    for history, move in zip((one, other), moves, strict=True):
        history.add(0, move, Decide((0,), sealed))

    assert one.key_for(0) != other.key_for(0)
    assert (one.key_for(1) != other.key_for(1)) is is_seen


def test_the_tree_of_the_last_decision_is_kept_where_nothing_is_hidden() -> None:
    """An answer rests on its own twenty simulations, and on those of the tree it goes on with."""
    rules, search = (
        TIC_TAC_TOE.rules,
        Search(TIC_TAC_TOE, Random(1), SearchSettings(simulations=20)),
    )
    state = rules.begin(2, None)
    counts = []
    for seat in (0, 1):
        move = search.choose(decision_of(TIC_TAC_TOE, state))
        state = rules.play(state, seat, move)
        counts.append(search.simulations)

    assert counts[0] == 20
    assert counts[1] > 20


# The prior of a root

GOOD, BAD = Step(), Stop()
TO_AND_FRO = to_and_fro.GAME.rules


def rooted() -> PriorNode:
    """Return a decision whose first move gains 1 by the prior, and whose second loses 1."""
    objective = HeuristicLead(to_and_fro.GAME, 2)
    objective.start(TO_AND_FRO.begin(2, None))
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
