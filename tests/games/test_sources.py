"""What public sources say of each rule that is not printed stands in the data of a game."""

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import parlour
from parlour.table.text.rules_text import rulebook_of

MARK = re.compile(r"\*(?:[Hh]ouse|[Rr]econstructed)\b[^*]*\*")
KEYS = {"confirms": 4, "contradicts": 4, "silent": 2}
"""Number of keys of a line, by what the source says: if there is none, it is not named."""


def lines(game: str) -> list[dict[str, Any]]:
    text = (files(f"parlour_{game}") / "sources.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["sources"]
    return found


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
def test_every_rule_with_a_mark_has_a_line_about_public_sources(game: str) -> None:
    rules = rulebook_of(parlour.load(game)).rules
    marked = {rule.number for rule in rules if MARK.search(rule.text)}
    told = {line["rule"] for line in lines(game)}

    assert marked <= told
    assert told <= {rule.number for rule in rules}
    for line in lines(game):
        assert len(line) == KEYS[line["says"]]
        assert all(line.values())
