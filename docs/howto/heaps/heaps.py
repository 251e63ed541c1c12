"""Heaps: take one to three stones; who takes the last one wins. Its sentences are in two files."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import Display, Game, Move, Over, Refusal, Seat, SeatPhase, State, Tell, Words, swapped
from parlour.words import Phrasebook

SENTENCES = Phrasebook(Path(__file__).parent / "sentences")


class Take(Move, frozen=True):
    """Take stones from the heap."""

    form = "take {stones}"
    stones: int


class Turn(SeatPhase["Heap", Take], frozen=True):
    """One seat takes stones."""

    rule: ClassVar[str] = "1"

    def moves(self, state: "Heap", seat: Seat) -> Sequence[Take]:
        """Return one to three stones, as far as the heap has them."""
        return tuple(map(Take, range(1, min(3, state.stones) + 1)))

    def why_not(self, state: "Heap", seat: Seat, move: Take) -> Refusal:
        """Say how many may be taken."""
        return Refusal.of("1", "too_many", most=min(3, state.stones))

    def play(self, state: "Heap", seat: Seat, move: Take, tell: Tell) -> "Heap":
        """Take the stones; the last one wins."""
        left = replace(state, stones=state.stones - move.stones)
        if left.stones:
            return swapped(left, Turn(1 - seat))
        return swapped(left, Over.ranked([int(seat == 0), int(seat == 1)]))


class Heap(State, frozen=True):
    """The stones that are left."""

    phases: tuple[Turn | Over, ...]
    stones: int


class Rules(parlour.OpenRules[Heap]):
    """Rules of the game."""

    def start(self, seats: int, options: Struct) -> Heap:
        """Begin with twelve stones."""
        return Heap((Turn(0),), stones=12)

    def census(self, state: Heap) -> dict[str, int]:
        """Count nothing: stones leave the game."""
        return {}


def describe(view: parlour.OpenView[Heap], _viewer: parlour.Viewer) -> Iterable[str]:
    """Say how many stones are left."""
    yield SENTENCES.say("left", stones=view.state.stones, number=view.state.stones)


GAME = Game(
    id="heaps",
    title="Heaps",
    summary="take the last stone",
    seats=range(2, 3),
    rules=Rules(),
    state=Heap,
    view=parlour.OpenView[Heap],
    moves=Take,
    words=Words(refusals=SENTENCES.under("refusal"), phrasebook=SENTENCES),
    display=Display(describe=describe),
)


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring the game."""
    yield GAME
