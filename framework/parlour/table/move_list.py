"""The list of legal moves: shown by kind with numbers, and found by what a person types.

It reads what records hold, ``lay b2``, and shows the words of the reader's language, ``lege b2``.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property, partial
from math import inf
from operator import itemgetter
from textwrap import wrap

from msgspec import Struct

from parlour.match import Decision, Game
from parlour.players.included import compared
from parlour.rules import NOBODY, Move, NotationError, Seat, TurnPlan, UnfinishedLine, Viewer, cut
from parlour.table.account import Account, account_of, is_final, once, worth_of
from parlour.table.acts import Advice
from parlour.words import listed, say

FOLD = 18
"""Maximum number of moves of a kind that are shown each; more are folded to one line."""
FOLD_OFFERS = 3
"""Maximum number of offers of a kind that are shown each: they stand there all the time."""

MAX_PLANS = 9
"""Maximum number of plans that are listed: one digit names each."""

MIN_LIKENESS = 0.5
"""Minimum likeness, 0 … 1, of a move to the typed text that makes it worth naming."""


OPEN = "…"
"""The text of a field that is not chosen yet."""


class NumberedMove(Struct, frozen=True):
    """A legal move with its number and its explanation."""

    number: int
    """The number to type, from 1."""
    text: str
    """The move as it can be typed in any language."""
    label: str
    """The move as the reader may type it."""
    note: str
    """The game's explanation in a few words; may be empty."""
    move: Move

    def __str__(self) -> str:
        """Write it with its number."""
        note = f" ({self.note})" if self.note else ""
        return f"{self.number}. {self.label}{note}"


class MoveGroup(Struct, frozen=True):
    """The legal moves of one form."""

    form: str
    """The form, with capitals for the parts to fill in."""
    choices: tuple[NumberedMove, ...]


class MoveList:
    """The legal moves and offers of one decision."""

    def __init__(
        self,
        game: Game,
        view: object,
        moves: Sequence[Move],
        offers: Sequence[Move],
        viewer: Viewer = NOBODY,
        *,
        seat: Seat | None = None,
        advice: Advice = "all",
    ) -> None:
        """List the moves of ``seat``; without a seat, lines have no account."""
        self.advice: Advice = advice
        """The advice that the table gives."""
        self.game = game
        self.viewer = viewer
        self._seat = seat
        self._view = view
        self._moves = moves
        self._offers = offers

    @cached_property
    def kinds(self) -> tuple[MoveGroup, ...]:
        """The legal moves by kind."""
        return tuple(self._kinds(self._moves, 0))

    @cached_property
    def offered(self) -> tuple[MoveGroup, ...]:
        """The offers by kind."""
        return tuple(self._kinds(self._offers, len(self._moves)))

    @cached_property
    def every(self) -> Mapping[str, NumberedMove]:
        """All moves and offers by their texts in small letters, in the order of their numbers."""
        every = [choice for kind in (*self.kinds, *self.offered) for choice in kind.choices]
        return {choice.text.casefold(): choice for choice in every}

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """All moves and offers as they are shown, in small letters."""
        return tuple(_squeezed(choice.label) for choice in self.every.values())

    def prompt(self, moves: Sequence[Move] | None = None) -> str:
        """Return what to do in a sentence, if the choice is among all moves, or among ``moves``.

        ``moves`` are the moves that a half-made move may still become. The game words it; else the
        forms of the moves do. It is empty if no move is possible.
        """
        possible = self._moves if moves is None else moves
        if not possible:
            return ""
        ask = self.game.words.prompt
        worded = ask(self._view, possible) if ask is not None else ""
        return worded or self._by_form(possible)

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """The lines that the game recommends to type, among the possible lines."""
        of = self.game.shortcuts.examples
        lines = of(self._view) if of and self._moves else ()
        possible = (one for one in lines if any(m in self._moves for m in self.meant(one)[:1]))
        return tuple(map(self.shown, possible))

    def shown(self, *typed: str) -> str:
        """Return a typed line, or its parts, as the reader may type it."""
        return self.game.in_own_words(", ".join(typed), self.viewer, typed=True)

    def note(self, move: Move) -> str:
        """Return the game's explanation of a move in a few words; may be empty."""
        explain = self.game.words.explain_move
        return explain(self._view, move) if explain else ""

    def account(self, moves: Sequence[Move], notes: Sequence[str] = ()) -> Account:
        """Return what a line comes to; ``notes`` are the explanations of its moves."""
        if self._seat is None:
            return Account(tuple(moves), notes=once(notes))
        by = self.viewer
        return account_of(self.game, self._view, self._seat, moves, viewer=by, notes=notes)

    def facts(self, moves: Sequence[Move], notes: Sequence[str] = ()) -> str:
        """Return what a line comes to in a few words."""
        return self.account(moves, notes).facts(self.viewer)

    def is_final(self, line: Sequence[Move]) -> bool:
        """Return whether a line has a move that nothing can make good again."""
        return is_final(self.game, self._view, self._seat or 0, line)

    def given_up(self, line: Sequence[Move], margin: float | None = None) -> TurnPlan | None:
        """Return the best plan if a line is worse by the game's margin, or by another."""
        margin = self.game.bots.blunder if margin is None else margin
        if not self.plans or margin == inf or any(plan.moves == line for plan in self.plans[:1]):
            return None
        worth, plan = self._best_plan
        loss = worth - worth_of(self.game, self._view, self._seat or 0, line)
        points = [self.account(moves).points or 0 for moves in (plan.moves, line)]
        # Points at hand weigh less to bots, since they may be had later; to people they are lost.
        is_worse = loss >= margin or (points[0] - points[1] >= margin and loss >= margin / 5)
        return plan if is_worse else None

    @cached_property
    def _best_plan(self) -> tuple[float, TurnPlan]:
        """The best plan by the heuristic, with its worth; of equal ones the first."""
        worth = partial(worth_of, self.game, self._view, self._seat or 0)
        return max(((worth(plan.moves), plan) for plan in self.plans), key=itemgetter(0))

    @cached_property
    def plans(self) -> tuple[TurnPlan, ...]:
        """The turns that the game proposes, in a bot's order; none if nothing is to be decided."""
        return tuple(plan for _, plan in self._judged)

    @property
    def are_judged(self) -> bool:
        """Whether a bot has put the plans in order, so that the first is its best."""
        return any(worth is not None for worth, _ in self._judged)

    @cached_property
    def _judged(self) -> Sequence[tuple[float | None, TurnPlan]]:
        """The plans, each with its worth to a bot; None if no bot can say."""
        gives = self.kinds and self.advice != "none"
        plans = tuple(self.game.rules.plans(self._view))[:MAX_PLANS] if gives else ()
        worth: Sequence[float] | None = None
        if self._seat is not None and plans and self.advice == "all":
            seats = len(self.viewer.titles)
            decision = Decision(self._seat, self._view, self._moves, seats=seats)
            worth = compared(self.game, decision, [plan.moves for plan in plans])
        if worth is None:
            return [(None, plan) for plan in plans]
        return sorted(zip(worth, plans, strict=True), key=lambda one: -one[0])

    def plan(self, number: str) -> tuple[str, ...]:
        """Return the texts of the moves of a plan, counted from 1; empty if it is not listed."""
        named = (plan for at, plan in enumerate(self.plans, 1) if str(at) == number)
        return tuple(self.game.move_notation.typed(move) for plan in named for move in plan.moves)

    def labels(self) -> Iterator[str]:
        """Yield all moves and offers as they are shown."""
        yield from (choice.label for choice in self.every.values())

    def exactly(self, text: str) -> NumberedMove | None:
        """Return the move or offer with exactly this text."""
        if (choice := self.every.get(_squeezed(text))) is not None:
            return choice
        shown = _squeezed(self.shown(text))
        labelled = zip(self._labels, self.every.values(), strict=True)
        return next((one for label, one in labelled if label == shown), None)

    def begun(self, text: str) -> tuple[NumberedMove, ...]:
        """Return the moves and offers whose texts begin so."""
        recorded = _squeezed(text)
        shown = _squeezed(self.shown(text))
        return tuple(
            choice
            for (known, choice), label in zip(self.every.items(), self._labels, strict=True)
            if known.startswith(recorded) or label.startswith(shown)
        )

    def meant(self, text: str) -> tuple[Move, ...]:
        """Return the moves that ``text`` means, legal or not; empty if it means none, or several.

        A text means one move, unless the game reads it as several in a row.
        """
        try:
            return self.read(text)
        except NotationError:
            return ()

    def read(self, text: str) -> tuple[Move, ...]:
        """Return the moves that ``text`` means, as ``meant`` does.

        Raises:
            UnfinishedLine: It begins several moves, or less than a word of one, or may become
                moves with more letters.
            NotationError: It means none; the text says why, or is empty if no move reads so.
        """
        number = _squeezed(text)
        choice = self.exactly(text)
        if choice is None and number.isdecimal():
            choice = next((one for one in self.every.values() if str(one.number) == number), None)
        if choice is not None:
            return (choice.move,)
        choices = self.begun(text)
        begun = [one.text.casefold() for one in choices]
        if begun:
            plainest = min(begun, key=len)
            has_a_word = len(number) >= min(_first_word_letters(one) for one in choices)
            if has_a_word and all(
                one == plainest or one.startswith(f"{plainest} ") for one in begun
            ):
                return (self.every[plainest].move,)
            several = {"text": self.shown(text), "moves": self._some(begun)}
            raise UnfinishedLine(say("line.several", **several))
        expanded = self._expanded(text)
        if expanded:
            return expanded
        try:
            return (self.game.read_typed(text, self.viewer),)
        except NotationError:
            raise NotationError from None

    def find(self, text: str) -> tuple[Move, ...] | str:
        """Return the moves that ``text`` means, legal or not, or a sentence that says why not."""
        try:
            return self.read(text)
        except NotationError as fault:
            reason = str(fault)
        if self.begun(text):
            return f"{reason}."
        return say("line.not_possible", why=reason) if reason else self._nearest(text)

    def is_shorthand(self, text: str) -> bool:
        """Return whether the game reads ``text`` as moves in a row, possible or not."""
        if self.game.shortcuts.parse is None:
            return False
        try:
            return bool(self.game.shortcuts.parse(self._view, text))
        except UnfinishedLine:
            return False
        except NotationError:
            return True

    def lines(self, width: int, *, full: bool, only: str, plain: bool) -> Iterator[str]:
        """Yield the lines that show the moves whose texts begin with ``only``."""
        headings = say("line.you_may"), say("line.at_any_time")
        for heading, kinds in zip(headings, (self.kinds, self.offered), strict=True):
            start = _squeezed(self.shown(only))
            shown = [_beginning(kind, start) for kind in kinds]
            if any(kind.choices for kind in shown):
                yield heading
                fold = FOLD if kinds is self.kinds else FOLD_OFFERS
                for kind in shown:
                    yield from _kind_lines(kind, width, full=full, fold=fold, plain=plain)

    def _kinds(self, moves: Sequence[Move], start: int) -> Iterator[MoveGroup]:
        """Yield moves by kind, in the order of each kind's first, numbered after ``start``."""
        forms = self.game.move_notation.forms
        number = start
        for kind in dict.fromkeys(map(type, moves)):
            choices = []
            for move in moves:
                if type(move) is kind:
                    number += 1
                    text = self.game.move_notation.typed(move)
                    label = self.game.in_own_words(move, self.viewer)
                    choices.append(NumberedMove(number, text, label, self.note(move), move))
            yield MoveGroup(forms[kind].shown, tuple(choices))

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
        shown = self.shown(text)
        wanted = _squeezed(shown)[:100]
        near = [key for key, one in self.every.items() if wanted in one.label.casefold()]
        near = near or self._like(wanted)
        if near:
            return say("line.nearest", text=cut(shown, 60), moves=self._some(near))
        now = self.prompt() or say("line.nothing_to_do")
        return say("line.no_move", text=cut(shown, 60), now=now)

    def _like(self, wanted: str) -> list[str]:
        """Return the moves most like the typed text, the first among equally similar moves."""
        matcher = SequenceMatcher(b=wanted)
        similar = []
        for place, (known, one) in enumerate(self.every.items()):
            matcher.set_seq1(one.label.casefold())
            if matcher.quick_ratio() >= MIN_LIKENESS and (ratio := matcher.ratio()) >= MIN_LIKENESS:
                similar.append((-ratio, place, known))
        return [known for _, _, known in sorted(similar)[:4]]

    def _some(self, texts: Sequence[str]) -> str:
        named = ", ".join(self.every[text].label for text in texts[:6])
        return say("line.some", moves=named, count=len(texts)) if len(texts) > 6 else named

    def _by_form(self, moves: Sequence[Move]) -> str:
        """Word what to do by the forms of the moves, such as "Lay b1: choose the way"."""
        own = self.game.in_own_words
        forms = self.game.move_notation.forms
        kinds = list(dict.fromkeys(map(type, moves)))
        if len(moves) == 1:
            return as_sentence(own(moves[0], self.viewer), self.note(moves[0]))
        if len(kinds) > 1:
            verbs = list(dict.fromkeys(own(forms[kind].verb) for kind in kinds))
            return say("line.choose_what", verbs=listed(verbs, "or"))
        form = forms[kinds[0]]
        texts = [form.typed_texts(move) for move in moves]
        known = {
            name: text
            for name, text in texts[0].items()
            if all(other[name] == text for other in texts)
        }
        names = dict.fromkeys((*moves[0].chosen_first, *texts[0]))
        wanted = next(name for name in names if name not in known).replace("_", " ")
        begun = self.shown(form.fill(known, OPEN)).partition(OPEN)[0].strip()
        return as_sentence(begun, say("line.choose_the", field=own(wanted)))


def _first_word_letters(one: NumberedMove) -> int:
    """Return the letters of the first word of a move, the shorter one of the two languages."""
    return min(len(text.partition(" ")[0]) for text in (one.text, one.label))


def _beginning(kind: MoveGroup, start: str) -> MoveGroup:
    chosen = (one for one in kind.choices if _squeezed(one.label).startswith(start))
    return MoveGroup(kind.form, tuple(chosen))


def _kind_lines(
    kind: MoveGroup, width: int, *, full: bool, fold: int, plain: bool
) -> Iterator[str]:
    """Yield the lines of a kind: one, if it has more than ``fold`` moves and is not ``full``."""
    choices = kind.choices
    if len(choices) > fold and not full:
        numbers = f"{choices[0].number}-{choices[-1].number}"
        ends = {"first": choices[0].label, "last": choices[-1].label}
        yield "  " + say("line.folded", numbers=numbers, many=len(choices), **ends)
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


def as_sentence(begun: str, rest: str = "") -> str:
    """Return words as a sentence; what stands behind a colon may be empty."""
    text = ": ".join(filter(None, (begun, rest)))
    return f"{text[:1].upper()}{text[1:]}."
