"""A narration of numbers, where sentences are expected."""

from collections.abc import Iterable, Sequence
from typing import Any

from parlour import Viewer, Words
from parlour.rules.panels import Happening
from tests.broken_games.which_hand import Seen, variant


def narrate(happenings: Sequence[Happening[Seen]], _viewer: Viewer) -> Iterable[str]:
    numbers: Any = [len(happening.events) for happening in happenings]
    yield from numbers


GAME = variant(words=Words(narrate=narrate))
