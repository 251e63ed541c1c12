"""Answers to a shell that completes a line: somebody presses Tab.

A shell asks by running the program with environment variables that typer's scripts set. If
nothing is offered, the shell offers files.
"""

import io
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from parlour.cli.output import DEBUG

ASKED = "_PARLOUR_COMPLETE"
"""The environment variable that a shell sets to ask."""

INSTALL = "--install-completion"
"""typer's option that writes the script of a shell."""

ZSH_SCRIPT = ".zfunc/_parlour"
"""The script for zsh in the home folder."""

ZSH_CALL = '_parlour_completion "$@"'
"""The call of its function."""

SPLIT = (":", "=")
"""Bash ends a word at each of these, and replaces only the text behind the last."""


def answer(run: Callable[[], object]) -> int:
    """Answer a shell by running the command line; return the exit code.

    If a game or a file fails, nothing is offered and nothing printed: an error would appear in the
    line that somebody is typing.
    """
    replaced = _join_words() if os.environ[ASKED] == "complete_bash" else ""
    offered = io.StringIO()
    code: object = 0
    try:
        with redirect_stdout(offered), redirect_stderr(io.StringIO()):
            run()
    except SystemExit as end:
        code = end.code
    except Exception:
        if os.environ.get(DEBUG):
            raise
    lines = [line for line in offered.getvalue().splitlines() if line != replaced]
    sys.stdout.write("".join(f"{line.removeprefix(replaced)}\n" for line in lines))
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def complete_at_first_tab() -> None:
    """Have the script for zsh also answer the Tab that loads it.

    typer's script defines a function when it is loaded, and leaves that Tab unanswered.
    """
    script = Path.home() / ZSH_SCRIPT
    if script.exists():
        text = script.read_text("utf-8")
        if ZSH_CALL not in text:
            script.write_text(f"{text.rstrip()}\n\n{ZSH_CALL}\n", "utf-8")


def _join_words() -> str:
    """Join again the words that bash split; return the part of the last that it leaves alone."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    last = int(os.environ.get("COMP_CWORD", "0"))
    whole: list[str] = []
    for word in words[: last + 1]:
        if whole and (word.startswith(SPLIT) or whole[-1].endswith(SPLIT)):
            whole[-1] += word
        else:
            whole.append(word)
    os.environ["COMP_WORDS"] = "\n".join(whole)
    os.environ["COMP_CWORD"] = str(len(whole) - 1)
    word = whole[-1]
    value = word.partition("=")[2] if word.startswith("--") else word
    return value[: max(map(value.rfind, SPLIT)) + 1]
