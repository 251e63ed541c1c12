"""The sample plugin, installed as a stranger would install it: each thing that it brings works."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import TypeAlias

import pytest

from parlour.rules import MisuseError
from parlour_web.specifications import NOTICES, NoticeSettings, TurnNotice

Run: TypeAlias = "Callable[..., subprocess.CompletedProcess[str]]"

BROUGHT = {
    "file": {"parlour_notices": ["file"]},
    "hello": {"parlour_commands": ["hello"]},
    "middle": {"parlour_markers": ["middle"]},
    "remarks": {"parlour_rule_notes": ["remarks"]},
    "script": {"parlour_bot_schemes": ["script"]},
    "short-moves": {"parlour_laws": ["short-moves"]},
    "spoken": {"parlour_faces": ["spoken"]},
    "steady": {"parlour_bots": ["steady"]},
    "twenty_one": {"parlour_games": ["twenty_one"]},
}
"""What each entry point of the sample brings."""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return what runs a command in a process of its own, with an empty home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    home = kept | {
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "COLUMNS": "80",
        "TERM": "dumb",
    }

    def running(
        *arguments: str, typed: str = "", **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "parlour", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            env=home | environment,
            cwd=tmp_path,
            check=False,
        )

    return running


def test_each_entry_point_is_listed_with_what_it_brings(run: Run) -> None:
    listed = json.loads(run("plugins", "--json").stdout)
    version = distribution("parlour-sample").version
    sample = [row for row in listed if row["distribution"] == f"parlour-sample {version}"]

    assert {row["plugin"]: row["brings"] for row in sample} == BROUGHT
    assert {(row["status"], row["reason"]) for row in sample} == {("good", "")}


def test_the_samples_are_listed_beside_the_packages_of_parlour_alone(run: Run) -> None:
    def plugins(*options: str) -> set[tuple[str, str]]:
        rows = json.loads(run("plugins", "--json", *options).stdout)
        return {(row["plugin"], row["distribution"]) for row in rows}

    ours = {("connect_four", "parlour"), ("leduc", "parlour"), ("tic_tac_toe", "parlour")}
    assert plugins().isdisjoint(ours)
    assert ours < plugins("--all")


GREETED = [
    pytest.param([], "Hello you. Shall we play Tic-tac-toe? ", id="alone"),
    pytest.param(["Ada", "--game", "leduc"], "Hello Ada. Shall we play Leduc poker? ", id="Ada"),
]


@pytest.mark.parametrize(("arguments", "greeting"), GREETED)
def test_the_command_takes_an_argument_and_an_option(
    run: Run, arguments: list[str], greeting: str
) -> None:
    done = run("hello", *arguments)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(greeting)


def test_the_command_has_help_with_examples_and_stands_in_the_list(run: Run) -> None:
    shown = run("hello", "--help").stdout

    assert "  Greet somebody, and propose a game." in shown
    assert "Who is greeted.  [default: you]" in shown
    assert "The game to propose.  [default: tic_tac_toe]" in shown
    assert shown.endswith("  Examples:\n    parlour hello\n    parlour hello Ada --game leduc\n")
    assert "Commands of plugins:\n  hello  Greet somebody, and propose a game.\n" in (
        run("--help").stdout
    )


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        pytest.param(["helo"], 2, "got 'helo'; did you mean 'hello'?", id="mistyped"),
        pytest.param(["hello", "a", "b"], 2, "unexpected extra argument(s) (b)", id="too many"),
        pytest.param(["hello", "--game", "leduk"], 2, "did you mean 'leduc'?", id="no game"),
    ],
)
def test_a_mistake_at_the_command_is_one_line(
    run: Run, arguments: list[str], code: int, error: str
) -> None:
    done = run(*arguments)

    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert error in done.stderr


def test_completion_offers_the_command_and_the_face(run: Run) -> None:
    def offered(words: str) -> str:
        last = str(words.count(" "))
        asked = {"COMP_WORDS": words.replace(" ", "\n"), "COMP_CWORD": last}
        return run(_PARLOUR_COMPLETE="complete_bash", **asked).stdout

    assert offered("parlour hel") == "hello\n"
    assert offered("parlour hello --ga") == "--game\n"
    assert offered("parlour play tic_tac_toe --face sp") == "spoken\n"


SPOKEN = """\
Board: nothing.
Place: choose the square.
Steady: place a1.
You: b2.
Steady: a1.
Place: choose the square.
You may:
Place b1.
Place c1.
Place a2.
Place c2.
Place a3.
Place b3.
Place c3.
Not possible: a1 is taken (rule 3).
Steady: place b1.
You: c3, b2.
Steady: a1, b1.
Place: choose the square.
Steady: place c1.
Steady wins.
1. Steady: 1 point.
2. You: -1 point.
"""


def test_a_match_is_spoken_to_its_end_and_read_from_standard_input(run: Run) -> None:
    typed = "place b2\nmoves\nplace a1\nplace c3\nplace a3\n"
    done = run(
        *("play", "tic_tac_toe", "--face", "spoken", "--player", "human", "--player", "steady"),
        typed=typed,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == SPOKEN


def test_a_spoken_match_that_is_left_says_how_to_go_on(run: Run) -> None:
    done = run("play", "tic_tac_toe", "--face", "spoken", typed="place b2\n")
    *_, words, command = done.stdout.splitlines()

    assert words == "The match is saved (the input has ended). To resume it:"
    assert run(*command.split()[1:]).returncode == 0


def test_a_game_with_secrets_is_spoken_to_one_person_alone(run: Run) -> None:
    people = ("--player", "human", "--player", "human")
    done = run("play", "leduc", "--face", "spoken", *people)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("parlour: expected one person at most, since all hear what is said\n")


BOTS = [
    pytest.param(["steady:number=9", "steady"], "place c3", "Steady 1 wins.", id="its last moves"),
    pytest.param(["script:moves.txt", "steady:number=9"], "place a1", "moves wins.", id="a file"),
]


@pytest.mark.parametrize(("bots", "first", "end"), BOTS)
def test_a_match_is_played_by_a_bot_and_by_a_bot_of_a_scheme(
    run: Run, tmp_path: Path, bots: list[str], first: str, end: str
) -> None:
    (tmp_path / "moves.txt").write_text("place a1\n\nplace b1\nplace c1\n", encoding="utf-8")
    seats = [word for bot in bots for word in ("--player", bot)]
    done = run("play", "tic_tac_toe", *seats, "--record", "match.jsonl")
    header, move, *_ = (tmp_path / "match.jsonl").read_text("utf-8").splitlines()

    assert (done.returncode, done.stderr) == (0, "")
    assert end in done.stdout
    assert json.loads(header)["players"] == bots
    assert json.loads(move) == {"seat": 0, "move": first}


def test_a_script_that_ends_early_forfeits_and_names_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("place a1\n", encoding="utf-8")
    done = run("play", "tic_tac_toe", "--player", "script:moves.txt", "--player", "steady")

    assert done.returncode == 0
    assert "moves forfeited (died): ValueError: expected another move in the file, got its end" in (
        done.stdout
    )


SPECS = [
    pytest.param("script:", "expected script:FILE, got 'script:'", id="no file"),
    pytest.param(
        "script:no.txt",
        "script:no.txt: cannot read the file: No such file or directory",
        id="no.txt",
    ),
    pytest.param(
        "steady:number=0", "steady: number: expected a whole number, 1 or more", id="a setting"
    ),
]


@pytest.mark.parametrize(("spec", "error"), SPECS)
def test_a_bot_that_cannot_be_made_is_one_line(run: Run, spec: str, error: str) -> None:
    done = run("play", "tic_tac_toe", "--player", spec, "--player", "uniform")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"parlour: {error}")


def test_a_record_does_not_start_a_script_unasked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("place a1\nplace b1\nplace c1\n", encoding="utf-8")
    seats = ("--player", "script:moves.txt", "--player", "steady:number=9")
    run("play", "tic_tac_toe", *seats, "--record", "whole.jsonl")
    begun = (tmp_path / "whole.jsonl").read_text("utf-8").splitlines(keepends=True)[:3]
    (tmp_path / "begun.jsonl").write_text("".join(begun), encoding="utf-8")

    refused = run("resume", "begun.jsonl", XDG_DATA_HOME=str(tmp_path / "other"))
    assert refused.returncode == 2
    assert "expected --trust, since it starts 'script:moves.txt'" in refused.stderr
    assert run("resume", "begun.jsonl", "--trust").returncode == 0


GAME = """
from typing import Annotated

import parlour
from msgspec.structs import replace
from parlour import Over, Spelling

class Say(parlour.Move, frozen=True):
    form = "say {word}"
    word: Annotated[int, Spelling(lambda number: "a" * {letters}, lambda text: 0)]

class Turn(parlour.SeatPhase, frozen=True):
    def moves(self, state, seat):
        return (Say(0),)

    def play(self, state, seat, move, tell):
        return replace(state, phases=(Over.ranked((1, -1)),))

class Talk(parlour.State, frozen=True):
    phases: tuple[Turn | Over, ...]

class Rules(parlour.OpenRules):
    def start(self, seats, options):
        return Talk((Turn(0),))

    def census(self, state):
        return {}

@parlour.hookimpl
def parlour_games():
    yield parlour.Game(
        id="talk", title="Talk", summary="One says it", seats=range(2, 3), rules=Rules(),
        state=Talk, view=parlour.OpenView[Talk], moves=Say,
    )
"""
LAW = "parlour-sample:short-moves"


@pytest.mark.parametrize("letters", [76, 77])
def test_the_law_is_put_to_each_game_and_catches_long_moves(
    run: Run, tmp_path: Path, letters: int
) -> None:
    source = GAME.replace("{letters}", str(letters))
    (tmp_path / "talk.py").write_text(source, encoding="utf-8")
    done = run("check", "./talk.py", "--matches", "2", "--counts")
    broken = f"{LAW}: expected at most 80 letters, got 81: say a"

    assert (broken in done.stdout) == (letters == 77)
    assert LAW in done.stdout


def test_the_notice_is_a_line_in_a_file_of_the_host(tmp_path: Path) -> None:
    way = NOTICES.get("file")
    assert way is not None
    address = f"file:{tmp_path / 'turns.txt'}"
    kept = NOTICES.resolve(way, way.check)(address, NoticeSettings(by_host=True))
    for text in ("It is your turn.", "Again."):
        turn = TurnNotice("t1", "Maori", 0, "Ada", text)
        NOTICES.resolve(way, way.send)(kept, turn, NoticeSettings())

    assert (tmp_path / "turns.txt").read_text("utf-8") == "It is your turn.\nAgain.\n"


ADDRESSES = [
    pytest.param("file:turns.txt", NoticeSettings(), id="of a guest"),
    pytest.param("file:nowhere/turns.txt", NoticeSettings(by_host=True), id="no folder"),
]


@pytest.mark.parametrize(("address", "settings"), ADDRESSES)
def test_a_notice_is_refused_to_guests_and_without_a_folder(
    address: str, settings: NoticeSettings
) -> None:
    way = NOTICES.get("file")
    assert way is not None

    with pytest.raises(MisuseError, match="expected file:PATH in a folder that is there"):
        NOTICES.resolve(way, way.check)(address, settings)
