"""Kill matches and tournaments at random moments, and look for what is lost and what still runs.

    python benchmarks/killing.py --kills 10 --hosts 50 --seed 1

First a tournament is played undisturbed; then the same again, and its whole process group gets
SIGKILL again and again. When as many kills have hit as were asked for, it is resumed to its
end, and all exports of both are compared byte for byte.

Then only the hosts of matches and tournaments are killed, whose seats are taken by bots in the
process, bots outside (one leaves a process without its environment and session), and
people at a pseudo-terminal. Each time nothing of theirs may run on, the record must be valid and
hold all that it held before, and the match is resumed. It needs Linux, and the sample plugin.
"""

import argparse
import os
import pty
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep
from uuid import uuid4

from msgspec import Struct

ROOT = Path(__file__).parents[1]
PLAN = """
games = ["maori", "rapa_nui", "leduc"]
bots = ["uniform", "greedy", "search:simulations=4", "search:simulations=8"]
blocks = 6
seed = "killing"
"""
PARLOUR = [sys.executable, "-m", "parlour"]
COMMAND = [*PARLOUR, "tournament"]

STARTER = f"exec:{shlex.join([sys.executable, str(ROOT / 'starters' / 'python' / 'bot.py')])}"
LEAVING = f"exec:{shlex.join([sys.executable, str(ROOT / 'tests/process/attacking.py'), 'daemon'])}"
"""A bot that leaves processes, and notes them in the folder that its further word names.

A file would be compared when a tournament is resumed: a bot whose files change is another.
"""
THINKING = "search:seconds=0.05"
SEATS = {
    "bots in the process": ("greedy", THINKING),
    "bots outside": (STARTER, LEAVING, THINKING),
    "a person": ("human", THINKING),
    "a person and all bots": ("human", STARTER, LEAVING, THINKING),
    "a tournament of bots outside": (STARTER, LEAVING),
}
"""Who plays, by what the table of counts calls it."""
GONE_WITHIN = 60.0
"""Seconds until everything must have ended after a kill."""


class Kill(Struct):
    """All that came of one kill."""

    hit: bool = False
    """Whether the host still ran."""
    begun: bool = False
    """Whether the record, or the tournament's file, was there."""
    running: int = 0
    """Number of processes beside the host before the kill."""
    left: tuple[int, ...] = ()
    """Ids of those that still ran ``GONE_WITHIN`` seconds after it."""
    seconds: float = 0.0
    """Seconds until none of them ran."""
    faults: tuple[str, ...] = ()
    """What was lost, or could not be read or resumed; and folders of bots that were left."""


class Host:
    """A match or a tournament in a process of its own, in a folder of its own."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder = folder
        self.record = folder / "it"
        strays = folder / "strays"
        strays.mkdir()
        self._pids = strays / "pids"
        self._mark = f"/nowhere/{uuid4().hex}"
        self._temporary = folder / "tmp"
        self._temporary.mkdir()
        self._terminal: int | None = None
        self._tournament = "tournament" in kind
        seats = [seat if seat != LEAVING else f"{seat} {strays}" for seat in SEATS[kind]]
        names = "--bot" if self._tournament else "--player"
        players = [word for seat in seats for word in (names, seat)]
        self.process = self._start(players, at_terminal="human" in seats)

    def others(self) -> list[int]:
        """Return the ids of the processes that run beside the host, with the mark or without."""
        strays = map(int, self._pids.read_text("utf-8").split()) if self._pids.exists() else ()
        found = {pid for pid in strays if runs(pid)} | set(marked(self._mark))
        return sorted(found - {self.process.pid})

    def written(self) -> bytes:
        """Return what the record holds."""
        return self.record.read_bytes() if self.record.exists() else b""

    def kill(self) -> Kill:
        """Kill the host alone, and wait until all the others have ended."""
        before, others = self.written(), self.others()
        self.process.kill()
        hit = self.process.wait() == -signal.SIGKILL
        began = perf_counter()
        while left := self.others():
            if perf_counter() - began > GONE_WITHIN:
                break
            sleep(0.002)
        seconds = perf_counter() - began
        if self._terminal is not None:
            os.close(self._terminal)
        faults = [] if self._tournament or self.written().startswith(before) else ["lines are lost"]
        # A host that is killed between making the folder of a bot and starting it leaves it empty.
        folders = self._temporary.glob("parlour-bot-*")
        faults += [f"{path.name} is left" for path in folders if any(path.iterdir())]
        return Kill(hit, bool(before), len(others), tuple(left), seconds, tuple(faults))

    def resume(self) -> list[str]:
        """Read the record and resume the match; return what went wrong."""
        command = COMMAND if self._tournament else PARLOUR
        read = ("export", "it", "--csv", "-") if self._tournament else ("validate", "it")
        faults = self._faults(command, *read)
        # A kill may come before the note that its commands are this user's.
        options = ["--trust", *(["--quiet"] * self._tournament)]
        faults += self._faults(command, "run" if self._tournament else "resume", "it", *options)
        faults += self._faults(command, *read)
        return faults + [f"{pid} runs on after it was resumed" for pid in self.others()]

    def _faults(self, command: list[str], *words: str) -> list[str]:
        done = subprocess.run(
            [*command, *words],
            cwd=self.folder,
            env=self._environment(),
            input="1\n" * 1_000,
            capture_output=True,
            text=True,
            check=False,
        )
        return [f"{words[0]}: {done.stderr.strip()}"] * bool(done.returncode or done.stderr)

    def _start(self, players: list[str], *, at_terminal: bool) -> "subprocess.Popen[bytes]":
        if self._tournament:
            options = ["--blocks", "15", "--workers", "2", "--quiet", "--seed", "k"]
            command = [*COMMAND, "run", "--game", "leduc", "--file", "it", *players, *options]
        else:
            command = [*PARLOUR, "play", "maori", *players, "--record", "it", "--plain"]
        theirs = subprocess.DEVNULL
        if at_terminal:
            self._terminal, theirs = pty.openpty()
            Thread(target=self._type, args=(self._terminal,), daemon=True).start()
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=self._environment(),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        if at_terminal:
            os.close(theirs)
        return process

    def _type(self, terminal: int) -> None:
        """Answer whatever is shown with the first move."""
        with suppress(OSError):
            while os.read(terminal, 65_536):
                os.write(terminal, b"1\n")

    def _environment(self) -> dict[str, str]:
        return os.environ | {
            "PATH": os.pathsep.join([os.environ["PATH"], self._mark]),
            "TMPDIR": str(self._temporary),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
        }


def marked(mark: str) -> Iterator[int]:
    """Yield the ids of the processes with a mark in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                yield int(folder.name)


def runs(pid: int) -> bool:
    """Return whether a process is there and is no zombie."""
    with suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text("utf-8")
    return False


def kill_host(folder: Path, kind: str, seconds: float, *, at_start: bool = False) -> Kill:
    """Kill a host after so long, look for what is left, and resume.

    The time runs from its record's first line, or with ``at_start`` from the start of its process.
    """
    host = Host(folder, kind)
    while not at_start and host.process.poll() is None and not host.written():
        sleep(0.005)
    with suppress(subprocess.TimeoutExpired):
        host.process.wait(seconds)
    kill = host.kill()
    if kill.hit and kill.begun:
        kill.faults += tuple(host.resume())
    return kill


def run(folder: Path, name: str) -> "subprocess.Popen[bytes]":
    """Start playing in a process group of its own."""
    command = [*COMMAND, "run", "plan.toml", "--file", name, "--workers", "2", "--quiet"]
    return subprocess.Popen(command, cwd=folder, start_new_session=True)


def killed(folder: Path, name: str, seconds: float) -> bool:
    """Play for so long and kill all of it; tell whether it was still being played."""
    process = run(folder, name)
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def exported(folder: Path, name: str) -> Path:
    """Export all there is; return the folder."""
    to = folder / f"{name}-exports"
    to.mkdir()
    options = ["--csv", str(to / "csv"), "--jsonl", str(to / "jsonl"), "--records", str(to)]
    subprocess.run([*COMMAND, "export", name, *options], cwd=folder, check=True)
    return to


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of files that are not the same byte for byte, or on one side only."""
    left, right = contents(one), contents(other)
    return sorted(name for name in left | right if left.get(name) != right.get(name))


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def kill_tournament(kills: int, rng: Random) -> str | None:
    """Kill all of a tournament, and compare it with one left in peace; return what is wrong."""
    hits = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
        began = perf_counter()
        if run(folder, "straight").wait():
            return "the undisturbed tournament failed"
        length = perf_counter() - began
        while hits < kills:
            hit = killed(folder, "torn", rng.uniform(0.2, 1.6) * length / kills)
            if not hit:
                break
            hits += 1
        if run(folder, "torn").wait():
            return "the killed tournament cannot be resumed"
        wrong = differences(exported(folder, "straight"), exported(folder, "torn"))
        number = len(contents(folder / "straight-exports"))
    print(f"{length:.0f} s undisturbed; killed {hits} times; {len(wrong)} of {number} files differ")
    if wrong or hits < kills:
        return f"expected {kills} kills and no difference, got {hits} and {wrong[:5]}"
    return None


def kill_hosts(number: int, rng: Random) -> str | None:
    """Kill so many hosts, each kind in turn, and print what came of it; return what is wrong."""
    kills: dict[str, list[Kill]] = {kind: [] for kind in SEATS}
    tries = 0
    while sum(map(len, kills.values())) < number and tries < 3 * number:
        kind = list(SEATS)[tries % len(SEATS)]
        with tempfile.TemporaryDirectory() as made:
            at_start = tries // len(SEATS) % 5 == 4
            kill = kill_host(Path(made), kind, rng.uniform(0, 1.2), at_start=at_start)
        tries += 1
        if kill.hit:
            kills[kind].append(kill)
    print(f"{'':30} kills  begun  processes  left  slowest  faults")
    for kind, those in {**kills, "all": list(chain(*kills.values()))}.items():
        print(
            f"{kind:30} {len(those):>5} {sum(kill.begun for kill in those):>6}"
            f" {sum(kill.running for kill in those):>10}"
            f" {sum(len(kill.left) for kill in those):>5}"
            f" {max((kill.seconds for kill in those), default=0):>6.2f} s"
            f" {sum(len(kill.faults) for kill in those):>6}"
        )
    hit = list(chain(*kills.values()))
    faults = [fault for kill in hit for fault in kill.faults]
    left = [pid for kill in hit for pid in kill.left]
    if faults or left or len(hit) < number:
        got = f"{len(hit)}, {faults[:5]} and {left[:5]}"
        return f"expected {number} kills and nothing left, got {got}"
    return None


def main() -> None:
    """Play, kill, compare."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--kills", type=int, default=10)
    reader.add_argument("--hosts", type=int, default=50)
    reader.add_argument("--seed", default="1")
    given = reader.parse_args()
    rng = Random(given.seed)
    wrong = [
        kill_tournament(given.kills, rng) if given.kills else None,
        kill_hosts(given.hosts, rng) if given.hosts else None,
    ]
    if any(wrong):
        sys.exit("; ".join(filter(None, wrong)))


if __name__ == "__main__":
    main()
