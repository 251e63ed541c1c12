"""Training: values that are known, weights that repeat, and files that are refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import Struct, structs

from parlour import BotHints, Game, PluginError, SetupError, ValueFeatures
from parlour.catalog.catalog import Catalog
from parlour.players.values import value_of
from parlour_training.least_squares import first_weights, solved, sums_of
from parlour_training.settings import TrainingSettings, settings_for
from parlour_training.trainer import Training, play_block
from parlour_training.workers import TrainingWorkers
from tests.broken_games import pots
from tests.players.piles import GAME as PILES
from tests.players.test_values import Plain, coins, share_played
from tests.training import walk

WALK = str(Path(walk.__file__))
PLAIN_PILES = replace(
    PILES, rules=Plain(), bots=BotHints(features=ValueFeatures(names=("coins",), of=coins))
)


class Options(Struct, frozen=True):
    """Options of every kind that a file holds."""

    deep: bool = True
    colour: str = "red"


OPTIONAL_PILES = replace(PLAIN_PILES, options=Options)


class InThisProcess(TrainingWorkers):
    """Plays the matches of a game that no catalog knows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pool = None


def settings(**given: Any) -> TrainingSettings:
    play = {"errors": 0.5, "trace": 0.8, "batch": 5, "prior": 2.0} | given
    return settings_for(walk.GAME, (1,), {}, "walk", **play)


def trained(path: Path, batches: int, workers: TrainingWorkers, **given: Any) -> Training:
    training = Training(settings(**given), path)
    for _ in range(batches):
        training.learn(workers)
    return training


def points(training: Training) -> list[float]:
    return [weight.start for weight in training.by_name.values()]


def values(training: Training) -> list[float]:
    constant, *others = points(training)
    return [constant + other for other in others]


@pytest.mark.parametrize("trace", [1.0, 0.0])
def test_learned_values_of_a_random_walk_are_near_the_exact_ones(
    tmp_path: Path, trace: float
) -> None:
    """By hand 10, 20, 30, 40 and 50; results differ by 30 points from their mean."""
    found = trained(tmp_path / "kept", 3, InThisProcess(walk.GAME), trace=trace, batch=100)

    assert values(found) == pytest.approx([10, 20, 30, 40, 50], abs=5)


def test_least_squares_of_two_turns_are_those_worked_out_by_hand() -> None:
    """Feature 1 then 2 in a match that ends with 6, λ = ½.

    Traces are 1 and 2½, changes -1 and 2: A = -1 + 5 = 4, b = 6 · 2½ = 15. Squares are 1 + 4 = 5,
    so the prior of four matches pulls with 20 towards 1: w = (15 + 20) / (4 + 20).
    """
    sums = sums_of([(1.0,), (2.0,)], 6.0, 0.5)
    found = solved(structs.replace(sums, matches=1.0), np.array([1.0]), 4.0)

    assert (sums.a.item(), sums.b.item(), sums.squares.item()) == (4.0, 15.0, 5.0)
    assert found.item() == pytest.approx(35 / 24)


def test_the_first_weights_are_the_heuristic_alone() -> None:
    game = replace(
        PILES, bots=BotHints(features=ValueFeatures(names=("coins",), of=coins, stage=share_played))
    )
    staged = settings_for(game, (2,), {}, "s", errors=0.5, trace=0.8)

    assert first_weights(staged).tolist() == [1, 0, 0, 1, 0, 0]


def test_equal_settings_give_equal_weights_with_one_process_and_with_two(tmp_path: Path) -> None:
    alone = trained(tmp_path / "alone", 2, TrainingWorkers(1, Catalog(), WALK))
    two = TrainingWorkers(2, Catalog(), WALK)
    try:
        together = trained(tmp_path / "together", 2, two)
    finally:
        two.close()

    assert points(together) == points(alone)
    assert (tmp_path / "together").read_bytes() == (tmp_path / "alone").read_bytes()


def test_another_seed_gives_other_weights(tmp_path: Path) -> None:
    workers = InThisProcess(walk.GAME)
    first = trained(tmp_path / "first", 1, workers)
    other = Training(settings_for(walk.GAME, (1,), {}, "x", errors=0.5, trace=0.8), tmp_path / "x")
    other.learn(workers)

    assert points(first) != points(other)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(walk.GAME, id="where nothing is decided"),
        pytest.param(PLAIN_PILES, id="where the weights decide what is played next"),
        pytest.param(OPTIONAL_PILES, id="with options"),
    ],
)
def test_a_training_that_is_resumed_ends_as_one_that_was_not_interrupted(
    tmp_path: Path, game: Game
) -> None:
    options = structs.asdict(game.options())
    given = settings_for(game, tuple(game.seats), options, "s", errors=0.5, trace=0.8, batch=5)
    workers = InThisProcess(game)
    whole, begun = Training(given, tmp_path / "whole"), Training(given, tmp_path / "parts")
    for training, batches in ((whole, 4), (begun, 1)):
        for _ in range(batches):
            training.learn(workers)
    parts = Training(given, tmp_path / "parts")
    for _ in range(3):
        parts.learn(workers)

    assert parts.resumed
    assert (parts.matches, points(parts)) == (20, points(whole))
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_learned_values_are_the_dot_product_of_weights_and_features(tmp_path: Path) -> None:
    """numpy works out the sum that inference takes without it."""
    training = trained(tmp_path / "kept", 2, InThisProcess(walk.GAME))
    training.write(tmp_path / "weights.json", "parlour train walk")
    game = replace(walk.GAME, bots=replace(walk.GAME.bots, weights=tmp_path / "weights.json"))
    held = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))
    weights = np.array([weight["start"] for weight in held["weights"].values()])
    value = value_of(game, "learned")

    for place in walk.PLACES:
        state = walk.Walk((walk.Going(),), place)
        features = np.array((1.0, *walk.at_each_place(state, 0)))
        assert value(state, 0) == pytest.approx(float(weights @ features))
    assert weights == pytest.approx(points(training), rel=1e-3)
    assert (held["release"], held["command"]) == (version("parlour"), "parlour train walk")


def test_what_was_learnt_beats_the_first_weights(tmp_path: Path) -> None:
    """By hand: without a heuristic the first seat draws piles by lot, and the second sees results.

    Who has learnt that coins count ties from the first seat, and wins unless 5 coins were drawn
    from the second: 3/4 or so, where even play brings 1/2.
    """
    training = Training(
        settings_for(PLAIN_PILES, (2,), {}, "piles", errors=0.5, trace=1.0, batch=100, prior=1.0),
        tmp_path / "kept",
    )
    workers = InThisProcess(PLAIN_PILES)
    training.learn(workers)
    (start,) = training.measure(workers, 20)
    points_again = list(training.measure(workers, 4))

    assert (start.matches, start.opponent, start.blocks) == (100, "start", 20)
    assert start.low > 0.6
    assert [(point.opponent, point.result) for point in points_again[1:]] == [("former", 0.5)]


@pytest.mark.parametrize(
    ("row", "got"),
    [((2.0,), "2: 1, 2"), ((2.0,) * 3, "4: 1, 2, 2, 2"), ((2.0, inf), "3: 1, 2, inf")],
)
def test_features_that_cannot_be_learnt_from_are_refused_in_a_line(
    tmp_path: Path, row: tuple[float, ...], got: str
) -> None:
    features = ValueFeatures(names=("here", "there"), of=lambda _state, _seat: row)
    game = replace(walk.GAME, bots=BotHints(features=features))
    play = {"errors": 0.5, "trace": 0.8, "batch": 5, "prior": 2.0}
    learning = settings_for(game, (1,), {}, "walk", **play)

    with pytest.raises(PluginError, match=f"^walk: expected 3 finite features, got {got}$"):
        Training(learning, tmp_path / "checkpoint").learn(InThisProcess(game))


def test_a_team_mate_is_nobody_to_be_beaten() -> None:
    features = ValueFeatures(names=("nothing",), of=lambda _state, _seat: (0.0,))
    game = replace(pots.GAME, bots=BotHints(features=features))
    play = {"errors": 0.0, "trace": 0.8, "batch": 5, "prior": 2.0}
    learning = settings_for(game, (4,), {}, "teams", **play)
    most, least = np.array([1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0])

    # The last seat ends the match, and so always puts in all: the team without it ties.
    assert play_block(game, learning, most, least, 0) == (0.5 + 1 + 0.5 + 1) / 4


def changed(**fields: Any) -> Callable[[Any], Any]:
    def change(kept: Any) -> Any:
        return kept | fields

    return change


def other_settings(**fields: Any) -> Callable[[Any], Any]:
    return lambda kept: kept | {"settings": kept["settings"] | fields}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            changed(format=2),
            "no checkpoint of a training: invalid enum value 2 (at format)",
            id="another format",
        ),
        pytest.param(
            changed(matches="x"),
            "no checkpoint of a training: expected a whole number, got text (at matches)",
            id="no number",
        ),
        pytest.param(
            other_settings(game="talk"),
            "saved by a training with other game: expected walk, got talk "
            "(remove the file to start again)",
            id="another game",
        ),
        pytest.param(
            other_settings(rules_version=2),
            "saved by a training with other rules version: expected 1, got 2 "
            "(remove the file to start again)",
            id="other rules",
        ),
        pytest.param(
            other_settings(features=["at 1"]),
            "saved by a training with other features: "
            "expected ('constant', 'at 1', 'at 2', 'at 3', 'at 4', 'at 5'), got ('at 1',) "
            "(remove the file to start again)",
            id="other features",
        ),
        pytest.param(
            other_settings(seed="talk"),
            "saved by a training with other seed: expected walk, got talk "
            "(remove the file to start again)",
            id="another seed",
        ),
        pytest.param(
            changed(weights=[1.0]), "expected 6 weights and sums of as many", id="few weights"
        ),
        pytest.param(
            changed(former=[None] * 6),
            "no checkpoint of a training: expected numbers of at most 1e+30 (at former)",
            id="no weights",
        ),
        pytest.param(
            changed(sums={"a": [[1.0], []], "b": [], "squares": [], "matches": 1.0}),
            "no checkpoint of a training: expected numbers of at most 1e+30 (at sums.a)",
            id="a ragged table",
        ),
        pytest.param(
            changed(weights=[1e308] * 6),
            "no checkpoint of a training: expected numbers of at most 1e+30 (at weights)",
            id="weights that no game can add up",
        ),
        pytest.param(
            changed(matches=-5),
            "no checkpoint of a training: expected a whole number, 0 or more (at matches)",
            id="fewer matches than none",
        ),
        pytest.param(
            changed(matches=10**30),
            "no checkpoint of a training: "
            "expected a whole number, 1000000000000 or less (at matches)",
            id="more matches than are played",
        ),
        pytest.param(
            changed(matches=7), "expected whole batches of 5 matches, got 7 matches", id="a part"
        ),
        pytest.param(
            lambda kept: kept | {"sums": kept["sums"] | {"matches": 1e9}},
            "expected sums over 5 matches or fewer",
            id="sums over others",
        ),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused_in_a_line(
    tmp_path: Path, change: Callable[[Any], Any], reason: str
) -> None:
    path = tmp_path / "kept"
    trained(path, 1, InThisProcess(walk.GAME))
    path.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))), encoding="utf-8")
    with pytest.raises(SetupError) as refused:
        Training(settings(), path)

    assert str(refused.value) == f"{path}: {reason}"


def test_what_is_saved_is_what_the_file_has(tmp_path: Path) -> None:
    """A training that is stopped while it saves has learnt from more matches than its file."""
    training = trained(tmp_path / "kept", 1, InThisProcess(walk.GAME))
    saved = training.matches
    ahead = saved + settings().batch
    training.checkpoint = structs.replace(training.checkpoint, matches=ahead)

    assert saved > 0
    assert training.saved_matches() == saved
