"""People at one terminal: names, questions, resigning, another match, and each other's secrets."""

import json
import re
from pathlib import Path

import pytest

from parlour.table.reader import BY_NAME
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

TWO = ("--player", "human", "--player", "human")
NAMED = (*TWO, "--name", "Anna", "--name", "Ben")

ASKING = """
import dataclasses
import parlour
from parlour_samples import tic_tac_toe

@parlour.hookimpl
def parlour_games():
    class Dear(tic_tac_toe.Rules):
        def is_final(self, state, seat, move):
            return True

    (game,) = tic_tac_toe.parlour_games()
    yield dataclasses.replace(game, id="asking", rules=Dear())
"""


def header(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text("utf-8").splitlines()[0])
    return found


def test_people_have_the_names_they_are_given(run: Run, tmp_path: Path) -> None:
    done = run("play", "tic_tac_toe", *NAMED, "--record", "m.jsonl", typed="place a1\n")
    resumed = run("resume", "m.jsonl", typed="place b1\n")

    assert "Anna> " in done.stdout
    assert "Anna: place a1" in done.stdout
    assert header(tmp_path / "m.jsonl")["names"] == ["Anna", "Ben"]
    assert "Ben> " in resumed.stdout


def test_names_are_in_the_order_of_people_and_bots_keep_theirs(run: Run, tmp_path: Path) -> None:
    seats = ("--player", "uniform", "--player", "human", "--name", "Ben")
    done = run("play", "tic_tac_toe", *seats, "--record", "m.jsonl", typed="log\n")

    assert "Uniform: place " in done.stdout
    assert header(tmp_path / "m.jsonl")["names"] == ["", "Ben"]


def test_a_record_of_people_without_names_has_none(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", *TWO, "--record", "m.jsonl")

    assert "names" not in header(tmp_path / "m.jsonl")


@pytest.mark.parametrize(
    ("names", "line"),
    [
        pytest.param(("Anna", "anna"), "expected a name of their own for each", id="twice"),
        pytest.param(("",), "expected a name of 1 to 20 letters, got ''", id="empty"),
        pytest.param(("x" * 21,), "expected a name of 1 to 20 letters", id="long"),
        pytest.param(("a\x1b[2J",), "expected a name of 1 to 20 letters", id="codes"),
        pytest.param(("A", "B", "C"), "expected at most 2 names of people, got 3", id="too many"),
    ],
)
def test_a_name_that_will_not_do(
    run: Run, tmp_path: Path, names: tuple[str, ...], line: str
) -> None:
    given = [part for name in names for part in ("--name", name)]
    done = run("play", "tic_tac_toe", *TWO, *given, "--record", "m.jsonl")

    assert done.returncode == 2
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("flags", "typed", "played"),
    [
        pytest.param(("--ask", "costly"), "place a1\nyes\n", 1, id="yes"),
        pytest.param(("--ask", "costly"), "place a1\nno\n", 0, id="no"),
        pytest.param(("--ask", "costly"), "place a1\n", 0, id="a script that does not answer"),
        pytest.param((), "place a1\n", 1, id="a script that did not want to be asked"),
    ],
)
def test_a_pipe_is_asked_only_if_it_wants_to_be(
    run: Run, tmp_path: Path, flags: tuple[str, ...], typed: str, played: int
) -> None:
    (tmp_path / "asking.py").write_text(ASKING)
    done = run("play", "./asking.py", *TWO, *flags, "--record", "m.jsonl", typed=typed)

    assert (done.returncode, done.stderr) == (0, "")
    assert ("good again" in done.stdout) == bool(flags)
    assert len((tmp_path / "m.jsonl").read_text("utf-8").splitlines()) == 1 + played


def test_somebody_who_resigned_stays_away_when_the_match_is_resumed(
    run: Run, tmp_path: Path
) -> None:
    typed = "place a1\nseat 1: resign\nseat 1: yes\n"
    run("play", "tic_tac_toe", *NAMED, "--record", "m.jsonl", typed=typed)
    resumed = run("resume", "m.jsonl", typed="place b1\nlog\nquit\n")
    replayed = run("replay", "m.jsonl")

    assert '"ending":"resigned"' in (tmp_path / "m.jsonl").read_text("utf-8")
    assert "Anna> " not in resumed.stdout
    assert "Anna resigns; a stand-in plays on." in resumed.stdout
    assert "Anna resigns; a stand-in plays on." in replayed.stdout


def test_names_have_the_colours_of_their_seats(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines", *NAMED) as terminal:
        terminal.wait("Anna> ")
        terminal.type("place a1")
        shown = terminal.wait("Ben> ")

    assert re.search(r"\x1b\[1;94mAnna\x1b\[0m: place a1", shown)


def test_another_match_is_begun_after_the_end(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines", *NAMED) as terminal:
        for move in ("a1", "a2", "b1", "b2", "c1"):
            terminal.wait("> ")
            terminal.type(f"place {move}")
        terminal.wait("Type 'again' for another match, or press Enter to leave.")
        terminal.type("again")
        terminal.wait("Anna> ")
        terminal.type("log")
        assert "Nothing has happened yet." in terminal.wait("Anna> ")
        terminal.type("quit")
        assert terminal.code() == 0

    assert len(list((tmp_path / "data" / "parlour" / "matches").glob("*.jsonl"))) == 2


def test_tab_completes_a_move(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines", *NAMED) as terminal:
        terminal.wait("Anna> ")
        terminal.type("pl\tb2")
        terminal.wait("Ben> ")
        terminal.type("log")
        assert "place b2" in terminal.wait("Ben> ")


def test_long_help_is_folded_beside_its_words(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines", *NAMED) as terminal:
        terminal.wait("Anna> ")
        terminal.type("?")
        shown = terminal.wait("Anna> ").splitlines()
    commands = next(at for at, line in enumerate(shown) if line.startswith("  moves "))
    column = shown[commands].index("every legal move")
    last = next(at for at, line in enumerate(shown) if line.startswith("  quit "))
    heads = {line[:column].strip().partition(" ")[0] for line in shown[commands : last + 1]}

    assert max(map(len, shown[commands:])) <= 80
    assert "" in heads, "no line is folded"
    assert heads <= {"", *(name for name in BY_NAME)}


def test_at_a_terminal_each_move_takes_one_line(home: dict[str, str], tmp_path: Path) -> None:
    """Else the table above them scrolls away; ``moves`` shows them whole."""
    play = ("play", "maori", "--lines", "--player", "human", "--player", "uniform", "--seed", "5")
    with match_in_terminal(home, tmp_path, *play) as terminal:
        shown = terminal.wait("You> ").rpartition("You may:")[2]
        terminal.type("moves")
        whole = terminal.wait("You> ").rpartition("You may:")[2]
    # Below them stand the sentence that says what to do, and the line to type in.
    lines = [line for line in shown.splitlines() if line.strip()][:-2]

    assert [line.split(".")[0].strip() for line in lines] == [
        str(number) for number in range(1, len(lines) + 1)
    ]
    assert max(map(len, lines)) <= 80
    assert "…" in shown
    assert "…" not in whole


# People who share a terminal never see each other's secrets


CLEAR = "\x1b[2J\x1b[3J\x1b[H"
CARD = re.compile(r"deal (\w+) to (?:\x1b\[[\d;]*m)*Player (\d)")


def test_the_screen_is_cleared_between_two_people(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", "--lines", *TWO) as terminal:
        first = terminal.wait("Pass to Player 1. Press Enter when ready.")
        terminal.type("")
        mine = terminal.wait("Player 1> ")
        terminal.type("call")
        terminal.wait("Press Enter to clear the screen for Player 2.")
        terminal.type("")
        between = terminal.wait("Pass to Player 2. Press Enter when ready.")
        terminal.type("")
        theirs = terminal.wait("Player 2> ")

    assert CLEAR in first
    assert "deal" not in first
    assert {seat for _, seat in CARD.findall(mine)} == {"1"}
    assert CLEAR in between
    assert "deal" not in between.partition(CLEAR)[2]
    assert {seat for _, seat in CARD.findall(theirs)} == {"2"}


@pytest.mark.parametrize("game", ["tic_tac_toe", "maori"])
def test_an_open_game_needs_no_handing_over(
    home: dict[str, str], tmp_path: Path, game: str
) -> None:
    with match_in_terminal(home, tmp_path, "play", game, "--lines", *TWO) as terminal:
        assert "Pass to" not in terminal.wait("> ")


def test_a_person_alone_is_not_asked_to_hand_over(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", "--lines", "--seed", "1") as terminal:
        assert "Pass to" not in terminal.wait("You> ")


def test_no_color_is_respected(home: dict[str, str], tmp_path: Path) -> None:
    colour = re.compile(r"\x1b\[[\d;]*3\d[\d;]*m")
    shown = []
    for environment in ({}, {"NO_COLOR": "1"}):
        with match_in_terminal(
            home, tmp_path, "play", "maori", "--lines", "--seed", "1", **environment
        ) as terminal:
            shown.append(terminal.wait("You may:"))

    assert colour.search(shown[0])
    assert not colour.search(shown[1])


def test_an_interrupted_match_can_be_resumed(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines") as terminal:
        terminal.wait("You> ")
        terminal.interrupt()
        assert "The match is saved (interrupted)" in terminal.wait("parlour resume ")


def test_without_a_terminal_only_what_is_asked_for_is_shown(run: Run) -> None:
    quiet = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed="call\n")
    asked = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed="log\ncall\n")

    assert "deal" not in quiet.stdout
    assert {seat for _, seat in CARD.findall(asked.stdout)} == {"1"}


@pytest.mark.parametrize("word", ["look", "log", "moves", "undo", "hint", "why undo"])
def test_nobody_asks_for_what_is_another_persons(run: Run, word: str) -> None:
    typed = f"call\nseat 1: {word}\n"
    done = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed=typed)

    assert CARD.findall(done.stdout) == []
    assert f"Only Player 1 may ask for '{word.partition(' ')[0]}', when sitting" in done.stdout
