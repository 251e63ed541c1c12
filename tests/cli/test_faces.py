"""The full screen comes up only where everything it needs is a terminal."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

pty = pytest.importorskip("pty", reason="a system without pseudo-terminals")

SCREEN = b"\x1b[?1049h"
"""The terminal code that opens a screen beside the lines."""


class Way(NamedTuple):
    """A way to start a match."""

    arguments: tuple[str, ...] = ()
    term: str = "xterm-256color"
    errors_in_file: bool = False
    has_extra: bool = True


def without_textual(folder: Path) -> dict[str, str]:
    """Return an environment in which Python finds no textual."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text('import sys\n\nsys.modules["textual"] = None\n')
    return {"PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}


@pytest.mark.parametrize(
    ("way", "full"),
    [
        pytest.param(Way(), True, id="a terminal"),
        pytest.param(Way(errors_in_file=True), False, id="errors in a file"),
        pytest.param(Way(term="dumb"), False, id="a terminal that cannot redraw"),
        pytest.param(Way(has_extra=False), False, id="the extra is not installed"),
        pytest.param(Way(arguments=("--lines",)), False, id="lines are asked for"),
        pytest.param(Way(arguments=("--plain",)), False, id="plain lines are asked for"),
    ],
)
def test_the_full_screen_needs_a_terminal(
    home: dict[str, str],
    tmp_path: Path,
    way: Way,
    full: bool,
) -> None:
    environment = home | {"TERM": way.term}
    if not way.has_extra:
        environment |= without_textual(tmp_path / "hidden")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", *way.arguments]
    with (tmp_path / "errors").open("wb") as file:
        playing = subprocess.Popen(  # noqa: S603  our own command
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=file if way.errors_in_file else theirs,
            env=environment,
            cwd=tmp_path,
            start_new_session=True,
        )
    os.close(theirs)
    shown = b""
    while b"You> " not in shown and b"a1" not in shown:
        shown += os.read(ours, 65536)
    playing.kill()
    playing.wait()
    os.close(ours)

    assert (SCREEN in shown) == full
    assert (b"python -m pip install 'parlour[screen]'" in shown) == (not way.has_extra)
    assert (tmp_path / "errors").read_bytes() == b""


@pytest.mark.parametrize("who", [(), ("--player", "human", "--player", "search:seconds=50")])
def test_a_match_whose_terminal_is_closed_ends_and_can_be_resumed(
    home: dict[str, str], tmp_path: Path, who: tuple[str, ...]
) -> None:
    ours, theirs = pty.openpty()
    record = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", "--record", str(record)]
    playing = subprocess.Popen(  # noqa: S603  our own command
        [*command, *who],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=home | {"TERM": "xterm-256color"},
        cwd=tmp_path,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while b"You> " not in shown:
        shown += os.read(ours, 65536)
    if who:
        os.write(ours, b"place a1\r")
    os.close(ours)
    try:
        playing.wait(300)
    finally:
        playing.kill()

    assert record.read_bytes().endswith(b"\n")
