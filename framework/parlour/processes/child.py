"""A child: a process of this machine that answers questions, one after the other.

It is a fresh interpreter and no fork, since a program with threads must not be forked; and it does
not run the program's own file again, as ``multiprocessing`` would. It ends with its host, since
the pipe of its questions then ends.
"""

import pickle
import subprocess
import sys
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from parlour.processes.messages import Failed, Started
from parlour.processes.module_finder import own_modules
from parlour.rules.errors import FlowError, SetupError

BOOTSTRAP = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from parlour.processes.answering import serve; serve()"
)
"""Program of a child. Its first message is where its host looks for modules."""
POLL_SECONDS = 1.0
"""Maximum seconds of one wait: on Windows the interrupt key is noticed between two."""


class Child:
    """A process that calls ``make(*arguments)`` once, and what that returns with each question."""

    def __init__(self, task: bytes) -> None:
        """Start it; ``task`` is the pickle of ``(make, arguments)``.

        Raises:
            SetupError: The system starts no process.
        """
        self.asked = False
        """Whether a question has no answer yet."""
        self.has_started = False
        """Whether it was ready for questions when it was last listened to."""
        self.has_ended = False
        """Whether it had ended when it was last listened to."""
        self._messages: SimpleQueue[object] = SimpleQueue()
        """Messages not listened to; None follows the last one."""
        try:
            self._program = subprocess.Popen(  # noqa: S603  this Python, and a constant program
                [sys.executable, "-P", "-c", BOOTSTRAP],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as fault:
            raise SetupError(f"no process can be started: {fault}") from None
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._write(pickle.dumps(sys.path) + pickle.dumps(own_modules()) + task)

    def ask(self, question: bytes) -> bool:
        """Put a pickled question, and return whether it was put.

        It is not if the process has ended or still thinks about the last question.
        """
        while not self.has_ended and not self._messages.empty():
            self._take(self._messages.get())
        if self.asked or self.has_ended:
            return False
        self.asked = True
        self._write(question)
        return True

    def answer(self, until: float = inf) -> object:
        """Wait for the answer until a time of ``monotonic``, and return it.

        Return None if no answer comes in time, or if the process has ended. With a limit, nobody
        waits for a process that is still starting.

        Raises:
            SetupError: The process could not start.
            FlowError: It has met an error, and can be asked again.
        """
        while self.asked and not self.has_ended:
            rest = until - monotonic() if self.has_started or until == inf else 0.0
            try:
                message = self._messages.get(timeout=min(max(rest, 0.0), POLL_SECONDS))
            except Empty:
                if rest <= 0:
                    return None
                continue
            answer = self._take(message)
            if answer is not None:
                return answer
        return None

    def end(self) -> None:
        """End the process at once, and wait until it is gone."""
        self.has_ended = True
        self._program.kill()
        self._program.wait()
        self._listener.join()
        for pipe in (self._program.stdin, self._program.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]  # both are pipes

    def _take(self, message: object) -> object:
        """Note what a message says; return it if it is an answer, else None."""
        if isinstance(message, Started):
            self.has_started = True
            return None
        self.asked = False
        if message is None or not self.has_started:
            self.has_ended = True
        if not self.has_started:
            reason = message.reason if isinstance(message, Failed) else "it has ended"
            raise SetupError(f"a process could not start: {reason}")
        if isinstance(message, Failed):
            raise FlowError(f"in another process: {message.reason}")
        return message

    def _write(self, written: bytes) -> None:
        """Send bytes; that a process has ended is told by its messages."""
        pipe: Any = self._program.stdin
        with suppress(OSError):
            pipe.write(written)
            pipe.flush()

    def _listen(self) -> None:
        """Queue the messages until the process ends, in a thread of its own."""
        pipe: Any = self._program.stdout
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self._messages.put(pickle.load(pipe))  # noqa: S301  our own process wrote it
        self._messages.put(None)
