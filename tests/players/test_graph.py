"""The graph of positions and small ends: nodes that orders of moves share, proofs, exact values."""

import gc
from math import inf
from random import Random
from typing import Any

import pytest
from parlour_sample import connect_four

from parlour.match.game import Game
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.players.search.thinker import pause_garbage_collection
from parlour.players.tree.endgame import EndgameSolver, OutOfPositions, is_small
from parlour.players.tree.graph import Graph
from parlour.players.tree.objective import WinShare
from parlour.players.tree.rollouts import rollout_to_end
from parlour.players.tree.solver import PROVED_OUT, VISITS_PER_REPEAT, SolverNode, back_up_bounds
from parlour.rules.answers import Result
from tests.games import CONNECT_FOUR, TIC_TAC_TOE
from tests.players.decisions import after, decision_of, first_decision
from tests.players.piles import Choose

RULES = TIC_TAC_TOE.rules
LOW, MIXED, HIGH = Choose("low"), Choose("mixed"), Choose("even")


def grown(seed: int, simulations: int) -> tuple[Graph, SolverNode]:
    """Return a graph of tic-tac-toe, and its root."""
    rng, objective = Random(seed), WinShare()
    graph = Graph(TIC_TAC_TOE, rng, objective, rollout_to_end(RULES, rng, objective, 2))
    state, decision = first_decision(TIC_TAC_TOE)
    root = graph.root(decision, state)
    for _ in range(simulations):
        graph.simulate(root, state)
    return graph, root


def below(node: SolverNode | None, squares: str) -> SolverNode | None:
    """Return the node that moves lead to, if there is one."""
    for square in squares.split():
        if node is None:
            return None
        move: Any = TIC_TAC_TOE.move_notation.read(f"place {square}")
        node = node.children[node.moves.index(move)] if move in node.moves else None
    return node


def tried(*results: tuple[Choose, float]) -> SolverNode:
    """Return a node with a simulation of each move."""
    node = SolverNode(0, [])
    for move, reward in results:
        node.update(node.expand(move), reward)
    return node


def test_two_orders_of_moves_lead_to_one_node() -> None:
    _, root = grown(1, 3000)
    node = below(root, "a1 b2 c3")

    assert root.visits == sum(root.counts) == 3000
    assert node is not None
    assert node is below(root, "c3 b2 a1")


def test_nodes_that_a_later_decision_does_not_lead_to_are_forgotten() -> None:
    graph, root = grown(3, 2000)
    later, other = below(root, "b2"), below(root, "a1")

    assert later is not None
    assert other is not None
    assert graph.find(root, later.state, 1) is later
    assert graph.find(later, other.state, 1) is None


def test_the_mean_of_a_move_is_the_value_of_its_node() -> None:
    """The answer has been met by another way: three simulations brought seat 1 one in all."""
    node, answer = tried((LOW, 0.5)), SolverNode(1, [])
    for reward in (1.0, 0.0, 0.0):
        answer.update(0 if answer.moves else answer.expand(LOW), reward)
    node.children[0] = answer
    node.update(0, 1.0)

    assert node.means == pytest.approx([2 / 3])
    assert node.value == pytest.approx(2 / 3)


def test_a_move_that_is_proved_lost_leaves_the_value_of_its_node() -> None:
    """The mean of 1, 0 and ½ is ½; without the move that brought 1, it is ¼."""
    node = tried((LOW, 1.0), (MIXED, 0.0), (HIGH, 0.5))
    assert node.value == 0.5

    back_up_bounds([(node, 0)], (0.0, 1.0))

    assert node.means[0] == PROVED_OUT
    assert node.value == 0.25


def test_a_move_that_is_proved_lost_is_not_picked_again() -> None:
    node = tried((LOW, 1.0), (MIXED, 0.0))
    back_up_bounds([(node, 0)], (0.0, 1.0))

    assert [node.pick(10.0) for _ in range(3)] == [1, 1, 1]


def test_a_value_stays_within_what_is_proved() -> None:
    """A draw is sure; the other move has lost so far."""
    node = tried((LOW, 0.5), (MIXED, 0.0))
    back_up_bounds([(node, 0)], (0.5, 0.5))

    assert (node.lower, node.value, node.solved) == (0.5, 0.5, False)


def test_one_choice_stands_for_more_simulations_the_more_there_were() -> None:
    """The second move has the higher bound, but the first was chosen for three simulations."""
    node = tried((LOW, 1.0), (MIXED, 0.0))
    node.visits = 2 * VISITS_PER_REPEAT
    assert node.pick(0.1) == 0
    node.means[0] = 0.0
    node.means[1] = 1.0

    assert [node.pick(0.1) for _ in range(3)] == [0, 0, 1]


def test_a_choice_does_not_stand_once_it_is_proved_lost() -> None:
    node = tried((LOW, 1.0), (MIXED, 0.0))
    node.visits = 2 * VISITS_PER_REPEAT
    assert node.pick(0.1) == 0
    back_up_bounds([(node, 0)], (0.0, 1.0))

    assert node.pick(0.1) == 1


def test_the_garbage_collector_is_as_it_was_after_a_search() -> None:
    def search() -> None:
        with pause_garbage_collection():
            raise ValueError(f"the collector is on: {gc.isenabled()}")

    with pytest.raises(ValueError, match="the collector is on: False"):
        search()
    assert gc.isenabled()


# A rollout of the game's own


def test_a_rollout_goes_the_way_of_the_game_where_it_has_one() -> None:
    class Foreseen(connect_four.Rules):
        def random_result(self, state: connect_four.Frame, rng: Random) -> Result:
            return Result((-1, 1), (2, 1))

    rules = Foreseen()
    rollout = rollout_to_end(rules, Random(1), WinShare(), 2)

    assert {rollout(rules.start(2, None), 0) for _ in range(20)} == {(0.0, 1.0)}


# Small ends

RULES = TIC_TAC_TOE.rules


def played(squares: str) -> Any:
    """Return the state of tic-tac-toe after stones on these squares in turn."""
    return after(TIC_TAC_TOE, *(f"place {square}" for square in squares.split()))


def ends(positions: int) -> EndgameSolver:
    return EndgameSolver(RULES, WinShare().at_end, positions, inf)


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        pytest.param("", 0.5, id="the empty board is a draw"),
        pytest.param("a1", 0.5, id="a corner is answered by the centre"),
        pytest.param("a1 b1", 1.0, id="a corner wins against the edge beside it"),
        pytest.param("a1 c3", 1.0, id="a corner wins against the corner opposite"),
        pytest.param("b1 a2", 1.0, id="an edge wins against an edge beside it"),
        pytest.param("b1 b3", 0.5, id="an edge draws against the edge opposite"),
        pytest.param("a1 b2 c3 a3", 1.0, id="opposite corners win against a third"),
        pytest.param("a1 b2 c3 b1", 0.5, id="opposite corners are held by an edge"),
        pytest.param("a1 a2 b1 b2", 1.0, id="a row is completed"),
        pytest.param("a1 a2 b1 b2 c1", 1.0, id="a match that is over"),
    ],
)
def test_positions_have_the_values_that_are_known(moves: str, value: float) -> None:
    """Values for the seat that began; 1 wins, ½ is a draw."""
    state = played(moves)

    assert ends(10_000).value(state, 0, 0.0, 1.0) == value
    assert ends(10_000).value(state, 1, 0.0, 1.0) == 1 - value


def test_a_value_outside_the_window_is_a_bound() -> None:
    assert ends(10_000).value(played(""), 0, 0.5, 1.0) <= 0.5


def test_no_more_positions_are_looked_at_than_are_allowed() -> None:
    with pytest.raises(OutOfPositions):
        ends(50).value(played(""), 0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("game", "moves", "positions", "small"),
    [
        pytest.param(TIC_TAC_TOE, [], 4000, True, id="9! lines are small for 4,000 positions"),
        pytest.param(TIC_TAC_TOE, [], 40, False, id="and not for 40"),
        pytest.param(
            TIC_TAC_TOE,
            ["place a1", "place b2", "place c3", "place a3"],
            40,
            True,
            id="5! lines are small for 40",
        ),
        pytest.param(CONNECT_FOUR, [], 200_000, False, id="connect four is not"),
    ],
)
def test_an_end_is_small_by_its_lines(
    game: Game, moves: list[str], positions: int, small: bool
) -> None:
    assert is_small(game.rules, after(game, *moves), Random(1), positions) is small


@pytest.mark.parametrize("seed", range(5))
def test_an_end_solved_after_few_simulations_tells_the_values_of_its_moves(seed: int) -> None:
    """After two opposite corners round the centre, the other corners lose and the edges hold."""
    state = played("a1 b2 c3")
    search = Search(TIC_TAC_TOE, Random(seed), Settings(simulations=30))
    found = search.prospects(decision_of(TIC_TAC_TOE, state))
    values = {TIC_TAC_TOE.move_notation.write(p.move)[-2:]: p.value for p in found if not p.error}

    assert all(p.value <= found[0].value for p in found)
    assert values[TIC_TAC_TOE.move_notation.write(found[0].move)[-2:]] == 0.5
    assert {"a3", "c1"}.isdisjoint(text for text, value in values.items() if value > 0)
