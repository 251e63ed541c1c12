"""The commands for tournaments, each in a process of its own."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import parlour_tournament as tournament
from parlour_tournament.playing.runner import Runner
from parlour_tournament.playing.store import Store

Run = Callable[..., subprocess.CompletedProcess[str]]

TWO = ["--bot", "uniform", "--bot", "search:simulations=8"]
SMALL = ["--game", "tic_tac_toe", "--game", "leduc", *TWO, "--seed", "s"]
LONG = [*SMALL, "--blocks", "100", "--workers", "2"]
"""Takes some seconds."""
ENDLESS = [*SMALL, "--blocks", "20000", "--workers", "2"]
"""Takes minutes: an interruption does not come too late."""


PLAN: dict[str, Any] = {
    "games": ["tic_tac_toe", "leduc"],
    "bots": ["uniform", "search:simulations=8"],
    "seed": "s",
}
"""The plan that ``SMALL`` types."""


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with tournaments of ``PLAN``, of one block and of a hundred."""
    folder = tmp_path_factory.mktemp("played")
    for name, blocks in (("small", 1), ("straight", 100)):
        tournament.run(PLAN | {"blocks": blocks}, folder / name)
    return folder


@pytest.fixture
def small(played_once: Path, tmp_path: Path) -> Path:
    """Return the file of a small tournament, under its usual name in this folder."""
    return Path(shutil.copy(played_once / "small", tmp_path / "parlour.tournament"))


@pytest.fixture
def straight(played_once: Path, tmp_path: Path) -> str:
    """Return the file of a long tournament that nothing interrupted."""
    return str(shutil.copy(played_once / "straight", tmp_path / "straight"))


def exported(run: Run, file: str) -> str:
    return run("tournament", "export", file, "--csv", "-").stdout


def played(path: Path) -> int:
    """Return how many matches are in a file that may not be there yet."""
    if not path.exists():
        return 0
    with Store.open_file(path) as store:
        return store.count()


@pytest.fixture
def start(home: dict[str, str], tmp_path: Path) -> Callable[..., "subprocess.Popen[bytes]"]:
    """Return what starts a command in a process group of its own."""

    def starting(*arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603  our own command
            [sys.executable, "-m", "parlour", "tournament", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=home,
            cwd=tmp_path,
            start_new_session=True,
        )

    return starting


def until(path: Path, matches: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until so many matches are in the file, or the process is over."""
    while played(path) < matches and process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)


def members(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, its_group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(its_group) == group and state != "Z":
                found.append(int(folder.name))
    return found


def all_leave(group: int) -> bool:
    """Tell whether all processes of a group end; the last may take a moment to notice."""
    pause = threading.Event()
    return any(not members(group) or pause.wait(0.1) for _ in range(3_000))


def until_it_plays(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the host, its helper and two workers are there."""
    while len(members(process.pid)) < 4 and process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)


def test_a_tournament_from_options_is_played_and_told(run: Run, tmp_path: Path) -> None:
    done = run("tournament", "run", *SMALL, "--blocks", "2")

    assert done.returncode == 0, done.stderr
    assert "tic_tac_toe, 2 seats: 2 blocks, 4 matches" in done.stdout
    assert "All games together" in done.stdout
    assert "Matches played: 8 now, 8 in all." in done.stdout
    assert (tmp_path / "parlour.tournament").exists()


def test_a_tournament_from_a_file_is_named_after_it_and_options_overrule_it(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(
        'games = ["tic_tac_toe"]\nbots = ["uniform", "search:simulations=2"]\nblocks = 9\n',
        encoding="utf-8",
    )
    run("tournament", "run", "mine.toml", "--blocks", "2", "--quiet")

    assert played(tmp_path / "mine.tournament") == 4


@pytest.mark.usefixtures("small")
def test_running_it_again_goes_on_and_another_plan_is_refused(run: Run) -> None:
    """The file was begun by the same plan in Python."""
    again = run("tournament", "run", *SMALL, "--blocks", "1")
    other = run("tournament", "run", *SMALL, "--blocks", "2")

    assert "Matches played: 0 now, 4 in all." in again.stdout
    assert other.returncode == 2
    assert "holds another tournament; --file names a new one" in other.stderr


def test_a_game_that_is_not_installed_is_played_by_its_path(run: Run) -> None:
    """The workers are processes of their own, and find it too."""
    run("new", "my_game", "--seats", "2")
    bots = ["--bot", "uniform", "--bot", "search:simulations=2", "--blocks", "2", "--workers", "2"]
    run("tournament", "run", "--game", "./my_game", *bots, "--file", "t", "--time", "0s")
    lost = run("tournament", "run", "t", "--quiet")
    found = run("tournament", "run", "t", "--game", "./my_game")

    assert (lost.returncode, found.returncode) == (2, 0)
    assert "got 'my_game'" in lost.stderr
    assert "Matches played: 4 now, 4 in all." in found.stdout


def test_quiet_prints_nothing_and_json_nothing_else(run: Run) -> None:
    quiet = run("tournament", "run", *SMALL, "--blocks", "1", "--quiet")
    shown = run("tournament", "run", *SMALL, "--blocks", "1", "--json")

    assert (quiet.stdout, quiet.stderr, quiet.returncode) == ("", "", 0)
    assert json.loads(shown.stdout)["matches"] == 4


def test_a_report_in_each_form(run: Run, tmp_path: Path) -> None:
    run("tournament", "run", *SMALL, "--blocks", "2", "--ladder", "--quiet")
    plain = run("tournament", "report", "parlour.tournament", "--plain", "--html", "page.html")
    shown = json.loads(run("tournament", "report", "parlour.tournament", "--json").stdout)

    assert plain.returncode == 0, plain.stderr
    assert "Results by seat: seat 1" in plain.stdout
    assert shown["contests"][0]["reference"] == "search:simulations=25"
    assert "<h1>Tournament parlour</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_tables_keep_their_figures_whole_beside_a_long_name(run: Run, tmp_path: Path) -> None:
    long = "a-bot-whose-name-is-so-long-that-no-column-holds-it-beside-all-its-figures"
    (tmp_path / "long.toml").write_text(
        'games = ["tic_tac_toe"]\nblocks = 1\n'
        f'bots = ["uniform", {{ name = "{long}", bot = "uniform" }}]\n',
        encoding="utf-8",
    )
    run("tournament", "run", "long.toml", "--quiet")
    shown = run("tournament", "report", "long.tournament").stdout

    assert "\na-bot-w…igures  " in shown
    assert f"Short names: a-bot-w…igures is {long}." in shown
    heads = "bot points place matches crash late illegal a move longest"
    assert heads.split() in [line.split() for line in shown.splitlines()]


@pytest.mark.usefixtures("small")
def test_exports_go_where_they_are_sent(run: Run, tmp_path: Path) -> None:
    done = run("tournament", "export", "parlour.tournament", "--jsonl", "a.jsonl", "--records", "m")
    record = run("tournament", "export", "parlour.tournament", "--match", "leduc/2:0:1").stdout
    rows = exported(run, "parlour.tournament").splitlines()

    assert "4 records in m" in done.stderr
    assert len((tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()) == 4
    assert (tmp_path / "m/leduc-2/000000-1.jsonl").read_text(encoding="utf-8") == record
    assert len(rows) == 1 + 8
    assert run("validate", "m").returncode == 0


MISUSES = [
    pytest.param(["run"], "expected at least one game", id="nothing"),
    pytest.param(["run", *SMALL, "--game", "maori:x"], "expected GAME[:SEATS]", id="game"),
    pytest.param(["run", *SMALL, "--time", "soon"], "expected --time like 90s", id="time"),
    pytest.param(["run", *SMALL, "--openings", "no"], "openings: expected", id="openings"),
    pytest.param(["run", *SMALL, "--executor", "mars"], "dask://HOST:PORT", id="executor"),
    pytest.param(["run", *SMALL, "--clock", "move=x"], "--clock", id="clock"),
    pytest.param(["run", "none.tournament"], "does not exist", id="no file"),
    pytest.param(["report", "none.tournament"], "does not exist", id="no report"),
]


@pytest.mark.parametrize(("arguments", "complaint"), MISUSES)
def test_misuse_is_a_line_and_exit_code_2(run: Run, arguments: list[str], complaint: str) -> None:
    done = run("tournament", *arguments)

    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.usefixtures("small")
def test_no_export_without_a_form_and_no_record_of_what_was_not_played(run: Run) -> None:
    nothing = run("tournament", "export", "parlour.tournament")
    wrong = run("tournament", "export", "parlour.tournament", "--match", "leduc/2:0")
    absent = run("tournament", "export", "parlour.tournament", "--match", "leduc/2:9:0")

    assert (nothing.returncode, wrong.returncode, absent.returncode) == (2, 2, 1)
    assert "expected at least one of --csv, --jsonl, --timings, --stderr" in nothing.stderr
    assert (
        "expected --match CONTEST:BLOCK:MATCH (contest: one of tic_tac_toe/2, leduc/2)"
        in wrong.stderr
    )
    assert "no match leduc/2:9:0 has been played" in absent.stderr


def test_time_that_is_up_is_no_failure(run: Run) -> None:
    done = run("tournament", "run", *LONG, "--time", "0s")

    assert done.returncode == 0
    assert "To resume:    parlour tournament run parlour.tournament" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups are POSIX")
def test_ctrl_c_once_finishes_what_is_being_played(
    start: Callable[..., "subprocess.Popen[bytes]"], tmp_path: Path
) -> None:
    path, process = tmp_path / "parlour.tournament", start("run", *ENDLESS)
    until(path, 1, process)
    os.killpg(process.pid, signal.SIGINT)
    shown, complaint = process.communicate(timeout=300)

    assert b"Traceback" not in complaint, complaint
    assert process.returncode == 130, complaint
    assert b"To resume:    parlour tournament run parlour.tournament" in shown
    assert all_leave(process.pid)
    assert 0 < played(path) < 80_000


@pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups are POSIX")
def test_ctrl_c_twice_stops_at_once(start: Callable[..., "subprocess.Popen[bytes]"]) -> None:
    slow = ["--game", "leduc", "--bot", "uniform", "--bot", "search:seconds=30", "--workers", "2"]
    process = start("run", *slow)
    until_it_plays(process)
    os.killpg(process.pid, signal.SIGINT)
    os.killpg(process.pid, signal.SIGTERM)
    _, complaint = process.communicate(timeout=300)

    assert process.returncode == 130
    assert b"stopped at once" in complaint
    assert all_leave(process.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups are POSIX")
def test_killed_again_and_again_it_comes_to_the_same(
    run: Run, start: Callable[..., "subprocess.Popen[bytes]"], tmp_path: Path, straight: str
) -> None:
    """Host and workers get SIGKILL at random moments; benchmarks/killing.py does it more often."""
    rng = random.Random("kill")
    path, kills = tmp_path / "torn", 0
    command = ["run", *LONG, "--file", "torn", "--quiet"]
    for _ in range(3):
        process = start(*command)
        until(path, played(path) + rng.randrange(1, 80), process)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
            kills += process.wait() == -signal.SIGKILL
        process.communicate()
    done = run("tournament", "run", "torn", "--quiet", "--workers", "1")

    assert done.returncode == 0, done.stderr
    assert kills > 0
    assert played(path) == 400
    assert exported(run, "torn") == exported(run, straight)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_workers_end_when_their_host_is_killed(
    start: Callable[..., "subprocess.Popen[bytes]"],
) -> None:
    bots = ["--bot", "uniform", "--bot", "search:seconds=30"]
    process = start("run", "--game", "leduc", *bots, "--workers", "2")
    until_it_plays(process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=300)

    assert all_leave(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_a_worker_that_is_killed_costs_nothing(
    run: Run, start: Callable[..., "subprocess.Popen[bytes]"], tmp_path: Path, straight: str
) -> None:
    process = start("run", *LONG, "--file", "bumpy", "--quiet")
    until(tmp_path / "bumpy", 20, process)
    with suppress(ProcessLookupError):
        os.kill(max(members(process.pid)), signal.SIGKILL)
    _, complaint = process.communicate(timeout=300)

    assert process.returncode == 0, complaint
    assert exported(run, "bumpy") == exported(run, straight)


def test_all_that_is_left_is_said_before_it_begins(run: Run, tmp_path: Path) -> None:
    run("tournament", "run", *SMALL, "--blocks", "3", "--time", "0s", "--quiet")
    with Store.open_file(tmp_path / "parlour.tournament") as store:
        running = Runner(store)

    assert (running.played, running.most, running.seconds_left()) == (0, 12, None)


def test_a_tournament_is_extended_and_files_are_reported_together(
    run: Run, tmp_path: Path, small: Path
) -> None:
    small.rename(tmp_path / "one")
    more = run("tournament", "run", "one", "--bot", "search:simulations=2", "--blocks", "2")
    less = run("tournament", "run", "one", "--blocks", "1")
    typed_again = run("tournament", "run", *SMALL, "--blocks", "1", "--file", "one")
    run("tournament", "run", *SMALL, "--blocks", "3", "--file", "two", "--quiet")
    both = run("tournament", "report", "one", "two", "--json", "--html", "both.html")

    assert more.returncode == 0, more.stderr
    # Two games: a pair had a block and gets a second; two pairs are new.
    assert "Matches played: 20 now, 24 in all." in more.stdout
    assert (less.returncode, len(less.stderr.splitlines())) == (2, 1)
    assert "expected at least 2 blocks, which it has, got 1" in less.stderr
    assert "Matches played: 0 now, 24 in all." in typed_again.stdout
    # The second file has one block of each game more than the first.
    assert json.loads(both.stdout)["matches"] == 24 + 4
    assert "<h1>Tournament one, two</h1>" in (tmp_path / "both.html").read_text("utf-8")
