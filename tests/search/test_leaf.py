"""The leaf: what it lets expect, and that bots and hints value horizons by it, and only these."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import BotHints, Game, Over, SetupError, ValueFeatures, WinChance
from parlour.players.included import make_bot
from parlour_search.leaf import Leaf, less_mean, turn_order
from parlour_search.plan_order import LineRounds
from tests.players import piles
from tests.players.branches import At, Go, Spot, Tree, at, tree_game
from tests.players.piles import Choosing, Position
from tests.search.decisions import decision_of

COINS = ValueFeatures(
    names=("coins",), of=lambda state, seat: (float(state.coins[seat]),), stage=lambda _: 0.25
)


def leaf_file(folder: Path, game: Game, **weights: tuple[float, float]) -> Path:
    """Write a leaf with a weight of so much at the start and at the end for each feature."""
    path = folder / "leaf.json"
    ends = {
        name: {"start": start, "end": end}
        for name, (start, end) in ({"turn": (2.0, 6.0), "width": (8.0, 4.0)} | weights).items()
    }
    file = {
        "game": game.id,
        "rules_version": 1,
        "release": "0.1.0",
        "command": "parlour train",
        "seed": "s",
        "matches": 9,
        "turn": ends.pop("turn"),
        "width": ends.pop("width"),
        "weights": ends,
    }
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def piles_with_leaf(folder: Path) -> Game:
    path = leaf_file(folder, piles.GAME, heuristic=(0, 0), constant=(0, 0), coins=(1.0, 5.0))
    return replace(piles.GAME, bots=BotHints(features=COINS, leaf=path))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return piles_with_leaf(tmp_path_factory.mktemp("leaf"))


def test_a_state_is_worth_what_features_and_the_turn_bring_at_its_stage(game: Game) -> None:
    """By hand: at a quarter a coin is worth 2 points and the turn 3; (4, 1, 1) has a mean of 2."""
    leaf = Leaf(game, 3)
    state = Position((Choosing(1),), (4, 1, 1))

    # Seat 1 is next, then seat 2, and seat 0 is last.
    assert [leaf(state, seat) for seat in range(3)] == [4 - 3, -2 + 3, -2 + 0]
    assert leaf.width(state) == 7


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=5), st.integers(0, 4), st.integers(0, 4))
def test_all_seats_together_have_nothing_and_no_seat_is_special(
    game: Game, coins: list[int], next_seat: int, turned: int
) -> None:
    """Who sits where has no effect: turned by some seats, the table has the same values, turned."""
    seats = len(coins)
    leaf = Leaf(game, seats)

    def values(by: int) -> list[float]:
        moved = tuple(coins[(seat - by) % seats] for seat in range(seats))
        state = Position((Choosing((next_seat + by) % seats),), moved)
        return [leaf(state, seat) for seat in range(seats)]

    at_first = values(0)
    assert sum(at_first) == pytest.approx(0)
    assert values(turned) == pytest.approx([at_first[(s - turned) % seats] for s in range(seats)])


@pytest.mark.parametrize("foregone", [False, True], ids=["at the end", "once it is foregone"])
def test_a_win_is_worth_more_than_any_lead(game: Game, foregone: bool) -> None:
    places = (lambda _: (1, 2)) if foregone else None
    known = replace(game, bots=replace(game.bots, foregone=places))
    phase = Choosing(1) if foregone else Over.ranked((4, 0))
    leaf = Leaf(known, 2)
    state = Position((phase,), (4, 0))

    # Two points over the mean at the end; a coin counts double before it.
    assert [leaf(state, seat) for seat in (0, 1)] == ([104, -104] if foregone else [102, -102])


LONG = 60
"""Number of turns along either road, longer than a search looks ahead."""


def road(name: str, worth: int) -> Tree:
    """Return a road of spots of one worth for seat 0; both seats end with as much."""
    names = [name, *(f"{name} {turn}" for turn in range(LONG)), f"{name} end"]
    on = {
        here: Spot((there,), (turn + 1) % 2, worth=(worth, 0), stretch=1)
        for turn, (here, there) in enumerate(pairwise(names))
    }
    return {**on, names[-1]: Spot(worth=(1, 1))}


ROADS: Tree = {
    "start": Spot(("grand", "sound"), stretch=0),
    **road("grand", 1),
    **road("sound", 0),
}
"""The heuristic likes the grand road, for all that either brings in the end."""


@pytest.fixture(scope="module")
def roads(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Return the game of the roads, whose leaf likes the sound one: three points for seat 0."""
    game = tree_game(ROADS)
    sound = ValueFeatures[At](
        names=("sound",),
        of=lambda state, seat: (float(seat == 0 and state.spot.startswith("sound")),),
    )
    folder = tmp_path_factory.mktemp("roads")
    file = leaf_file(folder, game, heuristic=(0, 0), constant=(0, 0), sound=(3, 3), turn=(0, 0))
    chance = WinChance[At](start=1, end=1, stage=lambda _: 0)
    return replace(game, bots=BotHints(features=sound, leaf=file, chance=chance))


@pytest.mark.parametrize("bot", ["ahead:rollouts=40", "search:simulations=40"])
def test_bots_value_horizons_by_the_leaf_if_they_are_told_so(roads: Game, bot: str) -> None:
    decision = decision_of(roads, at(ROADS, "start"))

    assert make_bot(bot, roads, Random(1)).choose(decision) == Go("grand")
    assert make_bot(f"{bot},horizon=leaf", roads, Random(1)).choose(decision) == Go("sound")


@pytest.mark.parametrize(
    ("horizon", "lead", "chance"),
    [
        pytest.param("values", 0.0, 0.5, id="by values"),
        pytest.param("leaf", 3.0, 0.5927, id="by the leaf, whose width is 8"),
    ],
)
def test_hints_tell_leads_and_chances_as_the_best_bot_sees_them(
    roads: Game, horizon: str, lead: float, chance: float
) -> None:
    best = f"ahead:rollouts=40,horizon={horizon}"
    game = replace(roads, bots=replace(roads.bots, best=best))
    decision = decision_of(game, at(ROADS, "start"))
    (result,) = LineRounds(game, decision).results([[Go("sound")]], 0)

    assert result.lead == pytest.approx(lead)
    assert result.chance == pytest.approx(chance, abs=1e-3)


@pytest.mark.parametrize("bot", ["ahead:horizon=leaf", "search:horizon=leaf"])
def test_a_game_without_a_leaf_has_no_horizon_by_it(bot: str) -> None:
    with pytest.raises(SetupError, match=r"^piles has no learned values$"):
        make_bot(bot, piles.GAME, Random(1))


def test_points_less_their_mean_and_the_order_of_turns_by_hand() -> None:
    assert less_mean([4, 1, 1]) == [2, -1, -1]
    assert turn_order(1, 3) == [-1, 1, 0]
    assert turn_order(0, 1) == [1]
