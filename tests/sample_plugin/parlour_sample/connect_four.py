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
from parlour_sample.picture import picture_frame
from parlour_sample.text import describe_frame, draw_frame

COLUMNS = "1234567"
FOOT = tuple(1 << 7 * column for column in range(7))
CELLS = tuple(0b111111 << 7 * column for column in range(7))
TOP = sum(1 << 7 * column + 5 for column in range(7))
FULL = sum(CELLS)


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


def lined(stones: int) -> bool:
    """Tell whether four stones stand in a line: level, slanting either way, or upright."""
    if stones.bit_count() < 4:
        return False
    return bool(
        ((pairs := stones & stones >> 7) and pairs & pairs >> 14)
        or ((pairs := stones & stones >> 8) and pairs & pairs >> 16)
        or ((pairs := stones & stones >> 6) and pairs & pairs >> 12)
        or ((pairs := stones & stones >> 1) and pairs & pairs >> 2)
    )


def _open(top: int) -> tuple[Drop, ...]:
    return tuple(drop for drop in DROPS if not top >> 7 * drop.column + 5 & 1)


DROPS = tuple(map(Drop, range(7)))
TOPS = tuple(sum(1 << 7 * c + 5 for c in range(7) if full >> c & 1) for full in range(128))
OPEN = {top: _open(top) for top in TOPS}
"""The legal drops for each set of cells taken in the top row."""

RED, YELLOW, DRAWN = (Turn(0),), (Turn(1),), (Over.ranked((0, 0)),)
RED_WON, YELLOW_WON = (Over.ranked((1, -1)),), (Over.ranked((-1, 1)),)


RESULTS = tuple(after[0].awaited(None) for after in (RED_WON, YELLOW_WON, DRAWN))
LOTS = tuple((FOOT[lot % 7], CELLS[lot % 7]) if lot < 252 else (0, 0) for lot in range(256))
"""The column that each byte draws, by its foot and its cells; four bytes draw none."""


class Rules(parlour.OpenRules[Frame]):
    """Red begins with an empty frame."""

    def start(self, seats: int, options: object) -> Frame:
        """Set up the empty frame."""
        return Frame(RED, 0, 0)

    def random_result(self, state: Frame, rng: Random) -> Result:
        """Drop stones into columns drawn by lot: a full one, or none, is drawn again."""
        mover = state.red.bit_count() - state.yellow.bit_count()
        mine, other = (state.yellow, state.red) if mover else (state.red, state.yellow)
        taken = mine | other
        while taken != FULL:
            for lot in rng.randbytes(48):
                foot, cells = LOTS[lot]
                stone = taken + foot & cells
                if stone:
                    taken |= stone
                    mine |= stone
                    if lined(mine):
                        return RESULTS[mover]
                    mine, other, mover = other, mine, 1 - mover
        return RESULTS[2]

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
        seats=range(2, 3),
        rules=Rules(),
        state=Frame,
        view=parlour.OpenView[Frame],
        moves=Drop,
        rulebook=files("parlour_sample") / "connect_four.md",
        display=Display(text=draw_frame, picture=picture_frame, describe=describe_frame),
        words=Words(refusals={"full": "column {column} is full"}),
        bots=BotHints(strengths=files("parlour_sample") / "connect_four.strengths.jsonl"),
    )
