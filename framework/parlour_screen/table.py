"""The table: one seat's view in panels, the news, the moves, and the line to type in."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from parlour.rules import Panel, Space
from parlour.table import Ask, Chair, LineOutcome, NumberedMove, Selection, Table, TableView, Topic
from parlour.words import say
from parlour_screen import pages
from parlour_screen.layout import (
    EDGE_ROWS,
    HEAD_ROWS,
    Box,
    Layout,
    PanelSize,
    WordSizes,
    arrange,
    space_for_panels,
)
from parlour_screen.move_text import MoveRows, line_of
from parlour_screen.widgets import STRONG, CommandLine, Drawing, Step, place, title_width

MIN_TITLED_ROWS = 3
"""Minimum number of rows of news or of moves that have a title."""
NEWS_SIGN_COLUMNS = 9
"""Maximum number of columns of the news for the sign that counts lines out of sight."""
MAX_ANSWER_ROWS = 5
"""Maximum number of rows of an answer below the news; a longer one has a page."""


class TableWidget(Widget):
    """Everything on the screen while a match is played.

    Its parts are placed by ``arrange``; nothing on it changes but by ``show`` and by typing.
    """

    DEFAULT_CSS = """
    TableWidget { width: 100%; height: 100%; background: ansi_default; layers: below above; }
    TableWidget > #drawing-page { layer: above; }
    """

    class Resized(Message):
        """The terminal has another size, or its first."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.line = CommandLine()
        self.view: TableView | None = None
        """The view that is shown, or None before anybody sits here, and while they hand over."""
        self.page = ""
        """The name of the page that covers the table; empty for none."""
        self._match_table = table
        self._selection = Selection.among(table.game.move_notation, ())
        self._waiting = ""
        self._places: Sequence[str] = ()
        self._prompt = ""
        self._outcome: LineOutcome | None = None
        self._answer: tuple[str, ...] = ()
        self._page_text = Text()
        self._room = MAX_ANSWER_ROWS, 80
        self._panels: dict[str, Drawing] = {}
        self._drawn_for: tuple[object, object] | None = None
        self._drawn_panels: Sequence[Panel] = ()
        self._status = Drawing("status")
        self._asked = Drawing("asked")
        self._news = Drawing("news", folded=True, key="F2")
        self._moves = Drawing("moves", folded=True)
        self._sheet = Drawing("page", folded=True)
        self._lesson = Drawing("lesson", folded=True)
        self._sign = Drawing("prompt")
        self._tabs = Drawing("tabs")

    def compose(self) -> ComposeResult:
        """Yield everything but the panels, which come with a view."""
        yield from (self._status, self._asked, self._news, self._moves, self._lesson)
        yield from (self._sign, self.line, self._tabs, self._sheet)

    def on_resize(self) -> None:
        """Tell that the size has changed."""
        self.post_message(self.Resized())

    # What is shown

    @property
    def space(self) -> Space[object]:
        """The space for panels."""
        return Space(*space_for_panels(*self._table_size))

    @property
    def _table_size(self) -> tuple[int, int]:
        """The columns and rows of the screen without a lesson's."""
        columns, rows = self.size
        lines = self.view.lesson.split("\n") if self.view and self.view.lesson else ()
        return columns, rows - min(pages.rows(lines, columns), rows // 3)

    def show(self, view: TableView, waiting: str, prompt: str) -> None:
        """Show a view; ``waiting`` names the awaited player, unless it is the person here.

        Chosen parts stay chosen until the match goes on.
        """
        known = self.view
        self.view = view
        if known is None or _place(known) != _place(view):
            moves = [choice.move for choice in view.moves.every.values()]
            self._selection = Selection.among(view.moves.game.move_notation, moves)
            self._places = ()
            if not self.page.startswith(pages.PANEL):
                self.page = ""
        self._waiting = waiting
        self._prompt = prompt
        self.redraw()

    def tell_waiting(self, waiting: str) -> None:
        """Change only the awaited player, and for how long."""
        self._waiting = waiting
        self._draw_asked()

    def answer(self, lines: Sequence[str], places: Sequence[str] = ()) -> None:
        """Show an answer that points at ``places`` below the news, or as a page if it is long."""
        self._places = places
        rows, width = self._room
        if pages.rows(lines, width - NEWS_SIGN_COLUMNS) > min(rows, MAX_ANSWER_ROWS):
            self._answer = ()
            self.open_page("answer", pages.joined(lines))
        else:
            self.page = ""
            self._answer = tuple(lines)
            self.redraw()

    def hide(self) -> None:
        """Take everything off the screen that one person alone may see."""
        self.view = None
        self.page = ""
        self._answer = ()
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
        """Show the table, or a panel of it."""
        if self.view is None or not what:
            self.page = ""
            self.redraw()
        else:
            self.open_page(pages.PANEL + what)

    def turn_page(self, step: int) -> None:
        """Open the next page, or the one before; behind the last is the table."""
        names = ["", *(name for name, _ in self.tabs)]
        here = names.index(self.page) if self.page in names else 0
        name = names[(here + step) % len(names)]
        self.open_page(name or self.page)

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The names and titles of the pages; none while nobody sits here."""
        return pages.panel_pages(self._panels_of(self.view)) if self.view else []

    def redraw(self) -> None:
        """Draw everything for the size that the screen has."""
        view = self.view
        if view is None:
            self._draw_edges()
            height = max(self.size.height - EDGE_ROWS, 1)
            self._draw_page(Box(0, HEAD_ROWS, self.size.width, height))
            return
        self._outcome = self._predicted(view)
        panels = self._shown_panels(view)
        sizes = [
            PanelSize(p.name, p.width, p.height, p.needed, title_width(p.title)) for p in panels
        ]
        layout = arrange(sizes, *self._table_size, self._words(view))
        self._room = layout.news.height + layout.moves.height, layout.news.width
        self._draw_panels(panels, layout)
        self._draw_words(view, layout)
        self._draw_edges()
        self._draw_page(layout.table)
        self._mark()

    # Choosing

    def _own(self, text: str) -> str:
        """Return a line as the person here may type it."""
        return (
            self.view.moves.shown(text) if self.view else self._match_table.game.in_own_words(text)
        )

    def choose(self, steps: Sequence[Step]) -> None:
        """Choose parts of a move, by a click."""
        before = self._selection
        for step in steps:
            self._selection = self._selection.add(step)
        if self._selection is not before:
            self._answer = ()
            self.line.put(self._own(line_of(self._selection)))
            self.redraw()

    def typed(self) -> None:
        """Show the moves that the typed line may still mean."""
        if self.line.value != self._own(line_of(self._selection)):
            while self._selection.chosen:
                self._selection = self._selection.back()
        self.redraw()

    def back(self) -> bool:
        """Take one step back: of a page, a choice or a line; return whether there was one."""
        if self.page:
            self.open_page(self.page)
        elif self._selection.chosen:
            self._selection = self._selection.back()
            self.line.put(self._own(line_of(self._selection)))
            self.redraw()
        elif self.line.value:
            self.line.put("")
        else:
            return False
        return True

    def only_move(self) -> str:
        """Return the text of the only legal move; empty if there are several."""
        choices = self._selection.choices
        return self._own(choices[0].text) if len(choices) == 1 else ""

    def scroll(self, pages_down: int) -> None:
        """Scroll the page that is open, or the first panel that is too large, or the news."""
        panels = [one for one in self._panels.values() if one.display and one.overflows]
        target = self._sheet if self.page else [*panels, self._news][0]
        target.scroll_relative(y=pages_down * max(target.size.height - 2, 1), animate=False)

    # Inside

    def _page(self, name: str) -> Text:
        if self.view is None:
            return Text()
        if name == "help":
            return pages.help_page(self._chair(self.view).act(Ask(Topic.HELP)).lines)
        if name == "log":
            chair = self._chair(self.view)
            now = self.view if self.view.shows == "now" else chair.view()
            return pages.log_page(now, chair.number_at)
        if name == "score":
            return pages.score_page(self.view)
        if name == "moves":
            return Text("\n").join(self._move_rows(self.view).lines(self.size.width, 10_000))
        names = {pages.PANEL + panel.name: panel.body for panel in self._panels_of(self.view)}
        return names.get(name, Text())

    def _move_rows(self, view: TableView) -> MoveRows:
        """Return the moves that the chosen or typed parts may still become."""
        if self._outcome is not None:
            return MoveRows(self._outcome.choices, self._outcome.before)
        every = view.moves.every
        shown: Sequence[NumberedMove] = tuple(every.values())
        if self._selection.chosen:
            shown = [every[choice.text.casefold()] for choice in self._selection.remaining]
            return MoveRows(shown, examples=view.moves.examples)
        return MoveRows(shown, examples=view.moves.examples, plans=view.plans)

    def _predicted(self, view: TableView) -> LineOutcome | None:
        """Return what the line says that was typed, or that choices have made whole."""
        is_whole = not self._selection.chosen or self._selection.proposal is not None
        chair = self._chair(view)
        is_read = view.shows == "now" and not self.line.password and chair.is_played
        if self.line.value.strip() and is_whole and is_read:
            return chair.predict(self.line.value)
        return None

    def _words(self, view: TableView) -> WordSizes:
        """Return the room that the moves ask for, and the news or an answer."""
        answer = self._answered(view)
        told = answer or self._news_of(view)
        return WordSizes(
            self._move_rows(view).wanted,
            lambda width: pages.rows(told, width - NEWS_SIGN_COLUMNS),
            is_answer=bool(answer),
        )

    def _answered(self, view: TableView) -> Sequence[str]:
        """Return the answer to the typed line, or the question that waits for one."""
        sentence = self._sentence()
        is_cut = self._outcome is not None and len(sentence) > self.size.width - 2
        typed = (sentence,) if is_cut else ()
        return typed or self._answer or ((view.question,) if view.question else ())

    def _news_of(self, view: TableView) -> Sequence[str]:
        return (*(told.sentence for told in view.news), *view.notes)

    def _chair(self, view: TableView) -> Chair:
        return self._match_table.chair(view.seat)

    def _panels_of(self, view: TableView) -> Sequence[Panel]:
        """Return the panels of a view for the space there is; they are drawn once for each size."""
        key = view.table, self._table_size
        if self._drawn_for != key:
            self._drawn_for = key
            self._drawn_panels = view.table.panels(self.space)
        return self._drawn_panels

    def _shown_panels(self, view: TableView) -> Sequence[Panel]:
        """Return the panels; if a move is meant that could be undone, as they are after it."""
        if self._outcome is not None and self._outcome.plays:
            preview = self._chair(view).preview(self.line.value)
            if isinstance(preview, TableView):
                return preview.table.panels(self.space)
        return self._panels_of(view)

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

    def _draw_words(self, view: TableView, layout: Layout) -> None:
        place(self._news, layout.news)
        news = pages.news_text(self._news_of(view), self._answered(view))
        filled = pages.rows(news.plain.split("\n"), layout.news.width)
        title = (
            say("page.happened") if layout.news.height > max(filled, MIN_TITLED_ROWS - 1) else ""
        )
        self._news.draw(news, title, at_end=True)
        place(self._moves, layout.moves if layout.moves.height else None)
        moves = self._move_rows(view)
        wanted = moves.wanted(layout.moves.width)
        title = (
            say("page.may") if wanted and layout.moves.height > min(wanted, MIN_TITLED_ROWS) else ""
        )
        lines = moves.lines(layout.moves.width, layout.moves.height - bool(title))
        self._moves.draw(Text("\n").join(lines), title)

    def _draw_page(self, room: Box) -> None:
        """Draw the page that covers the table, if one is open."""
        place(self._sheet, room if self.page else None)
        if self.page:
            title = dict(self.tabs).get(self.page) or say("page.answer")
            self._sheet.draw(self._page_text, title, at_end=self.page == "log")

    def _draw_edges(self) -> None:
        columns, rows = self.size
        view = self.view
        is_asked = view is not None and view.question and not view.is_over
        prompt = say("prompt.yes_or_no") if is_asked else self._prompt
        left = min(len(prompt), columns // 2)
        place(self._sign, Box(0, rows - 2, left, 1))
        self._sign.draw(Text(prompt))
        place(self.line, Box(left, rows - 2, columns - left, 1))
        above = self._table_size[1] - 2
        place(self._lesson, Box(0, above, columns, rows - 2 - above) if above < rows - 2 else None)
        self._lesson.draw(Text(view.lesson if view else "", STRONG))
        place(self._tabs, Box(0, rows - 1, columns, 1))
        self._tabs.draw(pages.tab_line(self.tabs, self.page, columns, self._own))
        place(self._status, Box(0, 0, self.size.width, 1))
        self._status.draw(
            pages.status_line(self._match_table.game.title, self.view, self.size.width)
        )
        self._draw_asked()

    def _draw_asked(self) -> None:
        """Draw the sentence that says what to do, or what the line would play."""
        place(self._asked, Box(0, 1, self.size.width, 1))
        plays = self.line.value if self._outcome is not None and self._outcome.plays else ""
        self._asked.draw(pages.asked_line(self._sentence(), plays, self.size.width))

    def _sentence(self) -> str:
        """Return what to do; while somebody else is awaited, for whom the table waits."""
        view = self.view
        if view is None:
            return self._waiting
        if self._outcome is not None:
            return self._outcome.prompt
        if self._selection.chosen:
            return view.moves.prompt([choice.move for choice in self._selection.remaining])
        is_mine = view.turn.mine and view.shows == "now"
        return view.prompt if is_mine or not self._waiting else self._waiting

    def _mark(self) -> None:
        chosen = [address for step in self._selection.chosen for address in step]
        for drawing in (*self._panels.values(), self._sheet):
            drawing.mark(self._selection.live, chosen, self._places)


def _place(view: TableView) -> tuple[object, ...]:
    """Return what two views must share if choices are kept between them."""
    return view.shows, view.seat, view.position
