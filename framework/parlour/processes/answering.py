"""The inside of a child: it loads what it needs, and answers the questions of its host."""

import os
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from parlour.processes.messages import Failed, Started
from parlour.processes.module_finder import add_root
from parlour.rules.errors import ParlourError


def serve() -> None:
    """Answer questions until the host closes their pipe, or has ended.

    The interrupt key reaches all processes of a terminal; the host decides what it means.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, _own_output()
    try:
        roots = pickle.load(questions)  # noqa: S301  the host wrote it, as all that follows
        for root, modules in roots.items():
            add_root(Path(root), modules)
        make, arguments = pickle.load(questions)  # noqa: S301
        respond = make(*arguments)
    except Exception as fault:  # noqa: BLE001  a game may raise anything when it is loaded
        _send(answers, _failure(fault))
        return
    _send(answers, Started())
    waiting: SimpleQueue[object] = SimpleQueue()
    Thread(target=_listen, args=(questions, waiting), daemon=True).start()
    while True:
        _send(answers, _answer(respond, waiting.get()))


def _own_output() -> BinaryIO:
    """Return standard output, and have whatever else is printed lead nowhere."""
    own = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(own, "wb")


def _listen(questions: BinaryIO, waiting: "SimpleQueue[object]") -> None:
    """Queue the questions as they come; end this process in the middle of a thought with them."""
    try:
        while True:
            waiting.put(pickle.load(questions))  # noqa: S301
    finally:
        os._exit(0)


def _answer(respond: Callable[[object], object], question: object) -> object:
    try:
        return respond(question)
    except Exception as fault:  # noqa: BLE001  the host says what it means
        return _failure(fault)


def _failure(fault: Exception) -> Failed:
    """Put an error in one line."""
    text = " ".join(str(fault).split())
    return Failed(text if isinstance(fault, ParlourError) else f"{type(fault).__name__}: {text}")


def _send(answers: BinaryIO, message: object) -> None:
    answers.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
    answers.flush()
