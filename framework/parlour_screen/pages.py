"""Pages that cover the table while they are read, and the lines at the edges of the screen."""

import re
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from parlour.rules import Panel, Seat, Viewer
from parlour.table import Table, TableView, Turn, Who, by_turn
from parlour.table.text.sentences import score_lines
from parlour.words import say
from parlour_screen.widgets import FAINT, LINE, REVERSED, STRONG

PATIENCE_SECONDS = 3
"""Seconds of a bot's thinking until the screen says how to end it."""

KEYS = (
    "help",
    "pages",
    "panels",
    "arrows",
    "scroll",
    "tab",
    "history",
    "enter",
    "escape",
    "mouse",
    "leave",
)
"""Keys of the help; each has a name and an explanation."""


def joined(lines: Iterable[str]) -> Text:
    """Return lines as a text."""
    return Text("\n").join(map(Text, lines))


def rows(lines: Iterable[str], width: int) -> int:
    """Return the rows that lines fill in a width, about as they are folded between words."""
    return sum(len(wrap(line, max(width, 1))) or 1 for line in lines)


def help_page(commands: Iterable[str]) -> Text:
    """Return the keys and the commands."""
    keys = [(say(f"keys.{key}"), say(f"keys.{key}_does")) for key in KEYS]
    width = max(len(key) for key, _ in keys)
    text = Text(f"{say('keys.title')}\n", STRONG)
    text.append_text(joined(f"  {key:{width}}  {what}" for key, what in keys))
    text.append(f"\n\n{say('keys.typed')}\n", STRONG)
    text.append_text(joined(commands))
    return text


def log_page(view: TableView, number_at: Callable[[int], int]) -> Text:
    """Return everything the seat was told, a paragraph a turn; older turns are folded.

    ``number_at`` returns the number of answers at a position: a click leads there.
    """
    text = Text(f"{say('page.log_hint')}\n", FAINT)
    fresh = {told.at for told in view.news}
    for turn in by_turn(view.log):
        at = turn[0].at
        number = number_at(at)
        shown = turn if at in fresh else turn[:1]
        folded = f" (+{len(turn) - 1})" if len(turn) > len(shown) else ""
        told = "\n      ".join(one.sentence for one in shown)
        look = Style(bold=at in fresh, meta={"@click": f"app.look_at({number})"})
        text.append(f"\n{number:>4}  {told}{folded}", look)
    return text if view.log else Text(say("log.nothing"))


def score_page(view: TableView) -> Text:
    """Return the score sheet as it stands."""
    if not view.score:
        return Text(say("score.unknown", title=view.game.title))
    lines = list(score_lines(view.score, view.viewer, is_over=view.is_over))
    text = Text(f"{lines[0]}\n", STRONG)
    for number, (line, row) in enumerate(zip(lines[1:], view.score, strict=True)):
        text.append("\n" if number else "")
        text.append(line, STRONG if row.total else "")
    return text


def end_page(table: Table, view: TableView | None) -> Text:
    """Return the result, and the next possible acts."""
    head, *rows = table.result()
    text = Text(f"{head}\n", STRONG)
    text.append_text(joined(rows))
    if view is not None and view.score:
        text.append("\n\n").append_text(score_page(view))
    text.append("\n\na", STRONG).append(f" {say('end.again')}   ")
    text.append("r", STRONG).append(f" {say('end.replay')}   ")
    text.append("x", STRONG).append(f" {say('end.analyse')}   ")
    if view is not None:
        text.append("l", STRONG).append(f" {say('end.log')}   ")
    text.append("q", STRONG).append(f" {say('end.quit')}")
    text.append(f"\n\n{say('end.record', path=table.path)}", FAINT)
    return text


def markdown(source: str, width: int) -> Text:
    """Return Markdown set for a terminal."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    page = StringIO()
    console = Console(
        file=page, width=width, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    console.print(Markdown(source))
    return Text.from_ansi(page.getvalue().rstrip("\n"))


def news_text(news: Sequence[str], answer: Sequence[str] = ()) -> Text:
    """Return the sentences since the seat's last turn, with an answer to the typed line below."""
    text = joined(news)
    if answer:
        text.append("\n" if text else "")
        text.append_text(Text("\n").join(Text(line, STRONG) for line in answer))
    return text


def waiting(turn: Turn | None, seat: Seat | None, viewer: Viewer, seconds: int) -> str:
    """Return the awaited player, if not the person at ``seat``, and a bot's seconds so far."""
    if turn is None or turn.is_over or (not turn.is_automatic and turn.seat == seat):
        return ""
    if turn.who is not Who.BOT:
        return say("turn.waiting", seats=viewer.name(turn.seat))
    code = "thinking.now" if seconds >= PATIENCE_SECONDS else "thinking"
    return say(code, viewer, seat=turn.seat, seconds=seconds)


def status_line(title: str, view: TableView | None, width: int) -> Text:
    """Return the line at the top: all points, whose turn it is, then where the match stands."""
    if view is None:
        return head_line(title, (), "", width)
    names = (f"{TURN * (seat in view.turn.seats)}{name}" for seat, name in enumerate(view.names))
    points = view.points or ("",) * len(view.names)
    return head_line(title, tuple(zip(names, points, strict=True)), view.status, width)


def head_line(title: str, seats: Sequence[tuple[str, str]], status: str, width: int) -> Text:
    """Return the name and the points of each seat, the status and the title in one line.

    If it is narrow, the title and the last parts of the status give way, and names are cut.
    """
    longest = max((len(name) for name, _ in seats), default=0)
    lines = (
        "  ".join(f"{name[:letters]} {points}".rstrip() for name, points in seats)
        for letters in range(longest, 0, -1)
    )
    known = next((line for line in lines if cell_len(line) <= width - 2), "")
    whole = SEPARATOR.join(filter(None, (known, status, title)))
    room = width - 2 - (cell_len(known + SEPARATOR) if known else 0)
    brief = SEPARATOR.join(filter(None, (known, _in_whole_parts(status, room)))) or title
    text = Text(f" {whole if cell_len(whole) <= width - 2 else brief} ")
    text.truncate(width, overflow="ellipsis", pad=True)
    text.stylize(REVERSED)
    return text


def _in_whole_parts(line: str, width: int) -> str:
    """Return a line without its last parts, until it fits; whole if it has no other part."""
    ends = (part.start() for part in PART_END.finditer(line))
    fitting = [line[:end] for end in ends if cell_len(line[:end]) <= width]
    return line if cell_len(line) <= width or not fitting else fitting[-1]


def asked_line(sentence: str, plays: str, width: int) -> Text:
    """Return the sentence that says what to do; one about a line that ``plays`` can be clicked."""
    note = say("enter_plays") if plays else ""
    text = Text(f" {sentence}", STRONG)
    text.truncate(width - len(note), overflow="ellipsis")
    text.append(note, FAINT)
    text.stylize(Style(meta={LINE: plays} if plays else {}))
    return text


PART_END = re.compile(r"[,;.] |\.$")
"""The end of a part of a sentence."""
SEPARATOR = " │ "
TURN = "▶"
"""The sign before the name of the seat to act."""


def tab_line(
    pages: Sequence[tuple[str, str]], shown: str, width: int, own: Callable[[str], str] = str
) -> Text:
    """Return the line of pages with their keys; the one that is open stands out.

    If it is narrow, the keys are numbers, and the names of the pages, as ``own`` returns them,
    stand for the longest titles. If that does not do, the longest are cut.
    """
    titles = [title for _, title in pages]
    names = [_brief(name, title, own) for name, title in pages]
    signs = [f"F{number}" for number in range(1, len(pages) + 1)]
    if _tabs_width(signs, titles) > width:
        signs = [sign if sign == "F1" else sign[1:] for sign in signs]
    for number in sorted(range(len(pages)), key=lambda at: len(names[at]) - len(titles[at])):
        if _tabs_width(signs, titles) > width and not names[number][-1:].isdigit():
            titles[number] = min(titles[number], names[number], key=len)
    pairs = zip(names, titles, strict=True)
    titles = [name if titles.count(title) > 1 else title for name, title in pairs]
    titles = _shortened(signs, titles, MIN_NAME_LETTERS, width)
    text = Text()
    for (name, _), sign, title in zip(pages, signs, titles, strict=True):
        click = Style(meta={"@click": f"app.page('{name}')"})
        text.append(" " if text else "")
        text.append(sign, FAINT + click)
        text.append(f" {title}", (REVERSED if name == shown else Style.null()) + click)
    return text


def _brief(name: str, title: str, own: Callable[[str], str]) -> str:
    """Return the shortest name of a page: of a panel, the word to type, or of its title."""
    panel = name.removeprefix(PANEL)
    if panel == name:
        return title
    return own(panel).capitalize()


PANEL = "panel "
"""Beginning of the name of a page that shows a panel."""
MIN_NAME_LETTERS = 3
"""Minimum number of letters of a name there."""
LAST_LETTER = re.compile(r".(\d*)$")
"""The last letter of a title, before the number at its end."""


def _shortened(signs: Sequence[str], titles: Sequence[str], least: int, width: int) -> list[str]:
    """Return titles, the longest cut until they fit, but to no fewer than ``least`` letters."""
    cut = list(titles)
    while _tabs_width(signs, cut) > width and max(map(len, cut)) > least:
        longest = max(cut, key=len)
        cut[cut.index(longest)] = LAST_LETTER.sub(r"\1", longest).rstrip()
    return cut


def _tabs_width(signs: Sequence[str], titles: Sequence[str]) -> int:
    return sum(len(sign) + len(title) + 2 for sign, title in zip(signs, titles, strict=True)) - 1


def panel_pages(panels: Iterable[Panel]) -> list[tuple[str, str]]:
    """Return the names of the pages and what to call them: first the pages of every game.

    Panels are in the order of their names, so that a key never changes its meaning.
    """
    ordered = sorted(panels, key=lambda panel: panel.name)
    fixed = [(name, say(f"page.{name}")) for name in ("help", "log", "moves", "score")]
    titles = [re.split(r" *[:(] *", panel.title, maxsplit=1) for panel in ordered]
    begun = [title[0] for title in titles]
    # What stands behind a title explains it; behind several equal ones it says whose they are.
    short = [title[-1 if begun.count(title[0]) > 1 else 0] for title in titles]
    return [*fixed, *((PANEL + panel.name, t) for panel, t in zip(ordered, short, strict=True))]
