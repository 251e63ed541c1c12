"""Tab in real shells: what it completes, what it lists, and that it spoils no line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.shells import ENTER, SHELLS, Shell
from tests.cli.test_bounds import HEADER

COMPLETED = {
    "parlour pl": "parlour play",
    "parlour tournament ru": "parlour tournament run",
    "parlour play tic": "parlour play tic_tac_toe",
    "parlour play maori --see": "parlour play maori --seed",
    "parlour play maori --seat un": "parlour play maori --seat uniform",
    "parlour play maori --seat search:sim": "parlour play maori --seat search:simulations=",
    "parlour play maori --option side=a": "parlour play maori --option side=atoll",
    "parlour play -o side=front maori -o var": "parlour play -o side=front maori -o variant=",
    "parlour play giants -o round": "parlour play giants -o round_limit=",
    "parlour bot check x --game tic": "parlour bot check x --game tic_tac_toe",
    "parlour tournament run --game maori:3,side=a": (
        "parlour tournament run --game maori:3,side=atoll"
    ),
    "parlour tournament run --schedule sw": "parlour tournament run --schedule swiss",
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
    "parlour replay mine.jsonl --seat ": {"0", "1"},
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
    shell = Shell(request.param, home, kept | {"XDG_DATA_HOME": str(home / "data")})
    play = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", "--record", "mine.jsonl"]
    subprocess.run(  # noqa: S603  our own command
        [*play, "--seat", "uniform", "--seat", "uniform"],
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
