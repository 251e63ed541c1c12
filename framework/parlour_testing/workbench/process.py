"""The process of a game under work, which can be ended: its rules may do anything."""

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from time import monotonic

from parlour_process.host import follow_host, hold_interrupts
from parlour_testing.workbench.messages import Asked, DeskReply, Setup
from parlour_testing.workbench.worker import WorkbenchWorker

WATCH_SECONDS = 0.3
"""Seconds between two looks at what may end a wait."""
LOAD_SECONDS = 45.0
"""Seconds of wall time for a process to start and to load its game."""
LINE_SECONDS = 10.0
"""Seconds of wall time for a line, besides a multiple of the processor time that it may take."""
MAX_WAIT = 3
"""That multiple."""


class NoAnswer(Exception):
    """The process of a game gave no answer, and was ended."""


class WorkbenchProcess:
    """The process of a game under work; the next question starts it again if it was ended.

    A new process takes up the match where the last answer of the old one left it.
    """

    def __init__(self, setup: Setup, is_over: Callable[[], bool]) -> None:
        """Prepare a process; ``is_over`` says whether nobody waits for its answer any more."""
        self._setup = setup
        self._is_over = is_over
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.context.SpawnProcess | None = None
        self._connection: Connection | None = None
        self._record = b""

    def ask(self, asked: Asked) -> DeskReply:
        """Return what comes of a line, or of loading the game.

        Raises:
            NoAnswer: The process did not answer, or its answer is not wanted any more.
        """
        connection = self._connection or self._start()
        least = LOAD_SECONDS if asked.line is None else LINE_SECONDS
        patience = least + self._setup.seconds * MAX_WAIT
        end = monotonic() + patience
        try:
            connection.send(asked)
            while not connection.poll(WATCH_SECONDS):
                if self._is_over():
                    self.stop()
                    raise NoAnswer("the files have changed, so the game is stopped")
                if monotonic() > end:
                    self.stop()
                    raise NoAnswer(f"expected an answer of the game in {patience:g} s, got none")
            reply: DeskReply = connection.recv()
        except (EOFError, OSError):
            self.stop()
            raise NoAnswer("the game has ended its process") from None
        self._record = reply.record or self._record
        return reply

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None and self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
        self._process = None
        self._connection = None

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=_serve, args=(theirs, self._setup, self._record), daemon=True
        )
        with hold_interrupts():
            self._process.start()
        theirs.close()
        self._connection = ours
        return ours


def _serve(connection: Connection, setup: Setup, record: bytes) -> None:
    """Answer what is asked, until the host ends."""
    follow_host(lambda *_: os._exit(0))
    # What Python keeps of a compiled file knows its length and second: two edits may share both.
    sys.dont_write_bytecode = True
    worker = WorkbenchWorker(setup, record)
    while True:
        try:
            asked: Asked = connection.recv()
        except EOFError:
            return
        reply = worker.answer(asked)
        sys.stdout.flush()  # what the rules print belongs before the reply
        connection.send(reply)
