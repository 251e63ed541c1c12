"""A view as a vector: different values differ, and what was seen before changes nothing."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest

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
