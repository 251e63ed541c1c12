"""Training of a leaf: weights that are known, matches that repeat, and files that are refused."""

from collections.abc import Sequence
from dataclasses import replace
from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import SetupError
from parlour.catalog.catalog import Catalog
from parlour_search.leaf import Leaf
from parlour_training.leaf import (
    Case,
    LeafMatch,
    LeafSettings,
    LeafTraining,
    LeafTurn,
    fitted,
    settings_of_leaf,
)
from parlour_training.workers import TrainingWorkers
from tests.players.piles import Choosing, Position
from tests.training import learnable
from tests.training.test_training import InThisProcess

LEARNABLE = learnable.GAME
CASES: list[Case] = [(2, {}), (3, {})]


def settings(bot: str = "greedy:errors=2", seed: str = "s") -> LeafSettings:
    return settings_of_leaf(LEARNABLE, bot, CASES, seed)


def trained(path: Path, batches: int) -> LeafTraining:
    training = LeafTraining(settings(), path)
    for _ in range(batches):
        training.learn(InThisProcess(LEARNABLE))
    return training


def match_of(points: tuple[float, ...], *turns: LeafTurn) -> LeafMatch:
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return LeafMatch(points, places, turns)


WEIGHT = st.integers(-3, 3)


@given(
    st.lists(
        st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.floats(0, 1)),
        min_size=2,
        max_size=20,
    ),
    st.tuples(WEIGHT, WEIGHT, WEIGHT, WEIGHT),
)
def test_a_leaf_predicts_points_that_follow_from_features_and_the_turn(
    tables: list[tuple[int, int, float]], weights: tuple[int, int, int, int]
) -> None:
    """Without a ridge to speak of it pulls nothing to nothing."""

    def lead(first: int, second: int, stage: float, of: Sequence[float]) -> float:
        """Return the lead of the first seat, whose turn it is."""
        worth = of[0] + stage * (of[2] - of[0])
        turn = of[1] + stage * (of[3] - of[1])
        return worth * (first - second) + 2 * turn

    matches = [
        match_of((lead(*table, weights), 0.0), LeafTurn(0, table[2], ((table[0],), (table[1],))))
        for table in tables
    ]
    fit = fitted(matches, ridge=1e-9)

    for table in tables:
        assert lead(*table, fit.weights.tolist()) == pytest.approx(lead(*table, weights), abs=1e-3)


def test_every_match_counts_as_much_however_long_it_is() -> None:
    """By hand: one match says 4 points a unit and one says 2, so w = 6 / (2 + 2) with the ridge."""
    turn = LeafTurn(0, 0.0, ((1.0,), (-1.0,)))
    fit = fitted([match_of((4, -4), *9 * [turn]), match_of((2, -2), turn)])
    start, turned, *ends = fit.weights.tolist()

    # The turn is the same column: with it the ridge has two to share the pull.
    assert start == turned == pytest.approx(6 / (2 + 2 + 2))
    assert ends == [0, 0]


def test_the_width_is_that_of_the_wins() -> None:
    """By hand: a lead of 1 wins 3 of 4 times, and so the width is 1 / log 3."""
    turn = LeafTurn(0, 0.0, ((1.0,), (0.0,)))
    matches = 300 * [match_of((1, 0), turn)] + 100 * [match_of((0, 1), turn)]
    fit = fitted(matches)
    lead = fit.weights[0] + 2 * fit.weights[1]

    assert lead / fit.width.start == pytest.approx(log(3), rel=1e-2)


def test_equal_settings_give_equal_matches_and_weights(tmp_path: Path) -> None:
    """In this process or in others, and if a training is resumed."""
    whole = trained(tmp_path / "whole", 2)
    trained(tmp_path / "parts", 1)
    parts = LeafTraining(settings(), tmp_path / "parts")
    team = TrainingWorkers(2, Catalog(), str(Path(learnable.__file__)))
    try:
        parts.learn(team)
    finally:
        team.close()
    for training in (whole, parts):
        training.write(training.path.with_suffix(".json"), "parlour train")

    assert (parts.resumed, parts.matches) == (True, 20)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert (tmp_path / "parts.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_matches_have_all_cases_in_turn_and_rows_where_turns_begin(tmp_path: Path) -> None:
    """By hand: each seat of piles has one turn, so a turn begins for all but the first."""
    training = trained(tmp_path / "kept", 1)

    assert [len(match.places) for match in training.played] == 5 * [2, 3]
    assert [turn.seat for turn in training.played[1].turns] == [1, 2]
    assert all(turn.figures[1][2] == 0 for match in training.played for turn in match.turns[:1])


def test_a_game_ships_the_leaf_that_was_written(tmp_path: Path) -> None:
    training = trained(tmp_path / "kept", 3)
    told = training.write(tmp_path / "leaf.json", "parlour train piles")
    game = replace(LEARNABLE, bots=replace(LEARNABLE.bots, leaf=tmp_path / "leaf.json"))
    leaf = Leaf(game, 2)

    assert told.endswith("% of the squares of leads in 6 matches left out,")
    assert leaf(Position((Choosing(1),), (5, 0)), 0) > leaf(Position((Choosing(1),), (1, 0)), 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(
            "{}",
            "no checkpoint of a leaf: object missing required field settings",
            id="no settings",
        ),
        pytest.param(
            '"seed":"s"',
            "saved by a training with other seed: expected s, got t (remove the file to start "
            "again)",
            id="another seed",
        ),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused_in_a_line(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "kept"
    trained(path, 0).keep()
    whole = path.read_text("utf-8")
    path.write_text(text if text == "{}" else whole.replace(text, '"seed":"t"'), encoding="utf-8")
    with pytest.raises(SetupError) as refused:
        LeafTraining(settings(), path)

    assert str(refused.value) == f"{path}: {reason}"


def test_a_leaf_of_no_match_is_refused() -> None:
    with pytest.raises(SetupError, match=r"^no match came to its end: expected more matches$"):
        fitted([LeafMatch((), (), ())])
