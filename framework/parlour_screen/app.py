"""The full screen: people and bots act in their turn, and see the table in between.

How the match ended is printed on the usual screen.
"""

import os
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from parlour.rules import Seat
from parlour.table import (
    SLOW_TOPICS,
    Ask,
    Beginning,
    Chair,
    Pace,
    Past,
    PastPosition,
    RecordTable,
    Reply,
    Show,
    Table,
    Turn,
)
from parlour.terminal.faces import Wish
from parlour.terminal.input import PlayerLeft
from parlour.terminal.thinking import Bell
from parlour.words import in_english, say
from parlour_screen import pages
from parlour_screen.guarded import GuardedApp
from parlour_screen.past import Story
from parlour_screen.table import TableWidget
from parlour_screen.widgets import SIGN_COLUMNS, CommandLine, Drawing, beginning

TICK_SECONDS = 0.5
"""Seconds until the clock of a bot that thinks is drawn again."""

HASTE_SECONDS = 0.3
"""Seconds after a new decision in which Enter on an empty line was meant for the one before."""

NO_COLOR = "NO_COLOR"
"""Environment variable of people who want no colours."""

AT_THE_END = {"a": "again", "l": "log", "q": "quit"}
"""Letters that stand for commands once the match is over."""
INTO_THE_PAST = {"r": "last", "replay": "last", "x": "x", "analyse": "x"}
"""Lines that lead into the past then, each with the line that is entered there."""


def play_on_screen(wish: Wish) -> Beginning | None:
    """Play a match on the full screen, and return the match that is wanted next.

    Raises:
        PlayerLeft: A person left, and was told how to resume the match.
    """
    table = wish.open()
    colours = os.environ.get(NO_COLOR)
    app = TableApp(table, bell=wish.settings.bell, pace=wish.settings.pace)
    try:
        with table:
            app.run()
            if app.fault is not None:
                raise app.fault
            if app.left:
                raise PlayerLeft(app.left, interrupted=app.interrupted)  # noqa: TRY301  bots leave at once
    except PlayerLeft as left:
        print(*table.farewell(left.why), sep="\n")
        raise
    finally:
        if colours is not None:  # Textual takes it out; the next match must find it
            os.environ[NO_COLOR] = colours
    if not isinstance(table, RecordTable):
        print(*table.result(), sep="\n")
        print(say("end.record", path=table.path))
    return app.next


class TableApp(GuardedApp):
    """The full screen of a table.

    Once it is closed, ``fault`` or ``left`` says why; if neither does, ``next`` is the match that
    is wanted next, if any.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; overflow: hidden hidden; }
    Input > .input--cursor {
        background: ansi_default; color: ansi_default; text-style: reverse;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave('you left')", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("pageup", "scroll_by(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_by(1)", show=False, priority=True),
        *(Binding(f"f{n}", f"numbered({n})", show=False, priority=True) for n in range(1, 13)),
    ]

    def __init__(
        self,
        table: Table,
        *,
        bell: bool = False,
        pace: Pace = "off",
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Show ``table``; a ``bell`` rings when a person is asked after a wait."""
        super().__init__()
        self._clock = clock
        self._decides_since = -inf
        self._bell = Bell(self.bell if bell else None)
        self.next: Beginning | None = None
        """The match that is wanted next, if any."""
        self._match_table = table
        self._table = TableWidget(table)
        self._seat: Seat | None = None
        self._turn: Turn | None = None
        self._passes_to: Seat | None = None
        self._sets_pin = False
        self._asked_at = 0.0
        self._is_over = False
        self._past: Past | None = None
        self._story = Story(pace)
        self._next_turn: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the table."""
        yield self._table

    def on_mount(self) -> None:
        """Begin."""
        self._table.line.focus()
        self.set_interval(TICK_SECONDS, self._tick)

    def on_table_widget_resized(self) -> None:
        """Begin, once there is a size to draw for; later draw everything for the new size."""
        self._guarded(self._go_on if self._turn is None else self._show)

    # The match

    def _go_on(self) -> None:
        """Let the next player act: a bot, or a person that may have to sit down first."""
        self._turn = turn = self._match_table.turn()
        self._passes_to = None
        if isinstance(self._match_table, RecordTable):
            self._is_over = True  # for whoever looks back at it
            self._look_back("first")
        elif turn.is_over:
            (self._end if self._match_table.is_discreet else self._show)()
        elif turn.is_automatic:
            self._asked_at = monotonic()
            self._show()
            self._in_background(
                lambda: self._match_table.ask_bot(turn),
                lambda answer: self._take(self._match_table.apply(answer)),
            )
        elif self._seat == turn.seat or not self._match_table.is_discreet:
            self._seat = turn.seat
            self._decides_since = self._clock()
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
        if self._past is not None:
            self._show_past(self._past.position())
        elif self._is_over:
            self._table.redraw()
        else:
            if self._seat is None and not self._match_table.is_discreet:
                self._seat = self._somebody
            if self._seat is None:
                self._table.tell_waiting(self._waiting())
            else:
                self._show_seen(self._match_table.chair(self._seat))

    def _show_seen(self, chair: Chair) -> None:
        """Show the next turn of others or, if all are told, the table as it is."""
        view = chair.view()
        self._story.follow(self._match_table, chair, view)
        if self._next_turn is not None:
            self._next_turn.stop()
        if self._story.view is not None:
            due = self._story.seconds
            note = say("past.telling") if due else self._waiting()
            self._table.show(self._story.view, note, self._prompt())
            if due:
                self._next_turn = self.set_timer(due, lambda: self._guarded(self._show))
        elif self._turn is not None and self._turn.is_over:
            self._end()
        else:
            self._table.show(view, self._waiting(), self._prompt())

    def _skips(self) -> bool:
        """Stop telling what others did; return whether something was told."""
        is_due = bool(self._story.seconds) and self._past is None
        if self._past is None and self._story.skip():
            self._guarded(self._show)
        return is_due

    def _waiting(self) -> str:
        """Return the awaited player, if not the person here, and for how long a bot has thought."""
        seconds = int(monotonic() - self._asked_at)
        return pages.waiting(self._turn, self._seat, self._match_table.viewer, seconds)

    def _prompt(self) -> str:
        """Return the prompt before the line to type in."""
        name = self._match_table.viewer.name
        if self._passes_to is not None and not self._sets_pin:
            return say("prompt.passes", self._match_table.viewer, seat=self._passes_to)
        return say("prompt.pin") if self._sets_pin else f"{name(self._somebody)}> "

    @property
    def _somebody(self) -> Seat:
        """The seat of the person here, or of another person; 0 if all have resigned."""
        return min(self._match_table.people, default=0) if self._seat is None else self._seat

    def _tick(self) -> None:
        self.check_terminal()
        if self._turn is not None and self._turn.is_automatic and not self._story.seconds:
            self._table.tell_waiting(self._waiting())

    def _look_back(self, line: str) -> None:
        """Begin to look back at the match, or carry out a line typed meanwhile."""
        if self._past is None:
            self._table.page = ""
            seat = self._looks_first
            self._past = Past(self._match_table.chair(seat), seat)
        past = self._past
        if past.ends(line):
            self._leave_past()
        elif past.takes_time(line):
            self._show_past(past.position(say("one_moment")))
            self._in_background(lambda: past.go(line), self._show_past)
        else:
            self._show_past(past.go(line))

    def _show_past(self, past: PastPosition) -> None:
        """Show a position, or leave for the match that is to begin there."""
        if self._past is None:  # left while a bot thought
            return
        self._table.show(past.view, past.where, say("prompt.look_back"))
        self._table.answer(past.lines)
        if past.branch:
            self.next = past.branch
            self.exit()

    @property
    def _looks_first(self) -> Seat:
        """The seat as which the person here looks back first."""
        table = self._match_table
        return table.seat if isinstance(table, RecordTable) else self._somebody

    def _leave_past(self) -> None:
        """Show the present again; a record that is only looked at has none."""
        if isinstance(self._match_table, RecordTable):
            self.exit()
            return
        self._past = None
        (self._end if self._is_over else self._show)()

    def _end(self) -> None:
        """Show the result; of hidden things only the ones that all people here know."""
        self._is_over = True
        self._past = None
        table = self._match_table
        view = None if table.is_discreet else table.chair(self._somebody).view()
        if view is None:
            self._table.hide()
        else:
            self._table.show(view, "", say("prompt.after"))
        self._table.open_page("end", pages.end_page(table, view))

    # People

    def _hand_over(self, seat: Seat, then: Callable[[], None], *, again: bool = False) -> None:
        """Hide everything until the person at ``seat`` sits here, and has typed their PIN."""
        table = self._match_table
        self._seat = None
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
        """Follow the typed line."""
        event.stop()
        if event.value == "?":
            self._table.line.put("")
            if self._past is None:
                self._table.open_page("help")
            else:
                self._guarded(lambda: self._look_back("?"))
        else:
            self._skips()
            self._guarded(self._table.typed)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter the line."""
        event.stop()
        line = event.value.strip()
        if self._skips() and not line:
            return
        if line and not self._sets_pin:
            self._table.line.remember(line)
        self._table.line.put("")
        self._guarded(lambda: self._submit(line))

    def _submit(self, line: str) -> None:
        """Enter a line; an empty one goes on: from a page, to the next person, to the only move."""
        self._bell.wait()
        table = self._table
        if self._sets_pin and self._seat is not None:
            self._set_pin(self._seat, line)
        elif self._past is not None:
            self._look_back(line)
        elif line and self._is_over:
            self._submit_at_the_end(line)
        elif line:
            self._enter(line)
        elif table.page and not self._is_over:
            table.back()
        elif self._passes_to is not None:
            self._hand_over(self._passes_to, self._go_on)
        elif self._clock() - self._decides_since >= HASTE_SECONDS:
            table.line.put(table.only_move())

    def _submit_at_the_end(self, line: str) -> None:
        """Enter a line once the match is over."""
        word = in_english(line, None).casefold()
        if word in INTO_THE_PAST:
            self._look_back(INTO_THE_PAST[word])
        else:
            self._enter(AT_THE_END.get(word, line))

    def _set_pin(self, seat: Seat, pin: str) -> None:
        self._sets_pin = self._table.line.password = False
        self._match_table.set_pin(seat, pin)
        self._show()
        self._table.answer((say("pin.asked" if pin else "pin.not_asked"),))

    def on_drawing_spotted(self, event: Drawing.Spotted) -> None:
        """Take the clicked place: a part of a move, or a move, which a second click plays."""
        event.stop()
        if self._skips():
            pass
        elif event.steps:
            self._guarded(lambda: self._table.choose(event.steps))
        elif self._table.line.value == event.line:
            self._table.line.put("")
            self._guarded(lambda: self._enter(event.line))
        else:
            self._table.line.put(event.line)

    def on_command_line_input_end(self) -> None:
        """Leave at the end of input."""
        self.action_leave(say("leave.input"))

    def on_command_line_turned(self, event: CommandLine.Turned) -> None:
        """Turn to another page or, while looking back, to another position."""
        if self._skips():
            pass
        elif self._past is not None:
            self._guarded(lambda: self._look_back("" if event.step > 0 else "b"))
        else:
            self._guarded(lambda: self._table.turn_page(event.step))

    def on_command_line_completes(self, event: CommandLine.Completes) -> None:
        """Complete the line with what all its completions share."""
        seat = self._seat
        if seat is not None and not self._sets_pin:
            completed = beginning(self._match_table.chair(seat).completions(event.line))
            if completed in {"", event.line}:
                self._table.open_page("moves")
            else:
                self._table.line.put(completed)

    def _enter(self, line: str) -> None:
        """Enter a line for the person here; at the end of a match, for anybody."""
        seat = self._somebody if self._is_over else self._seat
        if seat is None:
            return
        chair = self._match_table.chair(seat)
        reading = chair.read(line)
        if isinstance(reading.act, Ask) and reading.act.topic in SLOW_TOPICS:
            self._table.answer((say("one_moment"),))
            self._in_background(lambda: chair.follow(reading), self._take)
        else:
            self._take(chair.follow(reading))

    def _take(self, reply: Reply) -> None:
        """Act on a reply."""
        if reply.left:
            self.action_leave(reply.left)
        elif reply.again:
            self.next = self._match_table.new_header(), ()
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
        seat = self._seat
        turn = self._turn
        if seat is None or turn is None or self._table.view is None:
            return False
        if not self._match_table.is_discreet:
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
            text = "\n\n".join((*reply.lines, reply.what))
            self._table.open_page("answer", pages.markdown(text, self.size.width - SIGN_COLUMNS))
        elif reply.show is Show.MOVES:
            self._table.open_page("moves")
        elif reply.show is Show.PAST:
            self._look_back(reply.what)
        elif reply.show is Show.TABLE:
            self._table.look(reply.what)
        else:
            self._show()
            self._table.answer((*reply.lines, *filter(None, (reply.question,))), reply.places)

    # Keys

    def action_step_back(self) -> None:
        """Take one step back."""
        looks_back = self._past is not None and not self._table.page
        if not self._skips():
            self._guarded(self._leave_past if looks_back else self._table.back)

    def action_look_at(self, number: int) -> None:
        """Show the table after so many answers."""
        self._guarded(lambda: self._look_back(str(number)))

    def action_numbered(self, number: int) -> None:
        """Open the page of a function key."""
        tabs = self._table.tabs
        if number <= len(tabs):
            self.action_page(tabs[number - 1][0])

    def action_page(self, name: str) -> None:
        """Open a page by its name."""
        self._skips()
        self._guarded(lambda: self._table.open_page(name))

    def action_scroll_by(self, pages_down: int) -> None:
        """Scroll by pages."""
        self._table.scroll(pages_down)

    def action_leave(self, why: str) -> None:
        """Close the screen; a match that is over needs no way back."""
        super().action_leave("" if self._is_over else why)


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
