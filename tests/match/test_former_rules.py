"""Records of an earlier version of a game's rules go on by the rules of their beginning."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour import Game
from parlour.match import replay
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import parse, read
from parlour.players.play import play_match
from parlour.players.uniform import Uniform
from parlour.rules.errors import RecordError
from parlour_giants.options import Options

KEPT = Path(__file__).parents[1] / "compatibility" / "records" / "giants" / "german-3.jsonl"
GIANTS: Game[Any, Any, Any] = parlour.load("giants")


def test_an_older_record_is_played_by_the_older_rules() -> None:
    assert parlour.open(KEPT, GIANTS).state.options.rulings == "first"


def test_a_new_match_is_played_by_the_present_rules() -> None:
    match = GIANTS.match(seats=3, seed=1)

    assert match.header.rules_version == GIANTS.rules_version == 3
    assert match.state.options == Options()


def test_what_the_record_says_of_an_option_holds() -> None:
    """The options of the earlier rules only stand in for what the record does not say."""
    given = {"rulings": "second", "fast_start": True}

    assert GIANTS.recorded_options(1, given) == Options(rulings="second", fast_start=True)
    assert GIANTS.recorded_options(1, {}) == Options(rulings="first")
    assert GIANTS.recorded_options(2, {}) == Options(rulings="second")
    assert GIANTS.recorded_options(3, {}) == Options()


def test_a_match_that_goes_on_keeps_the_version_of_its_record() -> None:
    header = read(KEPT).header
    lines: list[bytes] = []
    short = msgspec.structs.replace(header, options={**header.options, "round_limit": 1})
    match = Match(GIANTS, short, lines.append)
    play_match(match, [Uniform(GIANTS, generator("7", "bot", seat)) for seat in range(3)])
    record = parse(b"".join(line + b"\n" for line in lines), "it")

    assert record.header.rules_version == 1
    assert replay.replayed(GIANTS, record, "it").state == match.state


@pytest.mark.parametrize("version", [0, 4])
def test_any_other_version_is_refused(version: int) -> None:
    record = read(KEPT)
    other = msgspec.structs.replace(
        record, header=msgspec.structs.replace(record.header, rules_version=version)
    )

    with pytest.raises(RecordError, match=f"expected rules version 3 of giants, got {version}"):
        replay.open_replay(GIANTS, other, "it")


def test_without_former_rules_an_older_version_is_refused() -> None:
    strict = replace(GIANTS, former_rules={})

    with pytest.raises(RecordError, match="expected rules version 3 of giants, got 1"):
        replay.open_replay(strict, read(KEPT), "it")
