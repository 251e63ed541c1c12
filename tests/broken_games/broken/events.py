"""Games with wrong events, or none of the words for them."""

from collections.abc import Iterable, Sequence
from typing import Any

from parlour import Event, Move, Seat, Tell, Viewer, Words
from parlour.rules.panels import Happening
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import Coins, Guess, Hide, Opened, Rules, Seen, variant

# The game does not name its event.
add("unnamed_event", variant(events=None), "survives")


class Guessed(Event, frozen=True):
    seat: Seat


class Waited(Event, frozen=True):
    seat: Seat


@breaks("survives", events=Opened | Waited)
class UnlistedEvent(Rules):
    """An event of a kind that is missing among those the game names."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(Guessed(seat))
        return super().play(state, seat, move, tell)


@breaks("runs")
class Unheard(Rules):
    """Rules that tell although nobody listens."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if isinstance(move, Guess):
            tell(Opened(right=True))  # type: ignore[misc]  # broken
        return super().play(state, seat, move, tell)


def tell_speechless(event: Event, _look: Viewer) -> str | None:
    """Words for an event that are no text."""
    return event.right if isinstance(event, Opened) else None  # type: ignore[return-value]  # broken


add("speechless", variant(words=Words(describe_event=tell_speechless)), "in-words")


class GarbledMemoryGuessed(Event, frozen=True):
    def looked_up(self) -> Event | None:
        return "a hand"  # type: ignore[return-value]  # broken


@breaks("in-words", events=Opened | GarbledMemoryGuessed)
class GarbledMemory(Rules):
    """An event that is looked up as a text."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(GarbledMemoryGuessed())
        return super().play(state, seat, move, tell)


class FadingMemoryGuessed(Event, frozen=True):
    known: int

    def looked_up(self) -> Event | None:
        return FadingMemoryGuessed(max(0, self.known - 1))


@breaks("in-words", events=Opened | FadingMemoryGuessed)
class FadingMemory(Rules):
    """An event that tells less each time it is looked up."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(FadingMemoryGuessed(2))
        return super().play(state, seat, move, tell)


def explain_move(view: Seen, move: Move) -> str:
    """An explanation that trips over some moves."""
    return "" if isinstance(move, Hide) else f"{view.seat} takes {move.card}"  # type: ignore[attr-defined]  # broken


add("garbled_explanation", variant(words=Words(explain_move=explain_move)), "runs")


def narrate(happenings: Sequence[Happening[Seen]], _viewer: Viewer) -> Iterable[str]:
    """A narration of numbers, where sentences are expected."""
    numbers: Any = [len(happening.events) for happening in happenings]
    yield from numbers


add("wordless_narration", variant(words=Words(narrate=narrate)), "in-words")
