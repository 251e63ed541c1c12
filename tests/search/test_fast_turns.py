"""Fast turns: everybody's in the rollouts of ``ahead``, and the answers that are still sealed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour import BotHints, Over, Seat, Tell, swapped
from parlour_search.ahead.bot import Ahead
from parlour_search.ahead.turns import FastTurns
from parlour_search.settings import AheadSettings
from tests.broken_games import sealed_bid
from tests.broken_games.sealed_bid import Auction, Bid, Bidding
from tests.players.branches import At, Go, Rules, Spot, Tree, at, tree_game
from tests.search.decisions import decision_of

# Whole turns


class Asking(Rules):
    """Rules that say whose turn it is by the first letter of a spot: ``b`` is seat 1."""

    def turn_of(self, state: At) -> Seat:
        return int(state.spot.startswith("b"))


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param("start:0 a1:1 a2:0 b3:1 a4:0 b5:1 a6:0", id="the other in the own turn"),
        pytest.param("start:0 b1:1 b2:0 a3:0 b4:1 a5:0", id="it is in the other's"),
    ],
)
def test_a_turn_in_which_two_seats_are_asked_is_one(asked: str) -> None:
    """Spots are named with the seat asked; the last one begins the third turn of seat 0."""
    spots = [spot.split(":") for spot in asked.split()]
    tree = {
        name: Spot((following,), int(seat), worth=(1, 0))
        for (name, seat), (following, _) in zip(spots, [*spots[1:], ("end", "")], strict=True)
    }
    tree |= {"start": Spot((spots[1][0], "end")), "end": Spot()}
    rules = Asking(tree)
    game = replace(tree_game(tree), rules=rules)
    bot = Ahead(game, Random(1), AheadSettings(rollouts=40))
    bot.choose(decision_of(game, at(tree, "start"), seats=2))

    assert set(rules.left) == {name for name, _ in spots[:-1]}


def end_of_turn(turns: FastTurns, tree: Tree, seed: int = 1) -> str:
    state, _ = turns.play(at(tree, "start"), 0, Random(seed))
    assert isinstance(state, At)
    return state.spot


def test_what_a_rollout_teaches_counts_in_the_next_round() -> None:
    """Of thirty moves known by their gains, the best eight are weighed again, and two drawn."""
    tree: Tree = {"start": Spot(tuple(f"m{n}" for n in range(30)))}
    tree = {**tree, **{f"m{n}": Spot(worth=(n, 0)) for n in range(30)}}
    game = tree_game(tree)
    rules: Any = game.rules
    turns = FastTurns(game)
    weighed, ends = [], []
    for learns in (False, True, True):
        rules.left.clear()
        ends.append(end_of_turn(turns, tree, 1))
        weighed.append(len(rules.left))
        if learns:
            turns.learn()

    assert weighed == [30, 30, 10]
    assert ends == ["m29"] * 3


@pytest.mark.parametrize(
    ("known", "weighed"),
    [
        pytest.param(14, 30, id="all, since less than half are known"),
        pytest.param(15, 10, id="the best eight that are known, and two drawn"),
    ],
)
def test_a_long_list_is_cut_short_once_half_of_it_is_known(known: int, weighed: int) -> None:
    ways = [f"m{n}" for n in range(30)]
    tree: Tree = {"some": Spot(tuple(ways[:known])), "start": Spot(tuple(ways))}
    tree = {**tree, **{way: Spot(worth=(n, 0)) for n, way in enumerate(ways)}}
    game = tree_game(tree)
    rules: Any = game.rules
    turns = FastTurns(game)
    turns.play(at(tree, "some"), 0, Random(1))
    turns.learn()
    rules.left.clear()
    end_of_turn(turns, tree)

    assert len(rules.left) == weighed


def test_a_turn_ends_where_its_last_move_is_best() -> None:
    """By its first move `near` is better, by the whole turn `far` is."""
    tree: Tree = {
        "start": Spot(("near", "far")),
        "near": Spot(("near end",), worth=(3, 0)),
        "far": Spot(("far end", "far side"), worth=(0, 0)),
        "near end": Spot(("over",), seat=1, worth=(3, 0)),
        "far end": Spot(("over",), seat=1, worth=(7, 0)),
        "far side": Spot(("over",), seat=1, worth=(1, 0)),
        "over": Spot(),
    }

    assert end_of_turn(FastTurns(tree_game(tree)), tree) == "far end"


def test_equal_ends_are_as_likely_as_each_other() -> None:
    tree: Tree = {
        "start": Spot(("a", "b", "c")),
        **{way: Spot(("over",), seat=1, worth=(way != "b", 0)) for way in "abc"},
        "over": Spot(),
    }
    turns = FastTurns(tree_game(tree))
    ends = Counter(end_of_turn(turns, tree, seed) for seed in range(100))

    assert set(ends) == {"a", "c"}
    assert min(ends.values()) > 30


@pytest.mark.parametrize("named", [(), (Go("further"),)], ids=["found", "named by the game"])
@pytest.mark.parametrize("seed", range(5))
def test_of_equal_ends_the_nearest_is_taken(seed: int, named: Sequence[Go]) -> None:
    tree: Tree = {
        "start": Spot(("way", "end")),
        "way": Spot(("further",), worth=(1, 0)),
        "further": Spot(("over",), seat=1, worth=(1, 0)),
        "end": Spot(("over",), seat=1, worth=(1, 0)),
        "over": Spot(),
    }
    hints = BotHints(quick_turn=lambda state, _seat: named if state.spot == "way" else ())

    assert end_of_turn(FastTurns(replace(tree_game(tree), bots=hints)), tree, seed) == "end"


def test_a_turn_that_the_game_names_is_played_or_else_the_best_that_is_found() -> None:
    tree: Tree = {
        "start": Spot(("near", "far")),
        "near": Spot(("end",), worth=(3, 0)),
        "far": Spot(("end", "side"), worth=(0, 0)),
        "end": Spot(("over",), seat=1, worth=(5, 0)),
        "side": Spot(("over",), seat=1, worth=(1, 0)),
        "over": Spot(),
    }
    named = {"start": (Go("far"), Go("side"))}
    hints = BotHints(quick_turn=lambda state, _seat: named.get(state.spot, ()))
    turns = FastTurns(replace(tree_game(tree), bots=hints))

    assert end_of_turn(turns, tree) == "side"
    assert turns.play(at(tree, "far"), 0, Random(1))[1] == (Go("end"),)


def test_the_rest_of_a_turn_that_the_game_names_is_weighed_by_its_end() -> None:
    """Sixty ends do not reach through four steps of twelve moves each; the named rest does."""
    steps = ("first", "second", "third", "fourth")
    tree: dict[str, Spot] = {
        "start": Spot(("first", "near")),
        "near": Spot(("over",), seat=1, worth=(3, 0)),
        "goal": Spot(("over",), seat=1, worth=(5, 0)),
        "over": Spot(),
    }
    for step, after in zip(steps, (*steps[1:], "goal"), strict=True):
        tree |= {f"{step}{n}": Spot(("over",), seat=1) for n in range(11)}
        tree[step] = Spot((*(f"{step}{n}" for n in range(11)), after))
    named = {"first": tuple(map(Go, (*steps[1:], "goal")))}
    hints = BotHints(quick_turn=lambda state, _seat: named.get(state.spot, ()))
    by_name = FastTurns(replace(tree_game(tree), bots=hints))

    assert end_of_turn(FastTurns(tree_game(tree)), tree) == "near"
    assert end_of_turn(by_name, tree) == "goal"


# Sealed answers


class Wanted(sealed_bid.Rules):
    """A heuristic that makes every seat that has answered want to have bid 2."""

    def heuristic(self, state: Auction, seat: Seat) -> float:
        phase = state.phases[-1]
        if isinstance(phase, Over):
            return float(phase.lead(seat))
        return float(isinstance(phase, Bidding) and phase.answers[seat] == Bid(2))


class Shy(Bidding, frozen=True):
    """Answers that the game guesses in a way of its own."""

    def guess(self, state: Auction, seat: Seat, rng: Random) -> Bid:
        return Bid(0)


class Open(Bidding, frozen=True):
    """Answers that the game shows in a way of its own."""

    def masked(self, seat: Seat) -> "Open":
        return self


@pytest.mark.parametrize(
    ("phase", "answers"),
    [
        pytest.param(Bidding((None, Bid(0), None), 3), (None, Bid(2), Bid(2)), id="by the policy"),
        pytest.param(Shy((None, Bid(0), None), 3), (None, Bid(0), None), id="as the game guesses"),
        pytest.param(Open((None, Bid(0), None), 3), (None, Bid(0), None), id="as the game shows"),
    ],
)
def test_others_answer_by_the_policy(phase: Bidding, answers: Sequence[Bid | None]) -> None:
    turns = FastTurns(replace(sealed_bid.GAME, rules=Wanted()))
    state = turns.answer_for_others(Auction((phase,)), 0, Random(1))

    assert state.phases[-1].answers == tuple(answers)


class OneMore(Bidding, frozen=True):
    """The first seat wins if it bids one more than the second."""

    def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: Tell) -> Auction:
        one, other = (bid.coins if bid else 0 for bid in answers)
        won = one == other + 1
        return swapped(state, Over.ranked([won, not won]))


class OutbidRules(Wanted):
    def start(self, seats: int, options: sealed_bid.Options) -> Auction:
        return Auction((OneMore((None,) * seats, options.coins),))


def test_it_bids_against_what_others_would_bid() -> None:
    """The other would bid 2. Against a bid drawn evenly 1, 2 and 3 are as good as each other."""
    game = replace(sealed_bid.GAME, rules=OutbidRules(), seats=range(2, 3))
    match = game.match(seats=2, seed=1)
    match.play("bid 0", 1)
    decision = match.decision(0)

    settings = AheadSettings(rollouts=40)
    bids = {Ahead(game, Random(seed), settings).choose(decision) for seed in range(9)}

    assert bids == {Bid(3)}


class Copying(Wanted):
    """A heuristic that makes a seat want most of all to bid as the first does, if it sees that."""

    def heuristic(self, state: Auction, seat: Seat) -> float:
        phase = state.phases[-1]
        if isinstance(phase, Bidding) and phase.answers[0] is not None:
            return 9.0 * (phase.answers[seat] == phase.answers[0])
        return super().heuristic(state, seat)


def test_nobody_sees_a_sealed_answer_in_a_rollout() -> None:
    turns = FastTurns(replace(sealed_bid.GAME, rules=Copying()))
    state, _ = turns.play(Auction((Bidding((Bid(0), None, None), 3),)), 1, Random(1))

    assert state == Auction((Bidding((Bid(0), Bid(2), None), 3),))


class Paid(Bidding, frozen=True):
    """A seat has 0, 3, 4 or 5 points for 0, 1, 2 or 3 coins; the lead of another costs as much."""

    def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: Tell) -> Auction:
        return swapped(
            state, Over.ranked([(0, 3, 4, 5)[bid.coins if bid else 0] for bid in answers])
        )


class PaidRules(Wanted):
    def start(self, seats: int, options: sealed_bid.Options) -> Auction:
        return Auction((Paid((None,) * seats, options.coins),))


@pytest.mark.parametrize(
    ("even_bids", "drawn"),
    [
        pytest.param(0.0, {3}, id="the best alone"),
        pytest.param(2.0, {2, 3}, id="a point less, which is two of the lead"),
        pytest.param(4.0, {1, 2, 3}, id="two points less"),
    ],
)
def test_sealed_answers_that_are_about_as_good_are_drawn(even_bids: float, drawn: set[int]) -> None:
    """The same generator draws the same, and hints name the best."""
    hints = BotHints(even_bids=even_bids)
    game = replace(
        sealed_bid.GAME, rules=PaidRules(), seats=range(2, 3), objective="points", bots=hints
    )
    decision = game.match(seats=2, seed=1).decision(0)
    settings = AheadSettings(rollouts=80)

    def bids() -> list[Any]:
        return [Ahead(game, Random(seed), settings).choose(decision) for seed in range(20)]

    assert {bid.coins for bid in bids()} == drawn
    assert bids() == bids()
    assert Ahead(game, Random(1), settings).prospects(decision)[0].move == Bid(3)
