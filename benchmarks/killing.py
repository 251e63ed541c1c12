"""Kill a tournament at random moments, host and workers, and compare it with one left in peace.

    python benchmarks/killing.py --kills 10 --seed 1

A tournament is played undisturbed; then the same again, and its whole process group gets
SIGKILL again and again. When as many kills have hit as were asked for, it is resumed to its
end, and all exports of both are compared byte for byte.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter

PLAN = """
games = ["maori", "rapa_nui", "leduc"]
bots = ["uniform", "greedy", "search:simulations=4", "search:simulations=8"]
blocks = 6
seed = "killing"
"""
COMMAND = [sys.executable, "-m", "parlour", "tournament"]


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


def main() -> None:
    """Play, kill, compare."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--kills", type=int, default=10)
    reader.add_argument("--seed", default="1")
    given = reader.parse_args()
    rng, hits = Random(given.seed), 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
        began = perf_counter()
        if run(folder, "straight").wait():
            sys.exit("the undisturbed tournament failed")
        length = perf_counter() - began
        while hits < given.kills:
            hit = killed(folder, "torn", rng.uniform(0.2, 1.6) * length / given.kills)
            if not hit:
                break
            hits += 1
        if run(folder, "torn").wait():
            sys.exit("the killed tournament cannot be resumed")
        wrong = differences(exported(folder, "straight"), exported(folder, "torn"))
        number = len(contents(folder / "straight-exports"))
    print(f"{length:.0f} s undisturbed; killed {hits} times; {len(wrong)} of {number} files differ")
    if wrong or hits < given.kills:
        sys.exit(f"expected {given.kills} kills and no difference, got {hits} and {wrong[:5]}")


if __name__ == "__main__":
    main()
