"""Mistakes that an author makes: what is changed in a sound game, what is said, and where it is."""

import pytest

LOADING = [
    pytest.param(
        "def moves(self", "def moves(self:", "SyntaxError: ", "def moves(self:", id="syntax"
    ),
    pytest.param(
        "from typing import Annotated",
        "from typing import Anotated as Annotated",
        "ImportError: cannot import name 'Anotated'",
        "Anotated",
        id="an import",
    ),
    pytest.param(
        "def parlour_games",
        "def parlour_game",
        "expected a hook (parlour_games, parlour_bots), got 'parlour_game'",
        "@parlour.hookimpl",
        id="a misspelt hook",
    ),
    pytest.param(
        "@parlour.hookimpl\n",
        "",
        "'parlour_games' is no hook without '@parlour.hookimpl' above it",
        "def parlour_games",
        id="an unmarked hook",
    ),
    pytest.param(
        "    yield Game(",
        "    return Game(",
        "expected 'parlour_games' to yield, got Game",
        "",
        id="a hook that returns",
    ),
    pytest.param(
        "rules=Rules(),",
        "rules=Rules,",
        "expected rules to be made, Rules(), got the class Rules",
        "",
        id="rules not made",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "seats=2",
        "expected seats to be a range such as range(2, 5), got 2",
        "",
        id="seats no range",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='win', seats=range(2, 3)",
        "expected objective to be one of places, points, shared, teams, single, got 'win'",
        "",
        id="no objective",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='single', seats=range(2, 3)",
        "expected seats to be range(1, 2) with objective 'single', got range(2, 3)",
        "",
        id="a single player at two seats",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='teams', seats=range(2, 3)",
        "expected teams to be a function with objective 'teams', got None",
        "",
        id="teams without seats",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "teams=Board, seats=range(2, 3)",
        "expected teams to be None with objective 'places', got the class Board",
        "",
        id="teams without an objective",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='teams', seats=range(2, 3),\n"
        "teams=lambda seats: (parlour.Team('Red', (0,)), parlour.Team('Blue', (2,)))",
        "expected teams(2) to hold each seat once, got Red (0,), Blue (2,)",
        "",
        id="teams with a seat too many",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='teams', seats=range(2, 3),\nteams=lambda seats: (parlour.Team('Red', (0, 1)),)",
        "expected teams(2) to return two parlour.Team or more, got (Team(name='Red', ",
        "",
        id="one team",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "objective='teams', seats=range(2, 3),\n"
        "teams=lambda seats: (parlour.Team('Red', (0,)), parlour.Team('Red', (1,)))",
        "expected teams(2) to return teams of different names",
        "",
        id="teams of one name",
    ),
    pytest.param(
        "state=Board,",
        "state=dict,",
        "expected state to be a subclass of parlour.State, got the class dict",
        "",
        id="a state of another type",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Board,",
        "expected moves to be kinds of parlour.Move, got the class Board",
        "",
        id="moves of another type",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Place, rulebook=__import__('pathlib').Path('none.md'),",
        "expected its rulebook, a Markdown file; there is none at none.md",
        "",
        id="no rulebook",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {squares}"',
        "names 'squares', which is no field; did you mean its 'square'?",
        "class Place",
        id="a form with another field",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place"',
        "leaves out the field 'square', so no text can be read",
        "class Place",
        id="a form that leaves a field out",
    ),
    pytest.param(
        '    phases: tuple["Turn | Over", ...]\n',
        "",
        "expected Board to declare 'phases: tuple[Turn | ... | Over, ...]'",
        "class Board",
        id="no kinds of phases",
    ),
    pytest.param(
        '"Turn | Over"',
        '"Turns | Over"',
        "the types of Board cannot be read: name 'Turns' is not defined",
        "class Board",
        id="a phase that is not there",
    ),
    pytest.param(
        "    def moves(self, state: Board, seat: Seat) -> Sequence[Place]:",
        "    def move(self, state: Board, seat: Seat) -> Sequence[Place]:",
        "expected Turn, a DecisionPhase, to have 'moves'; did you mean its 'move'?",
        "class Turn",
        id="a phase without a method",
    ),
    pytest.param(
        "    def census(self, state: Board) -> dict[str, int]:",
        "    def counted(self, state: Board) -> dict[str, int]:",
        "expected Rules, a Rules, to have 'census'",
        "class Rules",
        id="rules without a method",
    ),
]
LOADING += [
    pytest.param(
        'form = "place {square}"',
        "form = 7",
        "expected the form of Place to be a text, got 7",
        "class Place",
        id="a form that is no text",
    ),
    pytest.param(
        '"Turn | Over"',
        '"Turn"',
        "expected 'phases' of Board to name Over too",
        "class Board",
        id="no end",
    ),
    pytest.param(
        "def play(self, state: Board, seat: Seat, move: Place, tell: Tell)",
        "def play(self, state: Board, move: Place, tell: Tell)",
        "expected 'def play(self, state, seat, move, tell)' in Turn",
        "def play",
        id="a method with too few arguments",
    ),
    pytest.param(
        "def start(self, seats: int, options: object)",
        "def start(self, seats: int)",
        "expected 'def start(self, seats, options)' in Rules",
        "def start",
        id="rules with too few arguments",
    ),
    pytest.param(
        "text=draw_squares",
        'text="board"',
        "expected display.text to be a function, got 'board'",
        "",
        id="a drawing that is no function",
    ),
    pytest.param(
        "moves=Place,",
        "moves=(Place,),",
        "expected moves to be kinds of parlour.Move, got (",
        "",
        id="moves in a tuple",
    ),
    pytest.param(
        'id="tic_tac_toe"',
        'id="Tic tac toe"',
        "expected an id of small letters, digits, '_' and '-', got 'Tic tac toe'",
        "",
        id="an id that is hard to type",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {square}"\n    public_form = "place {squre}"',
        "the public form 'place {squre}' names 'squre', "
        "which is no field; did you mean its 'square'?",
        "class Place",
        id="a public form with another field",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {square}"\n    public_form = 5',
        "expected the public_form of Place to be a text, got 5",
        "class Place",
        id="a public form that is no text",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {square}"\n    former_forms = ("put {squre}",)',
        "the former form 'put {squre}' names 'squre', "
        "which is no field; did you mean its 'square'?",
        "class Place",
        id="a former form with another field",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {square}"\n    former_forms = ("put",)',
        "the former form 'put' leaves out the field 'square', so no text can be read",
        "class Place",
        id="a former form without a field",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {square}"\n    former_forms = "put {square}"',
        "expected the former_forms of Place to be a tuple of texts, got 'put {square}'",
        "class Place",
        id="a former form that is no tuple",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Pass | Stay,",
        "expected a form for Stay alone; Pass has 'pass' too",
        "class Stay",
        id="two kinds of one form",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Place, checks=parlour.Checks(presets={'wide': {'size': 4}}),",
        "its preset 'wide' will not do: there is no option 'size' (options: none)",
        "",
        id="a preset of no option",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Place, options=msgspec.defstruct('Sizes', [('size', typing.Literal[3], 4)]),",
        "a default will not do: size: invalid enum value 4, got '4' (options: size)",
        "",
        id="a default that is no value",
    ),
]
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
        'return {"squares": len(FREE[first | second]) + first.bit_count() + second.bit_count()}',
        "return 9 + first",
        "expected 'census' of Rules to return how many there are of what, got 9",
        "def census",
        id="a census that is one number",
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
