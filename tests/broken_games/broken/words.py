"""Games whose sentences hold code, leave something out in German, or hold an English word there."""

from pathlib import Path

from parlour import Event, Phrasebook, Viewer, Words
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

SENTENCES = Phrasebook(Path(__file__).parent / "sentences")
MIXED = Phrasebook(Path(__file__).parent / "mixed")


def describe_event(_event: Event, _viewer: Viewer) -> str:
    return MIXED.say("opened")


def describe_in_code(_event: Event, _viewer: Viewer) -> str:
    return "Chance: tile left_boat"


add("told_in_code", variant(words=Words(describe_event=describe_in_code)), "in-one-language")
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
