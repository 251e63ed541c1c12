"""What the command line answers to right and wrong arguments and to faults: a code and a line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import GameFault, explain_game_fault, game_in
from parlour.cli.commands import LazyCommand
from parlour.hooks.lookup import COMMANDS
from parlour.match.record import Record
from parlour.rules.errors import FlowError, SetupError
from parlour_web.house.audit import AuditLog
from parlour_web.tables import metadata
from tests.cli.commands import Run

GAME = "tic_tac_toe"
RIGHT = [
    pytest.param("", "Your matches:", id="nothing shows the commands for players"),
    pytest.param("--help", "Exit codes:", id="help"),
    pytest.param("-h", "Play:", id="short help"),
    pytest.param("--version", "parlour ", id="version"),
    pytest.param("-V", "parlour ", id="short version"),
    pytest.param("help", "Exit codes:", id="help as a word"),
    pytest.param("help tournament run", "Usage: parlour tournament run", id="help of a command"),
    pytest.param("games", "maori", id="games"),
    pytest.param("games --json", '"id": "maori"', id="games as JSON"),
    pytest.param(f"schema {GAME}", '"record_header"', id="schema"),
    pytest.param(f"bench {GAME} --seconds 0.01", "refereed at the table", id="bench"),
    pytest.param(f"play {GAME} --player uniform --player uniform", "point", id="bots alone"),
    pytest.param(f"check {GAME} --matches 1", "kept in 1 match of ", id="check"),
    pytest.param("check maori --matches 1", "settings were not reached (--m", id="a short check"),
    pytest.param(f"play {GAME}", "parlour resume ", id="nobody types"),
]
WRONG = [
    pytest.param(
        "nope", 2, "expected a command, see parlour --help; got 'nope'", id="unknown command"
    ),
    pytest.param("game", 2, "did you mean 'games'", id="mistyped command"),
    pytest.param("replay x --limit 3", 2, "no such option: --limit (", id="no such option"),
    pytest.param("rules maori 99", 2, "got '99'", id="no such rule"),
    pytest.param("play", 2, "expected a game, such as parlour play maori", id="no game"),
    pytest.param("play nope", 2, "expected a game (", id="unknown game"),
    pytest.param("rules nope", 2, "got 'nope'", id="rules of an unknown game"),
    pytest.param("check nope", 2, "got 'nope'", id="check of an unknown game"),
    pytest.param("schema nope", 2, "got 'nope'", id="schema of an unknown game"),
    pytest.param("bench nope", 2, "got 'nope'", id="bench of an unknown game"),
    pytest.param(f"play {GAME} --colour", 2, "no such option", id="unknown flag"),
    pytest.param(f"play {GAME} --option", 2, "requires an argument", id="option left empty"),
    pytest.param(f"play {GAME} --option side", 2, "NAME=VALUE", id="option without a value"),
    pytest.param(f"play {GAME} --option side=atoll", 2, "(options: none)", id="unknown option"),
    pytest.param(f"play {GAME} -o a=1 -o a=2", 2, "'a' is given twice", id="option twice"),
    pytest.param(f"play {GAME} --level no", 2, "'--level': 'no' is not one of", id="no level"),
    pytest.param(f"play {GAME} --seats x", 2, "'--seats'", id="seats no number"),
    pytest.param(f"play {GAME} --seats 5", 2, "seats, got 5", id="too many seats"),
    pytest.param(f"play {GAME} --seats 1", 2, "seats, got 1", id="too few seats"),
    pytest.param(f"play {GAME} --player me", 2, "'human' or a bot (", id="unknown player"),
    pytest.param(f"play {GAME} --seats 2" + " --player human" * 3, 2, "at most 2", id="crowded"),
    pytest.param(f"play {GAME} --player greedy", 2, "greedy declines", id="bot declines"),
    pytest.param(f"play {GAME} --record .", 2, "is there already", id="record is a folder"),
    pytest.param(f"play {GAME} --record /dev/null/x", 2, "cannot be written", id="record nowhere"),
    pytest.param("resume nowhere.jsonl", 2, "does not exist", id="no record to resume"),
    pytest.param("resume .", 2, "is a directory", id="resume a folder"),
    pytest.param("replay nowhere.jsonl", 2, "does not exist", id="no record to replay"),
    pytest.param("validate", 2, "missing argument", id="nothing to validate"),
    pytest.param("validate nowhere", 2, "does not exist", id="validate what is not there"),
    pytest.param("validate .", 2, "found none", id="validate an empty folder"),
    pytest.param("validate . --game nope", 2, "got 'nope'", id="validate by an unknown game"),
    pytest.param("validate . --game ./no", 2, "does not exist", id="validate by no path"),
    pytest.param(f"bench {GAME} --seats 3", 2, "got 3", id="bench with too many seats"),
]


@pytest.mark.parametrize(("command", "shown"), RIGHT)
def test_a_right_command_is_done(run: Run, command: str, shown: str) -> None:
    done = run(*command.split())

    assert done.returncode == 0
    assert shown in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(("command", "code", "line"), WRONG)
def test_a_wrong_command_gets_one_line(run: Run, command: str, code: int, line: str) -> None:
    done = run(*command.split())

    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("parlour: ")
    assert line.casefold() in done.stderr.casefold()


OWN = {name: entry for name, entry in COMMANDS.own().items() if entry.place}
NOT_THERE = {"GAME": "nope", "RECORD": "nowhere", "FILE": "nowhere"}
"""Values of arguments that name nothing, by what the help calls them."""


@pytest.mark.parametrize("name", OWN)
def test_wrong_arguments_of_every_command_end_with_2(run: Run, name: str) -> None:
    arguments = [
        re.findall(r"\w+", one.metavar or "")[0]
        for one in LazyCommand(name, OWN[name]).loaded.params
        if one.param_type_name == "argument"
    ]
    wrong = [["--no-such-option"], ["--no-such-option=3"]]
    if arguments and arguments[0] in NOT_THERE:
        given = [NOT_THERE.get(argument, "1") for argument in arguments]
        wrong += [given, [*given, "--seat", "1"]]
    for words in wrong:
        done = run(*name.split(), *words)

        assert (done.returncode, done.stderr.count("\n")) == (2, 1), f"{words}: {done}"


JUDGED = [
    pytest.param(f"check {GAME} --matches 1", "matches", id="check"),
    pytest.param(f"bench {GAME} --seconds 0.01", "refereed", id="bench"),
    pytest.param("validate match.jsonl", "answers", id="validate"),
    pytest.param("docs", "tutorial", id="docs"),
    pytest.param(f"rules {GAME} 2", "number", id="rules"),
    pytest.param("replay match.jsonl", "answers", id="replay"),
    pytest.param("house check .", "other users", id="house check"),
    pytest.param("house keys tables", "seat", id="house keys"),
    pytest.param("house log tables", "act", id="house log"),
    pytest.param(f"bot check {sys.executable} --game {GAME}", "fault", id="bot check"),
]


@pytest.mark.parametrize(("command", "field"), JUDGED)
def test_what_is_listed_or_judged_is_also_json(
    run: Run, tmp_path: Path, command: str, field: str
) -> None:
    run("play", GAME, "--player", "uniform", "--player", "uniform", "--record", "match.jsonl")
    (tmp_path / "tables").mkdir()
    AuditLog(tmp_path / "tables").note("laid", "maori-a", 0)
    path = metadata.path_of(tmp_path / "tables", "maori-a")
    metadata.write(path, metadata.TableMetadata(host="a", seats=("b",), names=("Anna",)))
    tmp_path.chmod(0o755)
    told = json.loads(run(*command.split(), "--json").stdout)

    assert field in (told[-1] if isinstance(told, list) else told)


def test_a_blocked_plugin_is_listed_and_cannot_be_played(run: Run) -> None:
    listed = run("games", PARLOUR_BLOCK="maori")
    played = run("play", "maori", PARLOUR_BLOCK="maori")

    assert "blocked by name" in listed.stdout
    assert (played.returncode, played.stderr.count("\n")) == (1, 1)
    assert "blocked by name" in played.stderr


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "games",
        "games --json",
        "rules maori",
        "play maori --player uniform --player uniform",
        "schema maori",
        "--show-completion bash",
    ],
)
def test_a_reader_who_has_seen_enough_gets_silence(
    home: dict[str, str], tmp_path: Path, command: str
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=home | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        cwd=tmp_path,
        check=False,
    )
    os.close(theirs)

    assert (done.returncode, done.stderr) == (0, b"")


# What games and bots do wrong is named, in one line


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        pytest.param(KeyError("a"), "game 'tig' failed: KeyError: 'a'", id="anything"),
        pytest.param(SystemExit(0), "game 'tig' failed: SystemExit: 0", id="an exit"),
        pytest.param(GeneratorExit(), "game 'tig' failed: GeneratorExit", id="no Exception"),
        pytest.param(FlowError("loops"), "game 'tig': loops", id="a broken promise"),
    ],
)
def test_a_game_is_blamed_for_its_faults(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, said: str
) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault) as caught, explain_game_fault("tig"):
        raise raised

    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_fault_says_how_to_leave_the_plugin_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault, match="PARLOUR_BLOCK=tig"), explain_game_fault("tig"):
        raise KeyError


def test_debugging_lets_everything_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    with pytest.raises(KeyError), explain_game_fault("tig"):
        raise KeyError


def test_a_user_is_not_blamed_on_the_game() -> None:
    with pytest.raises(SetupError), explain_game_fault("tig"):
        raise SetupError("seats")


@pytest.mark.parametrize("raised", [KeyError("a"), FlowError("loops")])
def test_a_record_is_blamed_if_it_begins_with_a_state_of_its_own(
    monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    leduc = parlour.load("leduc")
    record = Record(leduc.match(state=leduc.match().position()).header, ())
    said = "^it.jsonl: the rules fail on the state that the record begins with: (KeyError|loops)"
    with pytest.raises(GameFault, match=said), game_in(record, Path("it.jsonl"), Catalog()):
        raise raised
