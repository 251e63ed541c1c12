"""Mistakes that show while a game is played, or when the laws look: as those of ``mistakes``."""

import pytest

PLAYING = [
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return [Pass()]",
        "expected 'moves' of Turn to return kinds that Game(moves=...) names, got the class Pass",
        "def moves",
        id="a move of a kind that the game does not name",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return ['a1']",
        "expected 'moves' of Turn to return a tuple of moves, got ['a1']",
        "def moves",
        id="texts for moves",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return FREE[self.seet]",
        "AttributeError: 'Turn' object has no attribute 'seet'",
        "FREE[self.seet]",
        id="moves that raise",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "FREE[state.marks[0] | state.marks[1]]",
        "expected 'moves' of Turn to return a tuple of moves, got None",
        "def moves",
        id="moves that return nothing",
    ),
    pytest.param(
        "return Board(after, (other, mine) if seat else (mine, other))",
        "Board(after, (other, mine) if seat else (mine, other))",
        "expected 'play' of Turn to return a state, got None",
        "def play",
        id="play that returns nothing",
    ),
    pytest.param(
        "return Board(after, (other, mine) if seat else (mine, other))",
        "return Board(after[0], (other, mine) if seat else (mine, other))",
        "expected 'play' of Turn to return a state with a tuple of phases, got Turn(seat=1)",
        "def play",
        id="a phase for a tuple of phases",
    ),
    pytest.param(
        "    def moves(self, state: Board, seat: Seat)",
        "    def awaited(self, state: Board) -> Seat:\n"
        "        return self.seat\n\n"
        "    def moves(self, state: Board, seat: Seat)",
        "expected 'awaited' of Turn to return await_seat(seat) or Decide, got 0",
        "def awaited",
        id="a seat instead of who is awaited",
    ),
    pytest.param(
        "return Board(TURNS[0], (0, 0))",
        "pass",
        "expected 'start' of Rules to return a state, got None",
        "def start",
        id="no state to start with",
    ),
]

LOOKING = [
    pytest.param(
        'table="parlour_samples.table:lay_squares"',
        'table="nowhere.tables:lay"',
        "expected the function 'nowhere.tables:lay', but there is no module 'nowhere'",
        "",
        id="a drawing in a module that is missing",
    ),
    pytest.param(
        'Words(refusals={"taken": "{square} is taken"})',
        'Words(refusals={"taken": "{square} is taken"}, prompt="parlour.kit:nothing")',
        "words.prompt: expected the function 'parlour.kit:nothing', but 'parlour.kit' has no",
        "",
        id="a sentence by a function that is missing",
    ),
    pytest.param(
        'parlour.Refusal.of("3", "taken", square',
        'parlour.Refusal.of("3", "occupied", square',
        "is refused as 'occupied', which has no sentence in Words(refusals={'occupied': ...})",
        "",
        id="a refusal without its sentence",
    ),
    pytest.param(
        'return {"squares": len(FREE[first | second]) + first.bit_count() + second.bit_count()}',
        "return 9 + first",
        "expected 'census' of Rules to return how many there are of what, got 9",
        "def census",
        id="a census that is one number",
    ),
    pytest.param(
        'return {"squares": len(FREE[first | second]) + first.bit_count() + second.bit_count()}',
        'return {"squares": "nine"}',
        "to return how many there are of what, got {'squares': 'nine'}",
        "def census",
        id="a census in words",
    ),
    pytest.param(
        'return parlour.Refusal.of("3", "taken", square=SQUARES[move.square])',
        'return "taken"',
        "expected 'why_not' of Turn to return a Refusal or None, got 'taken'",
        "def why_not",
        id="a text for a refusal",
    ),
    pytest.param(
        "    def census(",
        "    def heuristic(self, state: Board, seat: Seat) -> str:\n"
        '        return "good"\n\n'
        "    def census(",
        "expected the heuristic to return a number or None, got 'good'",
        "",
        id="a worth in words",
    ),
]
