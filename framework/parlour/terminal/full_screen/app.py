"""The app: it lets people and bots act in their turn, and shows the table in between."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from signal import SIGINT, SIGTERM
from threading import Thread
from time import monotonic
from typing import ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from parlour.rules.seats import Seat
from parlour.table.acts import Ask, Topic
from parlour.table.reply import Reply, Show, Turn, Who
from parlour.table.table import Table
from parlour.terminal.full_screen import pages
from parlour.terminal.full_screen.command_line import CommandLine, beginning
from parlour.terminal.full_screen.drawing import Drawing
from parlour.terminal.full_screen.hand_over import HandOverScreen
from parlour.terminal.full_screen.table import TableWidget
from parlour.terminal.input import at_terminal
from parlour.terminal.steps import LEAVE, STEP_KEYS, Steps
from parlour.terminal.thinking import Bell

T = TypeVar("T")

TICK_SECONDS = 0.5
"""Seconds until the clock of a bot that thinks is drawn again."""

AT_THE_END = {"a": "again", "l": "log", "r": "replay", "q": "quit"}
"""Keys that stand for commands once the match is over."""


class TableApp(App[None]):
    """The full screen of a table.

    Once it is closed, ``fault`` or ``left`` says why; if neither does, the match is over, and
    ``again`` tells whether another one is wanted.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; overflow: hidden hidden; }
    Input > .input--cursor {
        background: ansi_default; color: ansi_default; text-style: reverse;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave('you left')", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("pageup", "scroll_by(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_by(1)", show=False, priority=True),
        *(Binding(f"f{n}", f"numbered({n})", show=False, priority=True) for n in range(1, 13)),
    ]

    def __init__(self, table: Table, *, bell: bool = False) -> None:
        """Show ``table``; a ``bell`` rings when a person is asked after a wait."""
        super().__init__(ansi_color=True)
        self._bell = Bell(self.bell if bell else None)
        self.fault: Exception | None = None
        """The error that closed the screen."""
        self.left = ""
        """The reason why a person left."""
        self.interrupted = False
        """Whether it was Ctrl-C."""
        self.again = False
        """Whether another match is wanted."""
        self._match_table = table
        self._table = TableWidget(table)
        self._seat: Seat | None = None
        self._turn: Turn | None = None
        self._passes_to: Seat | None = None
        self._sets_pin = False
        self._asked_at = 0.0
        self._is_over = False
        self._review: Steps | None = None
        self._in_terminal = at_terminal()

    def compose(self) -> ComposeResult:
        """Yield the table."""
        yield self._table

    def on_mount(self) -> None:
        """Begin."""
        self._table.line.focus()
        self.set_interval(TICK_SECONDS, self._tick)
        for number in (SIGINT, SIGTERM):
            with suppress(NotImplementedError, RuntimeError):  # not on every system or thread
                get_running_loop().add_signal_handler(number, self.action_interrupt)

    def on_table_widget_resized(self) -> None:
        """Begin, once there is a size to draw for; later draw everything for the new size."""
        self._guarded(self._go_on if self._turn is None else self._show)

    # The match

    def _go_on(self) -> None:
        """Let the next player act: a bot, or a person who may have to sit down first."""
        self._turn = turn = self._match_table.turn()
        self._passes_to = None
        if turn.is_over:
            self._end()
        elif turn.is_automatic:
            self._asked_at = monotonic()
            self._show()
            self._in_background(
                lambda: self._match_table.ask_bot(turn),
                lambda answer: self._take(self._match_table.apply(answer)),
            )
        elif self._seat == turn.seat or not self._match_table.is_discreet:
            self._seat = turn.seat
            self._show()
            self._bell.ring()
        elif self._seat is None:
            self._hand_over(turn.seat, self._go_on)
        else:
            # Whoever moved sees first what came of it, and may take it back.
            self._passes_to = turn.seat
            self._show()

    def _show(self) -> None:
        """Show the table as the person sees it who sits here."""
        if self._review is not None:
            self._show_past(self._review)
        elif self._is_over:
            self._table.redraw()
        else:
            if self._seat is None and not self._match_table.is_discreet:
                self._seat = self._somebody
            if self._seat is None:
                self._table.tell_waiting(self._waiting())
            else:
                view = self._match_table.chair(self._seat).view()
                self._table.show(view, self._waiting(), self._prompt())

    def _waiting(self) -> str:
        """Return who is awaited, if not the person here, and for how long a bot has thought."""
        turn = self._turn
        if turn is None or turn.is_over or (not turn.is_automatic and turn.seat == self._seat):
            return ""
        name = self._match_table.viewer.name(turn.seat)
        if turn.who is Who.BOT:
            return f"{name} is thinking {int(monotonic() - self._asked_at)} s"
        return f"Waiting for {name}"

    def _prompt(self) -> str:
        """Return what stands before the line to type in."""
        if self._sets_pin:
            return "PIN, or Enter for none> "
        if self._passes_to is not None:
            return f"Enter passes to {self._match_table.viewer.name(self._passes_to)}> "
        return f"{self._match_table.viewer.name(self._somebody)}> "

    @property
    def _somebody(self) -> Seat:
        """The seat of the person here, or of another person; 0 if all have resigned."""
        return min(self._match_table.people, default=0) if self._seat is None else self._seat

    def _tick(self) -> None:
        # Textual goes on reading from a terminal that was closed, and takes a whole core for it.
        if self._in_terminal and not at_terminal():
            self.action_leave("the terminal was closed")
        if self._turn is not None and self._turn.is_automatic:
            self._table.tell_waiting(self._waiting())

    def _look_back(self, line: str) -> None:
        """Begin to look back at the match, or do what is typed meanwhile."""
        if self._review is None:
            chair, self._table.page = self._match_table.chair(self._somebody), ""
            self._review = Steps(chair.movers, self._match_table.seats, self._somebody)
            self._review.position = self._review.last
            self._show()
        elif line.casefold() in LEAVE:
            self._end()
        else:
            self._show_past(self._review, self._review.go(line))

    def _show_past(self, steps: Steps, refused: str = "") -> None:
        """Show a position; what the last answer changed is marked."""
        seat = self._somebody if steps.seat is None else steps.seat
        name = self._match_table.viewer.inside(seat)
        where = f"Answer {steps.position} of {steps.last}, as {name} saw it"
        view = self._match_table.chair(self._somebody).after(steps.position, seat)
        self._table.show(view, where, "look back> ")
        self._table.answer((refused or STEP_KEYS,))

    def _end(self) -> None:
        """Show the result; of hidden things only those that all people here know."""
        table, self._is_over, self._review = self._match_table, True, None
        view = None if table.is_discreet else table.chair(self._somebody).view()
        if view is None:
            self._table.hide()
        else:
            self._table.show(view, "", "again, log, replay or quit> ")
        self._table.open_page("end", pages.end_page(table, view))

    # People

    def _hand_over(self, seat: Seat, then: Callable[[], None], *, again: bool = False) -> None:
        """Hide everything until the person at ``seat`` sits here, and has typed their PIN."""
        table, self._seat = self._match_table, None
        self._table.hide()

        def sit_down(pin: str | None) -> None:
            if table.admits(seat, pin or ""):
                self._seat = seat
                self._table.line.focus()
                self._guarded(then)
            else:
                self._hand_over(seat, then, again=True)

        screen = HandOverScreen(table.viewer.name(seat), pin=table.has_pin(seat), again=again)
        self.push_screen(screen, sit_down)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Follow what is typed."""
        event.stop()
        if event.value == "?":
            self._table.line.put("")
            self._table.open_page("help")
        elif self._is_over and self._review is None and event.value in AT_THE_END:
            self._table.line.put("")
            self._guarded(lambda: self._submit(AT_THE_END[event.value]))
        else:
            self._guarded(self._table.typed)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter the line."""
        event.stop()
        line = event.value.strip()
        if line and not self._sets_pin:
            self._table.line.remember(line)
        self._table.line.put("")
        self._guarded(lambda: self._submit(line))

    def _submit(self, line: str) -> None:
        """Enter a line; an empty one goes on: from a page, to the next person, to the only move."""
        self._bell.wait()
        table, seat = self._table, self._seat
        if self._sets_pin and seat is not None:
            self._set_pin(seat, line)
        elif self._review is not None or (self._is_over and line == "replay"):
            self._look_back(line)
        elif line:
            self._enter(line)
        elif table.page and not self._is_over:
            table.back()
        elif self._passes_to is not None:
            self._hand_over(self._passes_to, self._go_on)
        else:
            table.line.put(table.only_move())

    def _set_pin(self, seat: Seat, pin: str) -> None:
        self._sets_pin = self._table.line.password = False
        self._match_table.set_pin(seat, pin)
        self._show()
        self._table.answer(("The hand-over asks for it." if pin else "No PIN is asked for.",))

    def on_drawing_spotted(self, event: Drawing.Spotted) -> None:
        """Take what was clicked on: a part of a move, or a move, which a second click plays."""
        event.stop()
        if event.steps:
            self._guarded(lambda: self._table.choose(event.steps))
        elif self._table.line.value == event.line:
            self._table.line.put("")
            self._guarded(lambda: self._enter(event.line))
        else:
            self._table.line.put(event.line)

    def on_command_line_input_end(self) -> None:
        """Leave at the end of input."""
        self.action_leave("end of input")

    def on_command_line_turned(self, event: CommandLine.Turned) -> None:
        """Turn to another page or, while looking back, to another position."""
        if self._review is not None:
            self._guarded(lambda: self._look_back("" if event.step > 0 else "b"))
        else:
            self._guarded(lambda: self._table.turn_page(event.step))

    def on_command_line_completes(self, event: CommandLine.Completes) -> None:
        """Complete the line with what all its completions share."""
        seat = self._seat
        if seat is not None and not self._sets_pin:
            found = beginning(self._match_table.chair(seat).completions(event.line))
            if found in {"", event.line}:
                self._table.open_page("moves")
            else:
                self._table.line.put(found)

    def _enter(self, line: str) -> None:
        """Enter a line for the person here; at the end of a match, for anybody."""
        seat = self._somebody if self._is_over else self._seat
        if seat is None:
            return
        chair = self._match_table.chair(seat)
        reading = chair.read(line)
        if isinstance(reading.act, Ask) and reading.act.topic is Topic.HINT:
            self._table.answer(("One moment …",))
            self._in_background(lambda: chair.follow(reading), self._take)
        else:
            self._take(chair.follow(reading))

    def _take(self, reply: Reply) -> None:
        """Act on a reply."""
        if reply.left:
            self.action_leave(reply.left)
        elif reply.again:
            self.again = True
            self.exit()
        elif reply.hand_over is not None:
            self._hand_over(reply.hand_over, lambda: self._enter(reply.line))
        elif not (self._is_over and self._match_table.is_discreet):
            self._answer(reply)
        if reply.moved or self._is_guest:
            self._go_on()

    @property
    def _is_guest(self) -> bool:
        """Whether somebody sits here only for a line of theirs, and has no question to answer."""
        seat, turn, view = self._seat, self._turn, self._table.view
        if not self._match_table.is_discreet or seat is None or view is None or turn is None:
            return False
        if turn.is_over or turn.is_automatic or turn.seat == seat or self._passes_to is not None:
            return False
        return not self._match_table.chair(seat).view().question

    def _answer(self, reply: Reply) -> None:
        """Show what a reply says."""
        if reply.asks_pin:
            self._sets_pin = self._table.line.password = True
            self._show()
        elif reply.show is Show.MARKDOWN:
            self._table.open_page("answer", pages.markdown(reply.what, self.size.width))
        elif reply.show is Show.MOVES:
            self._table.open_page("moves")
        elif reply.show is Show.TABLE:
            self._table.look(reply.what)
        else:
            self._show()
            self._table.answer((*reply.lines, *filter(None, (reply.question,))))

    # Keys

    def action_step_back(self) -> None:
        """Take one step back."""
        looks_back = self._review is not None and not self._table.page
        self._guarded(self._end if looks_back else self._table.back)

    def action_numbered(self, number: int) -> None:
        """Open the page of a function key."""
        tabs = self._table.tabs
        if number <= len(tabs):
            self.action_page(tabs[number - 1][0])

    def action_page(self, name: str) -> None:
        """Open a page by its name."""
        self._guarded(lambda: self._table.open_page(name))

    def action_scroll_by(self, pages_down: int) -> None:
        """Scroll by pages."""
        self._table.scroll(pages_down)

    def action_leave(self, why: str) -> None:
        """Close the screen; a match that is over needs no way back."""
        self.left = "" if self._is_over else why
        self.exit()

    def action_interrupt(self) -> None:
        """Leave the match by Ctrl-C."""
        self.interrupted = True
        self.action_leave("interrupted")

    # Inside

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
