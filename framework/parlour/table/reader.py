"""The reader: it turns a typed line into an act, once, for every face.

Its prompt for a line at each letter is true of Enter with the whole line.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from parlour.match import Game, Match
from parlour.rules import (
    UNEXPLAINED,
    Move,
    NotationError,
    ParlourError,
    Refusal,
    Seat,
    UnfinishedLine,
    cut,
)
from parlour.table.acts import (
    Act,
    Ask,
    Confirm,
    Leave,
    MoveNow,
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
from parlour.table.move_list import MoveList, NumberedMove, as_sentence
from parlour.table.text.plans import no_such_plan
from parlour.table.text.rules_text import rulebook_of
from parlour.words import in_english, in_own_words, say

YES = frozenset({"y", "yes"})
NO = frozenset({"n", "no"})

SEPARATORS = re.compile(r"\s*[,;]\s*")
"""Marks between the moves of one line; between moves that begin with a verb a space will do."""

MAX_DIGITS = 9
"""Maximum number of digits that are read of a number."""

ADDRESS = re.compile(r"\s*seat\s+(\d{1,3})\s*:\s*", re.IGNORECASE | re.ASCII)
"""The seat of the person for whom a line is meant."""

PLAN = re.compile(r"(?:p|plan )\s*(\d)", re.IGNORECASE | re.ASCII)
"""A line that plays a plan: ``p1`` or ``plan 1``."""

Make: TypeAlias = Callable[[str], Act]
"""Makes an act of the words behind a command's name."""


class TypedCommand(Struct, frozen=True):
    """A word that stands for an act, and the words that may follow it."""

    names: tuple[str, ...]
    """The words to type, the usual one first."""
    make: Make
    takes: str = ""
    """Words that may follow it, as the help writes them; empty if none may."""
    has_help: bool = True
    """Whether the help lists it."""

    @property
    def usage(self) -> str:
        """The command as the help writes it."""
        takes = say(f"takes.{self.names[0]}") if self.takes else ""
        return f"{in_own_words(self.names[0], None)} {takes}".strip()

    @property
    def effect(self) -> str:
        """Its effect in a few words."""
        return say(f"help.{self.names[0]}")


def _ask(topic: Topic) -> Make:
    return lambda about: Ask(topic, about)


COMMANDS = (
    TypedCommand(("moves",), _ask(Topic.MOVES), "[START]"),
    TypedCommand(("plan", "plans"), _ask(Topic.PLANS), "[N]"),
    TypedCommand(("look",), _ask(Topic.LOOK), "[PART|N|back]"),
    TypedCommand(("score",), _ask(Topic.SCORE)),
    TypedCommand(("log",), _ask(Topic.LOG)),
    TypedCommand(("why",), _ask(Topic.WHY), "MOVE|undo"),
    TypedCommand(("analyse",), _ask(Topic.ANALYSE), "[N]"),
    TypedCommand(("hint",), _ask(Topic.HINT), "[N]"),
    TypedCommand(("rules",), _ask(Topic.RULES), "[N|WORDS]"),
    TypedCommand(("order", "orders"), Order, "[NAME]"),
    TypedCommand(("undo",), lambda _: Undo()),
    TypedCommand(("now",), lambda _: MoveNow()),
    TypedCommand(("resign",), lambda _: Resign()),
    TypedCommand(("pin",), lambda _: SetPin()),
    TypedCommand(("save",), lambda path: SaveCopy(path) if path else Ask(Topic.RECORD), "[PATH]"),
    TypedCommand(("again", "rematch"), lambda _: Rematch()),
    TypedCommand(("quit", "q", "exit"), lambda _: Leave()),
    TypedCommand(("help", "?", "h"), _ask(Topic.HELP), has_help=False),
)
"""All commands, in the order of the help."""

BY_NAME: Mapping[str, TypedCommand] = {
    name: command for command in COMMANDS for name in command.names
}
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


def read_number(text: str) -> int | None:
    """Return the number that digits write, or None; a longer one is beyond every match."""
    return int(text[:MAX_DIGITS]) if text.isdecimal() and text.isascii() else None


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
        raise NotationError(say("line.two_seats"))
    return int(address[1]) - 1, rest


def read_text(text: str, moves: MoveList, *, asked: bool = False, is_over: bool = False) -> Reading:
    """Read a line, without its address, of somebody with the legal ``moves``.

    ``asked`` says that a question waits for yes or no; ``is_over`` that the match is over, so that
    every word of a command means the command.
    """
    if not text:
        return Reading()
    if asked and text.casefold() in YES | NO:
        return Reading(Confirm(text.casefold() in YES), text=text)
    if planned := _as_a_plan(moves, text):
        return planned
    word, _, rest = text.partition(" ")
    command = command_of(moves.game, word, is_over=is_over)
    if command is None:
        return Reading(Play(_parts(moves, text)), text=text)
    rest = rest.strip()
    if rest and not command.takes:
        superfluous = in_own_words(cut(rest, 40), moves.game.words.phrasebook)
        why = say("line.alone", word=in_own_words(word, None), rest=superfluous)
        return Reading(Unreadable(why), word=command.names[0], text=text)
    return Reading(command.make(rest), word=command.names[0], text=text)


def _as_a_plan(moves: MoveList, text: str) -> Reading | None:
    """Read a line that plays a plan; None for another, or one that moves begin with."""
    plan = PLAN.fullmatch(text)
    if plan is None or moves.exactly(text):
        return None
    if parts := moves.plan(plan[1]):
        return Reading(Play(parts), text=", ".join(parts))
    if moves.meant(text) or moves.begun(text):
        return None
    return Reading(Unreadable(no_such_plan(moves, plan[1])), text=text)


def command_of(game: Game, word: str, *, is_over: bool = False) -> TypedCommand | None:
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
    whole = moves.meant(text) or moves.is_shorthand(text)
    return (text,) if whole else split(moves, text)


def _ways_to_split(moves: MoveList, text: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to split a line into moves while it is typed; the last may be a beginning."""
    try:
        moves.read(text)
    except UnfinishedLine:
        yield (text,)
    except NotationError:
        yield split(moves, text, begun=True)
        head, _, last = text.rpartition(" ")
        if head and any(verb.startswith(last.casefold()) for verb in verbs_of(moves.game)):
            yield (*_parts(moves, head), last)
        yield _parts(moves, text)
    else:
        yield (text,)


def split(moves: MoveList, line: str, *, begun: bool = False) -> tuple[str, ...]:
    """Split a line into texts of moves; it stays whole if it cannot be split.

    Commas and semicolons part moves; one may stand at the end. A line without them is split before
    each verb, if every part but the first is a move then: so a slip of the pen in the middle of a
    line never makes a shorter move of its beginning. If the line has only ``begun``, its last part
    may be no move yet.
    """
    if SEPARATORS.search(line):
        *whole, last = SEPARATORS.split(line)
        return (*whole, last) if last else tuple(whole)
    verbs = verbs_of(moves.game)
    parts: list[list[str]] = []
    for word in line.split():
        if word.casefold() in verbs or not parts:
            parts.append([])
        parts[-1].append(word)
    texts = tuple(" ".join(part) for part in parts)
    return (
        texts
        if all(is_a_move(moves, text) for text in texts[1 : -1 if begun else None])
        else (line,)
    )


def is_a_move(moves: MoveList, text: str) -> bool:
    """Return whether a text is the text of a move, legal or not."""
    try:
        moves.game.read_typed(text, moves.viewer)
    except NotationError:
        return False
    return True


class LineOutcome(Struct, frozen=True):
    """The meaning of a line as it stands: the effect of Enter, and possible completions."""

    prompt: str
    """A sentence: the moves that it plays, the next choice, or why it is not possible."""
    plays: tuple[Move, ...] = ()
    """The moves that Enter would make, in order; empty while something is open."""
    before: str = ""
    """The moves of the line that are whole, before the one that is still typed."""
    choices: tuple[NumberedMove, ...] = ()
    """The moves that the last part of the line may become."""
    is_refused: bool = False
    """Whether no more letters make a move of it."""
    rule: str = ""
    """The number of the rule that forbids a move; may be empty."""
    why: str = ""
    """The answer to Enter if it plays nothing."""
    known: int = 0
    """Number of moves before an outcome that nobody knows."""
    rest: tuple[str, ...] = ()
    """The parts after that outcome: they are read again then."""


def predict(
    match: Match, seat: Seat, moves: MoveList, text: str, describe: Callable[[Refusal], str]
) -> LineOutcome:
    """Say what Enter would do with a line of moves, typed while ``moves`` are possible.

    Each move is looked at in the position that those before it lead to, up to the first one that
    could not be taken back. ``describe`` words a refusal.
    """
    outcome = LineOutcome("")
    for parts in _ways_to_split(moves, text):
        outcome = read_parts(match, seat, moves, parts, describe, in_words=True)
        if not outcome.is_refused:
            break
    return outcome


def read_parts(
    match: Match,
    seat: Seat,
    moves: MoveList,
    parts: tuple[str, ...],
    describe: Callable[[Refusal], str],
    *,
    in_words: bool = False,
) -> LineOutcome:
    """Read the parts of a line: all of them, or none if one of them can be no move then.

    If they are wanted ``in_words``, the prompt tells the moves with their account.
    """
    possible: MoveList | None = moves
    played: list[Move] = []
    notes: list[str] = []
    choices: tuple[NumberedMove, ...] = ()
    rest: list[str] = []
    known = 0
    for number, part in enumerate(parts):
        before = "".join(f"{moves.shown(text)}, " for text in parts[:number])
        if problem := stray_part(moves, part, number, is_known=possible is not None):
            return LineOutcome(problem, (), before, is_refused=True, why=problem)
        choices = possible.begun(part) if possible else ()
        try:
            read = possible.read(part) if possible else (match.game.read_typed(part, moves.viewer),)
        except NotationError as fault:
            if possible is None and number + 1 < len(parts):
                rest.append(part)
                continue
            return _outcome_of_no_move(part, before, possible, choices, fault)
        for move in read:
            refusal = match.why_not(move, seat, played)
            if refusal is not None:
                named = "" if len(parts) == 1 else f"{moves.shown(part)}: "
                why = not_possible(refusal, f"{named}{describe(refusal)}")
                return LineOutcome(why, (), before, is_refused=True, rule=refusal.rule, why=why)
            notes.append(possible.note(move) if possible and in_words else "")
            played.append(move)
            if possible is None:
                rest.append(match.game.move_notation.typed(move))
            else:
                known += 1
            then = match.decision_after(played, seat)  # None if nobody can know it before
            possible = (
                MoveList(match.game, then.view, then.moves, then.offers, moves.viewer)
                if then
                else None
            )
    prompt = _in_words(moves, played, known, notes) if in_words else ""
    return LineOutcome(prompt, tuple(played), "", choices, known=known, rest=tuple(rest))


def not_possible(refusal: Refusal, why: str) -> str:
    """Say in a sentence that a move is not possible, given the reason in words."""
    if refusal.code == UNEXPLAINED:
        return as_sentence(why)
    return say("line.not_possible", why=why)


def stray_part(moves: MoveList, part: str, number: int, *, is_known: bool = False) -> str:
    """Say why a part of a line is no beginning of a move, ``number`` parts after the first.

    Of a part in a known position only the marks and numbers are looked at.
    """
    if not part:
        return say("line.empty_part")
    if number and part.isdecimal():
        return say("line.number_alone", number=part)
    if is_known or is_a_move(moves, part) or not verbs_of(moves.game):
        return ""
    word = part.split(maxsplit=1)[0].casefold()
    is_begun = any(verb.startswith(word) for verb in verbs_of(moves.game))
    return "" if is_begun else say("line.no_part", text=cut(moves.shown(part), 60))


def _outcome_of_no_move(
    part: str,
    before: str,
    possible: MoveList | None,
    choices: tuple[NumberedMove, ...],
    fault: NotationError,
) -> LineOutcome:
    """Ask for the rest of a part that is no move yet, or say why it cannot become one."""
    if possible is None:  # the position is not known yet in which it is read
        prompt = say("line.then", before=before, part=part)
        return LineOutcome(prompt, (), before)
    why = str(possible.find(part))
    if isinstance(fault, UnfinishedLine):
        chosen_among = [choice.move for choice in choices] or None
        question = fault.question or possible.prompt(chosen_among)
        return LineOutcome(question, (), before, choices, why=why)
    return LineOutcome(why, (), before, is_refused=True, why=why)


def _in_words(moves: MoveList, line: Sequence[Move], known: int, notes: Sequence[str]) -> str:
    """Write a line with its account; a plan has the same wherever it stands."""
    certain = tuple(line[:known])
    is_plan = any(plan.moves == certain for plan in moves.plans)
    facts = moves.facts(certain, () if is_plan else notes[::-1])
    texts = ", ".join(moves.game.in_own_words(move, moves.viewer) for move in line)
    return f"= {texts}: {facts}" if facts else f"= {texts}"


def completions(
    line: str, moves: MoveList, panels: Callable[[], Collection[str]]
) -> tuple[str, ...]:
    """Return the lines that ``line`` may grow into by one word, in the order of the moves.

    They have the words of the language that is spoken, or the records' words if the line has them.
    ``panels`` returns the names of the parts of the table.
    """
    typed = line.lstrip()
    begun = typed.casefold()
    recorded = chain(moves.every, (command.names[0] for command in COMMANDS))
    for lines in (_lines(begun, moves, panels), recorded):
        if fitting := [text for text in lines if text.casefold().startswith(begun)]:
            return tuple(dict.fromkeys(_to_next_word(text, len(typed)) for text in fitting))
    return ()


def _lines(begun: str, moves: MoveList, panels: Callable[[], Collection[str]]) -> Iterator[str]:
    """Yield whole lines that can be typed: moves, commands, and what commands take."""
    yield from moves.labels()
    word, space, _ = begun.partition(" ")
    name = in_english(word, None)
    if not space:
        names = (command.names[0] for command in COMMANDS)
        yield from (in_own_words(one, None) for one in names if one != "plan" or moves.plans)
    elif name in BY_NAME:
        arguments = _arguments(BY_NAME[name].names[0], moves, panels)
        yield from (f"{word} {text}" for text in arguments)


def _arguments(
    command: str, moves: MoveList, panels: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Yield the words that a command takes."""
    if command in {"moves", "why"}:
        yield from moves.labels()
    elif command in {"plan", "hint"}:
        yield from map(str, range(1, len(moves.plans) + 1))
    elif command == "look":
        yield from map(moves.game.in_own_words, panels())
    elif command == "order":
        yield from moves.game.localized_orders().values()
    elif command == "rules":
        try:
            yield from rulebook_of(moves.game).numbers()
        except ParlourError:
            return


def _to_next_word(text: str, typed: int) -> str:
    """Return a text up to the end of the word that was typed last."""
    end = text.find(" ", typed)
    return text if end < 0 else text[: end + 1]
