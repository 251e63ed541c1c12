"""Commands: all that can be typed beside moves. A command takes no stray words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.rules.errors import ParlourError, Refusal
from parlour.rules.one_line import cut, writing
from parlour.rules.panels import ScoreLine
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.people import YesOrNo
from parlour.table.reply import Reply, Show
from parlour.table.typed import verbs_of
from parlour.table.undoing import undo as take_back_last

if TYPE_CHECKING:  # a session runs commands, and so comes after them
    from parlour.table.session import Session

# The type of a session is not known yet where this module is run, and the reference needs one.
Run: TypeAlias = Callable[[Any, Seat, str], Reply]
"""Runs a command of a session for a seat, with the words typed behind its name."""


class Command(Struct, frozen=True):
    """A command."""

    names: tuple[str, ...]
    """The words to type, the usual one first."""
    run: Run
    takes: str = ""
    """Words that may stand behind it, as the help writes them; empty for none."""
    help: str = ""
    """Its effect in a few words; empty leaves it out of the help."""
    is_own: bool = True
    """Whether it shows or does what is a seat's own, and nobody else may ask for."""

    @property
    def usage(self) -> str:
        """The command as the help writes it."""
        return f"{self.names[0]} {self.takes}".strip()

    def entered(self, session: "Session", seat: Seat, text: str) -> Reply:
        """Run the command as it was typed, unless stray words follow it."""
        word, _, rest = text.partition(" ")
        if rest.strip() and not self.takes:
            return Reply((f"'{word}' stands alone: nothing was done about '{cut(rest, 40)}'.",))
        return self.run(session, seat, rest.strip())


def command_in(game: Game, text: str, *, is_over: bool = False) -> Command | None:
    """Return the command that a line begins with; None where its first word is one of the game.

    A stroke before the word always means the command: ``/look``; and so does every word once the
    match ``is_over``.
    """
    word = text.split(maxsplit=1)[0].casefold()
    is_move = not is_over and word in verbs_of(game)
    return None if is_move else BY_NAME.get(word.removeprefix("/"))


def show_help(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show what can be typed."""
    heads = [(command.usage, command.help) for command in COMMANDS if command.help]
    if len(session.people) > 1:
        heads.append(("seat N: MOVE", "a move of another person here; seats count from 1"))
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
    is_over = session.turn().is_over
    return Reply(tuple(score_lines(sheet, session.viewer, is_over=is_over)))


def score_lines(
    sheet: tuple[ScoreLine, ...], viewer: Viewer, *, is_over: bool = False
) -> Iterator[str]:
    """Yield a score sheet as a table in plain text, a column for each seat."""
    head = "Points" if is_over else "If it ended now"
    labels = max(len(head), *(len(line.label) for line in sheet))
    widths = [max(len(name), 4) for name in viewer.names]
    heads = "  ".join(f"{name:>{n}}" for name, n in zip(viewer.names, widths, strict=True))
    yield f"{head:{labels}}  {heads}"
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
        return Reply((_about_undo(session, seat),))
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


def _about_undo(session: "Session", seat: Seat) -> str:
    """Say whether a seat may take its last move back, and who must agree."""
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return f"You cannot take that back: {session.why_no_undo(seat)}."
    asked = " and ".join(session.viewer.name(other) for other in others)
    return f"You can, if {asked} agrees: type 'undo'." if asked else "You can: type 'undo'."


def hint(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the best moves according to the computer, by what the seat may know."""
    from parlour.table.text.hints import hints

    match = session.match
    decision = Decision(seat, match.view(seat), match.moves(seat), seats=match.seats)
    return Reply(tuple(hints(session.game, decision, session.viewer, len(match.steps))))


def rules(session: "Session", seat: Seat, rest: str) -> Reply:
    """Show the chapters of the rules, or what a number or a word finds."""
    from parlour.table.text.rules_text import contents, rules_lines

    try:
        if rest:
            return Reply(show=Show.MARKDOWN, what="\n\n".join(rules_lines(session.game, rest)))
        chapters = tuple(contents(session.game))
    except ParlourError as fault:
        return Reply((f"{fault}.",))
    return Reply((*chapters, "Type 'rules' with a number or a word to read on."))


def undo(session: "Session", seat: Seat, rest: str) -> Reply:
    """Take the seat's last move back."""
    return take_back_last(session, seat)


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


def order(session: "Session", seat: Seat, rest: str) -> Reply:
    """Leave a standing order."""
    names = list(session.game.shortcuts.standing_orders)
    found = [name for name in names if name.casefold().startswith(rest.casefold())]
    if not names:
        return Reply((f"{session.game.title} has no standing orders.",))
    if not rest:
        return Reply(("Standing orders, which move for you until they end:", *_rows(names)))
    if len(found) != 1:
        return Reply((f"expected one of: {', '.join(names)}; got '{cut(rest, 40)}'.",))
    return session.set_order(seat, found[0])


def _rows(names: Sequence[str]) -> Iterator[str]:
    return (f"  order {name}" for name in names)


def resign(session: "Session", seat: Seat, rest: str) -> Reply:
    """Give the match up, once the person has said yes."""
    if session.turn().is_over:
        return Reply(("The match is over.",))
    text = "Resign? A stand-in plays on in your place, and that cannot be taken back."
    stay = partial(Reply, ("You play on.",))
    return session.ask(seat, YesOrNo(text, partial(session.resign, seat), stay))


def pin(session: "Session", seat: Seat, rest: str) -> Reply:
    """Let the hand-over ask for a PIN."""
    if not session.is_discreet:
        return Reply(("Nothing is handed over here that a PIN could keep.",))
    return Reply(asks_pin=True)


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
    Command(("why",), why, "MOVE|undo", "why a move is not possible, or cannot be taken back"),
    Command(("hint",), hint, "", "the best moves according to the computer"),
    Command(
        ("rules",),
        rules,
        "[N|WORDS]",
        "the chapters, a chapter, a rule, or the rules with some words",
        is_own=False,
    ),
    Command(("order", "orders"), order, "[NAME]", "let a standing order move for you; a list"),
    Command(("undo",), undo, "", "take your last move back"),
    Command(("resign",), resign, "", "give the match up; a stand-in plays on for you"),
    Command(("pin",), pin, "", "set a PIN that the hand-over asks for"),
    Command(("save",), save, "[PATH]", "where the match is kept, or keep a copy", is_own=False),
    Command(("again", "rematch"), again, "", "another match, after the end", is_own=False),
    Command(("quit", "q", "exit"), leave, "", "leave; the match can be resumed", is_own=False),
    Command(("help", "?", "h"), show_help, is_own=False),
)
"""All commands, in the order of the help."""

BY_NAME: Mapping[str, Command] = {name: command for command in COMMANDS for name in command.names}
"""Each command by each of its names."""

SLOW = frozenset({"hint"})
"""Names of commands that take a while, and change nothing."""
