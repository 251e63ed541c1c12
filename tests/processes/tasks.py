"""What the processes of these tests are asked to do."""

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any


def echo() -> Callable[[object], object]:
    return lambda question: question


def noisy() -> Callable[[object], object]:
    """Print before each answer, from Python and below it."""

    def answer(question: object) -> object:
        sys.stdout.write("not an answer")
        sys.stdout.flush()
        os.write(1, b"nor this")
        return question

    return answer


def picky() -> Callable[[Any], object]:
    """Divide 12 by the question."""
    return lambda question: 12 // question


def broken() -> Callable[[object], object]:
    raise ValueError("no such\nbox")


def endless(place: str) -> Callable[[object], object]:
    """Make a file, and think endlessly."""

    def answer(_question: object) -> object:
        Path(place).touch()
        return sum(1 for _ in count())

    return answer


def mortal() -> Callable[[object], object]:
    return lambda _question: os._exit(3)
