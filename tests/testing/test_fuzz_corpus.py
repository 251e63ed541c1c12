"""Inputs that the search of ``benchmarks/fuzz.py`` has found, and those that it began with."""

from pathlib import Path

import msgspec
import pytest

from tests.testing.fuzz_targets import TARGETS, seeds

KEPT = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("kind", TARGETS)
def test_every_input_is_answered(kind: str) -> None:
    """Only errors that are meant for a user come of it; some inputs once broke something."""
    lines = msgspec.json.Decoder(str).decode_lines((KEPT / f"{kind}.jsonl").read_bytes())
    inputs = [*seeds(kind), *(line.encode("latin-1") for line in lines)]
    assert len(inputs) > 10

    for one in inputs if kind != "bots" else inputs[::4]:
        TARGETS[kind](one)
