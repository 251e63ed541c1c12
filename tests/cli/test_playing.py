"""What a person can type at the table, also several moves in a line, and what comes back."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import Run

TWO = ("--player", "human", "--player", "human")
WIN = "place a1\nplace a2\nplace b1\nplace b2\nplace c1\n"
TYPED = [
    pytest.param(WIN, "Player 1 wins.", id="a whole match"),
    pytest.param("1\n3\n1\n", "Player 1: place b1", id="numbers"),
    pytest.param("PLACE  A1\nlook\n", "Player 1: place a1", id="capitals and spaces"),
    pytest.param(
        "place a1\nplace a\n", "'place a' may be any of: place a2, place a3.", id="prefix"
    ),
    pytest.param(
        "place a1\nplace a2\nplace a\n", "Player 1: place a3", id="a prefix that means one move"
    ),
    pytest.param("?\n", "why you cannot make a move", id="?"),
    pytest.param("help\n", "why you cannot make a move", id="help"),
    pytest.param("plase b2\n", "No move reads 'plase b2'. Nearest: place b2,", id="mistyped"),
    pytest.param("1\nplace d9\n", "Nearest: place b1, place c1, place a2,", id="no square"),
    pytest.param("b2\n", "Nearest: place b2.", id="half a move"),
    pytest.param("%&/\n", "No move reads '%&/'. Place: choose the square.", id="nonsense"),
    pytest.param("x" * 5000 + "\n", "No move reads 'xxx", id="an endless line"),
    pytest.param("place a1\nplace a1\n", "Not possible: ", id="an illegal move"),
    pytest.param(
        "place a1\nwhy place a1\n", "'place a1' is not possible: ", id="why an illegal one"
    ),
    pytest.param("why place a1\n", "'place a1' is possible.", id="why a legal one"),
    pytest.param("why\n", "Why what?", id="why nothing"),
    pytest.param("why plase a1\n", "Nearest: place a1", id="why a mistyped one"),
    pytest.param("why undo\n", "cannot take that back: nothing has been", id="why undo at once"),
    pytest.param("undo\n", "Cannot take that back: nothing has been played", id="undo at once"),
    pytest.param(
        "1\nundo\n", "Cannot take that back: Player 1 has moved since.", id="undo another's"
    ),
    pytest.param("1\nseat 1: why undo\n", "You can: type 'undo'.", id="why for another person"),
    pytest.param("1\nseat 1: undo\n", "Player 1 takes the last move back.", id="undo one's own"),
    pytest.param("seat 5: undo\n", "No person sits at seat 5.", id="nobody there"),
    pytest.param("seat 2: place a1\n", "it is not the turn of Player 2", id="another's turn"),
    pytest.param("moves\n", "9. place c3", id="moves"),
    pytest.param("moves place c\n", "3. place c1", id="moves that begin so"),
    pytest.param("1\nlog\n", "Player 1: place a1", id="log"),
    pytest.param("log\n", "Nothing has happened yet.", id="empty log"),
    pytest.param("1\n1\nlook 1\n", "look 1\nPlayer 1: place a1\n", id="look back"),
    pytest.param("1\nlook 9\n", "Choose a step from 0 to 1.", id="look too far"),
    pytest.param("1\n1\nanalyse\n", "Player 1 played 'place a1'", id="analyse"),
    pytest.param("rules\n", "Type 'rules' with a number or a word to read on.", id="chapters"),
    pytest.param("hint\n", "chance of winning ", id="hint"),
    pytest.param("seat 2: hint\n", "It is not your turn", id="hint out of turn"),
    pytest.param("rules 99\n", "Not possible: expected a rule (chapters: ", id="no such rule"),
    pytest.param("save\n", "Every move is saved at once, in ", id="save"),
    pytest.param("save copy.jsonl\n", "parlour resume copy.jsonl", id="save a copy"),
    pytest.param("save /\n", "Not possible: /: is there already", id="save nowhere"),
    pytest.param("quit\n", "The match is saved (you left).", id="quit"),
    pytest.param("", "The match is saved (end of input).", id="end of input"),
    pytest.param("\n \n", "The match is saved (end of input).", id="empty lines"),
    pytest.param("\x00\x1b[31m\n", "No move reads", id="control characters"),
]


@pytest.mark.parametrize(("typed", "shown"), TYPED)
def test_what_is_typed_is_answered(run: Run, typed: str, shown: str) -> None:
    done = run("play", "tic_tac_toe", *TWO, typed=typed)

    assert shown in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_a_saved_copy_is_the_match(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", *TWO, "--record", "match.jsonl", typed="5\nsave copy.jsonl\nquit\n")

    assert (tmp_path / "copy.jsonl").read_bytes() == (tmp_path / "match.jsonl").read_bytes()


def test_an_old_record_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "match.jsonl").write_text("mine")

    done = run("play", "tic_tac_toe", "--record", "match.jsonl")

    assert done.returncode == 2
    assert (tmp_path / "match.jsonl").read_text() == "mine"


def test_matches_without_a_path_get_names_of_their_own(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        run("play", "tic_tac_toe")

    kept = list((tmp_path / "data" / "parlour" / "matches").glob("*.jsonl"))

    assert len(kept) == 2
    assert all(path.name.startswith("tic_tac_toe-") for path in kept)


@pytest.mark.parametrize("flags", [("--plain",), ()], ids=["plain", "drawn"])
def test_a_pipe_gets_no_colour(run: Run, flags: tuple[str, ...]) -> None:
    done = run("play", "maori", "--seed", "1", *flags, TERM="xterm-256color")

    assert "\x1b" not in done.stdout


def test_plain_lines_have_no_boxes(run: Run) -> None:
    done = run("play", "maori", "--seed", "1", "--plain")

    assert [letter for letter in done.stdout if 0x2500 <= ord(letter) < 0x2600] == []


def test_an_output_without_boxes_gets_plain_lines(run_alone: Run) -> None:
    done = run_alone("play", "maori", "--seed", "1", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert "A left end with a boat: a1." in done.stdout
    assert "??" not in done.stdout


def test_the_same_seed_and_players_play_the_same_match(run: Run, tmp_path: Path) -> None:
    bots = ("--player", "uniform", "--player", "uniform", "--seed", "1")
    for name in ("one", "two"):
        run("play", "leduc", *bots, "--record", name)

    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_options_reach_the_game_and_its_record(run: Run) -> None:
    run("play", "maori", "--option", "side=atoll", "--record", "atoll.jsonl")
    shown = run("replay", "atoll.jsonl")

    assert shown.stdout.splitlines()[0] == "Maori: You, Ahead, side atoll"


def test_seats_that_are_not_given_are_filled(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "four.jsonl"
    run("play", "maori", "--seats", "4", "--record", str(path), typed="quit\n")

    assert header_of(path)["players"] == [
        "human",
        *["ahead:rollouts=200,values=learned,seconds=1"] * 3,
    ]


@pytest.mark.parametrize(
    ("game", "level", "bot"),
    [
        pytest.param("giants", "easy", "greedy:errors=0.2", id="easy errs"),
        pytest.param(
            "maori", "medium", "ahead:rollouts=10,values=learned,errors=0.8", id="below the best"
        ),
        pytest.param("giants", "hard", "ahead:rollouts=48,seconds=1", id="the best of a game"),
        pytest.param("tic_tac_toe", "easy", "search:simulations=5", id="without a heuristic"),
    ],
)
def test_a_level_seats_a_bot(run: Run, tmp_path: Path, game: str, level: str, bot: str) -> None:
    path = tmp_path / "match.jsonl"
    run("play", game, "--level", level, "--record", str(path), typed="quit\n")

    assert set(header_of(path)["players"]) == {"human", bot}


def header_of(path: Path) -> dict[str, list[str]]:
    header: dict[str, list[str]] = json.loads(path.read_bytes().splitlines()[0])
    return header


def test_people_who_share_a_terminal_are_told_how_a_hidden_game_ended(run: Run) -> None:
    done = run("play", "leduc", *TWO, "--seed", "3", typed="call\n" * 4)

    assert done.stdout.splitlines()[-6:-1] == [
        "Shown: cards (1, 2)",
        "",
        "Player 2 wins.",
        "  1. Player 2: 1 point",
        "  2. Player 1: -1 point",
    ]


def test_a_bot_that_declines_leaves_no_record(run: Run, tmp_path: Path) -> None:
    done = run("play", "tic_tac_toe", "--player", "greedy", "--record", "match.jsonl")

    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


COUNTED = """
import parlour
from parlour.players.uniform import Uniform

def made(game, rng, settings):
    print("made")
    return Uniform(game, rng)

@parlour.hookimpl
def parlour_bots():
    yield parlour.Bot(name="counted", make=made)
"""


def test_a_bot_is_made_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "counted.py").write_text(COUNTED)
    seats = ("--player", "human", "--player", "counted", "--record", "match.jsonl")
    played = run("play", "tic_tac_toe", *seats, typed="1\n", PARLOUR_PATH="counted.py")
    resumed = run("resume", "match.jsonl", PARLOUR_PATH="counted.py")

    assert [done.stdout.splitlines().count("made") for done in (played, resumed)] == [1, 1]


# One line that stands for several moves, as a game may offer it to people


GOLDEN = Path(__file__).parents[1] / "golden" / "giants" / "three-seats.jsonl"


@pytest.fixture
def before_a_transport(tmp_path: Path) -> Path:
    """Return a match of people in which seat 1 is about to move a moai from d9."""
    lines = GOLDEN.read_text().splitlines()
    begun = lines.index('{"seat":1,"move":"to e10 with green"}') - 1
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join([lines[0].replace("greedy", "human"), *lines[1:begun]]) + "\n")
    return path


def answers(path: Path) -> list[str]:
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        pytest.param(
            "move moai 1 d9 e10 erect e10b",
            ["move moai1 from d9 screen", "to e10 with green", "erect e10b"],
            id="a whole transport",
        ),
        pytest.param("move moai 1 d9 a5 erect", [], id="one that cannot be made"),
        pytest.param("move moai 1 from d9 abandoned", [], id="mistyped"),
    ],
)
def test_the_record_holds_the_steps(
    run: Run, before_a_transport: Path, typed: str, steps: list[str]
) -> None:
    before = answers(before_a_transport)
    run("resume", before_a_transport.name, typed=f"{typed}\n")

    assert answers(before_a_transport) == [
        *before,
        *(f'{{"seat":1,"move":"{text}"}}' for text in steps),
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            "why move moai 1 d9 e10 erect e10b",
            "'move moai 1 d9 e10 erect e10b' is possible.",
            id="possible",
        ),
        pytest.param(
            "move moai 1 d9 a5 erect",
            "Not possible: nobody can carry the size-1 moai from d9 to a5 (rule 5.3).",
            id="not possible",
        ),
        pytest.param(
            "move moai 1 d9 e10 erect e10b\nseat 2: undo",
            "Only Player 2 may ask for 'undo', when sitting here.",
            id="undone by another",
        ),
    ],
)
def test_what_is_said_of_it(run: Run, before_a_transport: Path, typed: str, said: str) -> None:
    done = run("resume", before_a_transport.name, "--plain", typed=f"{typed}\n")

    assert said in " ".join(done.stdout.split())
    assert done.returncode == 0
