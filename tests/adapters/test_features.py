"""A view as a vector: different values differ, and what was seen before changes nothing."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour_adapters.batch.vectors import Vectors
from parlour_adapters.features import Features, hashes, leaves
from tests.games import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_vector_is_that_of_all_leaves_whatever_was_seen_before(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour_adapters.features.START_CREDIT", 2)  # soon nothing is looked up
    rng, match, known = Random(5), game.match(seed=2), Features(512)
    for _ in range(12):
        view = match.view(0)
        plain = {h % 512 for leaf in leaves("", msgspec.to_builtins(view)) for h in hashes(*leaf)}

        assert set(known.vector(view).nonzero()[0]) == plain
        seat = match.awaited.seats[0] if match.awaited.seats else None
        if seat is None:
            return
        match.play(rng.choice(match.moves(seat)), seat)


@settings(max_examples=30, deadline=None)
@given(
    name=st.sampled_from(sorted(GAMES)),
    rng=st.randoms(use_true_random=False),
    credit=st.sampled_from([0, 40, 1_000]),
)
def test_vectors_that_change_with_the_views_are_the_vectors_of_the_views(
    name: str, rng: Random, credit: int
) -> None:
    game: Any = GAMES[name]
    with pytest.MonkeyPatch.context() as patched:
        for module in ("changes", "known_views"):
            patched.setattr(f"parlour_adapters.batch.{module}.START_CREDIT", credit)
        patched.setattr("parlour_adapters.batch.changes.MAX_CACHED", 20)
        patched.setattr("parlour_adapters.batch.known_views.MAX_VIEWS", 60)
        vectors = Vectors(100, 3)
        plain = Features(100)
        matches = [game.match(seed=str(rng.random())) for _ in range(3)]
        for _ in range(20):
            rows = sorted(rng.sample(range(3), rng.choice([1, 3])))
            views = [matches[row].view(rng.randrange(game.seats[0])) for row in rows]

            assert (vectors.look(rows, views) == [plain.vector(view) for view in views]).all()
            for row in rows:
                played_on(matches, row, rng)


def played_on(matches: list[Any], row: int, rng: Random) -> None:
    """Make some moves at random; begin a match that is over again."""
    for _ in range(rng.choice([1, 1, 8])):
        if matches[row].is_over:
            matches[row] = matches[row].game.match(seed=str(rng.random()))
            continue
        seat = matches[row].awaited.seats[0]
        matches[row].play(rng.choice(matches[row].moves(seat)), seat)


def features(of: Iterable[tuple[str, Any]]) -> set[int]:
    return {hashed for path, value in of for hashed in hashes(path, value)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(None, 0, id="nothing and nought"),
        pytest.param(True, 1, id="true and one"),
        pytest.param(-5, 5, id="below nought and above"),
        pytest.param(255, 256, id="great numbers"),
        pytest.param("a", "b", id="texts"),
    ],
)
def test_different_values_have_different_features(one: object, other: object) -> None:
    assert features([("field", one)]) != features([("field", other)])
    assert features([("field", one)]) != features([("other", one)])


def test_a_set_of_cells_kept_as_bits_is_seen_cell_by_cell() -> None:
    both, one = features([("cells", 1 << 40 | 1 << 17)]), features([("cells", 1 << 17)])

    assert one < both
    assert len(both) == 2
