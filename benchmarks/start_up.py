"""Compare the processor time of short commands in several environments.

    python -m benchmarks.start_up before=old/bin/python after=new/bin/python sample=third/bin/python

Each environment is a name with the path of its Python. The first is the measure of the others:
without plugins of strangers, ``parlour --help`` is to cost at most 1.05 times what it cost before,
and 1.3 times with the sample plugin. Environments take turns, so that a busy machine is busy for
all. Bytecode is kept in a folder of this program, and written by a run that does not count.
"""

import argparse
import os
import resource
import subprocess
from statistics import median
from tempfile import TemporaryDirectory


def main() -> None:
    """Run the commands, and print the time of each environment with its ratio to the first."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--runs", type=int, default=15, help="runs of each command")
    asked.add_argument("--command", action="append", help="a command, without 'parlour'")
    asked.add_argument("environments", nargs="+", metavar="NAME=PYTHON")
    given = asked.parse_args()
    pythons = dict(one.split("=", 1) for one in given.environments)
    with TemporaryDirectory() as folder:
        for command in given.command or ["--help"]:
            times = measured(pythons, command.split(), given.runs, folder)
            first = next(iter(times.values()))
            for name, spent in times.items():
                print(
                    f"parlour {command}: {name:8} {min(spent) * 1e3:6.1f} ms at least, "
                    f"{median(spent) * 1e3:6.1f} ms usually; times the first: "
                    f"{min(spent) / min(first):.3f}, {median(spent) / median(first):.3f}"
                )


def measured(
    pythons: dict[str, str], arguments: list[str], runs: int, folder: str
) -> dict[str, list[float]]:
    """Return the seconds of each run by the name of the environment."""
    times: dict[str, list[float]] = {name: [] for name in pythons}
    for number in range(runs + 1):
        for name, python in pythons.items():
            spent = seconds(python, arguments, folder)
            if number:
                times[name].append(spent)
    return times


def seconds(python: str, arguments: list[str], folder: str) -> float:
    """Return the processor time of a command, of the user and of the system."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [python, "-m", "parlour", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=kept
        | {"PYTHONPYCACHEPREFIX": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder},
        cwd=folder,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
