"""Tic-tac-toe."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Annotated

from msgspec import Meta

import parlour
from parlour import Display, Game, Move, Over, Seat, SeatPhase, Spelling, State, Tell, Words

SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")
Square = Annotated[int, Meta(ge=0, lt=9), Spelling(SQUARES.__getitem__, SQUARES.index)]
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Place(Move, frozen=True):
    form = "place {square}"
    square: Square


class Board(State, frozen=True):
    phases: tuple["Turn | Over", ...]
    marks: tuple[int, int]


class Turn(SeatPhase[Board, Place], frozen=True):
    def moves(self, state: Board, seat: Seat) -> Sequence[Place]:
        return FREE[state.marks[0] | state.marks[1]]

    def why_not(self, state: Board, seat: Seat, move: Place) -> parlour.Refusal:
        return parlour.Refusal.of("3", "taken", square=SQUARES[move.square])

    def play(self, state: Board, seat: Seat, move: Place, tell: Tell) -> Board:
        mine, other = state.marks[seat] | 1 << move.square, state.marks[1 - seat]
        after = WON[seat] if LINED[mine] else DRAWN if mine | other == 0o777 else TURNS[1 - seat]
        return Board(after, (other, mine) if seat else (mine, other))


PLACES = tuple(map(Place, range(9)))
FREE = tuple(tuple(p for p in PLACES if not taken >> p.square & 1) for taken in range(512))
LINED = tuple(any(mine & line == line for line in LINES) for mine in range(512))
TURNS, DRAWN = ((Turn(0),), (Turn(1),)), (Over.ranked((0, 0)),)
WON = ((Over.ranked((1, -1)),), (Over.ranked((-1, 1)),))


class Rules(parlour.OpenRules[Board]):
    def start(self, seats: int, options: object) -> Board:
        return Board(TURNS[0], (0, 0))

    def plans(self, view: parlour.OpenView[Board]) -> Sequence[parlour.TurnPlan]:
        marks, seat = view.state.marks, view.seat
        wins = (p for p in FREE[marks[0] | marks[1]] if LINED[marks[seat] | 1 << p.square])
        return [parlour.TurnPlan((p,), f"win by {SQUARES[p.square]}") for p in wins]

    def census(self, state: Board) -> dict[str, int]:
        first, second = state.marks
        return {"squares": len(FREE[first | second]) + first.bit_count() + second.bit_count()}


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Board, parlour.OpenView[Board], Place]]:
    yield Game(
        id="tic_tac_toe",
        title="Tic-tac-toe",
        summary="Three in a row, for two",
        minutes=2,
        weight="light",
        seats=range(2, 3),
        rules=Rules(),
        state=Board,
        view=parlour.OpenView[Board],
        moves=Place,
        rulebook=files("parlour_samples") / "tic_tac_toe.md",
        examples=parlour.Examples(file=files("parlour_samples") / "tic_tac_toe.examples.toml"),
        display=Display(table="parlour_samples.table:lay_squares"),
        words=Words(refusals={"taken": "{square} is taken"}),
    )
