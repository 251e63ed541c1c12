"""What a person can type beside moves. Each command tells whether the match has moved by it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.cli.record_paths import resume_command
from parlour.match.match import Match
from parlour.players.base import Decision
from parlour.rules.answers import Move
from parlour.rules.errors import ParlourError, UndoRefused
from parlour.rules.seats import Seat
from parlour.terminal.input import Left
from parlour.terminal.move_list import MoveList
from parlour.terminal.screen import Screen
from parlour.terminal.sentences import seats_named


class Asked(Struct, frozen=True):
    """A person who is asked, and what they have before them."""

    match: Match
    screen: Screen
    seat: Seat
    view: Any
    legal: Sequence[Move]
    """The legal moves; none for a person who is not awaited."""
    moves: MoveList
    """The same and the offers, as they can be typed."""
    heard: list[str]
    """All that the seat was told."""
    path: Path
    """Where the match is recorded."""

    def for_seat(self, seat: Seat, heard: list[str]) -> "Asked":
        """Return the same for another person, who moves out of turn."""
        view = self.match.game.rules.view(self.match.state, seat)
        turn = seat in self.match.awaited.seats
        rules, state = self.match.game.rules, self.match.state
        legal = rules.moves(state, seat) if turn else ()
        moves = MoveList(self.match.game, view, legal, rules.offers(state, seat))
        return replace(self, seat=seat, view=view, legal=legal, moves=moves, heard=heard)


Command: TypeAlias = Callable[[Asked, str], bool]

HELP = (
    "Type a move, its number, or so much of it that it is the only one. Or:",
    "  moves [START]  every legal move, or those that begin so",
    "  look           the table again",
    "  log            everything you were told",
    "  why MOVE       why a move is not possible; 'why undo' too",
    "  hint           the moves that a search likes best, and what it expects of them",
    "  rules [N]      the chapters of the rules, a chapter, or a rule",
    "  undo           take your last move back",
    "  save [PATH]    where the match is kept, or keep a copy",
    "  quit           leave; the match can be resumed",
    "  seat N: ...    the same for another person here, at any time",
)


def show_help(asked: Asked, rest: str) -> bool:
    """Say what can be typed."""
    asked.screen.say(*HELP)
    return False


def show_moves(asked: Asked, rest: str) -> bool:
    """Show every legal move."""
    asked.screen.moves(asked.moves, full=True, only=rest)
    return False


def look(asked: Asked, rest: str) -> bool:
    """Show the table again."""
    asked.screen.board(asked.view)
    return False


def log(asked: Asked, rest: str) -> bool:
    """Show everything that the seat was told."""
    asked.screen.say(*(asked.heard or ["Nothing has happened yet."]))
    return False


def why(asked: Asked, rest: str) -> bool:
    """Say why a move is not possible."""
    asked.screen.say(_reason(asked, rest))
    return False


def _reason(asked: Asked, text: str) -> str:
    if not text:
        return "Why what? Type 'why' and a move, or 'why undo'."
    if text.casefold() == "undo":
        return _why_no_undo(asked)
    found = asked.moves.find(text)
    if isinstance(found, str):
        return found
    if len(found) > 1:
        return f"'{text}' is possible."  # its steps were tried when it was read
    shown = asked.match.game.move_notation.write(found[0])
    refusal = asked.match.game.rules.why_not(asked.match.state, asked.seat, found[0])
    if refusal is None:
        return f"'{shown}' is possible."
    told = asked.match.describe_refusal(refusal, asked.screen.viewer)
    hint = f" Type 'rules {refusal.rule}' to read it." if refusal.rule else ""
    return f"'{shown}' is not possible: {told}.{hint}"


def _why_no_undo(asked: Asked) -> str:
    refusal = asked.match.why_no_undo(asked.seat)
    if refusal is None:
        return "You can: type 'undo'."
    told = asked.match.describe_refusal(refusal, asked.screen.viewer)
    return f"You cannot take that back: {told}."


def hint(asked: Asked, rest: str) -> bool:
    """Show the best moves with what to expect of them, by what the seat may know."""
    from parlour.terminal.hints import hints

    decision = Decision(asked.seat, asked.view, asked.legal)
    number = len(asked.match.steps)
    asked.screen.say(*hints(asked.match.game, decision, number))
    return False


def rules(asked: Asked, rest: str) -> bool:
    """Show the chapters of the rules, or what a number names."""
    from parlour.terminal.rules_text import contents, rules_lines, show_markdown

    screen = asked.screen
    try:
        if rest:
            text = "\n\n".join(rules_lines(asked.match.game, rest))
            show_markdown(text, screen.console, plain=screen.plain)
        else:
            screen.say(*contents(asked.match.game), "Type 'rules' with a number to read on.")
    except ParlourError as fault:
        screen.say(f"{fault}.")
    return False


def undo(asked: Asked, rest: str) -> bool:
    """Take the seat's last move back."""
    try:
        asked.match.undo(asked.seat)
    except UndoRefused as fault:
        told = seats_named(str(fault), asked.screen.viewer)
        asked.screen.say(f"{told[:1].upper()}{told[1:]}.")
        return False
    return True


def save(asked: Asked, rest: str) -> bool:
    """Say where the match is kept, or keep a copy."""
    if not rest:
        asked.screen.say(f"The match is kept as it goes, in {asked.path}")
        return False
    copy = Path(rest).expanduser()
    try:
        with copy.open("xb") as file:
            file.write(asked.path.read_bytes())
    except OSError as fault:
        asked.screen.say(f"{copy}: cannot be written: {fault.strerror}.")
    else:
        asked.screen.say(f"Saved; to go on with it: {resume_command(copy)}")
    return False


def leave(asked: Asked, rest: str) -> bool:
    """Leave the table."""
    raise Left("left")


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
