"""The table: one seat's sight in panels, the news, the moves, and the line to type in."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from parlour.rules.answers import Move
from parlour.rules.panels import Panel, Space
from parlour.rules.seats import Seat
from parlour.table.commands import command_in
from parlour.table.selection import Selection
from parlour.table.session import Session
from parlour.table.sight import Sight, panels_of
from parlour.table.typed import is_a_move, parts_of
from parlour.terminal.full_screen import pages
from parlour.terminal.full_screen.command_line import CommandLine
from parlour.terminal.full_screen.drawing import Drawing, Step, title_width
from parlour.terminal.full_screen.layout import (
    CHROME,
    Box,
    Layout,
    PanelSize,
    WordSizes,
    arrange,
    space_for_panels,
)
from parlour.terminal.full_screen.move_text import (
    Shown,
    every_move,
    matching,
    move_lines,
    wanted_rows,
)

TITLED = 3
"""Rows from which the news and the moves have titles."""
ASKED = "yes or no> "
"""Prompt while a question waits for an answer."""
PREVIEW = "As it would be: Enter plays it, Esc goes back"
"""Note at the top while the table is shown as a move would leave it."""
SIGN_ROOM = 9
"""Columns of the news that the sign for lines out of sight may take."""
SHORT = 5
"""Rows of an answer that are shown below the news; a longer one has a page."""
TALL = 1000
"""Rows for a table that is spelt out, and scrolls."""
PANEL = "panel "
"""The beginning of the names of pages that are panels."""


class Table(Widget):
    """Everything on the screen while a match is played.

    Its parts are placed by ``arrange``; nothing on it changes but by ``show`` and by typing.
    """

    DEFAULT_CSS = """
    Table { width: 100%; height: 100%; background: ansi_default; layers: below above; }
    Table > #drawing-page { layer: above; }
    """

    class Resized(Message):
        """The terminal has another size, or its first."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.line = CommandLine()
        self.sight: Sight | None = None
        """The sight that is shown; None before anybody sits here, and while they hand over."""
        self.page = ""
        """The name of the page that covers the table; empty for none."""
        self._session = session
        self._selection = Selection.among(session.game.move_notation, ())
        self._waiting = ""
        self._prompt = ""
        self._is_preview = False
        self._answer: tuple[str, ...] = ()
        self._page_text = Text()
        self._room = SHORT, 80
        self._panels: dict[str, Drawing] = {}
        self._status = Drawing("status")
        self._news = Drawing("news", folded=True, key="F2")
        self._moves = Drawing("moves", folded=True)
        self._sheet = Drawing("page", folded=True)
        self._sign = Drawing("prompt")
        self._tabs = Drawing("tabs")

    def compose(self) -> ComposeResult:
        """Yield everything but the panels, which come with a sight."""
        yield from (self._status, self._news, self._moves, self._sign, self.line, self._tabs)
        yield self._sheet

    def on_resize(self) -> None:
        """Tell that the size has changed; whoever shows a sight then shows it anew."""
        self.post_message(self.Resized())

    # What is shown

    def show(self, seat: Seat, waiting: str = "", prompt: str = "") -> None:
        """Show the sight of ``seat``; ``waiting`` says who is awaited, if it is somebody else.

        What has been chosen stays chosen as long as the match has not gone on.
        """
        self.show_sight(self._session.sight(seat, self.space), waiting, prompt)

    @property
    def space(self) -> Space[object]:
        """The space for panels."""
        return Space(*space_for_panels(*self.size))

    def show_sight(self, sight: Sight, waiting: str, prompt: str) -> None:
        """Show a sight."""
        known, seat = self.sight, sight.seat
        self.sight = sight
        if known is None or (known.seat, known.position) != (seat, sight.position):
            every = [*sight.moves.kinds, *sight.moves.offered]
            moves = [choice.move for kind in every for choice in kind.choices]
            self._selection = Selection.among(sight.game.move_notation, moves)
            if not self.page.startswith(PANEL):
                self.page = ""
        self._waiting, self._prompt = waiting, prompt or f"{sight.viewer.names[seat]}> "
        self.redraw()

    def tell_waiting(self, waiting: str) -> None:
        """Change only who is awaited, and for how long."""
        self._waiting = waiting
        self._draw_status()

    def answer(self, lines: Sequence[str]) -> None:
        """Show the answer to a typed line below the news, or as a page if it is long."""
        rows, width = self._room
        if pages.rows(lines, width - SIGN_ROOM) > min(rows, SHORT):
            self.open_page("answer", pages.joined(lines))
        else:
            self.page, self._answer = "", tuple(lines)
            self.redraw()

    def hide(self) -> None:
        """Take everything off the screen that one person alone may see."""
        self.sight, self.page, self._answer = None, "", ()
        self.line.forget()
        drawings = [*self._panels.values(), self._news, self._moves, self._sheet]
        for drawing in drawings:
            drawing.draw(Text())
            drawing.display = False

    def open_page(self, name: str, text: Text | None = None) -> None:
        """Cover the table with a page; the one that is open already is put away."""
        self.page = "" if name == self.page and text is None else name
        self._page_text = self._page(name) if text is None else text
        self._sheet.scroll_home(animate=False, immediate=True, force=True)
        self.redraw()

    def look(self, what: str) -> None:
        """Show the table, a panel of it, or everything on it spelt out if ``what`` is ``full``."""
        sight = self.sight
        if sight is None or not what:
            self.page = ""
            self.redraw()
        elif what == "full":
            space = Space(sight.space.width, TALL, full=True)
            self.open_page("full", pages.whole(sight.panels_in(space)))
        else:
            self.open_page(PANEL + what)

    def turn_page(self, step: int) -> None:
        """Open the next page, or the one before; behind the last is the table."""
        names = ["", *(name for name, _ in self.tabs)]
        here = names.index(self.page) if self.page in names else 0
        name = names[(here + step) % len(names)]
        self.open_page(name or self.page)

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The names and titles of the pages; none while nobody sits here."""
        return pages.panel_pages(self.sight.panels) if self.sight else []

    def redraw(self) -> None:
        """Draw everything for the size that the screen has."""
        sight = self.sight
        if sight is None:
            self._draw_edges()
            self._draw_page(Box(0, 1, self.size.width, max(self.size.height - CHROME, 1)))
            return
        panels = self._shown_panels(sight)
        sizes = [
            PanelSize(p.name, p.width, p.height, p.needed, title_width(p.title)) for p in panels
        ]
        layout = arrange(sizes, *self.size, self._words(sight))
        self._room = layout.news.height + layout.moves.height, layout.news.width
        self._draw_panels(panels, layout)
        self._draw_words(sight, layout)
        self._draw_edges()
        self._draw_page(layout.table)
        self._mark()

    # Choosing

    def choose(self, steps: Sequence[Step]) -> None:
        """Choose parts of a move, by a click."""
        before = self._selection
        for step in steps:
            self._selection = self._selection.add(step)
        if self._selection is not before:
            self._answer = ()
            self.line.put(self._selection.text)
            self.redraw()

    def typed(self) -> None:
        """Show the moves that may still be meant by what is typed."""
        if self.line.value != self._selection.text:
            while self._selection.chosen:
                self._selection = self._selection.back()
        self.redraw()

    def back(self) -> bool:
        """Take one step back: of a page, a choice or a line; return whether there was one."""
        if self.page:
            self.open_page(self.page)
        elif self._selection.chosen:
            self._selection = self._selection.back()
            self.line.put(self._selection.text)
            self.redraw()
        elif self.line.value:
            self.line.put("")
        else:
            return False
        return True

    def only_move(self) -> str:
        """Return the text of the only legal move; empty if there are several."""
        choices = self._selection.choices
        return choices[0].text if len(choices) == 1 else ""

    def scroll(self, pages_down: int) -> None:
        """Scroll the page that is open, or the first panel that is too large, or the news."""
        panels = [one for one in self._panels.values() if one.display and one.overflows]
        target = self._sheet if self.page else [*panels, self._news][0]
        target.scroll_relative(y=pages_down * max(target.size.height - 2, 1), animate=False)

    # Inside

    def _page(self, name: str) -> Text:
        if self.sight is None:
            return Text()
        if name == "help":
            return pages.help_page(self._session.enter(self.sight.seat, "?").lines)
        if name == "log":
            return pages.log_page(self.sight)
        if name == "score":
            return pages.score_page(self.sight)
        if name == "moves":
            return Text("\n").join(
                move_lines(self._choices(), self._selection, self.size.width, 10_000)
            )
        names = {PANEL + panel.name: panel.body for panel in self.sight.panels}
        return names.get(name, Text())

    def _choices(self) -> list[Shown]:
        return matching(self.sight.moves, self._selection, self.line.value) if self.sight else []

    def _words(self, sight: Sight) -> WordSizes:
        """Return the room that the moves ask for, and the news or an answer."""
        answer = self._answered(sight)
        told = answer or [line for turn in self._news_of(sight) for line in turn]
        return WordSizes(
            partial(wanted_rows, every_move(sight.moves), self._selection),
            lambda width: pages.rows(told, width - SIGN_ROOM),
            is_answer=bool(answer) and not self.line.value,
        )

    def _answered(self, sight: Sight) -> Sequence[str]:
        """Return the answer to what was typed, or the question that waits for one."""
        return self._answer or ((sight.question,) if sight.question else ())

    def _news_of(self, sight: Sight) -> Sequence[Sequence[str]]:
        return (*sight.telling.news, sight.notes)

    def _meant(self) -> tuple[Move, ...]:
        """Return the moves that the line would play one after another, as far as it is complete."""
        text = self.line.value.strip()
        if self.sight is None or not text:
            return ()
        game, found = self.sight.game, self.sight.moves.exactly(text)
        if found is not None:
            return (found,)
        parts = parts_of(game, text)
        if len(parts) == 1 or not all(is_a_move(game, part) for part in parts):
            return ()
        return tuple(game.read_move(part) for part in parts)

    def _shown_panels(self, sight: Sight) -> Sequence[Panel]:
        """Return the panels; where a move is meant that could be undone, as they are after it."""
        meant = self._meant()
        after = self._session.match.view_after(meant, sight.seat) if meant else None
        self._is_preview = after is not None
        if after is None:
            return sight.panels
        space = Space(sight.space.width, sight.space.height, sight.view)
        return panels_of(sight.game, after, sight.viewer, space)

    def _draw_panels(self, panels: Sequence[Panel], layout: Layout) -> None:
        for name in self._panels.keys() - {panel.name for panel in panels}:
            self._panels[name].display = False
        for panel in panels:
            drawing = self._panels.get(panel.name)
            if drawing is None:
                drawing = self._panels[panel.name] = Drawing(f"panel-{len(self._panels)}")
                self.mount(drawing)
            place(drawing, layout.panels.get(panel.name))
            drawing.draw(panel.body, panel.title if layout.titled else "")

    def _draw_words(self, sight: Sight, layout: Layout) -> None:
        place(self._news, layout.news)
        news = pages.news_text(self._news_of(sight), self._answered(sight))
        filled = pages.rows(news.plain.split("\n"), layout.news.width)
        title = "What happened" if layout.news.height > max(filled, TITLED - 1) else ""
        self._news.draw(news, title, at_end=True)
        place(self._moves, layout.moves if layout.moves.height else None)
        wanted = self._words(sight).moves(layout.moves.width)
        title = "You may" if wanted and layout.moves.height > min(wanted, TITLED) else ""
        rows = layout.moves.height - bool(title)
        lines = move_lines(self._choices(), self._selection, layout.moves.width, rows)
        if self.line.value and not lines and not self._is_command(sight):
            lines = [Text("No move begins like that; Enter says which come near.", pages.FAINT)]
        self._moves.draw(Text("\n").join(lines), title)

    def _is_command(self, sight: Sight) -> bool:
        """Return whether the line is a command, or may become one."""
        line = self.line.value.strip()
        return bool(line) and (
            command_in(sight.game, line, is_over=sight.turn.is_over) is not None
            or bool(self._session.completions(sight.seat, line))
        )

    def _draw_page(self, room: Box) -> None:
        """Draw the page that covers the table, if one is open."""
        place(self._sheet, room if self.page else None)
        if self.page:
            self._sheet.draw(
                self._page_text, dict(self.tabs).get(self.page, self.page.capitalize())
            )

    def _draw_edges(self) -> None:
        columns, rows = self.size
        sight = self.sight
        is_asked = sight is not None and sight.question and not sight.turn.is_over
        prompt = ASKED if is_asked else self._prompt
        left = min(len(prompt), columns // 2)
        place(self._sign, Box(0, rows - 2, left, 1))
        self._sign.draw(Text(prompt))
        place(self.line, Box(left, rows - 2, columns - left, 1))
        place(self._tabs, Box(0, rows - 1, columns, 1))
        self._tabs.draw(pages.tab_line(self.tabs, self.page, columns))
        self._draw_status()

    def _draw_status(self) -> None:
        place(self._status, Box(0, 0, self.size.width, 1))
        title = self._session.game.title
        waiting = PREVIEW if self._is_preview and self.sight else self._waiting
        self._status.draw(pages.status_line(title, self.sight, waiting, self.size.width))

    def _mark(self) -> None:
        chosen = [address for step in self._selection.chosen for address in step]
        for drawing in (*self._panels.values(), self._sheet):
            drawing.mark(self._selection.live, chosen)


def place(widget: Widget, box: Box | None) -> None:
    """Place a widget on the screen; None puts it out of sight."""
    widget.display = box is not None
    if box is not None:
        widget.styles.offset = (box.x, box.y)
        widget.styles.width, widget.styles.height = box.width, box.height
