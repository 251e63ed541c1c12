"""The page about records shows a record that replays."""

import re
from pathlib import Path

from parlour.match.record import Header, Line, parse
from parlour.match.replay import replayed
from parlour.match.seat_record import SeatHeader, SeatLine
from parlour.plugins.catalog import Catalog

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.partition("```text\n")[2].partition("```")[0]


def test_the_example_replays() -> None:
    record = parse(EXAMPLE.encode(), "the example")
    match = replayed(Catalog().game(record.header.game), record, "the example")

    assert len(record.lines) == 6
    assert len(match.steps) == 4


def test_every_field_is_on_the_page() -> None:
    fields = set(Header.__struct_fields__) | set(Line.__struct_fields__)
    fields |= set(SeatHeader.__struct_encode_fields__) | set(SeatLine.__struct_encode_fields__)

    assert fields <= set(re.findall(r"`(\w+)`", PAGE))
