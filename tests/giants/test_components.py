from importlib.resources import files

import pytest

from parlour import PluginError, read_components
from parlour_giants import components
from parlour_giants.components import Components, sums

FILE = files(components.__package__).joinpath("components.toml").read_text("utf-8")


def test_reconstructed_facts_are_marked() -> None:
    """Rules 2.1: the faces of the dice are printed nowhere."""
    _, _, marked = FILE.partition("[reconstructed]")

    assert "faces = [0, 1, 1, 2, 2, 3]" in marked


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("bases = { 3 = 7, 4 = 6, 5 = 5 }", "bases = { 3 = 7, 4 = 6 }", r"expected \[3, 4, 5\]"),
        ("bases = { 3 = 7,", "bases = { 3 = 8,", "expected 7 bases in the fullest game, got 8"),
        ("dice = { 3 = 3, 4 = 4, 5 = 5 }", "dice = {}", r"numbers of seats with dice, got \[\]"),
        ("dice = { 3 = 3,", "dice = { 3 = 2,", r"expected \[3, 4, 5\] dice, got \[2, 4, 5\]"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 2, 2, 3]", "expected 6 faces of a die, got 5"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 1, 2, 2, 4]", "faces other than 0 to 3, got 1"),
        ("halves = 30", 'halves = "many"', "Expected `int`"),
        ("halves = 30", "halfs = 30", "unknown field `halfs`"),
    ],
)
def test_a_file_that_does_not_add_up(old: str, new: str, reason: str) -> None:
    assert old in FILE
    with pytest.raises(PluginError, match=reason):
        read_components(FILE.replace(old, new).encode(), Components, sums)
