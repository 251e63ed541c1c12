"""Tic-tac-toe."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, Spelling, State, Tell, one, over

SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")
Square = Annotated[int, Spelling(SQUARES.__getitem__, SQUARES.index)]
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Place(Move):
    form = "place {square}"
    square: Square


class Board(State):
    phases: tuple["Turn | Over", ...]
    marks: tuple[int, int]


class Turn(DecisionPhase[Board, Place]):
    seat: Seat

    def awaited(self, state: Board) -> parlour.Decide:
        return one(self.seat)

    def moves(self, state: Board, seat: Seat) -> Sequence[Place]:
        return FREE[state.marks[0] | state.marks[1]]

    def play(self, state: Board, seat: Seat, move: Place, tell: Tell) -> Board:
        mine, other = state.marks[seat] | 1 << move.square, state.marks[1 - seat]
        after = WON[seat] if LINED[mine] else DRAWN if mine | other == 0o777 else TURNS[1 - seat]
        return Board(after, (other, mine) if seat else (mine, other))


PLACES = tuple(map(Place, range(9)))
FREE = tuple(tuple(p for p in PLACES if not taken >> p.square & 1) for taken in range(512))
LINED = tuple(any(mine & line == line for line in LINES) for mine in range(512))
TURNS, DRAWN = ((Turn(0),), (Turn(1),)), (over((0, 0)),)
WON = ((over((1, -1)),), (over((-1, 1)),))


class Rules(parlour.OpenRules[Board]):
    def start(self, seats: int, options: object) -> Board:
        return Board(TURNS[0], (0, 0))

    def census(self, state: Board) -> dict[str, int]:
        return {"squares": 9}


@parlour.impl
def parlour_games() -> Iterable[Game]:
    yield Game(id="tic_tac_toe", title="Tic-tac-toe", seats=range(2, 3), rules=Rules(),
               state=Board, view=parlour.Open[Board], moves=Place)
