"""A command of the program, run in this process: a tenth of the time that starting Python takes."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path

from parlour.cli.entry import main
from parlour.words.language import ENGLISH, speak


def run_in_process(
    *arguments: str, typed: str = "", environment: Mapping[str, str], folder: Path
) -> "subprocess.CompletedProcess[str]":
    """Run a command with an environment and a folder of its own; return what it printed."""
    printed, faults = BytesIO(), BytesIO()
    given = map(as_text, (BytesIO(typed.encode()), printed, faults))
    code: object = None
    with streams(arguments, *given), surroundings(environment), chdir(folder):
        try:
            main()
        except SystemExit as end:
            code = end.code
        texts = [buffer.getvalue().decode("utf-8") for buffer in (printed, faults)]
    return subprocess.CompletedProcess(arguments, code if isinstance(code, int) else 0, *texts)


def as_text(raw: BytesIO) -> TextIOWrapper:
    """Return a stream of text over bytes in memory, as the standard streams are."""
    return TextIOWrapper(raw, encoding="utf-8", write_through=True)


@contextmanager
def streams(arguments: tuple[str, ...], *streams: TextIOWrapper) -> Iterator[None]:
    """Put other streams and arguments in the place of those of this process."""
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv
    sys.stdin, sys.stdout, sys.stderr = streams
    sys.argv = ["parlour", *arguments]
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
        speak(ENGLISH)


@contextmanager
def surroundings(environment: Mapping[str, str]) -> Iterator[None]:
    """Put other variables in the place of those of this process."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
