"""The reader: it turns a typed line into an act, once, for every face.

What it says of a line at each letter is what Enter does with the whole line.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from parlour.match.game import Game
from parlour.rules.errors import NotationError, ParlourError
from parlour.rules.one_line import cut
from parlour.rules.seats import Seat
from parlour.table.acts import (
    Act,
    Ask,
    Confirm,
    Leave,
    Order,
    Play,
    Rematch,
    Resign,
    SaveCopy,
    SetPin,
    Topic,
    Undo,
    Unreadable,
)
from parlour.table.move_list import MoveList
from parlour.table.text.rules_text import rulebook_of

YES = frozenset({"y", "yes"})
NO = frozenset({"n", "no"})

SEPARATORS = re.compile(r"\s*[,;]\s*")
"""Marks between the moves of one line; between moves that begin with a verb a space will do."""

ADDRESS = re.compile(r"\s*seat\s+(\d{1,3})\s*:\s*", re.IGNORECASE | re.ASCII)
"""The seat of the person for whom a line is meant."""

PLAN = re.compile(r"(?:p|plan )\s*(\d)", re.IGNORECASE | re.ASCII)
"""A line that plays a plan: ``p1`` or ``plan 1``."""

Make: TypeAlias = Callable[[str], Act]
"""Makes an act of the words behind a command's name."""


class Command(Struct, frozen=True):
    """A word that stands for an act, with what may follow it."""

    names: tuple[str, ...]
    """The words to type, the usual one first."""
    make: Make
    takes: str = ""
    """Words that may follow it, as the help writes them; empty if none may."""
    help: str = ""
    """Its effect in a few words; empty leaves it out of the help."""

    @property
    def usage(self) -> str:
        """The command as the help writes it."""
        return f"{self.names[0]} {self.takes}".strip()


def _ask(topic: Topic) -> Make:
    return lambda about: Ask(topic, about)


COMMANDS = (
    Command(("moves",), _ask(Topic.MOVES), "[START]", "every legal move, or those that begin so"),
    Command(
        ("plan", "plans"),
        _ask(Topic.PLANS),
        "[N]",
        "turns worth thinking of; with a number, play one ('p1' is short for 'plan 1')",
    ),
    Command(("look",), _ask(Topic.LOOK), "[PART]", "the table, or a part of it"),
    Command(("score",), _ask(Topic.SCORE), "", "the points if the match ended now"),
    Command(("log",), _ask(Topic.LOG), "", "everything you were told"),
    Command(("why",), _ask(Topic.WHY), "MOVE|undo", "why you cannot make a move, or take one back"),
    Command(
        ("hint",),
        _ask(Topic.HINT),
        "[N]",
        "plans, and the best moves according to the computer; more of plan N",
    ),
    Command(
        ("rules",),
        _ask(Topic.RULES),
        "[N|WORDS]",
        "the chapters, a chapter, a rule, or the rules with some words",
    ),
    Command(("order", "orders"), Order, "[NAME]", "let a standing order move for you; a list"),
    Command(("undo",), lambda _: Undo(), "", "take your last move back"),
    Command(("resign",), lambda _: Resign(), "", "give the match up; a bot plays on for you"),
    Command(("pin",), lambda _: SetPin(), "", "set a PIN that the hand-over asks for"),
    Command(
        ("save",),
        lambda path: SaveCopy(path) if path else Ask(Topic.RECORD),
        "[PATH]",
        "where the match is kept, or keep a copy",
    ),
    Command(("again", "rematch"), lambda _: Rematch(), "", "another match, after the end"),
    Command(("quit", "q", "exit"), lambda _: Leave(), "", "leave; the match can be resumed"),
    Command(("help", "?", "h"), _ask(Topic.HELP)),
)
"""All commands, in the order of the help."""

BY_NAME: Mapping[str, Command] = {name: command for command in COMMANDS for name in command.names}
"""Each command by each of its names."""


class Reading(Struct, frozen=True):
    """The act that a line says."""

    act: Act | None = None
    """The act, or None for an empty line."""
    seat: Seat | None = None
    """The seat that the line names, ``seat 2: …`` (counted from 1 there); None if it names none."""
    word: str = ""
    """The word of a command; empty for moves and answers."""
    text: str = ""
    """The line without its address."""


def addressed(line: str) -> tuple[Seat | None, str]:
    """Take ``seat N:`` off a line; N counts from 1. The seat is None if none is named.

    Raises:
        NotationError: A second address follows the first.
    """
    text = line.strip()
    address = ADDRESS.match(text)
    if address is None:
        return None, text
    rest = text[address.end() :]
    if ADDRESS.match(rest):
        raise NotationError("expected one 'seat N:' before a move, got two")
    return int(address[1]) - 1, rest


def read_text(text: str, moves: MoveList, *, asked: bool = False, is_over: bool = False) -> Reading:
    """Read a line, without its address, of somebody who may make ``moves``.

    ``asked`` says that a question waits for yes or no; ``is_over`` that the match is over, so that
    every word of a command means the command.
    """
    if not text:
        return Reading()
    if asked and text.casefold() in YES | NO:
        return Reading(Confirm(text.casefold() in YES), text=text)
    plan = PLAN.fullmatch(text)
    if plan and moves.plan(plan[1]) and not moves.exactly(text):
        return Reading(Play(moves.plan(plan[1])), text=text)
    word, _, rest = text.partition(" ")
    command = command_of(moves.game, word, is_over=is_over)
    if command is None:
        return Reading(Play(_parts(moves, text)), text=text)
    rest = rest.strip()
    if rest and not command.takes:
        why = f"'{word}' stands alone: nothing was done about '{cut(rest, 40)}'."
        return Reading(Unreadable(why), word=command.names[0], text=text)
    return Reading(command.make(rest), word=command.names[0], text=text)


def command_of(game: Game, word: str, *, is_over: bool = False) -> Command | None:
    """Return the command of a word, or None if moves of the game begin with it.

    A stroke before the word always means the command: ``/look``.
    """
    wanted = word.casefold()
    if not is_over and wanted in verbs_of(game):
        return None
    return BY_NAME.get(wanted.removeprefix("/"))


def verbs_of(game: Game) -> Collection[str]:
    """Return the words that the texts of a game's moves begin with."""
    beginnings = (form.form.split(maxsplit=1)[0] for form in game.move_notation.forms.values())
    return {word.casefold() for word in beginnings if "{" not in word and "[" not in word}


def _parts(moves: MoveList, text: str) -> tuple[str, ...]:
    """Return the texts of the moves of a line."""
    whole = not isinstance(moves.find(text), str) or moves.is_shorthand(text)
    return (text,) if whole else split(moves.game, text)


def split(game: Game, line: str) -> tuple[str, ...]:
    """Split a line into texts of moves; it stays whole if it cannot be split.

    Commas and semicolons part moves. A line without them is split before each verb, if every part
    but the first is a move then: so a slip of the pen in the middle of a line never makes a
    shorter move of its beginning.
    """
    if SEPARATORS.search(line):
        return tuple(filter(None, SEPARATORS.split(line))) or (line,)
    verbs = verbs_of(game)
    parts: list[list[str]] = []
    for word in line.split():
        if word.casefold() in verbs or not parts:
            parts.append([])
        parts[-1].append(word)
    texts = tuple(" ".join(part) for part in parts)
    return texts if all(is_a_move(game, text) for text in texts[1:]) else (line,)


def is_a_move(game: Game, text: str) -> bool:
    """Return whether a text is that of a move, legal or not."""
    try:
        game.read_move(text)
    except NotationError:
        return False
    return True


def completions(
    line: str, moves: MoveList, panels: Callable[[], Collection[str]]
) -> tuple[str, ...]:
    """Return the lines that ``line`` may grow into by one word, in the order of the moves.

    ``panels`` returns the names of the parts of the table.
    """
    typed = line.lstrip()
    begun = typed.casefold()
    lines = (text for text in _lines(begun, moves, panels) if text.casefold().startswith(begun))
    return tuple(dict.fromkeys(_to_next_word(text, len(typed)) for text in lines))


def _lines(begun: str, moves: MoveList, panels: Callable[[], Collection[str]]) -> Iterator[str]:
    """Yield whole lines that can be typed: moves, commands, and what commands take."""
    yield from moves.texts()
    word, space, _ = begun.partition(" ")
    if not space:
        names = (command.names[0] for command in COMMANDS)
        yield from (name for name in names if name != "plan" or moves.plans)
    elif word in BY_NAME:
        found = _arguments(BY_NAME[word].names[0], moves, panels)
        yield from (f"{word} {text}" for text in found)


def _arguments(
    command: str, moves: MoveList, panels: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Yield the words that a command takes."""
    if command in {"moves", "why"}:
        yield from moves.texts()
    elif command in {"plan", "hint"}:
        yield from map(str, range(1, len(moves.plans) + 1))
    elif command == "look":
        yield from panels()
    elif command == "order":
        yield from moves.game.shortcuts.standing_orders
    elif command == "rules":
        try:
            yield from rulebook_of(moves.game).numbers()
        except ParlourError:
            return


def _to_next_word(text: str, typed: int) -> str:
    """Return a text up to the end of the word that was typed last."""
    end = text.find(" ", typed)
    return text if end < 0 else text[: end + 1]
