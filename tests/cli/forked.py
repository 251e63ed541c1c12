"""Commands in processes of their own, forked from one that has imported Parlour and the games.

They differ from others in one thing: modules are there already. So they start in a tenth of the
time, and a plugin that is good loads at once on a busy machine too.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from parlour.cli.entry import main
from tests.cli.in_process import run_in_process

STREAMS = ("stdin", "stdout", "stderr")
"""Standard streams by their file descriptors, and the files that stand in for them."""

WARM_UP = ("games --json", "rules giants --plain", "play tic_tac_toe --seat uniform --seat uniform")
"""Commands that import what others need."""


class ForkServer:
    """A process that forks one for each command."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(  # noqa: S603  this module
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def run(
        self, *arguments: str, typed: str, environment: Mapping[str, str], folder: Path
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command with an environment and a folder of its own; return what it printed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        for name in STREAMS:
            (self._folder / name).write_text(typed if name == "stdin" else "", encoding="utf-8")
        asked = (str(self._folder), arguments, dict(environment), str(folder))
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        printed = [(self._folder / name).read_text("utf-8") for name in STREAMS[1:]]
        return subprocess.CompletedProcess(arguments, code, *printed)

    def end(self) -> None:
        """End the process, which reads to the end of its input."""
        self._process.communicate()


def serve() -> None:
    """Answer each line, a command, with its exit code; return in the process of a command."""
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if not child:
            become(*json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201
    os._exit(0)


def become(streams: str, arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Take the streams, arguments, variables and folder of a command."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [folder, *filter(None, before)]
    sys.argv = ["parlour", *arguments]
    for number, name in enumerate(STREAMS):
        handle = os.open(f"{streams}/{name}", os.O_RDWR | os.O_APPEND * bool(number))
        os.dup2(handle, number)
        os.close(handle)
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115  it stays open
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    import_module("tests.broken_games.which_hand")
    with TemporaryDirectory() as name:
        home = os.environ | {"XDG_DATA_HOME": name}
        for command in WARM_UP:
            run_in_process(*command.split(), environment=home, folder=Path(name))
    serve()
    try:
        main()
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 0)  # takes down no modules one by one
