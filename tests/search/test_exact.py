"""Bots on tiny trees: every expected value is worked out by hand."""

from collections import Counter, defaultdict
from dataclasses import replace
from math import exp
from random import Random
from typing import Any

import pytest

from parlour import OpenView, Over, Result, Seat
from parlour.match.decision import Decision
from parlour.players.greedy import STEP, Greedy, GreedySettings
from parlour.players.values import WIN
from parlour.rules.seats import Objective
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from parlour_search.tree.objective import HeuristicLead
from parlour_search.tree.prior import PriorNode
from parlour_search.tree.rollouts import rollout_rounds
from parlour_search.tree.tree import Tree
from tests.players import branches, piles
from tests.players.branches import Spot
from tests.players.piles import Choose, Take
from tests.search import hidden_card
from tests.search.decisions import decision_of

RULES = piles.GAME.rules
START = RULES.begin(2, None)
CHOICES = tuple(RULES.moves(START, 0))
SEEDS = range(20)
DECISION = Decision(0, RULES.view(START, 0), CHOICES)
LOW, MIXED = Choose("low"), Choose("mixed")


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def objective() -> HeuristicLead:
    """Return the objective of a search from the start, where nobody has a coin."""
    made = HeuristicLead(piles.GAME, 2)
    made.start(START)
    return made


# Greedy


def test_greedy_values_each_move_by_the_best_end_of_its_turn() -> None:
    """Each is a move before the end, which costs a step."""
    values = Greedy(piles.GAME, Random(1)).move_values(0, CHOICES, START)

    assert values == pytest.approx({LOW: 2 - STEP, MIXED: 5 - STEP, Choose("even"): 4 - STEP})


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_plays_the_best_move_and_not_the_worst(seed: int) -> None:
    assert Greedy(piles.GAME, Random(seed)).choose(DECISION) == MIXED


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_takes_the_best_coin(seed: int) -> None:
    state = RULES.play(START, 0, MIXED)
    decision = Decision(0, RULES.view(state, 0), RULES.moves(state, 0))

    assert Greedy(piles.GAME, Random(seed)).choose(decision) == Take(5)


def test_greedy_that_errs_takes_the_next_best_often_and_the_worst_hardly_ever() -> None:
    """Values 5, 4 and 2 spread by 1.25, so that an error of half of it turns 5 and 4 in 13 %."""
    chosen = Counter(
        Greedy(piles.GAME, Random(seed), GreedySettings(errors=0.5)).choose(DECISION)
        for seed in range(400)
    )

    assert 30 <= chosen[Choose("even")] <= 75
    assert chosen[Choose("low")] <= 2


class NotingCard(hidden_card.Valued):
    """Notes the luck that each world is drawn with."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def determinize(self, view: hidden_card.Seen, rng: Random) -> hidden_card.Table:
        self.drawn.append(rng.random())
        return super().determinize(view, rng)


@pytest.mark.parametrize(
    ("objective", "worlds"),
    [
        pytest.param("points", 3, id="each for itself"),
        pytest.param("shared", 20, id="all share one result"),
    ],
)
def test_greedy_samples_so_many_worlds(objective: Objective, worlds: int) -> None:
    rules = NotingCard()
    game = replace(hidden_card.hidden_card(rules), objective=objective)
    Greedy(game, Random(1)).choose(game.match(seed=1).decision(0))

    assert len(rules.drawn) == worlds


class Drawing(branches.Rules):
    """Notes the draws of chance too."""

    def draw(self, state: branches.At, rng: Random) -> branches.Blow:
        self.left.append(state.spot)
        return super().draw(state, rng)  # type: ignore[return-value]  # the only outcomes


def test_greedy_takes_an_end_behind_chance_as_sure_after_eight_draws() -> None:
    """A win by 3 points."""
    tree = {"start": Spot(("wind",)), "wind": Spot(("end",), seat=None), "end": Spot(worth=(3, 0))}
    rules = Drawing(tree)
    game = replace(branches.tree_game(tree), rules=rules)
    values = Greedy(game, Random(1)).move_values(0, [branches.Go("wind")], rules.begin(2, None))

    assert values == {branches.Go("wind"): WIN + 3}
    assert rules.left == ["start", *8 * ["wind"]]


# Search with a heuristic


@pytest.mark.parametrize("seed", SEEDS)
def test_search_tries_the_best_move_by_its_prior_first(seed: int) -> None:
    search = Search(piles.GAME, Random(seed), SearchSettings(simulations=1))

    assert [prospect.move for prospect in search.prospects(DECISION)] == [MIXED]


def test_what_simulations_bring_beyond_the_prior_is_added_to_all_priors() -> None:
    """The prior of a gain of 1 is logistic(1); one simulation brings ½, and so does the value."""
    node = PriorNode(0, [], {MIXED: 1.0}, objective())
    node.update(node.expand(MIXED), 0.5)

    assert node.values() == pytest.approx([0.5])


def test_a_prior_counts_as_ten_simulations() -> None:
    """Two moves have the prior p, and the residual is ½ - p on the average: together ½.

    A value is the mean of 11: (1 + 10 · ½) / 11 after a win, (0 + 10 · ½) / 11 after a loss.
    """
    node = PriorNode(0, [], {LOW: 1.0, MIXED: 1.0}, objective())
    node.update(node.expand(LOW), 1.0)
    node.update(node.expand(MIXED), 0.0)

    assert node.values() == pytest.approx([6 / 11, 5 / 11])


@pytest.mark.parametrize("seed", SEEDS)
def test_others_play_their_best_in_a_rollout(seed: int) -> None:
    """All piles look the same to seat 1, which chooses the first, mixed, and takes 5 of it.

    A gap of 10 was usual before, and that of 5 counts for a fiftieth: 9.9. Seat 1 gains 5 more than
    seat 0, and half of the reward is that of the places, 0 and 1.
    """
    before = RULES.play(START, 0, MIXED)
    state = RULES.play(before, 0, Take(1))
    lead = HeuristicLead(piles.GAME, 2)
    lead.start(state)
    lead.before_end(piles.Position((), (11, 0)))
    rewards = rollout_rounds(RULES, Random(seed), lead, 0)(state, before, 0)

    assert rewards == pytest.approx((logistic(-5 / 9.9) / 2, (logistic(5 / 9.9) + 1) / 2))


def test_only_the_seat_that_searches_plays_its_best_in_a_rollout_among_three_sides() -> None:
    """Seat 0 takes 5 coins; the others end with 1 to 5 each: it leads by 5 less half their sum."""
    before = RULES.begin(3, None)
    state = RULES.play(before, 0, MIXED)
    lead = HeuristicLead(piles.GAME, 3)
    lead.start(state)
    met = {
        lead.measured(rollout_rounds(RULES, Random(seed), lead, 0)(state, before, 0), 0)
        for seed in range(500)
    }

    assert met == {5 - coins / 2 for coins in range(2, 11)}


def chain(*seats: Seat) -> branches.Tree:
    """Return a match in which these seats move, one after the other, and then seat 1 ends it."""
    spots = ["start", *(f"s{n}" for n in range(1, len(seats))), "last"]
    turns = zip(spots, spots[1:], seats, strict=False)
    tree = {spot: Spot((after,), seat) for spot, after, seat in turns}
    return {**tree, "last": Spot(("end",), seat=1), "end": Spot(worth=(1, 0))}


@pytest.mark.parametrize(
    ("seats", "rounds", "left"),
    [
        pytest.param((0, 1, 0, 1, 0, 1), 1, 2, id="one round: to its next turn"),
        pytest.param((0, 1, 0, 1, 0, 1), 2, 4, id="two rounds: to the one after that"),
        pytest.param((0,) * 12 + (1, 0), 1, 13, id="a turn of twelve moves"),
        pytest.param((0, *[1] * 99), 1, 81, id="two turns of at most forty moves"),
    ],
)
def test_a_rollout_goes_on_for_so_many_rounds(
    seats: tuple[Seat, ...], rounds: int, left: int
) -> None:
    """Seat 0 makes the first move, and the rollout the others."""
    tree = chain(*seats)
    game = branches.tree_game(tree)
    rules: Any = game.rules
    lead, before = HeuristicLead(game, 2), branches.at(tree, "start")
    lead.start(before)
    rollout = rollout_rounds(rules, Random(1), lead, 0, rounds)
    rollout(rules.play(before, 0, branches.Go("s1")), before, 0)

    assert len(rules.left) == left


class OneTurn(piles.Rules):
    """All is one turn, of which the end of the match is a part."""

    def turn_of(self, state: piles.Position) -> Seat:
        return 0


def test_a_turn_that_goes_on_to_the_end_of_the_match_ends_there() -> None:
    lead = HeuristicLead(piles.GAME, 2)
    lead.start(START)
    rewards = rollout_rounds(OneTurn(), Random(1), lead, 0)(RULES.play(START, 0, MIXED), START, 0)

    assert sum(rewards) == pytest.approx(1)


def test_places_make_half_of_the_reward_at_the_end() -> None:
    """The place is worth 1; the gain of 3 is the widest met, so that it counts as 1."""
    end = piles.Position((Over.ranked((5, 2)),), (5, 2))

    assert objective().at_end(end, Result((5, 2), (1, 2))) == pytest.approx(
        ((logistic(1) + 1) / 2, logistic(-1) / 2)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_search_tries_the_most_promising_move_first_below_the_root(seed: int) -> None:
    lead, rng = objective(), Random(seed)
    tree = Tree(piles.GAME, rng, lead, rollout_rounds(RULES, rng, lead, 0), 0.25)
    root = tree.root(DECISION, START)
    for _ in range(20):
        tree.simulate(root, DECISION.view)
    child = root.children[root.indices[MIXED]]

    assert child is not None
    assert child.moves[0] == Take(5)


def test_forty_moves_below_the_root_are_tried_in_their_order() -> None:
    ways = {f"w{n}": Spot(("over",), worth=(0, n)) for n in range(40)}
    game = branches.tree_game(
        {"start": Spot(("wide",)), "wide": Spot(tuple(ways), seat=1), **ways, "over": Spot()}
    )
    rules, lead, rng = game.rules, HeuristicLead(game, 2), Random(1)
    state = rules.begin(2, None)
    lead.start(state)
    tree = Tree(game, rng, lead, rollout_rounds(rules, rng, lead, 0), 0.25)
    root = tree.root(decision_of(game, state), state)
    for _ in range(3):
        tree.simulate(root, rules.view(state, 0))
    (child,) = root.children

    assert child is not None
    assert child.moves[:2] == [branches.Go("w39"), branches.Go("w38")]


@pytest.mark.parametrize(
    ("objective", "is_sure"),
    [
        pytest.param("points", True, id="one world"),
        pytest.param("shared", False, id="the mean of twenty, where all share one result"),
    ],
)
def test_a_prior_looks_at_many_worlds_where_a_gamble_costs_all(
    objective: Objective, is_sure: bool
) -> None:
    """To name the card brings 2 in one world and -2 in another."""
    game = replace(hidden_card.hidden_card(hidden_card.Valued()), objective=objective)
    decision = game.match(seed=1).decision(0)
    state, rng = game.rules.determinize(decision.view, Random(1)), Random(1)
    lead = HeuristicLead(game, 2)
    lead.start(state)
    tree = Tree(game, rng, lead, rollout_rounds(game.rules, rng, lead, 0), 0.25)
    root = tree.root(decision, state)

    assert isinstance(root, PriorNode)
    assert (abs(root.values_by_move[hidden_card.Name(0)]) == 4) is is_sure


def test_the_luck_of_a_turn_does_not_hang_on_the_turns_before_it() -> None:
    """Seat 1 chooses by lot in the first match, and has taken a coin in the second.

    Each seat leads the mean of the others, so that two leads differ by 1.5 times their coins.
    """
    first = RULES.play(RULES.play(RULES.begin(3, None), 0, MIXED), 0, Take(5))
    second = RULES.play(RULES.play(first, 1, LOW), 1, Take(2))
    lead = HeuristicLead(piles.GAME, 3)
    lead.start(first)
    rollout = rollout_rounds(RULES, Random(1), lead, 0)

    def coins(state: piles.Position, luck: int) -> float:
        rewards = rollout(state, state, luck)
        return 5 + (lead.measured(rewards, 2) - lead.measured(rewards, 0)) / 1.5

    met = {(coins(first, luck), coins(second, luck)) for luck in range(1, 100)}

    assert met == {(number, number) for number in range(1, 6)}


class Noting(piles.Rules):
    """Notes the luck that each world is drawn with."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def determinize(self, view: OpenView[piles.Position], rng: Random) -> piles.Position:
        self.drawn.append(rng.random())
        return super().determinize(view, rng)


def test_simulations_of_all_root_moves_meet_the_same_worlds_in_the_same_order() -> None:
    rules, lead, met = Noting(), objective(), defaultdict[int, list[float]](list)
    rng = Random(1)
    game, rollout = replace(piles.GAME, rules=rules), rollout_rounds(rules, rng, lead, 0)
    tree = Tree(game, rng, lead, rollout, 0.25)
    root = tree.root(DECISION, START)
    for _ in range(60):
        index, _ = tree.simulate(root, DECISION.view)
        met[index].append(rules.drawn[-1])
    longest = max(met.values(), key=len)

    assert len(met) == len(CHOICES)
    assert len(set(longest)) == len(longest)
    assert all(drawn == longest[: len(drawn)] for drawn in met.values())
