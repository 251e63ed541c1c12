"""Files run nothing unasked: they name no paths, and their commands wait for their user."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from parlour_tournament.plan.plan import Contest, Entrant, Plan, Roster, Tournament
from parlour_tournament.playing.store import Store
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

STARTER = f"exec:{sys.executable} {Path(__file__).parents[2] / 'starters' / 'python' / 'bot.py'}"
"""A bot that plays."""
EVIL = "open('imported.txt', 'w').close()\n"
"""A module that leaves a trace when it is imported."""


def trace(folder: Path) -> str:
    """Return a bot that leaves a trace in a folder when it is started."""
    return f"exec:touch {folder / 'ran.txt'}"


def header(game: str = "tic_tac_toe", bot: str = "uniform") -> str:
    """Return a record's first line."""
    return (
        msgspec.json.encode(
            {
                "parlour": 1,
                "game": game,
                "rules_version": 1,
                "seats": 2,
                "options": {},
                "seed": "1",
                "players": ["human", bot],
            }
        ).decode()
        + "\n"
    )


def tournament(path: Path, game: str = "tic_tac_toe", bot: str = "greedy") -> None:
    """Write the file of a tournament that names a game and a command."""
    plan = Plan(
        seed="1",
        contests=(Contest(game, 2),),
        entrants=(Entrant("uniform", "uniform"), Entrant("trace", bot)),
        blocks=1,
    )
    Store.create_file(path, Tournament(plan, Roster(((0, 1),), rules=(1,)))).close()


def traces(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*.txt")}


NAMES = [
    pytest.param("./evil.py", id="a file here"),
    pytest.param("evil.py", id="a file without a folder"),
    pytest.param("{folder}/evil.py", id="an absolute path"),
    pytest.param("../{last}/evil", id="a package above"),
    pytest.param("evil", id="the module's name"),
    pytest.param("..", id="dots"),
    pytest.param("tic_tac_toe\n", id="a line's end"),
    pytest.param("Tic_Tac_Toe", id="capitals"),
    pytest.param("tic_tac_toe/../evil", id="a name with a path"),
    pytest.param("", id="nothing"),
]
COMMANDS = [
    pytest.param(("validate", "match.jsonl"), 1, id="validate"),
    pytest.param(("replay", "match.jsonl"), 1, id="replay"),
    pytest.param(("resume", "match.jsonl", "--trust"), 1, id="resume"),
    pytest.param(("tournament", "run", "t.tournament", "--trust"), 2, id="tournament run FILE"),
    pytest.param(("tournament", "report", "t.tournament"), None, id="tournament report"),
    pytest.param(
        ("tournament", "export", "t.tournament", "--csv", "-", "--records", "out"),
        None,
        id="tournament export",
    ),
    pytest.param(("tournament", "run", "plan.toml", "--trust"), 2, id="tournament run"),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("command", "code"), COMMANDS)
def test_no_file_names_a_path(
    run: Run, tmp_path: Path, name: str, command: tuple[str, ...], code: int | None
) -> None:
    name = name.format(folder=tmp_path, last=tmp_path.name)
    (tmp_path / "evil.py").write_text(EVIL)
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "plugin.py").write_text(EVIL)
    (tmp_path / "evil" / "__init__.py").write_text(EVIL)
    (tmp_path / "match.jsonl").write_text(header(name))
    tournament(tmp_path / "t.tournament", name)
    quoted = msgspec.json.encode(name).decode()
    (tmp_path / "plan.toml").write_text(f'games = [{quoted}]\nbots = ["uniform", "greedy"]\n')
    done = run(*command)

    assert traces(tmp_path) == set()
    assert code is None or done.returncode == code
    assert done.stderr.count("\n") <= 1
    assert "Traceback" not in done.stderr


def test_completion_of_a_record_names_no_path(run: Run, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(EVIL)
    (tmp_path / "match.jsonl").write_text(header("./evil.py"))
    words = "parlour\nreplay\nmatch.jsonl\n--player\n"
    run(_PARLOUR_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD="4")

    assert traces(tmp_path) == set()


@pytest.mark.parametrize(
    ("command", "file"),
    [
        pytest.param(("resume", "match.jsonl"), "match.jsonl", id="a record"),
        pytest.param(("tournament", "run", "t.tournament"), "t.tournament", id="a tournament"),
        pytest.param(("tournament", "run", "plan.toml"), "plan.toml", id="a plan"),
    ],
)
def test_a_command_in_a_file_needs_trust(
    run: Run, tmp_path: Path, command: tuple[str, ...], file: str
) -> None:
    bot = trace(tmp_path)
    (tmp_path / "match.jsonl").write_text(header(bot=bot))
    tournament(tmp_path / "t.tournament", bot=bot)
    (tmp_path / "plan.toml").write_text(f'games = ["leduc"]\nbots = ["uniform", "{bot}"]\n')
    before = traces(tmp_path)
    refused = run(*command)
    there = traces(tmp_path)
    run(*command, "--trust")

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(
        f"parlour: {file}: expected --trust, since it starts 'exec:touch "
    )
    assert refused.stderr.count("\n") == 1
    assert (before, there) == (set(), set())
    assert "ran.txt" in traces(tmp_path)


def test_what_a_user_began_here_is_resumed_unasked(run: Run, tmp_path: Path) -> None:
    """Neither a changed command, nor another header, nor another folder is theirs."""
    played = run(
        "play", "tic_tac_toe", "--player", "human", "--player", STARTER, "--record", "m.jsonl"
    )
    own = (tmp_path / "m.jsonl").read_text()
    (tmp_path / "copy.jsonl").write_text(own)
    (tmp_path / "other.jsonl").write_text(own.replace('"seed":"', '"seed":"0'))
    (tmp_path / "changed.jsonl").write_text(own.replace(STARTER, trace(tmp_path)))
    (tmp_path / "below").mkdir()
    codes = [run("resume", name).returncode for name in ("m.jsonl", "copy.jsonl")]
    refused = [run("resume", name).returncode for name in ("other.jsonl", "changed.jsonl")]
    elsewhere = subprocess.run(
        [sys.executable, "-m", "parlour", "resume", "../m.jsonl"],
        cwd=tmp_path / "below",
        env=os.environ
        | {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")},
        capture_output=True,
        check=False,
    )

    assert played.returncode == 0
    assert codes == [0, 0]
    assert refused == [2, 2]
    assert elsewhere.returncode == 2
    assert traces(tmp_path) - {"m.jsonl.seat-1.stderr.txt"} == set()


def test_a_tournament_that_a_user_began_here_is_resumed_unasked(run: Run, tmp_path: Path) -> None:
    bots = ("--bot", "uniform", "--bot", STARTER)
    begun = run(
        *("tournament", "run", "--game", "tic_tac_toe", *bots, "--file", "t"),
        *("--time", "0s", "--quiet"),
    )
    with Store.open_file(tmp_path / "t") as store:
        mine = store.tournament
    changed = replace(mine, plan=replace(mine.plan, seed="another"))
    Store.create_file(tmp_path / "u", changed).close()
    codes = [run("tournament", "run", n, "--time", "0s", "-q").returncode for n in "tu"]

    assert begun.returncode == 0
    assert codes == [0, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="a system without modes of files")
def test_notes_that_others_could_write_count_for_nothing(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", "--player", "human", "--player", STARTER, "--record", "m.jsonl")
    notes = tmp_path / "data" / "parlour" / "started"
    mode = stat.S_IMODE(notes.stat().st_mode)
    notes.chmod(0o666)

    assert mode == 0o600
    assert run("resume", "m.jsonl").returncode == 2


@pytest.mark.parametrize(("typed", "started"), [("n", False), ("", False), ("y", True)])
def test_at_a_terminal_the_command_is_shown_and_asked_for(
    home: dict[str, str],
    tmp_path: Path,
    typed: str,
    started: bool,
) -> None:
    hostile = f"{trace(tmp_path)} \x1b[2J\n"
    (tmp_path / "match.jsonl").write_text(header(bot=hostile))
    with match_in_terminal(home, tmp_path, "resume", "match.jsonl", "--lines") as terminal:
        shown = terminal.wait("with all your rights?")
        before = traces(tmp_path)
        terminal.type(typed)
        terminal.wait("You> " if started else "nothing was started")

    assert f"{trace(tmp_path)} \\x1b[2J\\n" in shown.replace("\r\n", "")
    assert before == set()
    assert ("ran.txt" in traces(tmp_path)) == started
