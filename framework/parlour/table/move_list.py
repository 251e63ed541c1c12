"""The list of legal moves: shown by kind with numbers, and found by what a person types."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from textwrap import wrap

from msgspec import Struct

from parlour.match.game import Game
from parlour.rules.answers import Move, TurnPlan
from parlour.rules.errors import NotationError
from parlour.rules.one_line import cut

FOLD = 18
"""Maximum number of moves of a kind that are shown each; more are folded to one line."""
FOLD_OFFERS = 3
"""Maximum number of offers of a kind that are shown each: they stand there all the time."""

MAX_PLANS = 9
"""Maximum number of plans that are listed: one digit names each."""

MIN_LIKENESS = 0.5
"""Minimum likeness, 0 … 1, of a move to what was typed that makes it worth naming."""


class NumberedMove(Struct, frozen=True):
    """A legal move with its number and its explanation."""

    number: int
    """The number to type, from 1."""
    text: str
    """The move as it is written."""
    note: str
    """The game's explanation in a few words; may be empty."""
    move: Move

    def __str__(self) -> str:
        """Write it with its number."""
        note = f" ({self.note})" if self.note else ""
        return f"{self.number}. {self.text}{note}"


class MoveGroup(Struct, frozen=True):
    """The legal moves of one form."""

    form: str
    """The form, with capitals for the parts to fill in."""
    choices: tuple[NumberedMove, ...]


class MoveList:
    """The legal moves and offers of one decision."""

    def __init__(
        self, game: Game, view: object, moves: Sequence[Move], offers: Sequence[Move]
    ) -> None:
        self.game = game
        self._view = view
        self.kinds = tuple(_kinds(game, view, moves, 0))
        self.offered = tuple(_kinds(game, view, offers, len(moves)))
        every = [choice for kind in (*self.kinds, *self.offered) for choice in kind.choices]
        self._numbered: Mapping[str, Move] = {str(choice.number): choice.move for choice in every}
        self._texts: Mapping[str, Move] = {choice.text.casefold(): choice.move for choice in every}
        self._shown = {choice.text.casefold(): choice.text for choice in every}

    @cached_property
    def plans(self) -> tuple[TurnPlan, ...]:
        """The turns that the game proposes, the best first; empty if there is nothing to decide."""
        return tuple(self.game.rules.plans(self._view))[:MAX_PLANS] if self.kinds else ()

    def plan(self, number: str) -> tuple[str, ...]:
        """Return the texts of the moves of a plan, counted from 1; empty if there is none."""
        found = self.plans[int(number) - 1 : int(number)] if number.isdecimal() else ()
        return tuple(self.game.write_move(move) for plan in found for move in plan.moves)

    def texts(self) -> Iterator[str]:
        """Yield the texts of all moves and offers."""
        yield from self._shown.values()

    def exactly(self, text: str) -> Move | None:
        """Return the move with exactly this text."""
        return self._texts.get(_squeezed(text))

    def meant(self, text: str) -> tuple[Move, ...]:
        """Return the moves that ``text`` means, legal or not; empty if it means none, or several.

        A text means one move, unless the game reads it as several in a row.
        """
        wanted = _squeezed(text)
        found = self._texts.get(wanted) or self._numbered.get(wanted)
        if found is not None:
            return (found,)
        begun = self._begun(wanted)
        plainest = min(begun, key=len, default="")
        if begun:
            is_one = all(known == plainest or known.startswith(plainest + " ") for known in begun)
            return (self._texts[plainest],) if is_one else ()
        try:
            return self._expanded(text) or (self.game.read_move(text),)
        except NotationError:
            return ()

    def find(self, text: str) -> tuple[Move, ...] | str:
        """Return the moves that ``text`` means, legal or not, or a sentence that says why not."""
        found = self.meant(text)
        if found:
            return found
        begun = self._begun(_squeezed(text))
        if begun:
            return f"'{text}' may be any of: {self._some(begun)}."
        try:
            self._expanded(text)
        except NotationError as fault:
            return f"Not possible: {fault}."
        return self._nearest(text)

    def is_shorthand(self, text: str) -> bool:
        """Return whether the game reads ``text`` as moves in a row, possible or not."""
        if self.game.shortcuts.parse is None:
            return False
        try:
            return bool(self.game.shortcuts.parse(self._view, text))
        except NotationError:
            return True

    def lines(self, width: int, *, full: bool, only: str, plain: bool) -> Iterator[str]:
        """Yield the lines that show the moves whose texts begin with ``only``."""
        for heading, kinds in (("You may:", self.kinds), ("At any time:", self.offered)):
            shown = [_beginning(kind, _squeezed(only)) for kind in kinds]
            if any(kind.choices for kind in shown):
                yield heading
                fold = FOLD if kinds is self.kinds else FOLD_OFFERS
                for kind in shown:
                    yield from _kind_lines(kind, width, full=full, fold=fold, plain=plain)

    def _begun(self, wanted: str) -> list[str]:
        return [known for known in self._texts if known.startswith(wanted)]

    def _expanded(self, text: str) -> tuple[Move, ...]:
        """Read a line that means several moves in a row; return none if it is no such line.

        Raises:
            NotationError: It is one, and cannot be played.
        """
        if self.game.shortcuts.parse is None:
            return ()
        texts = self.game.shortcuts.parse(self._view, text)
        return tuple(self.game.read_move(line) for line in texts)

    def _nearest(self, text: str) -> str:
        """Say that a text is no move, and which moves are like it."""
        wanted = _squeezed(text)[:100]
        near = [known for known in self._texts if wanted in known]
        near = near or self._like(wanted)
        if near:
            return f"No move reads '{cut(text, 60)}'. Nearest: {self._some(near)}."
        forms = ", ".join(kind.form for kind in (*self.kinds, *self.offered))
        now = f"Possible now: {forms}." if forms else "There is nothing to do now."
        return f"No move reads '{cut(text, 60)}'. {now}"

    def _like(self, wanted: str) -> list[str]:
        """Return the moves most like what was typed, the first of those that are equally like."""
        matcher = SequenceMatcher(b=wanted)
        found = []
        for place, known in enumerate(self._texts):
            matcher.set_seq1(known)
            if matcher.quick_ratio() >= MIN_LIKENESS and (ratio := matcher.ratio()) >= MIN_LIKENESS:
                found.append((-ratio, place, known))
        return [known for _, _, known in sorted(found)[:4]]

    def _some(self, texts: Sequence[str]) -> str:
        named = ", ".join(self._shown[text] for text in texts[:6])
        return f"{named}, … ({len(texts)} in all)" if len(texts) > 6 else named


def _kinds(game: Game, view: object, moves: Sequence[Move], start: int) -> Iterator[MoveGroup]:
    """Yield the moves by kind, in the order of each kind's first move, numbered after ``start``."""
    write, explain_move = game.move_notation.write, game.words.explain_move
    number = start
    for kind in dict.fromkeys(map(type, moves)):
        choices = []
        for move in moves:
            if type(move) is kind:
                number += 1
                hint = explain_move(view, move) if explain_move else ""
                choices.append(NumberedMove(number, write(move), hint, move))
        yield MoveGroup(game.move_notation.forms[kind].shown, tuple(choices))


def _beginning(kind: MoveGroup, start: str) -> MoveGroup:
    chosen = (c for c in kind.choices if c.text.casefold().startswith(start))
    return MoveGroup(kind.form, tuple(chosen))


def _kind_lines(
    kind: MoveGroup, width: int, *, full: bool, fold: int, plain: bool
) -> Iterator[str]:
    """Yield the lines of a kind: one, if it has more than ``fold`` moves and is not ``full``."""
    choices = kind.choices
    if len(choices) > fold and not full:
        numbers, many = f"{choices[0].number}-{choices[-1].number}", len(choices)
        yield f"  {numbers} {kind.form}: {many} moves, such as {choices[0].text}"
    elif plain or any(choice.note for choice in choices):
        yield from (f"  {choice}" for choice in choices)
    else:
        yield from _in_columns([str(choice) for choice in choices], width)


def _in_columns(cells: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines with the cells side by side."""
    if not cells:
        return
    room = max(map(len, cells))
    row = "  ".join(cell.ljust(room).replace(" ", "\0") for cell in cells)
    for line in wrap(row, max(width - 2, room), break_long_words=False, break_on_hyphens=False):
        yield "  " + line.replace("\0", " ").rstrip()


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()
