"""Games with wrong moves, texts of moves or refusals."""

from collections.abc import Sequence
from itertools import count
from typing import Annotated

from parlour import BotHints, Move, Refusal, Seat, Spelling, Tell, TurnPlan
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import (
    Coins,
    Guess,
    Guessing,
    Hand,
    Hide,
    Hiding,
    Rules,
    Seen,
    variant,
)


class Peep(Move, frozen=True):
    form = "guess left"


@breaks("one-text", moves=Hide | Guess | Peep)
class OneText(Rules):
    """Two moves that are written the same."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        if isinstance(state.phases[-1], Guessing):
            return (Guess(0), Guess(1), Peep())
        return super().moves(state, seat)

    def play(self, state: Coins, seat: Seat, move: Move, tell: object = None) -> Coins:
        guess = Guess(0) if isinstance(move, Peep) else move
        return super().play(state, seat, guess, tell)  # type: ignore[arg-type]  # a Tell


class Bet(Move, frozen=True):
    form = "bet"
    points: int


@breaks("reads-back", "repeats", moves=Hide | Guess | Bet)
class UnreadableText(Rules):
    """A move whose text leaves out what it says."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, Bet(3)) if isinstance(state.phases[-1], Guessing) else moves

    def play(self, state: Coins, seat: Seat, move: Move, tell: object = None) -> Coins:
        guess = Guess(0) if isinstance(move, Bet) else move
        return super().play(state, seat, guess, tell)  # type: ignore[arg-type]  # a Tell


NARROW_SPELLING_WORDS = ("on the left", "on the right")


class Point(Move, frozen=True):
    form = "point {hand}"
    hand: Annotated[int, Spelling(NARROW_SPELLING_WORDS.__getitem__, NARROW_SPELLING_WORDS.index)]


@breaks("reads-back", "repeats", moves=Hide | Point)
class NarrowSpelling(Rules):
    """A spelling with spaces, and no pattern that allows for them."""

    def moves(self, state: Coins, seat: Seat) -> tuple[Move, ...]:
        moves = super().moves(state, seat)
        return tuple(Point(m.hand) if isinstance(m, Guess) else m for m in moves)

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        guess = Guess(move.hand) if isinstance(move, Point) else move
        return super().play(state, seat, guess, tell)


@breaks("no-doubles")
class DoubledMove(Rules):
    """A move that is offered twice."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, moves[0])


RESTLESS_MOVES_CALLS = count()


@breaks("no-doubles")
class RestlessMoves(Rules):
    """Legal moves that come in another order whenever they are asked for."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return super().moves(state, seat)[:: 1 if next(RESTLESS_MOVES_CALLS) % 2 else -1]


class Undo(Move, frozen=True):
    form = "undo {hand}"
    hand: Hand


@breaks("no-command", moves=Hide | Guess | Undo)
class UndoMove(Rules):
    """A move that begins with a command of the table."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, Undo(0)) if isinstance(state.phases[-1], Guessing) else moves

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return super().play(state, seat, Guess(move.hand) if isinstance(move, Undo) else move, tell)


class Anything(tuple[Move, ...]):
    __slots__ = ()

    def __contains__(self, _move: object) -> bool:
        return True


@breaks("refused")
class AnythingGoes(Rules):
    """Legal moves that claim to hold any move at all."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return Anything(super().moves(state, seat))


@breaks("refused")
class MuteRefusal(Rules):
    """A refusal without a reason."""

    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("2", "") if super().why_not(state, seat, move) else None


@breaks("rules-cited")
class FalseRule(Rules):
    """A refusal that cites a rule which does not exist."""

    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("9.9", "not that one") if super().why_not(state, seat, move) else None


@breaks("can-move", "plays-on")
class DeadEnd(Rules):
    """A seat that is awaited and can do nothing."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return () if state.right else super().moves(state, seat)


@breaks("plans-hold")
class TwoTurns(Rules):
    """A plan that goes on when it is another's turn."""

    def plans(self, view: Seen) -> Sequence[TurnPlan]:
        if not isinstance(view.phases[-1], Hiding):
            return ()
        return [TurnPlan((Hide(0), Hide(1)), "hide twice")]


@breaks("plans-hold")
class MoodyPlans(Rules):
    """Plans that depend on more than the view, and have no move."""

    def plans(self, view: Seen) -> Sequence[TurnPlan]:
        return [TurnPlan((), f"mood {next(MOODS)}")]


MOODS = count()


def hide_twice(state: Coins, _seat: Seat) -> Sequence[Move]:
    """Go on when it is another's turn."""
    return (Hide(0), Hide(1)) if isinstance(state.phases[-1], Hiding) else ()


add("hidden_twice", variant(bots=BotHints(quick_turn=hide_twice)), "quick-turns")
