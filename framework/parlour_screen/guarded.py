"""An app that ends well: at an error, at Ctrl-C, and if its terminal is closed."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from signal import SIGINT, SIGTERM
from threading import Thread
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

from parlour.terminal.input import at_terminal
from parlour.words import say

T = TypeVar("T")


class GuardedApp(App[None]):
    """Closes the screen, and says afterwards why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True)
    ]

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.fault: Exception | None = None
        """The error that closed the screen."""
        self.left = ""
        """The reason why a person left."""
        self.interrupted = False
        """Whether it was Ctrl-C."""
        self._in_terminal = at_terminal()

    def on_load(self) -> None:
        """Leave at a signal as at Ctrl-C."""
        for number in (SIGINT, SIGTERM):
            with suppress(NotImplementedError, RuntimeError):  # not on every system or thread
                get_running_loop().add_signal_handler(number, self.action_interrupt)

    def check_terminal(self) -> None:
        """Leave if the terminal was closed."""
        # Textual goes on reading from a terminal that was closed, and takes a whole core for it.
        if self._in_terminal and not at_terminal():
            self.action_leave(say("leave.closed"))

    def action_leave(self, why: str) -> None:
        """Close the screen."""
        self.left = why
        self.exit()

    def action_interrupt(self) -> None:
        """Leave by Ctrl-C."""
        self.interrupted = True
        self.action_leave(say("leave.interrupted"))

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do something; an error closes the screen, and is raised once it is closed."""
        try:
            act()
        except Exception as fault:  # noqa: BLE001  a game may raise anything
            self.fault = fault
            self.exit()

    def _in_background(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Do slow work in a thread that does not keep the program from ending, then go on."""

        def do() -> None:
            done: Future[T] = Future()
            try:
                done.set_result(work())
            except Exception as fault:  # noqa: BLE001  a game or a bot may raise anything
                done.set_exception(fault)
            self.call_later(self._guarded, lambda: then(done.result()))

        Thread(target=do, daemon=True).start()
