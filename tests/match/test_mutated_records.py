"""Whatever a record holds, only errors meant for a user come of it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from tests.match.mutants import mutated, outcome, words, written

NAMES = ("tic_tac_toe", "leduc", "maori")


@pytest.fixture(scope="module", params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return Catalog().game(request.param)


@pytest.fixture(scope="module")
def whole(game: Game) -> bytes:
    return written(game, 2, "mutants")


def test_the_record_itself_replays(game: Game, whole: bytes) -> None:
    assert outcome(game, whole) == ""


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**64))
def test_mutants_raise_only_what_is_meant(game: Game, whole: bytes, seed: int) -> None:
    rng = Random(seed)
    mutant = mutated(whole, rng)

    assert outcome(game, mutant) in {"", "RecordError"}
    assert set(words(game, mutant, rng)) <= {"", "NotationError"}


@settings(deadline=None, max_examples=150)
@given(raw=st.binary(max_size=300))
def test_bytes_raise_only_what_is_meant(game: Game, raw: bytes) -> None:
    assert outcome(game, raw) == "RecordError"


@settings(deadline=None, max_examples=150)
@given(text=st.text(max_size=1100))
def test_texts_raise_only_what_is_meant(game: Game, text: str) -> None:
    assert set(words(game, text.encode("utf-8", "replace"), Random(0))) <= {"", "NotationError"}
