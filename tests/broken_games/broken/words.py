"""Games whose German sentences leave something out, or hold an English word."""

from pathlib import Path

from parlour import Event, Phrasebook, Viewer, Words
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

SENTENCES = Phrasebook(Path(__file__).parent / "sentences")
MIXED = Phrasebook(Path(__file__).parent / "mixed")


def describe_event(_event: Event, _viewer: Viewer) -> str:
    return MIXED.say("opened")


add(
    "half_translated",
    variant(words=Words(phrasebook=SENTENCES)),
    "translated",
    "in-one-language",
)
add(
    "mixed_languages",
    variant(words=Words(phrasebook=MIXED, describe_event=describe_event)),
    "in-one-language",
    "written-in-one-language",
)
