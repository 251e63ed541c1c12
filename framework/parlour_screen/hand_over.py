"""The empty screen while one person hands the terminal to another."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from parlour.words import say


class HandOverScreen(Screen[str]):
    """Hides everything until the next person presses Enter; returns the PIN they typed."""

    DEFAULT_CSS = """
    HandOverScreen {
        background: ansi_default;
        align: center middle;
    }
    HandOverScreen Vertical { width: auto; height: auto; background: ansi_default; }
    HandOverScreen Static { width: auto; background: ansi_default; color: ansi_default; }
    HandOverScreen Input, HandOverScreen Input:focus {
        border: none; height: 1; width: 24; padding: 0;
        background: ansi_default; color: ansi_default; background-tint: ansi_default 0%;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "ready", show=False, priority=True),
    ]

    def __init__(self, name: str, *, pin: bool, again: bool = False) -> None:
        """Wait for the person called ``name``, who types a PIN if ``pin``."""
        super().__init__()
        self._person = name
        self._pin = pin
        self._again = again

    def compose(self) -> ComposeResult:
        """Say whose turn it is, and nothing else."""
        with Vertical():
            yield Static(say("pass.screen", name=self._person), markup=False)
            if self._pin:
                yield Static(say("pass.wrong_pin" if self._again else "pass.pin"))
                yield Input(password=True)
            else:
                yield Static(say("pass.ready"))

    def action_ready(self) -> None:
        """Show the table."""
        self.dismiss(self.query_one(Input).value if self._pin else "")
