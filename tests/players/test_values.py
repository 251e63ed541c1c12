"""Values of bots: the heuristic, or the weights that a game ships; files that do not fit."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour import BotHints, Game, Over, Rules, Seat, SetupError, ValueFeatures
from parlour.catalog.game_checks import problems
from parlour.match.decision import Decision
from parlour.players.advice import AdviceBudget
from parlour.players.included import adviser, make_bot
from parlour.players.values import value_of
from parlour.rules.errors import FlowError
from tests.players import piles
from tests.players.piles import Choose, Position, Take

WEIGHTS = """{"format": 1, "game": "piles", "rules_version": 1, "release": "0.1.0",
"command": "parlour train piles", "seed": "s", "matches": 9, "weights": {
"heuristic": {"start": 1.0, "end": 1.0}, "constant": {"start": 7.0, "end": 7.0},
"fewest": {"start": -3.0, "end": -1.0}}}"""
"""By hand: 7, and a coin is worth 1 - 3 at the start of a match, and 1 - 1 at its end."""

RULES = piles.GAME.rules
START = RULES.begin(2, None)
MIXED = RULES.play(START, 0, Choose("mixed"))


def coins(state: Position, seat: Seat) -> tuple[float, ...]:
    return (float(state.coins[seat]),)


def share_played(state: Position) -> float:
    return 0.5 if state.coins[0] else 0.0


FEATURES = ValueFeatures(names=("fewest",), of=coins, stage=share_played)


def shipping(folder: Path, text: str = WEIGHTS) -> Game:
    """Return the game of piles with features, and weights in a file of this text."""
    path = folder / "weights.json"
    path.write_text(text, encoding="utf-8")
    return replace(piles.GAME, bots=BotHints(features=FEATURES, weights=path))


def with_hints(game: Game, **changes: Any) -> Game:
    return replace(game, bots=replace(game.bots, **changes))


def held(coins_held: tuple[int, int], *, over: bool = False) -> Position:
    return Position((Over.ranked(coins_held) if over else piles.Choosing(1),), coins_held)


@pytest.mark.parametrize(
    ("state", "seat", "value"),
    [
        pytest.param(held((4, 0)), 0, 7 + 4 * (1 - 2), id="a weight changes with the stage"),
        pytest.param(held((0, 3)), 1, 7 + 3 * (1 - 3), id="at the start of a match"),
        pytest.param(held((4, 1), over=True), 0, 104, id="a win is worth more than its lead"),
    ],
)
def test_learned_values_are_the_sum_of_weighed_features(
    tmp_path: Path, state: Position, seat: Seat, value: float
) -> None:
    assert value_of(shipping(tmp_path), "learned")(state, seat) == value


def test_places_that_are_foregone_count_before_the_end(tmp_path: Path) -> None:
    """A win then adds 100 to the heuristic, in place of the features, and a defeat takes it off."""
    game = with_hints(shipping(tmp_path), foregone=lambda state: (2, 1) if state.coins[1] else None)

    for source in ("heuristic", "learned"):
        value = value_of(game, source)
        assert [value(held((4, 5)), seat) for seat in (0, 1)] == [4 - 100, 5 + 100]
    assert value_of(game)(held((4, 0)), 0) == 4


@pytest.mark.parametrize(
    ("figures", "got"), [pytest.param((), 0, id="too few"), pytest.param((1, 2), 2, id="too many")]
)
def test_a_game_returns_the_features_that_it_names(
    tmp_path: Path, figures: tuple[float, ...], got: int
) -> None:
    features = replace(FEATURES, of=lambda *_: figures)
    value = value_of(with_hints(shipping(tmp_path), features=features), "learned")

    with pytest.raises(FlowError, match=f"piles: expected 1 features, got {got}"):
        value(held((4, 0)), 0)


@pytest.mark.parametrize(
    ("bot", "move"),
    [
        pytest.param("greedy", Take(5), id="greedy by the heuristic"),
        pytest.param("greedy:values=learned", Take(1), id="greedy by weights"),
        pytest.param("search:simulations=5", Take(5), id="search by the heuristic"),
        pytest.param("search:simulations=5,values=learned", Take(1), id="search by weights"),
    ],
)
def test_bots_play_by_the_values_that_are_named(tmp_path: Path, bot: str, move: Take) -> None:
    game = shipping(tmp_path)
    decision = Decision(0, RULES.view(MIXED, 0), RULES.moves(MIXED, 0), seats=2)

    assert make_bot(bot, game, Random(1)).choose(decision) == move


@pytest.mark.parametrize(
    ("best", "state", "move"),
    [
        pytest.param("search:seconds=1", MIXED, Take(5), id="search by the heuristic"),
        pytest.param("search:seconds=1,values=learned", MIXED, Take(1), id="search by weights"),
        pytest.param("ahead:seconds=1", START, Choose("mixed"), id="ahead by the heuristic"),
        pytest.param("ahead:values=learned", START, Choose("even"), id="ahead by weights"),
        pytest.param("greedy", MIXED, Take(5), id="a bot without opinions"),
        pytest.param("greedy:values=learned", MIXED, Take(1), id="and it by weights"),
    ],
)
def test_hints_value_states_as_the_best_bot_does(
    tmp_path: Path, best: str, state: Position, move: Take | Choose
) -> None:
    game = with_hints(shipping(tmp_path), best=best)
    decision = Decision(0, RULES.view(state, 0), RULES.moves(state, 0), seats=2)
    found = adviser(game, Random(1), AdviceBudget(simulations=12)).prospects(decision)

    assert found[0].move == move


@pytest.mark.parametrize(
    ("scores", "seat", "value"),
    [
        pytest.param((5, 9, 2), 1, 104, id="a win, and the lead over the best of the others"),
        pytest.param((5, 9, 2), 0, -4, id="behind the best, and before another"),
    ],
)
def test_without_a_heuristic_a_finished_match_has_the_lead_of_its_result(
    tmp_path: Path, scores: tuple[int, ...], seat: Seat, value: float
) -> None:
    text = WEIGHTS.replace('"heuristic": {"start": 1.0, "end": 1.0}, ', "")
    game = replace(shipping(tmp_path, text), rules=Plain())

    assert value_of(game, "learned")(Position((Over.ranked(scores),)), seat) == value


class Plain(piles.Rules):
    """Piles without a heuristic."""

    heuristic = Rules.heuristic  # type: ignore[assignment]  # as if it were not written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("", "no file of weights: input data was truncated", id="empty"),
        pytest.param(
            WEIGHTS.replace('"format": 1', '"format": 2'),
            "no file of weights: invalid enum value 2 (at format)",
            id="another format",
        ),
        pytest.param(
            WEIGHTS.replace('"start": -3.0', '"start": "x"'),
            "no file of weights: expected a number, got text (at weights[...].start)",
            id="no number",
        ),
        pytest.param(
            WEIGHTS.replace('"game": "piles"', '"game": "files"'),
            "trained for other game: expected piles, got files",
            id="another game",
        ),
        pytest.param(
            WEIGHTS.replace('"rules_version": 1', '"rules_version": 2'),
            "trained for other rules: expected 1, got 2",
            id="other rules",
        ),
        pytest.param(
            WEIGHTS.replace('"fewest"', '"most"'),
            "trained for other features: expected heuristic, constant, fewest, "
            "got heuristic, constant, most",
            id="other features",
        ),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_a_line(
    tmp_path: Path, text: str, reason: str
) -> None:
    with pytest.raises(SetupError) as refused:
        value_of(shipping(tmp_path, text), "learned")

    assert str(refused.value) == f"piles: weights.json: {reason}"


@pytest.mark.parametrize("bot", ["greedy:values=learned", "search:values=learned"])
def test_a_game_without_weights_has_no_learned_values(bot: str) -> None:
    with pytest.raises(SetupError, match=r"^piles has no learned values$"):
        make_bot(bot, piles.GAME, Random(1))


def unnamed(game: Game) -> Game:
    return with_hints(game, features=replace(FEATURES, names=("fewest", "fewest")))


def no_function(game: Game) -> Game:
    return with_hints(game, features=ValueFeatures(names=(), of=None))  # type: ignore[arg-type]  # a mistake


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(
            unnamed,
            "expected different names of features other than 'heuristic' and 'constant', "
            "got ('fewest', 'fewest')",
            id="a name twice",
        ),
        pytest.param(
            no_function, "expected features.of to be a function, got None", id="no function"
        ),
        pytest.param(
            lambda game: with_hints(game, features=(coins,)),
            "expected features to be a parlour.ValueFeatures, got",
            id="no features",
        ),
        pytest.param(
            lambda game: with_hints(game, features=None),
            "expected features with its weights, got None",
            id="weights alone",
        ),
        pytest.param(
            lambda game: with_hints(game, weights=Path("none.json")),
            "expected its weights, a file; there is none at none.json",
            id="no file",
        ),
    ],
)
def test_a_mistake_in_features_is_named_when_a_game_is_loaded(
    tmp_path: Path, change: Callable[[Game], Game], problem: str
) -> None:
    found = list(problems(change(shipping(tmp_path))))

    assert [line[: len(problem)] for line in found] == [problem]
