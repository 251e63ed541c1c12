import tomllib
from importlib.resources import files

import pytest

from parlour import read_components
from parlour.rules.errors import PluginError
from parlour_rapa_nui.components import BOX, SORTS, STACK, Components, sums

FILE = files("parlour_rapa_nui").joinpath("components.toml").read_text("utf-8")


def test_the_file_calls_published_what_the_rulebook_lists() -> None:
    """When the file is loaded, everything in it is added up to these totals."""
    totals = {"cards": 50, "hunters": 20, "offerings": 100, "start_cards": 16}

    assert tomllib.loads(FILE)["totals"] == totals | {"fame_tokens": 30, "wood_tokens": 36}
    assert STACK == (5, 5, 5, 5, 12, 9, 9)


def test_what_is_reconstructed_is_marked() -> None:
    assert "[reconstructed]" in FILE
    assert {next(iter(set(SORTS) - set(c.cards))) for c in BOX.reconstructed.colours} == set(SORTS)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("priest = 9", "priest = 8", "expected 50 cards, got 49"),
        ("each = 25", "each = 24", "expected 100 offerings, got 96"),
        ("moai = 9", "moia = 9", "kinds of card"),
        (
            '"woodcutter", "mulberry", "potato", "grain"',
            '"woodcutter", "fish", "potato", "grain"',
            "sorts lacking somewhere",
        ),
        ("start = [2, 3, 4, 5]", "start = [2, 3, 4]", "expected 4 seats with start wood, got 3"),
        ("columns = 4", 'columns = "many"', "Expected `int`"),
        ("20 = 4", "20 = 5", "expected 36 wood tokens, got 37"),
    ],
)
def test_a_file_that_does_not_add_up(old: str, new: str, reason: str) -> None:
    assert old in FILE
    with pytest.raises(PluginError, match=reason):
        read_components(FILE.replace(old, new).encode(), Components, sums)
