"""Wrong bots die: each test fails for one way to be wrong.

Everything expected is worked out by hand on tiny games. ``test_exact`` looks at single nodes and
rollouts in the same manner, ``test_repetition`` and ``test_regret`` at what their names say.
"""

from itertools import pairwise, product
from random import Random

import pytest

import parlour
from parlour import Decision, Game, Move
from parlour.players.advice import Prospect
from parlour.players.included import make_bot
from parlour.rules.seats import share_beaten
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from parlour_search.tree.proof import ProofNode
from tests.search import kuhn
from tests.search.decisions import decision_of
from tests.search.hidden_card import Pass as PassCard
from tests.search.hidden_card import Rules, Valued, hidden_card
from tests.search.kuhn import JACK, KING, QUEEN, Bet, Hand, Pass
from tests.search.rooms import RIGHT, Look, room
from tests.search.trees import Branch, Fork, Go, tree

SEEDS = range(5)


def prospects(game: Game, simulations: int, seed: int) -> list[Prospect]:
    """Return what search thinks of the moves at the start of a game."""
    seats = game.seats[0]
    decision = decision_of(game, game.rules.begin(seats, None), seats)
    return Search(game, Random(seed), SearchSettings(simulations=simulations)).prospects(decision)


def value_of(move: Move, found: list[Prospect]) -> float:
    return next(prospect.value for prospect in found if prospect.move == move)


# No node for an own view, and none that views share


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_that_has_seen_its_card_names_it(seed: int) -> None:
    """Who names the card that they saw gains 2; who sees no card gains 0 on the average."""
    assert 1.5 < value_of(Look(), prospects(room(2, "the card"), 300, seed)) <= RIGHT


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_right_for_every_card_is_learnt_before_a_card_comes_twice(seed: int) -> None:
    """Of a thousand cards hardly one comes three times in 300 simulations."""
    assert 1.5 < value_of(Look(), prospects(room(1000, "one"), 300, seed)) <= RIGHT


# One sampled state for all simulations; rewards of the wrong seat


HANDS = [
    pytest.param(Hand(1, JACK, "b"), Pass(), id="a jack loses every showdown"),
    pytest.param(Hand(0, JACK, "pb"), Pass(), id="a jack that passed loses every showdown"),
    pytest.param(Hand(1, QUEEN, "b"), Bet(), id="a queen wins or loses 2: better than losing 1"),
    pytest.param(Hand(0, QUEEN, "pb"), Bet(), id="a queen that passed wins or loses 2"),
    pytest.param(Hand(1, KING, "b"), Bet(), id="a king wins 2 in place of losing 1"),
    pytest.param(Hand(1, KING, "p"), Bet(), id="a king wins 1 or 2 in place of 1"),
]


def answer(hand: Hand, simulations: int, seed: int) -> Move:
    decision = Decision(hand.seat, hand, (Bet(), Pass()), seats=2)
    return Search(kuhn.GAME, Random(seed), SearchSettings(simulations=simulations)).choose(decision)


@pytest.mark.parametrize(("hand", "right"), HANDS)
def test_a_hand_is_played_against_all_hands_that_fit(hand: Hand, right: Bet | Pass) -> None:
    assert {answer(hand, 100, seed) for seed in range(10)} == {right}


def test_at_kuhn_poker_a_best_response_wins_a_sixth_of_a_chip_from_search() -> None:
    """Search never bluffs and calls with every queen; from random play 0.458 are won."""
    bets = {
        (seat, card, said): sum(
            answer(Hand(seat, card, said), 50, seed) == Bet() for seed in range(10)
        )
        / 10
        for seat, card, said in kuhn.SETS
    }

    assert kuhn.exploitability(dict.fromkeys(kuhn.SETS, 0.5)) == pytest.approx(0.458, abs=0.001)
    assert kuhn.exploitability(bets) < 0.2


@pytest.mark.parametrize(
    ("bot", "rules"),
    [
        pytest.param("search:simulations=200", Rules(), id="search"),
        pytest.param("search:simulations=200", Valued(), id="search with a heuristic"),
        pytest.param("ahead:rollouts=200", Valued(), id="ahead"),
    ],
)
def test_a_hidden_card_is_not_taken_for_known(bot: str, rules: Rules) -> None:
    """Naming a card brings 2 or -2, and nothing on the average; passing brings 1."""
    game = hidden_card(rules)
    decision = game.match(seed=1).decision(0)
    chosen = [make_bot(bot, game, Random(seed)).choose(decision) for seed in range(20)]

    assert chosen.count(PassCard()) >= 18


HELPED = Fork(1, ((2, 1, 0), (0, 2, 1)))
"""Seat 1 is second if it helps seat 0 to win, and wins if it does not."""
SPARED = Fork(1, ((2, 2, 0), (0, 1, 2)))
"""Seat 1 shares the first place with seat 0, or is second and seat 0 last."""
SECOND = (1, 2, 0)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("fork", "best", "value"),
    [
        pytest.param(HELPED, Go(1), 0.0, id="no other seat helps"),
        pytest.param(SPARED, Go(0), 0.75, id="no other seat harms itself to harm"),
    ],
)
def test_every_seat_plays_for_itself(fork: Fork, best: Go, value: float, seed: int) -> None:
    """Seat 0 beats half of the others if it takes the second place itself."""
    found = prospects(tree(3, fork, SECOND), 400, seed)

    assert found[0].move == best
    assert value_of(Go(0), found) == pytest.approx(value, abs=0.24)
    assert value_of(Go(1), found) == 0.5


# Proofs, in games of two seats

DRAW, BEATEN = (0, 0), (0, 1)
HOPE = Fork(0, ((1, 0), *[(0, 1)] * 3))
REFUTED = Fork(1, (*[(1, 0)] * 6, (0, 1)))
"""Six answers of seat 1 let seat 0 win, and one refutes its move."""
FORCED = Fork(1, (HOPE, HOPE))
"""Seat 0 wins whatever seat 1 answers, but seldom at random."""
LOST = Fork(1, (*[(1, 0)] * 5, *[(0, 1)] * 2))
"""Two answers of seat 1 win, where ``REFUTED`` leaves it one."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("branches", "simulations", "best", "expected"),
    [
        pytest.param((REFUTED, DRAW), 10, Go(1), 0.5, id="one answer refutes what often won"),
        pytest.param((FORCED, DRAW), 600, Go(0), 1.0, id="a win against all answers is sure"),
        pytest.param(
            (*[BEATEN] * 19, (1, 0)), 20, Go(19), 1.0, id="no move that loses is repeated"
        ),
        pytest.param((LOST, REFUTED, LOST), 99_999, Go(1), 0.0, id="all lose, one only to one"),
    ],
)
def test_what_is_proved_outweighs_all_counts(
    branches: tuple[Branch, ...], simulations: int, best: Go, expected: float, seed: int
) -> None:
    game = tree(2, *branches)
    search = Search(game, Random(seed), SearchSettings(simulations=simulations))

    assert search.choose(decision_of(game, game.rules.begin(2, None))) == best
    assert search.info["value"] == expected


@pytest.mark.parametrize(
    ("decisions", "count"),
    [
        pytest.param(50, 50, id="each simulation goes one move deeper"),
        pytest.param(150, 300, id="but no deeper than a hundred moves"),
    ],
)
def test_an_end_is_proved_once_the_tree_reaches_it(decisions: int, count: int) -> None:
    line: Branch = (1, 0)
    for number in range(decisions - 1):
        line = Fork(number % 2, (line,))
    (found,) = prospects(tree(2, line), 300, 1)

    assert (found.count, found.is_proved) == (count, count == decisions)


def test_a_move_that_is_proved_is_not_repeated() -> None:
    """After 640 visits a choice is repeated ten times."""
    node = ProofNode(0, [Go(0), Go(1)])
    for _ in range(640):
        node.update(node.pick(1.0), 0.5)
        node.repeats = 0
    lost = node.pick(1.0)
    assert [node.repeats, node.pick(1.0)] == [10, lost]
    node.prove(lost, wins=False)

    assert node.pick(1.0) == 1 - lost


def test_the_clock_cuts_no_simulations_short_that_nobody_asked_for() -> None:
    """The second decision is known to be lost, and counts as it is: there is no time for it."""
    doomed = Fork(1, (Fork(0, (BEATEN, BEATEN)),))
    game = tree(2, doomed, doomed)
    search, state = Search(game, Random(1), SearchSettings(seconds=60)), game.rules.begin(2, None)
    move = search.choose(decision_of(game, state))
    state = game.rules.play(game.rules.play(state, 0, move), 1, Go(0))
    search.seconds = 1e-9
    search.choose(decision_of(game, state))

    assert search.info["value"] == 0
    assert search.simulations > 1
    assert not search.is_cut_short


# Bounds and widening


LAST = (0, 2, 1)
FIRST = (2, 1, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_simulations_go_where_the_bounds_are_highest(seed: int) -> None:
    """Moves worth 1, ½ and 0, and bounds of mean + 0.7 √(ln visits / count): 50 visits by hand."""
    found = prospects(tree(3, FIRST, SECOND, LAST), 50, seed)

    assert [(p.move, round(50 * p.share)) for p in found] == [(Go(0), 44), (Go(1), 4), (Go(2), 2)]


@pytest.mark.parametrize(
    ("simulations", "tried"),
    [
        pytest.param(5, 5, id="five at first"),
        pytest.param(100, 21, id="5 + 1.6 √99 = 20.9"),
    ],
)
def test_of_many_moves_more_are_tried_with_the_root_of_the_visits(
    simulations: int, tried: int
) -> None:
    assert len(prospects(tree(3, *[LAST] * 100), simulations, 1)) == tried


# Thinking longer that does not help


LADDER = (4, 16, 64)
"""Simulations of each step: two doublings over the one before."""


@pytest.mark.parametrize(("less", "more"), list(pairwise(LADDER)))
def test_four_times_the_simulations_beat_at_connect_four(less: int, more: int) -> None:
    """Ten deals, both seats; 0.78 is promised by 0.66 a doubling."""
    names, total = (f"search:simulations={more}", f"search:simulations={less}"), 0.0
    for seed, seat in product(range(10), (0, 1)):
        match = parlour.play("connect_four", names if seat == 0 else names[::-1], seed=seed)
        total += share_beaten(match.result.places)[seat]

    assert total / 20 > 0.6
