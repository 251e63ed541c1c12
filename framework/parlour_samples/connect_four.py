"""Connect four, on bitboards of seven bits a column: six cells and a gap above them."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from random import Random
from typing import Annotated

from msgspec import Meta

import parlour
from parlour import (
    BotHints,
    Display,
    Game,
    Move,
    Over,
    Refusal,
    Result,
    Seat,
    SeatPhase,
    Spelling,
    State,
    Tell,
    Words,
)
from parlour_samples.stones import CELLS, FOOT, lined, random_winner

COLUMNS = "1234567"
TOP = sum(1 << 7 * column + 5 for column in range(7))


class Drop(Move, frozen=True):
    """Drop a stone into a column."""

    form = "drop {column}"
    column: Annotated[int, Meta(ge=0, lt=7), Spelling(COLUMNS.__getitem__, COLUMNS.index)]


class Frame(State, frozen=True):
    """The frame, and in it each side's stones."""

    phases: tuple["Turn | Over", ...]
    red: int
    yellow: int


class Turn(SeatPhase[Frame, Drop], frozen=True):
    """One side drops a stone."""

    rule = "2"

    def moves(self, state: Frame, seat: Seat) -> Sequence[Drop]:
        """Return a drop for every column that is not full."""
        return OPEN[(state.red | state.yellow) & TOP]

    def why_not(self, state: Frame, seat: Seat, move: Drop) -> Refusal:
        """Say that the column is full."""
        return Refusal.of("2.1", "full", column=COLUMNS[move.column])

    def play(self, state: Frame, seat: Seat, move: Drop, tell: Tell) -> Frame:
        """Let the stone fall, and see whether it makes a line."""
        red, yellow, column = state.red, state.yellow, move.column
        taken = red | yellow
        stone = taken + FOOT[column] & CELLS[column]
        full = stone & TOP and (taken | stone) & TOP == TOP
        if seat == 0:
            red |= stone
            after = RED_WON if lined(red) else DRAWN if full else YELLOW
        else:
            yellow |= stone
            after = YELLOW_WON if lined(yellow) else DRAWN if full else RED
        return Frame(after, red, yellow)


def _open(top: int) -> tuple[Drop, ...]:
    return tuple(drop for drop in DROPS if not top >> 7 * drop.column + 5 & 1)


DROPS = tuple(map(Drop, range(7)))
TOPS = tuple(sum(1 << 7 * c + 5 for c in range(7) if full >> c & 1) for full in range(128))
OPEN = {top: _open(top) for top in TOPS}
"""The legal drops for each set of cells taken in the top row."""

RED, YELLOW, DRAWN = (Turn(0),), (Turn(1),), (Over.ranked((0, 0)),)
RED_WON, YELLOW_WON = (Over.ranked((1, -1)),), (Over.ranked((-1, 1)),)

RESULTS = {1: RED_WON[0].awaited(None), -1: YELLOW_WON[0].awaited(None), 0: DRAWN[0].awaited(None)}
"""The result by the side that wins: red, yellow, none."""


class Rules(parlour.OpenRules[Frame]):
    """Red begins with an empty frame."""

    def start(self, seats: int, options: object) -> Frame:
        """Set up the empty frame."""
        return Frame(RED, 0, 0)

    def random_result(self, state: Frame, rng: Random) -> Result:
        """Let the stones fall at random; ``mypyc`` can compile the module that does it."""
        if state.red.bit_count() == state.yellow.bit_count():
            return RESULTS[random_winner(state.red, state.yellow, rng)]
        return RESULTS[-random_winner(state.yellow, state.red, rng)]

    def census(self, state: Frame) -> dict[str, int]:
        """Count the cells, taken or free."""
        taken = state.red | state.yellow
        free = sum((cells & ~taken).bit_count() for cells in CELLS)
        return {"cells": free + state.red.bit_count() + state.yellow.bit_count()}


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Frame, parlour.OpenView[Frame], Drop]]:
    """Bring connect four."""
    yield Game(
        id="connect_four",
        title="Connect four",
        summary="Four in a line in an upright frame, for two",
        minutes=5,
        weight="light",
        seats=range(2, 3),
        rules=Rules(),
        state=Frame,
        view=parlour.OpenView[Frame],
        moves=Drop,
        rulebook=files("parlour_samples") / "connect_four.md",
        display=Display(table="parlour_samples.table:lay_frame"),
        words=Words(refusals={"full": "column {column} is full"}),
        bots=BotHints(strengths=files("parlour_samples") / "connect_four.strengths.jsonl"),
    )
