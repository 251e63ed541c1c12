"""Games that forget one thing that was learnt, or deal worlds without regard to it.

A hand that was passed on, what was not said, what could not be done, who did it, and in which
order.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour import Move, Seat, Tell, masked
from parlour.kit.dealing import Hand
from tests.broken_games.broken.laws import add
from tests.broken_games.remembering import (
    RANKS,
    Askings,
    Cards,
    Clue,
    Clues,
    Following,
    Passing,
    Rules,
    Seen,
    Suits,
    variant,
)

Marks: TypeAlias = tuple[tuple[int, ...], ...]


class Turn(Struct, frozen=True):
    """A move, and the states before and after it."""

    before: Cards
    after: Cards
    seat: Seat
    move: Any


FORGETTING: list[str] = []
"""Names of the games."""


def forget(
    base: type[Rules],
    name: str,
    *laws: str,
    marks: Callable[[Turn], Marks] | None = None,
    **has: Any,
) -> None:
    """Note a game whose marks after each move are what ``marks`` returns, or that has methods.

    It breaks the law ``follows``, and ``laws``.
    """

    def play(self: Any, state: Cards, seat: Seat, move: Move, tell: Tell = None) -> Cards:
        after = base.play(self, state, seat, move, tell)
        return replace(after, marks=marks(Turn(state, after, seat, move))) if marks else after

    rules = type(name, (base,), {"play": play, **has} if marks else has)
    add(name, variant(rules(), 2 if base is Clues else 3), "follows", *laws)
    FORGETTING.append(name)


# A hand that was passed on.
def holds(*asked: Any) -> bool:
    *_, seat, hand = asked
    return bool(seat == hand)


def holds_or_passed_on(_: Rules, state: Cards, seat: Seat, hand: int) -> bool:
    return (hand - seat) % 3 <= min(1, len(state.open[0]))


forget(Passing, "passed_hand", "stays-unlike", sees=holds)
forget(
    Passing,
    "first_hand",
    sees=holds_or_passed_on,
)


def own_answer_too(self: Rules, state: Cards, seat: Seat) -> Seen:
    return replace(Rules.view(self, state, seat), phases=masked(state.phases, -1))


forget(Passing, "own_answer", "remembered", view=own_answer_too)


# What was said, and what was not.
def touched(turn: Turn) -> list[bool]:
    return [card == turn.move.colour for card in turn.before.hands[1 - turn.seat]]


def only(*, which: bool) -> Callable[[Turn], Marks]:
    """Return marks that a clue changes only for cards touched, or not touched."""

    def marks(turn: Turn) -> Marks:
        if not isinstance(turn.move, Clue):
            return turn.after.marks
        rows, other = list(turn.after.marks), 1 - turn.seat
        old, new = turn.before.marks[other], turn.after.marks[other]
        hit = touched(turn)
        rows[other] = tuple(b if h is which else a for a, b, h in zip(old, new, hit, strict=True))
        return tuple(rows)

    return marks


def last_clue(turn: Turn) -> Marks:
    if not isinstance(turn.move, Clue):
        return turn.after.marks
    bit = 1 << turn.move.colour
    row = tuple(bit if hit else 0b111 & ~bit for hit in touched(turn))
    return (turn.after.marks[0], row) if turn.seat == 0 else (row, turn.after.marks[1])


def moved_up(turn: Turn) -> Marks:
    if isinstance(turn.move, Clue):
        return turn.after.marks
    slot = turn.move.slot
    rows = list(turn.after.marks)
    rows[turn.seat] = tuple(m if n < slot else 0b111 for n, m in enumerate(rows[turn.seat]))
    return tuple(rows)


def laid_over(turn: Turn) -> Marks:
    rows = list(turn.after.marks)
    if not isinstance(turn.move, Clue):
        rows[1 - turn.seat] = tuple(0b111 for _ in rows[1 - turn.seat])
    return tuple(rows)


def single_kinds(self: Rules, view: Seen, place: int) -> list[Hand]:
    slots = Clues.slots(self, view, place)  # type: ignore[arg-type]  # it is one
    return [slot if slot.kinds.bit_count() == 1 else Hand(1, 0b111) for slot in slots]


forget(Clues, "untouched_cards", marks=only(which=True))
forget(Clues, "touched_cards", marks=only(which=False))
forget(Clues, "earlier_clues", marks=last_clue)
forget(Clues, "cards_moved_up", marks=moved_up)
forget(Clues, "clues_at_laying", marks=laid_over)
forget(Clues, "what_is_not", slots=single_kinds)


# What could not be done.
def unmarked(turn: Turn) -> Marks:
    return turn.before.marks


def by_trick(turn: Turn) -> Marks:
    phase = turn.after.phases[-1]
    begins = not (isinstance(phase, Following) and phase.trick)
    return ((0b111,),) * 3 if begins else turn.after.marks


def latest_void(turn: Turn) -> Marks:
    if turn.before.marks[turn.seat] == turn.after.marks[turn.seat]:
        return turn.after.marks
    return tuple(row if n == turn.seat else (0b111,) for n, row in enumerate(turn.after.marks))


def any_suit(_: Rules, view: Seen, place: int) -> list[Hand]:
    return [Hand(view.sizes[place])]


def sorted_trick(self: Rules, state: Cards, seat: Seat) -> Seen:
    view = Rules.view(self, state, seat)
    phase = view.phases[-1]
    if isinstance(phase, Following):
        trick = tuple(sorted(phase.trick))
        return replace(view, phases=(replace(phase, trick=trick),))
    return view


forget(Suits, "voids", marks=unmarked)
forget(Suits, "voids_of_past_tricks", marks=by_trick)
forget(Suits, "all_voids_but_one", marks=latest_void)
forget(Suits, "voids_in_worlds", slots=any_suit)
forget(Suits, "order_of_a_trick", "moves-alike", "no-leak", view=sorted_trick)


# Who asked for what, and what they got.
def asked(rank_of: Callable[[Turn], Sequence[tuple[Seat, int]]]) -> Callable[[Turn], Marks]:
    """Return marks that stay as they were at the places that ``rank_of`` names."""

    def marks(turn: Turn) -> Marks:
        rows = [list(row) for row in turn.after.marks]
        for who, place in rank_of(turn):
            rows[who][place] = turn.before.marks[who][place]
        return tuple(map(tuple, rows))

    return marks


def taken(turn: Turn) -> Marks:
    rows = [list(row) for row in turn.after.marks]
    if turn.before.hands != turn.after.hands:
        rows[turn.seat][turn.move.rank] -= 1
    return tuple(map(tuple, rows))


def third_seat(turn: Turn) -> Marks:
    fresh = Askings.mark
    return tuple(
        row if n in {turn.seat, turn.move.seat} else fresh for n, row in enumerate(turn.after.marks)
    )


forget(Askings, "no", marks=asked(lambda turn: [(turn.move.seat, RANKS + turn.move.rank)]))
forget(Askings, "asker", marks=asked(lambda turn: [(turn.seat, turn.move.rank)]))
forget(Askings, "card_taken", marks=taken)
forget(Askings, "third_seat", marks=third_seat)
forget(Askings, "least_in_worlds", least=lambda *_: 0)
forget(Askings, "most_in_worlds", most=lambda *_: 3)
