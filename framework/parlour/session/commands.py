"""Commands: all that can be typed beside moves. A command takes no stray words."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from parlour.match.decision import Decision
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import writing
from parlour.rules.panels import ScoreLine
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.session.reply import Reply, Show

if TYPE_CHECKING:  # a session runs commands, and so comes after them
    from parlour.session.session import Session

Run: TypeAlias = Callable[["Session", Seat, str], Reply]
"""Runs a command for a seat, with the words typed behind its name."""


class Command(Struct, frozen=True):
    """A command."""

    names: tuple[str, ...]
    """The words to type, the usual one first."""
    run: Run
    takes: str = ""
    """Words that may stand behind it, as the help writes them; empty for none."""
    help: str = ""
    """Its effect in a few words; empty leaves it out of the help."""

    @property
    def usage(self) -> str:
        """The command as the help writes it."""
        return f"{self.names[0]} {self.takes}".strip()


def show_help(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show what can be typed."""
    heads = [(command.usage, command.help) for command in COMMANDS if command.help]
    heads += [("seat N: MOVE", "a move of another person here, also out of turn")] * (
        len(session.people) > 1
    )
    width = max(len(usage) for usage, _ in heads)
    return Reply(
        (
            "Type a move, its number, or so much of it that it is the only one; several moves",
            "in a row may stand in one line, with commas between them. Or:",
            *(f"  {usage:{width}}  {text}" for usage, text in heads),
        )
    )


def show_moves(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show every legal move, or those that begin with some words."""
    return Reply(show=Show.MOVES, what=rest)


def look(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the table again, a panel of it, or everything spelt out."""
    if not rest or rest.casefold() == "full":
        return Reply(show=Show.TABLE, what=rest.casefold())
    names = [panel.name for panel in session.sight(seat).panels]
    found = [name for name in names if name.casefold().startswith(rest.casefold())]
    if len(found) == 1 or rest.casefold() in found:
        return Reply(show=Show.TABLE, what=rest.casefold() if rest in found else found[0])
    return Reply((f"'look' takes a part of the table ({', '.join(names)}), 'full' or nothing.",))


def score(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the match counted as if it ended now."""
    sheet = session.sight(seat).score
    if not sheet:
        return Reply((f"{session.game.title} has no score before the end.",))
    return Reply(tuple(score_lines(sheet, session.viewer)))


def score_lines(sheet: tuple[ScoreLine, ...], viewer: Viewer) -> Iterator[str]:
    """Yield a score sheet as a table in plain text, a column for each seat."""
    labels = max(len(line.label) for line in sheet)
    widths = [max(len(name), 4) for name in viewer.names]
    heads = "  ".join(f"{name:>{n}}" for name, n in zip(viewer.names, widths, strict=True))
    yield f"{'If it ended now':{labels}}  {heads}"
    labels = max(labels, len("If it ended now"))
    for line in sheet:
        cells = ("?" if points is None else str(points) for points in line.points)
        row = "  ".join(f"{cell:>{n}}" for cell, n in zip(cells, widths, strict=True))
        yield f"{line.label:{labels}}  {row}"


def log(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show everything that the seat was told."""
    return Reply(session.sight(seat).telling.log or ("Nothing has happened yet.",))


def why(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show why a move is not possible."""
    if not rest:
        return Reply(("Why what? Type 'why' and a move, or 'why undo'.",))
    if rest.casefold() == "undo":
        reason = session.why_no_undo(seat)
        return Reply(
            (f"You cannot take that back: {reason}." if reason else "You can: type 'undo'.",)
        )
    found = session.move_list(seat).find(rest)
    if isinstance(found, str):
        return Reply((found,))
    if len(found) > 1:
        return Reply((f"'{rest}' is possible.",))  # its steps were tried when it was read
    text, match = session.game.write_move(found[0]), session.match
    refusal = match.why_not(found[0], seat)
    if refusal is None:
        return Reply((f"'{text}' is possible.",))
    reason = match.describe_refusal(refusal, session.viewer)
    hint = f" Type 'rules {refusal.rule}' to read it." if refusal.rule else ""
    return Reply((f"'{text}' is not possible: {reason}.{hint}",))


def hint(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the best moves according to the computer, by what the seat may know."""
    from parlour.session.hints import hints

    match = session.match
    decision = Decision(seat, match.view(seat), match.moves(seat), seats=match.seats)
    return Reply(tuple(hints(session.game, decision, len(match.steps))))


def rules(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the chapters of the rules, or what a number or a word finds."""
    from parlour.session.rules_text import contents, rules_lines

    try:
        if rest:
            return Reply(show=Show.MARKDOWN, what="\n\n".join(rules_lines(session.game, rest)))
        chapters = tuple(contents(session.game))
    except ParlourError as fault:
        return Reply((f"{fault}.",))
    return Reply((*chapters, "Type 'rules' with a number or a word to read on."))


def undo(session: "Session", seat: Seat, rest: str) -> Reply:
    """Take the seat's last move back."""
    return session.undo(seat)


def save(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show where the match is kept, or keep a copy."""
    if not rest:
        return Reply((f"Every move is saved at once, in {session.path}",))
    copy = Path(rest).expanduser()
    try:
        with writing(copy), copy.open("xb") as file:
            file.write(session.path.read_bytes())
    except ParlourError as fault:
        return Reply((f"{fault}.",))
    return Reply((f"Saved; to resume it: {session.resume_command(copy)}",))


def leave(session: "Session", seat: Seat, rest: str) -> Reply:
    """Leave the match, which is kept."""
    return Reply(left="you left")


def again(session: "Session", seat: Seat, rest: str) -> Reply:
    """Begin another match of the same kind, after the end of this one."""
    if session.turn().is_over:
        return Reply(again=True)
    return Reply(("The match is not over: 'resign' gives it up, 'quit' keeps it for later.",))


COMMANDS = (
    Command(("moves",), show_moves, "[START]", "every legal move, or those that begin so"),
    Command(("look",), look, "[PART|full]", "the table, a part of it, or everything spelt out"),
    Command(("score",), score, "", "the points if the match ended now"),
    Command(("log",), log, "", "everything you were told"),
    Command(("why",), why, "MOVE", "why a move is not possible; 'why undo' too"),
    Command(("hint",), hint, "", "the best moves according to the computer"),
    Command(("rules",), rules, "[N|WORD]", "the chapters, a chapter or rule, or rules with a word"),
    Command(("undo",), undo, "", "take your last move back"),
    Command(("save",), save, "[PATH]", "where the match is kept, or keep a copy"),
    Command(("again", "rematch"), again, "", "another match, after the end"),
    Command(("quit", "q", "exit"), leave, "", "leave; the match can be resumed"),
    Command(("?", "h", "help"), show_help),
)
"""All commands, in the order of the help."""

BY_NAME: Mapping[str, Command] = {name: command for command in COMMANDS for name in command.names}
"""Each command by each of its names."""
