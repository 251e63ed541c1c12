"""Whatever comes from outside, the program answers in words and ends with an exit code of its own.

``benchmarks/fuzz.py`` does the same a million times.
"""

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour.rules.errors import StoreError
from parlour_tournament.playing.results import MAX_BYTES
from parlour_tournament.playing.store import Store
from tests.match.mutants import mutated
from tests.testing.attacks import (
    attack_by_file,
    attack_by_lines,
    attack_by_messages,
    run_command,
    write_tournament,
)
from tests.testing.fuzz_targets import TARGETS, seeds

SOME = range(6)
GAMES = ("tic_tac_toe", "leduc", "maori", "rapa_nui")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_tournament(tmp_path_factory.mktemp("whole") / "whole.tournament")


@pytest.fixture
def spoilt(whole: bytes, tmp_path: Path) -> Callable[[str, object], Path]:
    """Return what writes a value into all rows of a table of a tournament's file."""

    def spoiling(table: str, value: object) -> Path:
        path = tmp_path / "spoilt.tournament"
        path.write_bytes(whole)
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(f"DROP TRIGGER {table}_no_update")
            file.execute(f"UPDATE {table} SET value = ?", (value,))  # noqa: S608  names of this file
        return path

    return spoiling


@pytest.mark.parametrize("seed", SOME)
def test_mutated_tournament_files(whole: bytes, tmp_path: Path, seed: int) -> None:
    assert attack_by_file(whole, tmp_path, Random(seed)) in {"exit 0", "exit 1"}


@pytest.mark.parametrize("name", GAMES)
def test_mutated_lines_at_the_prompt(tmp_path: Path, name: str) -> None:
    game: Game = Catalog().game(name)

    assert attack_by_lines(game, tmp_path, Random(name)) == "exit 0"


@pytest.mark.parametrize("seed", SOME)
def test_mutated_messages_of_a_bot(tmp_path: Path, seed: int) -> None:
    assert attack_by_messages(Catalog().game("leduc"), tmp_path, Random(seed)) == "exit 0"


@pytest.mark.parametrize(
    "line", [";", ",", " ; , ", ";1", "seat 1:", "seat 2:;", "why ;", "moves ;"]
)
def test_lines_of_nothing_but_marks(tmp_path: Path, line: str) -> None:
    people = ["--player", "human"] * 2
    record = str(tmp_path / "marks.jsonl")

    assert run_command("play", "maori", *people, "--record", record, typed=f"{line}\n") == "exit 0"


@pytest.mark.parametrize("value", [None, 7, 1.5, "text", b"", b"\xff", b"[" * 9999])
@pytest.mark.parametrize("table", ["head", "results", "timings", "records"])
def test_a_value_of_any_type_in_a_tournament_file(
    spoilt: Callable[[str, object], Path], tmp_path: Path, table: str, value: object
) -> None:
    path = spoilt(table, value)
    command = ("export", str(path), "--timings", str(tmp_path / "t"), "--records")

    assert run_command("tournament", *command, str(tmp_path / "records")) == "exit 1"


@pytest.mark.parametrize("table", ["results", "timings"])
def test_a_row_that_is_missing_in_a_tournament_file(
    whole: bytes, tmp_path: Path, table: str
) -> None:
    path = tmp_path / "shorter.tournament"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"DROP TRIGGER {table}_no_delete")
        file.execute(f"DELETE FROM {table} WHERE block = 1")  # noqa: S608  names of this file

    assert run_command("tournament", "export", str(path), "--jsonl", "-") == "exit 1"


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(zlib.compress(b"\0" * (MAX_BYTES + 1)), id="longer than any record"),
        pytest.param(zlib.compress(b"a record")[:-4], id="cut short"),
    ],
)
def test_compressed_records_are_read_to_a_limit(
    spoilt: Callable[[str, object], Path], raw: bytes
) -> None:
    with (
        Store.open_file(spoilt("records", raw)) as store,
        pytest.raises(StoreError, match="the file is damaged: expected at most 67,108,864 bytes"),
    ):
        store.record((0, 0, 0))


# Inputs that the search of ``benchmarks/fuzz.py`` has found, and those that it began with


KEPT = Path(__file__).parent / "corpus"

MUTANTS = {"positions": 60, "translations": 200, "submissions": 200}
"""Kinds of inputs of which some mutants are tried here, too."""


@pytest.mark.parametrize("kind", MUTANTS)
def test_mutants_of_an_input_are_answered(kind: str) -> None:
    begun = list(seeds(kind))

    @settings(deadline=None, max_examples=MUTANTS[kind])
    @given(st.sampled_from(begun), st.randoms(use_true_random=False))
    def attack(whole: bytes, rng: Random) -> None:
        TARGETS[kind](mutated(whole, rng))

    attack()


@pytest.mark.parametrize("kind", TARGETS)
def test_every_input_is_answered(kind: str) -> None:
    """Only errors that are meant for a user come of it; some inputs once broke something."""
    lines = msgspec.json.Decoder(str).decode_lines((KEPT / f"{kind}.jsonl").read_bytes())
    inputs = [*seeds(kind), *(line.encode("latin-1") for line in lines)]
    assert len(inputs) > 10

    for one in inputs if kind != "bots" else inputs[::4]:
        TARGETS[kind](one)
