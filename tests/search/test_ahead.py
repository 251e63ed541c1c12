"""The bot ``ahead``: it looks to a horizon beyond its turn, and leaves greedy on proof alone."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import log
from random import Random
from typing import Any

import msgspec
import pytest

import parlour
from parlour import BotHints, Decision, Game, Move, Seat, WinChance
from parlour.players.greedy import Greedy
from parlour.players.included import make_bot
from parlour.rules.errors import SetupError
from parlour.rules.events import ChanceResolved, Event, Played
from parlour_search.ahead.bot import Ahead
from parlour_search.ahead.rollouts import CommonRandomNumbers, Rollouts
from parlour_search.ahead.turns import FastTurns
from parlour_search.settings import AheadSettings
from tests.broken_games import knock
from tests.broken_games.pots import Put, Valued, pots
from tests.players.branches import At, Go, Rules, Spot, Tree, at, tree_game
from tests.search.decisions import decision_of

BAIT: Tree = {
    "start": Spot(("bait", "plain")),
    "bait": Spot(("snap", "miss"), seat=1, worth=(5, 0)),
    "plain": Spot(("calm",), seat=1, worth=(2, 0)),
    "snap": Spot(worth=(0, 3)),
    "miss": Spot(worth=(5, 0)),
    "calm": Spot(worth=(2, 1)),
}
"""Greedy takes the bait for its 5 points, and loses them by the answer. Plain play ends 2 : 1."""

SHOWY: Tree = {
    "start": Spot(("narrow", "wide")),
    "narrow": Spot(("won",), seat=1, worth=(1, 0)),
    "wide": Spot(("drawn",), seat=1, worth=(2, 0)),
    "won": Spot(("first",), seat=None, worth=(1, 0)),
    "drawn": Spot(("even",), seat=None, worth=(2, 0)),
    "first": Spot(worth=(4, 3)),
    "even": Spot(worth=(3, 3)),
}
"""Greedy goes wide, and draws; narrow wins by a point."""

NOISE = 12
"""Number of equally good moves, and of faces of the die that decides what each brings."""

DICE: Tree = {
    "start": Spot(tuple(f"m{n}" for n in range(NOISE))),
    **{
        f"m{n}": Spot(tuple(f"m{n}f{face}" for face in range(NOISE)), seat=None, worth=(n == 0, 0))
        for n in range(NOISE)
    },
    **{
        f"m{n}f{face}": Spot(worth=((7 * n + face) * 5 % NOISE, 0))
        for n in range(NOISE)
        for face in range(NOISE)
    },
}
"""Each move brings 0 to 11 points, each as likely as the next, but never the same as another's."""

TWINS: Tree = {
    "start": Spot(("left", "right")),
    **{
        side: Spot(tuple(f"{side}{face}" for face in range(30)), seat=None)
        for side in ("left", "right")
    },
    **{f"{side}{face}": Spot(worth=(face, 0)) for side in ("left", "right") for face in range(30)},
}
"""Two moves that bring as many points as a die of thirty sides shows."""


def decision_at(game: Game, name: str = "start", seat: Seat = 0) -> Decision:
    """Return the decision at a spot of a tree."""
    rules: Any = game.rules
    state = at(rules.tree, name)
    return Decision(seat, rules.view(state, seat), rules.moves(state, seat), seats=2)


def ahead(game: Game, rollouts: int = 40, seed: int = 1) -> Ahead:
    return Ahead(game, Random(seed), AheadSettings(rollouts=rollouts))


# What it sees


@pytest.mark.parametrize(
    ("tree", "greedily", "far_sighted"),
    [
        pytest.param(BAIT, "bait", "plain", id="the answer of the other seat"),
        pytest.param(SHOWY, "wide", "narrow", id="the real lead at the end"),
    ],
)
def test_it_sees_what_greedy_does_not(tree: Tree, greedily: str, far_sighted: str) -> None:
    game = tree_game(tree)

    assert Greedy(game, Random(1)).choose(decision_at(game)) == Go(greedily)
    assert {ahead(game, seed=seed).choose(decision_at(game)) for seed in range(5)} == {
        Go(far_sighted)
    }


def test_opinions_hold_what_rollouts_brought_the_choice_first() -> None:
    bot = ahead(tree_game(BAIT))
    plain, bait = bot.prospects(decision_at(tree_game(BAIT)))

    assert bot.measure == "expected lead in points"
    assert (plain.move, plain.value, plain.error) == (Go("plain"), 1.0, 0.0)
    assert (bait.move, bait.value, bait.error) == (Go("bait"), -3.0, 0.0)
    assert (plain.kind, plain.chance, plain.count) == ("lead", None, bait.count)


def test_an_opinion_has_the_chance_of_winning_at_the_horizon() -> None:
    """With a width of 1 / ln 3, a lead of n points wins by a chance of 1 / (1 + 3 ** -n)."""
    tree: Tree = {
        "start": Spot(("near", "far"), stretch=0),
        "near": Spot(("end",), seat=1, worth=(3, 2), stretch=1),
        "far": Spot(("end",), seat=1, worth=(2, 4), stretch=1),
        "end": Spot(),
    }
    width = 1 / log(3)
    widths = WinChance[At](start=width, end=width, stage=lambda _state: 0.0)
    game = replace(tree_game(tree), bots=BotHints(chance=widths))

    bot = ahead(game)
    near, far = bot.prospects(decision_at(game))

    assert bot.choose(decision_at(game)) == Go("near")
    assert bot.info["value"] == pytest.approx(3 / 4), (
        "it has its own move's chance, not 1/2 before it"
    )
    assert (near.move, far.move) == (Go("near"), Go("far"))
    assert [near.chance, far.chance] == pytest.approx([3 / 4, 1 / 10])


def test_an_opinion_tells_the_own_moves_that_follow() -> None:
    tree: Tree = {
        "start": Spot(("left", "right")),
        "left": Spot(("reply",), seat=1, worth=(1, 0)),
        "reply": Spot(("high", "low")),
        "right": Spot(worth=(0, 0)),
        "high": Spot(worth=(3, 0)),
        "low": Spot(worth=(2, 0)),
    }
    left, right = ahead(tree_game(tree)).prospects(decision_at(tree_game(tree)))

    assert (left.move, left.line) == (Go("left"), ((0, Go("high")),))
    assert (right.move, right.line) == (Go("right"), ())


def test_an_opinion_has_the_error_of_its_mean() -> None:
    first, *rest = ahead(tree_game(DICE), rollouts=400).prospects(decision_at(tree_game(DICE)))

    assert len(rest) == 8 - 1
    # Leads are 0 to 11, as likely as each other: their standard deviation is 3.45.
    assert abs(first.value - 5.5) < 4 * first.error
    assert 0.5 < first.error * (first.share * 400) ** 0.5 / 3.45 < 1.5
    assert [one.value for one in rest] == sorted((one.value for one in rest), reverse=True)


def test_without_time_for_a_rollout_greedys_choice_stands() -> None:
    only = ahead(tree_game(BAIT), rollouts=1).prospects(decision_at(tree_game(BAIT)))

    assert [(one.move, one.count) for one in only] == [(Go("bait"), 0)]


@pytest.mark.parametrize(
    ("objective", "seats"),
    [("places", 3), ("points", 2), ("teams", 4), ("shared", 3), ("single", 1)],
)
def test_it_follows_every_objective(objective: Any, seats: int) -> None:
    """Coins are put in for the own side: as many as can be."""
    game = pots(objective, seats, Valued(objective))

    assert ahead(game, 80).choose(decision_of(game, game.rules.begin(seats))) == Put(3)


def test_where_places_count_a_sure_win_is_worth_more_than_a_lead() -> None:
    """By points, 9 : 0 or 0 : 1 is better in the mean than 1 : 0; by places it is not."""
    tree: Tree = {
        "start": Spot(("gamble", "safe")),
        "gamble": Spot(("high", "low", "low again"), seat=None, worth=(2, 0)),
        "safe": Spot(("sure",), seat=None),
        "high": Spot(worth=(6, 0)),
        "low": Spot(worth=(0, 1)),
        "low again": Spot(worth=(0, 1)),
        "sure": Spot(worth=(1, 0)),
    }
    game = tree_game(tree)
    chosen = {
        objective: ahead(replace(game, objective=objective), 2000).choose(decision_at(game))
        for objective in ("places", "points")
    }

    assert chosen == {"places": Go("safe"), "points": Go("gamble")}


# The guard


def test_greedys_move_is_not_left_for_noise() -> None:
    game = tree_game(DICE)
    left = [ahead(game, 200, seed).choose(decision_at(game)) != Go("m0") for seed in range(30)]

    assert sum(left) <= 8


def test_a_move_made_too_often_is_not_made_again() -> None:
    game = tree_game(BAIT)
    bot, decision = ahead(game), decision_at(game)
    again = Decision(0, decision.view, decision.moves, events=(Played(0, "go plain"),), seats=2)
    made = [bot.choose(asked) for asked in (decision, again, again, again, again)]

    assert made == [Go("plain")] * 4 + [Go("bait")]


# Common random numbers


def test_moves_that_lead_to_the_same_are_worth_the_same_in_every_round() -> None:
    game = tree_game(TWINS)
    rollouts = Rollouts(game, 2, FastTurns(game))
    world = at(TWINS, "start")
    values = [
        [rollouts.value(world, 0, Go(way), seed) for way in ("left", "right")] for seed in range(40)
    ]

    assert [left for left, _ in values] == [right for _, right in values]
    assert len({left for left, _ in values}) > 10


def test_each_kind_of_draws_has_luck_of_its_own() -> None:
    numbers = CommonRandomNumbers(1)
    first = {kind: numbers.draws_of(kind).random() for kind in ("die", "card")}

    assert first["die"] != first["card"]
    assert CommonRandomNumbers(1).draws_of("card").random() == first["card"]


def test_a_small_steady_gain_shows_through_great_luck() -> None:
    """The right way brings a point more than the left by every face of a die of thirty sides."""
    faces = {f"right{face}": Spot(worth=(face + 1, 0)) for face in range(30)}
    tree = {**TWINS, **faces, "left": Spot(TWINS["left"].ways, None, (1, 0))}
    game = replace(tree_game(tree), objective="points")

    assert Greedy(game, Random(1)).choose(decision_at(game)) == Go("left")
    assert {ahead(game, 12, seed).choose(decision_at(game)) for seed in range(20)} == {Go("right")}


class Noted(Rules):
    """Notes each state that is sampled and each rollout that begins."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self.notes: list[str] = []

    def determinize(self, view: Any, rng: Random) -> At:
        self.notes.append("world")
        return super().determinize(view, rng)

    def round_key(self, state: At) -> None:
        self.notes.append("rollout")


def test_all_candidates_of_a_round_share_one_world() -> None:
    """Opinions of four candidates take 60 / 2 rollouts for 7 rounds; then no rival has any hope."""
    ends = {way: Spot(worth=(n, 0)) for n, way in enumerate("abcd")}
    tree = {"start": Spot(tuple(ends)), **ends}
    game = replace(tree_game(tree), rules=Noted(tree))
    rules: Any = game.rules
    ahead(game, 60).prospects(decision_at(game))
    rounds = [len(list(group)) for note, group in groupby(rules.notes) if note == "rollout"]

    assert rounds == [4] * 7 + [2]


def test_a_game_may_say_after_how_many_rounds_a_difference_is_known() -> None:
    ends = {way: Spot(worth=(n, 0)) for n, way in enumerate("abcd")}
    tree = {"start": Spot(tuple(ends)), **ends}
    game = replace(tree_game(tree), rules=Noted(tree), bots=BotHints(steady_rounds=3))
    rules: Any = game.rules
    ahead(game, 60).choose(decision_at(game))

    assert rules.notes.count("rollout") == 3 * 4


def test_what_is_forgotten_changes_no_other_opinion() -> None:
    """Of thirty answers ten are weighed once their gains are known, after the first round."""
    ways = {f"w{n}": Spot(("end",), worth=(0, n)) for n in range(30)}
    tree = {"start": Spot(("a", "b")), "a": Spot(tuple(ways), 1), **ways, "end": Spot()}
    tree["b"] = tree["a"]
    game, rng = tree_game(tree), Random(1)
    bot, luck, rules = Ahead(game, rng, AheadSettings(rollouts=40)), rng.getstate(), game.rules
    left = []
    for _ in range(2):
        rng.setstate(luck)
        bot.forget()
        bot.prospects(decision_at(game))
        left.append(len(rules.left))  # type: ignore[attr-defined]  # they are the rules of a tree
        rules.left.clear()  # type: ignore[attr-defined]  # likewise

    assert left[0] == left[1] < 20 * 30


# Settings


def test_it_declines_a_game_without_a_heuristic_in_a_line() -> None:
    with pytest.raises(SetupError, match=r"^ahead declines knock: the game has no heuristic$"):
        make_bot("ahead", knock.GAME, Random(1))


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ("seconds=-1", "seconds: expected a number, 0 or more, got '-1'"),
        ("seconds=nan", "seconds: expected a number, 0 or more, got 'nan'"),
        ("seconds=inf", "seconds: expected a number, 86400 or less, got 'inf'"),
        ("rollouts=-5", "rollouts: expected a whole number, 0 or more, got '-5'"),
    ],
)
def test_a_budget_is_a_number_from_0_on(settings: str, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        make_bot(f"ahead:{settings}", tree_game(BAIT), Random(1))


def test_the_same_rollouts_and_seed_make_the_same_moves() -> None:
    game = tree_game(DICE)

    def moves(seeds: Sequence[int]) -> list[Move]:
        return [ahead(game, 60, seed).choose(decision_at(game)) for seed in seeds]

    assert moves(range(5)) == moves(range(5))


def test_a_match_with_sealed_bids_and_chance_repeats_from_its_seed() -> None:
    players = ["ahead:rollouts=8", "greedy", "ahead:rollouts=8"]
    lines = [parlour.play("giants", players, seed=7, round_limit=1).lines for _ in range(2)]

    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("event", "chosen"),
    [
        pytest.param(Played(1, "go calm"), "bait", id="it has waited in this round"),
        pytest.param(ChanceResolved("blow plain"), "plain", id="a new round has begun"),
    ],
)
def test_ahead_waits_once_a_round(event: Event, chosen: str) -> None:
    """Then it is idle only by greedy's choice: others who wait as well would never go first."""
    game = replace(tree_game(BAIT), bots=BotHints(idle=frozenset({Go("plain")})))
    ahead = Ahead(game, Random(1), AheadSettings(rollouts=24))
    asked = decision_of(game, game.rules.begin(2))
    told = (Played(0, "go plain"), Played(1, "go calm"))

    assert ahead.choose(asked_after(asked, *told)) == Go("plain")
    assert ahead.choose(asked_after(asked, *told, event)) == Go(chosen)


def test_ahead_takes_no_detour_to_wait_again() -> None:
    """To go aside leaves only an idle move: the rollouts hope for the calm that follows it."""
    tree = {
        "first": Spot(("rest", "stop"), worth=(1, 0)),
        "start": Spot(("home", "aside")),
        "home": Spot(("stop",), seat=1, worth=(1, 0)),
        "aside": Spot(("rest",)),
        "rest": Spot(("calm",), seat=1),
        "calm": Spot(worth=(5, 0)),
        "stop": Spot(),
    }
    game = replace(tree_game(tree), bots=BotHints(idle=frozenset({Go("rest")})))
    ahead = Ahead(game, Random(1), AheadSettings(rollouts=24))
    first, then = (decision_of(game, at(tree, spot)) for spot in ("first", "start"))

    assert ahead.choose(then) == Go("aside")
    assert ahead.choose(first) == Go("rest")
    assert ahead.choose(asked_after(then, Played(1, "go calm"))) == Go("home")


def asked_after(decision: Decision[Any, Move], *events: Event) -> Decision[Any, Move]:
    return msgspec.structs.replace(decision, events=events)
