"""Tab in real shells: what it completes, what it lists, and that it spoils no line."""

import os
import pty
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tests.cli.commands import Run
from tests.cli.test_bounds import HEADER
from tests.needs import program

SHELLS = {"bash": ["bash", "--noprofile", "-i"], "zsh": ["zsh", "-d", "-i"]}
"""How each is started: with the files of the home folder, and none of the machine."""

TAB, TO_START, TO_END_CUT, ENTER = "\t", "\x01", "\x0b", "\r"
SILENCE = 300.0
"""Seconds after which a shell that shows nothing more is taken for hung."""

LISTING = {"bash": TAB * 2, "zsh": TAB}
"""Keys that list what is offered."""

DRAWN = re.compile(r"(?:\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x00\x07\x08\r])+")
"""What moves the cursor, rings or pads."""

NOTE = """\
#!/bin/sh
echo "$*" >>"$HOME/lines"
"""
"""A command that writes down the words it is called with."""

COMMAND = """\
#!/bin/sh
if [ -z "$_PARLOUR_COMPLETE" ]; then exec {python} -m parlour "$@"; fi
{python} -m parlour "$@" 2>>"$HOME/errors"
code=$?
echo $code >>"$HOME/codes"
exit $code
"""
"""The command; it also keeps what completion writes to standard error, and its exit codes."""


class Shell:
    """A shell of somebody who has ``parlour`` on the path and lives in the folder ``home``."""

    def __init__(self, name: str, home: Path, environment: dict[str, str]) -> None:
        program(name)
        self.name = name
        self.home = home
        commands = home / "bin"
        commands.mkdir()
        for command, script in (("parlour", COMMAND), ("note", NOTE)):
            (commands / command).write_text(script.format(python=sys.executable), encoding="utf-8")
            (commands / command).chmod(0o755)
        self.environment = environment | {
            "HOME": str(home),
            "ZDOTDIR": str(home),
            "PATH": f"{commands}{os.pathsep}{environment['PATH']}",
            "TERM": "vt100",
        }

    def press(self, *keys: str) -> str:
        """Start the shell, press ``keys`` and leave; return all that the screen showed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(  # noqa: S603  a shell of the machine
            SHELLS[self.name],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=self.environment,
            cwd=self.home,
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, "".join([*keys, "exit", ENTER]).encode())
        shown = b""
        with suppress(OSError):  # Linux says so that nobody writes to the terminal any more
            while select([ours], [], [], SILENCE)[0] and (block := os.read(ours, 4096)):
                shown += block
        os.close(ours)
        try:
            process.wait(SILENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail(f"{self.name} hangs: {shown!r}")
        return DRAWN.sub(" ", shown.decode(errors="replace"))

    def noted(self) -> list[str]:
        """Return the lines that ``note`` wrote since this was last called."""
        lines = self.home / "lines"
        found = lines.read_text("utf-8").splitlines() if lines.exists() else []
        lines.unlink(missing_ok=True)
        return found

    def complete(self, lines: list[str]) -> list[str]:
        """Type each line and press Tab; return the lines that then stand there."""
        self.noted()
        self.press(*(f"{line}{TAB}{TO_START}note {ENTER}" for line in lines))
        return self.noted()

    def list(self, line: str) -> set[str]:
        """Type a line, have the offers listed, and return all words that the screen showed."""
        return set(self.press(line, LISTING[self.name], TO_START, TO_END_CUT).split())


COMPLETED = {
    "parlour pla": "parlour play",
    "parlour tournament ru": "parlour tournament run",
    "parlour play tic": "parlour play tic_tac_toe",
    "parlour play maori --see": "parlour play maori --seed",
    "parlour play maori --player un": "parlour play maori --player uniform",
    "parlour play maori --player search:sim": "parlour play maori --player search:simulations=",
    "parlour play maori --option side=a": "parlour play maori --option side=atoll",
    "parlour play -o side=front maori -o var": "parlour play -o side=front maori -o variant=",
    "parlour play giants -o round": "parlour play giants -o round_limit=",
    "parlour bot check x --game tic": "parlour bot check x --game tic_tac_toe",
    "parlour tournament run --game maori:3,side=a": (
        "parlour tournament run --game maori:3,side=atoll"
    ),
    "parlour tournament run --schedule sw": "parlour tournament run --schedule swiss",
    "parlour learn maori fi": "parlour learn maori first_islands",
    "parlour rules maori 4.1": "parlour rules maori 4.1",
    "parlour resume tic_": "parlour resume tic_tac_toe-kept.jsonl",
    "parlour resume mi": "parlour resume mine.jsonl",
    "parlour resume folder/i": "parlour resume folder/inside.jsonl",
    "parlour validate folder/i": "parlour validate folder/inside.jsonl",
    "parlour play nowhere -o side=": "parlour play nowhere -o side=",
}
"""What is typed before Tab, and what stands there after it."""

LISTED = {
    "parlour play maori -o ": {
        *("side=front", "side=atoll"),
        *("variant=basic", "variant=advanced", "variant=expert"),
    },
    "parlour play giants --seats ": {"3", "4", "5"},
    "parlour rules maori ": {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"},
    "parlour replay mine.jsonl --seat ": {"1", "2"},
    "parlour resume ": {"tic_tac_toe-kept.jsonl", "mine.jsonl"},
}
"""What is typed before Tab, and what is offered."""
BY_HAND = (
    "parlour play tic",
    "parlour play maori --option side=a",
    "parlour tournament run --game maori:3,side=a",
    "parlour resume folder/i",
    "parlour play nowhere -o side=",
    "parlour play maori -o ",
    "parlour resume ",
)
"""Lines that bash itself completes whenever the tests run: each goes another way through it."""


NASTY = [
    r"nasty\");touch caught;x=(\".jsonl",
    "nasty';touch caught;'.jsonl",
    "nasty$(touch caught).jsonl",
]
"""Names of files that a shell would run, if it were offered them as they are."""


@pytest.fixture(scope="module", params=["bash", pytest.param("zsh", marks=pytest.mark.matrix)])
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Return a shell in which completion was installed, and some matches are kept."""
    home = tmp_path_factory.mktemp(request.param)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    shell = Shell(
        request.param,
        home,
        kept | {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")},
    )
    play = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", "--record", "mine.jsonl"]
    subprocess.run(  # noqa: S603  our own command
        [*play, "--player", "uniform", "--player", "uniform"],
        env=shell.environment,
        cwd=home,
        check=True,
        capture_output=True,
    )
    for copy in ("data/parlour/matches/tic_tac_toe-kept.jsonl", "folder/inside.jsonl"):
        (home / copy).parent.mkdir(parents=True)
        shutil.copy(home / "mine.jsonl", home / copy)
    for name in NASTY:
        shutil.copy(home / "mine.jsonl", home / name)
    shown = shell.press("parlour --install-completion; note $?", ENTER)
    assert shell.noted() == ["0"]
    assert "parlour:" not in shown
    assert "completion installed in" in shown
    assert "x1b" not in shown
    return shell


def test_a_line_is_completed(shell: Shell) -> None:
    lines = [line for line in COMPLETED if line in BY_HAND or shell.name != "bash"]
    assert shell.complete(lines) == [COMPLETED[line] for line in lines]
    assert said_by_completion(shell.home) == ("", {"0"})


@pytest.mark.parametrize("line", [*COMPLETED, *LISTED])
def test_words_are_offered_to_bash(run: Run, tmp_path: Path, line: str) -> None:
    """Bash completes what they have in common, or the names of files if there are none."""
    for name in ("data/parlour/matches/tic_tac_toe-kept.jsonl", "mine.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(HEADER)
    asked = {"COMP_WORDS": line.replace(" ", "\n"), "COMP_CWORD": str(line.count(" "))}
    offered = run(_PARLOUR_COMPLETE="complete_bash", **asked).stdout.split()

    assert bool(offered) != line.endswith(("/i", "nowhere -o side="))
    assert set(offered) >= LISTED.get(line, set())
    begun = os.path.commonprefix(offered)  # noqa: RUF071  words are no paths
    assert COMPLETED.get(line, line).endswith(begun)


@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=[] if line in BY_HAND else pytest.mark.matrix) for line in LISTED],
)
def test_what_is_offered_is_listed(shell: Shell, line: str) -> None:
    assert shell.list(line) >= LISTED[line]
    assert said_by_completion(shell.home) == ("", {"0"})


def test_the_name_of_a_file_is_never_run(shell: Shell) -> None:
    shell.list("parlour resume nas")

    assert not (shell.home / "caught").exists()


def said_by_completion(home: Path) -> tuple[str, set[str]]:
    """Return standard error and the exit codes of all completions so far."""
    return (home / "errors").read_text("utf-8"), set((home / "codes").read_text("utf-8").split())


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_can_be_shown(run_alone: Run, shell: str) -> None:
    done = run_alone("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")

    assert (done.returncode, done.stderr) == (0, "")
    assert "_PARLOUR_COMPLETE=complete_" in done.stdout
