"""Commands of the prompt, beside moves: each returns whether the match has moved by it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.match.decision import Decision
from parlour.match.match import Match
from parlour.rules.answers import Move
from parlour.rules.errors import ParlourError, UndoRefused
from parlour.rules.one_line import writing
from parlour.rules.seats import Seat
from parlour.terminal.input import PlayerLeft
from parlour.terminal.move_list import MoveList
from parlour.terminal.screen import Screen


class PromptContext(Struct, frozen=True):
    """A question to a person at this terminal, with everything that a command may show."""

    match: Match
    screen: Screen
    seat: Seat
    """The seat of the person."""
    view: Any
    """Everything that the seat may know."""
    legal: Sequence[Move]
    """The legal moves; none if the seat is not awaited."""
    moves: MoveList
    """The legal moves and the offers, as they are shown and typed."""
    heard: list[str]
    """Every sentence that the seat was told."""
    path: Path
    """Where the match is recorded."""
    resume_command: Callable[[Path], str]
    """Returns the command that resumes the match of a record."""

    def for_seat(self, seat: Seat, heard: list[str]) -> "PromptContext":
        """Return the question to another person, who acts out of turn."""
        view = self.match.game.rules.view(self.match.state, seat)
        turn = seat in self.match.awaited.seats
        rules, state = self.match.game.rules, self.match.state
        legal = rules.moves(state, seat) if turn else ()
        moves = MoveList(self.match.game, view, legal, rules.offers(state, seat))
        return replace(self, seat=seat, view=view, legal=legal, moves=moves, heard=heard)


Command: TypeAlias = Callable[[PromptContext, str], bool]

HELP = (
    "Type a move, its number, or so much of it that it is the only one. Or:",
    "  moves [START]  every legal move, or those that begin so",
    "  look           the table again",
    "  log            everything you were told",
    "  why MOVE       why a move is not possible; 'why undo' too",
    "  hint           the best moves according to the computer, and what it expects of them",
    "  rules [N]      the chapters of the rules, a chapter, or a rule",
    "  undo           take your last move back",
    "  save [PATH]    where the match is kept, or keep a copy",
    "  quit           leave; the match can be resumed",
    "  seat N: ...    a move or any of these for another person here; seats count from 1",
)


def show_help(context: PromptContext, rest: str) -> bool:
    """Show what can be typed."""
    context.screen.say(*HELP)
    return False


def show_moves(context: PromptContext, rest: str) -> bool:
    """Show every legal move."""
    context.screen.moves(context.moves, full=True, only=rest)
    return False


def look(context: PromptContext, rest: str) -> bool:
    """Show the table again."""
    context.screen.board(context.view)
    return False


def log(context: PromptContext, rest: str) -> bool:
    """Show everything that the seat was told."""
    context.screen.say(*(context.heard or ["Nothing has happened yet."]))
    return False


def why(context: PromptContext, rest: str) -> bool:
    """Show why a move is not possible."""
    context.screen.say(_reason(context, rest))
    return False


def _reason(context: PromptContext, text: str) -> str:
    if not text:
        return "Why what? Type 'why' and a move, or 'why undo'."
    if text.casefold() == "undo":
        return _why_no_undo(context)
    found = context.moves.find(text)
    if isinstance(found, str):
        return found
    if len(found) > 1:
        return f"'{text}' is possible."  # its steps were tried when it was read
    shown = context.match.game.move_notation.write(found[0])
    refusal = context.match.game.rules.why_not(context.match.state, context.seat, found[0])
    if refusal is None:
        return f"'{shown}' is possible."
    reason = context.match.describe_refusal(refusal, context.screen.viewer)
    hint = f" Type 'rules {refusal.rule}' to read it." if refusal.rule else ""
    return f"'{shown}' is not possible: {reason}.{hint}"


def _why_no_undo(context: PromptContext) -> str:
    refusal = context.match.why_no_undo(context.seat)
    if refusal is None:
        return "You can: type 'undo'."
    reason = context.match.describe_refusal(refusal, context.screen.viewer)
    return f"You cannot take that back: {reason}."


def hint(context: PromptContext, rest: str) -> bool:
    """Show the best moves with what to expect of them, by what the seat may know."""
    from parlour.terminal.hints import hints

    decision = Decision(context.seat, context.view, context.legal)
    number = len(context.match.steps)
    context.screen.say(*hints(context.match.game, decision, number))
    return False


def rules(context: PromptContext, rest: str) -> bool:
    """Show the chapters of the rules, or what a number names."""
    from parlour.terminal.rules_text import contents, rules_lines, show_markdown

    screen = context.screen
    try:
        if rest:
            text = "\n\n".join(rules_lines(context.match.game, rest))
            show_markdown(text, screen.console, plain=screen.plain)
        else:
            screen.say(*contents(context.match.game), "Type 'rules' with a number to read on.")
    except ParlourError as fault:
        screen.say(f"{fault}.")
    return False


def undo(context: PromptContext, rest: str) -> bool:
    """Take the seat's last move back."""
    try:
        context.match.undo(context.seat)
    except UndoRefused as fault:
        reason = context.match.describe_refusal(fault.refusal, context.screen.viewer)
        context.screen.say(f"Cannot take that back: {reason}.")
        return False
    return True


def save(context: PromptContext, rest: str) -> bool:
    """Show where the match is kept, or keep a copy."""
    if not rest:
        context.screen.say(f"Every move is saved at once, in {context.path}")
        return False
    copy = Path(rest).expanduser()
    try:
        with writing(copy), copy.open("xb") as file:
            file.write(context.path.read_bytes())
    except ParlourError as fault:
        context.screen.say(f"{fault}.")
    else:
        context.screen.say(f"Saved; to resume it: {context.resume_command(copy)}")
    return False


def leave(context: PromptContext, rest: str) -> bool:
    """Leave the match."""
    raise PlayerLeft("you left")


COMMANDS: Mapping[str, Command] = {
    "?": show_help,
    "h": show_help,
    "help": show_help,
    "moves": show_moves,
    "look": look,
    "log": log,
    "why": why,
    "rules": rules,
    "hint": hint,
    "undo": undo,
    "save": save,
    "q": leave,
    "quit": leave,
    "exit": leave,
}
