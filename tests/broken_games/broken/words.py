"""A game whose German sentences leave something out."""

from pathlib import Path

from parlour import Phrasebook, Words
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

SENTENCES = Phrasebook(Path(__file__).parent / "sentences")

add("half_translated", variant(words=Words(phrasebook=SENTENCES)), "translated")
