"""A game whose German sentences leave something out."""

from pathlib import Path

from parlour import Catalogue, Words
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

SENTENCES = Catalogue(Path(__file__).parent / "sentences")

add("half_translated", variant(words=Words(catalogue=SENTENCES)), "translated")
