"""Games that stop, crash, go on for too long or spoil their state."""

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from parlour import AutomaticPhase, Checks, Decide, Move, Outcome, Over, Seat, State, Tell, swapped
from parlour.rules.answers import Awaited
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import (
    Coins,
    Dealing,
    Guess,
    Guessing,
    Hiding,
    Rules,
    Seen,
    variant,
)


class Tick(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Tock())


class Tock(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Tick())


@breaks("settles")
class PhaseLoop(Rules):
    """Two phases that follow on each other and await nobody."""

    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        return self.run_automatic(swapped(state, Tick()), tell)


@breaks("ends")
class Endless(Rules):
    """A match that starts all over again instead of ending."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        if isinstance(after.phases[-1], Over):
            return Coins((Hiding(0),), state.deck, state.cards)
        return after


@breaks("runs")
class Crash(Rules):
    """Rules that trip over a legal move."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if isinstance(move, Guess):
            raise KeyError(move.hand)
        return super().play(state, seat, move, tell)


@breaks("can-move", "remembered", "stays-alike")
class AbsentSeat(Rules):
    """A decision that awaits a seat which takes no part."""

    def awaited(self, state: Coins) -> Awaited:
        phase = state.phases[-1]
        return Decide((phase.seat, 2)) if isinstance(phase, Guessing) else super().awaited(state)


@breaks("can-move")
class NobodyAwaited(Rules):
    """A decision that awaits no seat."""

    def awaited(self, state: Coins) -> Awaited:
        return Decide(()) if isinstance(state.phases[-1], Guessing) else super().awaited(state)


@breaks("past-stands", "repeats", "same-unheard", "takes-back")
class MutableState(Rules):
    """A move that changes the state it is made in."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        force_setattr(state, "right", after.right)
        return after


OWN_DICE_DICE = Random("dice")


@breaks("repeats", "same-unheard", "stays-alike", "told-alike")
class OwnDice(Rules):
    """Rules that throw dice of their own behind the record's back."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return replace(after, coins=(*after.coins[:-1], OWN_DICE_DICE.randrange(2)))


class SecondGuess(Guessing, frozen=True):
    pass


@breaks("kinds-named", "survives")
class UndeclaredPhase(Rules):
    """A phase that the state does not declare."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return swapped(after, SecondGuess(1)) if len(after.right) == 1 else after


@breaks("frozen", "survives")
class ThawedState(Rules):
    """A state that holds a list."""

    def start(self, seats: int, options: Any) -> Coins:
        return Coins([Dealing(0)])  # type: ignore[arg-type]  # that is what is broken

    def view(self, state: Coins, seat: Seat) -> Seen:
        seen = super().view(state, seat)
        return Seen(seat, tuple(seen.phases), seen.cards, seen.coins, seen.right)


class Strange(Seen, frozen=True):
    luck: object = object


@breaks("survives", view=Strange)
class UnwritableView(Rules):
    """A view that cannot be written down."""

    def view(self, state: Coins, seat: Seat) -> Strange:
        seen = super().view(state, seat)
        return Strange(seat, seen.phases, seen.cards, seen.coins, seen.right)


class Omitting(Seen, frozen=True, omit_defaults=True):
    luck: tuple[int, int] = (0, 0)


@breaks("one-encoding", view=Omitting)
class DoubtfulDefault(Rules):
    """A view whose default would be left out or written, though its value is the same."""

    def view(self, state: Coins, seat: Seat) -> Omitting:
        seen = super().view(state, seat)
        return Omitting(seat, seen.phases, seen.cards, seen.coins, seen.right, (1, 1))


class Luck(Struct, frozen=True, omit_defaults=True):
    pair: tuple[int, int] = (0, 0)


class Lucky(Seen, frozen=True):
    luck: object = Luck()


@breaks("one-encoding", "survives", view=Lucky)
class UndeclaredDefault(Rules):
    """A view that holds a doubtful default where no type tells of it."""

    def view(self, state: Coins, seat: Seat) -> Lucky:
        seen = super().view(state, seat)
        return Lucky(seat, seen.phases, seen.cards, seen.coins, seen.right, Luck())


add(
    "longer_than_said",
    variant(checks=Checks(longest=lambda seats, _: seats, why_it_ends="nobody guesses")),
    "ends-soon",
)
