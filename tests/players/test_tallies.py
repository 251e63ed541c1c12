"""Tallies: the roots of several trees are put together, with all that they proved."""

from math import inf
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.match.game import Game
from parlour.players.search.opinions import RunningMean, certainty
from parlour.players.search.thinker import SearchBudget, Thinker
from parlour.players.tree.node import Node
from parlour.players.tree.prior import PRIOR_VISITS, PriorNode
from parlour.players.tree.solver import PROVED_OUT, SolverNode
from parlour.players.tree.tallies import MoveTally, RootTally, merged, tally
from tests.games import CONNECT_FOUR, LEDUC, MAORI
from tests.players.decisions import first_decision
from tests.players.piles import Choose

LOW, MIXED, HIGH = Choose("low"), Choose("mixed"), Choose("even")
MOVES = (LOW, MIXED, HIGH)


def grown(game: Game, seed: int, simulations: int) -> Node:
    """Return the root of a search of the first decision."""
    _, decision = first_decision(game)
    thinker = Thinker(game, Random(seed), "heuristic")
    objective = thinker.take_up(decision)
    return thinker.search(decision, objective, SearchBudget(simulations, inf, positions=0))


def solver(*results: tuple[Choose, int, float]) -> SolverNode:
    """Return a node with so many simulations of each move, which all bring one reward."""
    node = SolverNode(0, [])
    for move, count, reward in results:
        index = node.expand(move)
        for _ in range(count):
            node.update(index, reward)
    return node


def tallied(*moves: MoveTally) -> RootTally:
    return RootTally(sum(move.count for move in moves), moves)


def statistics(root: Node) -> dict[Any, tuple[int, float]]:
    return {move: (root.counts[index], root.means[index]) for index, move in enumerate(root.moves)}


@pytest.mark.parametrize("game", [CONNECT_FOUR, LEDUC, MAORI], ids=lambda game: game.id)
def test_a_merged_root_has_the_simulations_of_all_its_parts(game: Game) -> None:
    (_, decision), one, other = first_decision(game), grown(game, 1, 300), grown(game, 2, 500)
    both = merged(one, decision.moves, [tally(other, decision.moves)])
    first, second, found = statistics(one), statistics(other), statistics(both)

    assert first.keys() != second.keys() or first != second
    assert both.visits == 800
    assert type(both) is type(one)
    assert found.keys() == first.keys() | second.keys()
    for move, (count, mean) in found.items():
        (n, a), (m, b) = first.get(move, (0, 0.0)), second.get(move, (0, 0.0))
        assert count == n + m
        assert mean == pytest.approx((n * a + m * b) / (n + m))
    assert set(both.untried) == set(decision.moves) - found.keys()
    assert both.children[: len(one.children)] == one.children
    assert one.visits == 300


def test_priors_of_all_parts_are_averaged_and_residuals_added() -> None:
    """The other process has sampled a world where every move is worth two points more."""
    (_, decision), one, other = first_decision(MAORI), grown(MAORI, 1, 200), grown(MAORI, 2, 300)
    assert isinstance(one, PriorNode)
    assert isinstance(other, PriorNode)
    found = tally(other, decision.moves)
    found = replace(found, priors=tuple(prior + 2 for prior in found.priors))
    both = merged(one, decision.moves, [found])

    assert isinstance(both, PriorNode)
    assert both.residual == pytest.approx(one.residual + other.residual)
    for move in decision.moves:
        mean = (one.values_by_move[move] + other.values_by_move[move]) / 2
        assert both.values_by_move[move] == pytest.approx(mean + 1)
    gain = both.values_by_move[both.moves[0]] - one.objective.value_at_root(both.seat)
    count, residual = both.counts[0], (one.residual + other.residual) / 500
    prior = PRIOR_VISITS * (one.objective.reward_for(gain) + residual)
    value = (count * both.means[0] + prior) / (count + PRIOR_VISITS)
    assert both.merits()[0][0] == pytest.approx(value)


def test_a_part_without_priors_leaves_the_prior_as_it_is() -> None:
    (_, decision), one = first_decision(MAORI), grown(MAORI, 1, 200)
    assert isinstance(one, PriorNode)
    both = merged(one, decision.moves, [tallied(MoveTally(0, 200, 0.5, -inf, inf))])

    assert isinstance(both, PriorNode)
    assert both.values_by_move == pytest.approx(dict(one.values_by_move))
    assert both.residual / both.visits == pytest.approx(one.residual / one.visits)


def test_points_of_minus_one_do_not_prove_a_move_out() -> None:
    """Folding at once costs a chip at Leduc: its mean is exactly -1."""
    one = Node(0, [])
    for move, reward in ((LOW, -1.0), (HIGH, -2.0)):
        one.update(one.expand(move), reward)
    both = merged(one, MOVES, [tally(one, MOVES)])

    assert statistics(both) == {LOW: (2, -1.0), HIGH: (2, -2.0)}


@pytest.mark.parametrize(
    ("bounds", "best", "solved"),
    [
        pytest.param((0.0, 1.0), LOW, False, id="nothing proved: the most simulations count"),
        pytest.param((1.0, 1.0), HIGH, True, id="a win that the other process proved is taken"),
        pytest.param((0.5, 1.0), LOW, False, id="a draw at least decides nothing yet"),
    ],
)
def test_what_another_process_proved_counts(
    bounds: tuple[float, float], best: Choose, *, solved: bool
) -> None:
    own = solver((LOW, 60, 0.75), (HIGH, 10, 0.5))
    other = tallied(MoveTally(2, 3, 0.5, *bounds))
    both = merged(own, MOVES, [other])

    assert both.moves[both.best()] == best
    assert both.bounds(1) == bounds
    assert both.solved is solved


def test_a_loss_that_another_process_proved_is_avoided() -> None:
    own = solver((LOW, 60, 0.75), (HIGH, 10, 0.5))
    other = tallied(MoveTally(0, 9, PROVED_OUT, 0.0, 0.0), MoveTally(2, 1, 0.5, 0.0, 1.0))
    both = merged(own, MOVES, [other])

    assert both.moves[both.best()] == HIGH
    assert statistics(both) == {LOW: (69, PROVED_OUT), HIGH: (11, 0.5)}


def test_means_of_results_are_put_together() -> None:
    results = [0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 0.0]
    whole, first, second = RunningMean(), RunningMean(), RunningMean()
    for number, result in enumerate(results):
        whole.add(result)
        (first if number < 3 else second).add(result)
    first.include(second)
    first.include(RunningMean())

    assert (first.count, first.mean, first.error) == pytest.approx((7, whole.mean, whole.error))


@pytest.mark.parametrize(
    ("results", "error", "sure"),
    [
        pytest.param([1.0], inf, ", by one simulation", id="one"),
        pytest.param([1.0, 1.0, 1.0], inf, ", by 3 simulations", id="three may agree by luck"),
        pytest.param([1.0, 1.0, 1.0, 1.0], 0.0, ", in all 4 simulations", id="four agree"),
        pytest.param([0.0, 2.0, 0.0, 2.0], (4 / 3 / 4) ** 0.5, "", id="four differ"),
    ],
)
def test_how_sure_a_mean_is(results: list[float], error: float, sure: str) -> None:
    mean = RunningMean()
    for result in results:
        mean.add(result)

    assert mean.error == pytest.approx(error)
    assert certainty(mean.count, mean.error) == sure
