"""A game whose example does not come out as it says."""

from pathlib import Path

from parlour import Examples
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

FILE = Path(__file__).with_name("wrong_examples.toml")

add("wrong_example", variant(examples=Examples(file=FILE)), "examples-hold")
