"""Phases: the chapters of a match, each a frozen value that holds its own rules.

A state carries a stack of phases, ``state.phases``, innermost last. Only the
innermost is in force. A phase's fields are facts that are true only while it
lasts; its methods say which seats are awaited, their moves, and the next state. That is
always a new state, with the stack changed by ``pushed``, ``popped`` or
``swapped``.

There are four kinds, and a phase is of exactly one:

- ``DecisionPhase`` awaits one seat or several (``SealedPhase``: all at once, in secret),
- ``ChancePhase`` awaits a die, a tile, a card,
- ``AutomaticPhase`` awaits nobody and runs on by itself,
- ``Over`` ends the match.
"""

from collections.abc import Sequence
from operator import index
from random import Random
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour.rules.answers import ALONE, Awaited, Chance, Decide, Move, Outcome, Result
from parlour.rules.errors import FlowError, Refusal
from parlour.rules.events import Tell
from parlour.rules.seats import Seat, Team, places


class State(Struct, frozen=True, gc=False):
    """A whole situation of a match, hidden things included: a frozen tree, no lists or dicts.

    A game declares ``phases`` again with its own kinds, as msgspec must know them:
    ``phases: tuple[Turn | Over, ...]``.
    """

    phases: tuple[Any, ...]
    """The stack of phases, innermost last."""


T = TypeVar("T")
S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
O = TypeVar("O", bound=Outcome)  # noqa: E741  S, M, O: state, move, outcome


class Phase(Struct, Generic[S], frozen=True, gc=False, tag=True):
    """Base class of all four kinds; not to be used directly."""

    automatic: ClassVar[bool] = False

    rule: ClassVar[str] = ""
    """The number of the rule this phase stands for; refusals without a number cite it."""

    def awaited(self, state: S) -> Awaited:
        """Return who must answer in ``state``."""
        raise FlowError(f"phase {type(self).__name__} does not say whom it awaits")

    def moves(self, state: S, seat: Seat) -> Sequence[Any]:
        """Return the legal moves of ``seat`` in ``state``, in a fixed order; none out of turn."""
        return ()

    def why_not(self, state: S, seat: Seat, move: Any) -> Refusal | None:
        """Say why ``move`` is not legal for ``seat``; None leaves it to a general sentence.

        Args:
            state: The whole situation, in which this phase is innermost.
            seat: The seat that asks, which is awaited.
            move: A move of the game's that is not among ``moves``.
        """
        return None

    def play(self, state: S, seat: Seat, move: Any, tell: Tell) -> S:
        """Return the state after a legal move. The caller has checked that it is legal.

        Args:
            state: The whole situation, in which this phase is innermost.
            seat: The seat that moves, counted from 0.
            move: One of ``moves(state, seat)``.
            tell: Takes an event, ``tell(Drawn(...))``; None in a search, where nobody listens.
        """
        raise FlowError(f"phase {type(self).__name__} awaits no seat")

    def outcomes(self, state: S) -> Sequence[tuple[Any, int]]:
        """Return every possible outcome in ``state`` with its weight, in a fixed order.

        A weight is a whole number: an outcome of weight 2 is twice as likely as one of weight 1.
        """
        raise FlowError(f"phase {type(self).__name__} awaits no chance")

    def draw(self, state: S, rng: Random) -> Any:
        """Return one of the outcomes in ``state``, drawn by its weight with ``rng`` alone."""
        raise FlowError(f"phase {type(self).__name__} awaits no chance")

    def resolve(self, state: S, outcome: Any, tell: Tell) -> S:
        """Return the state after an ``outcome`` in ``state``; ``tell`` as in ``play``."""
        raise FlowError(f"phase {type(self).__name__} awaits no chance")

    def advance(self, state: S, tell: Tell) -> S:
        """Return the state that follows ``state`` by itself; ``tell`` as in ``play``."""
        raise FlowError(f"phase {type(self).__name__} does not run on by itself")


class DecisionPhase(Phase[S], Generic[S, M], frozen=True, gc=False):
    """A phase that awaits one seat or several: write ``awaited``, ``moves`` and ``play``."""

    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Return the legal moves of ``seat``; none if it is not awaited."""
        raise NotImplementedError

    def play(self, state: S, seat: Seat, move: M, tell: Tell) -> S:
        """Return the state after a legal move."""
        raise NotImplementedError


class SeatPhase(DecisionPhase[S, M], Generic[S, M], frozen=True, gc=False):
    """A phase that awaits one seat, ``seat``: write ``moves`` and ``play``."""

    seat: Seat

    def awaited(self, state: S) -> Decide:
        """Await the seat."""
        # As await_seat does, without a call: it is asked several times for every move.
        try:
            return ALONE[self.seat]
        except KeyError:
            return Decide(seats=(self.seat,))


class SealedPhase(DecisionPhase[S, M], Generic[S, M], frozen=True, gc=False, kw_only=True):
    """A phase of secret answers: the last answer opens all.

    A subclass writes ``moves`` and ``opened``, and declares ``answers`` again with its own move
    type, as msgspec must know it: ``answers: tuple[Bid | None, ...]``. It starts as
    ``(None,) * seats``. A view holds it ``masked``, and a determinized state ``unmasked``.
    """

    answers: tuple[M | None, ...]
    """Answer of each seat, or None if it has not answered or its answer is not shown."""
    asked: tuple[Seat, ...] | None = None
    """Seats that are asked; None for all. The answers of others stay None."""
    unseen: tuple[Seat, ...] = ()
    """Seats that have answered, in a view of somebody that may not know the answers; else empty."""

    def awaited(self, state: S) -> Decide:
        """Await every seat that is asked and has not answered."""
        waiting = tuple([seat for seat, answer in enumerate(self.answers) if answer is None])
        if self.asked is not None or self.unseen:
            asked = range(len(self.answers)) if self.asked is None else self.asked
            waiting = tuple(s for s in waiting if s in asked and s not in self.unseen)
        return Decide(seats=waiting, sealed=True)

    def play(self, state: S, seat: Seat, move: M, tell: Tell) -> S:
        """Seal an answer, or open them all."""
        answers = replaced(self.answers, seat, move)
        if None in answers:
            phase = replace(self, answers=answers)
            if phase.awaited(state).seats:
                return swapped(state, phase)
        return self.opened(state, answers, tell)  # type: ignore[arg-type]  # all asked have answered

    def opened(self, state: S, answers: tuple[M, ...], tell: Tell) -> S:
        """Return the state when all have answered, and ``tell`` what the opening shows.

        ``state`` still holds this phase, and ``answers`` one answer a seat, in order of the seats.
        The answer of a seat that is not asked is None; a subclass that sets ``asked`` says so in
        its own types, ``answers: tuple[Bid | None, ...]``.
        """
        raise NotImplementedError

    def guess(self, state: S, seat: Seat, rng: Random) -> M:
        """Return an answer that ``seat`` may have given in ``state``, drawn with ``rng``.

        Each legal one is as likely as the next.
        """
        moves = self.moves(state, seat)
        return moves[int(rng.random() * len(moves))]

    def masked(self, seat: Seat) -> Self:
        """Return the phase as ``seat`` may know it: the seats that answered, and its own answer."""
        answers = enumerate(self.answers)
        unseen = tuple(who for who, answer in answers if who != seat and answer is not None)
        shown = tuple(answer if who == seat else None for who, answer in enumerate(self.answers))
        return replace(self, answers=shown, unseen=unseen)

    def unmasked(self, state: S, rng: Random) -> Self:
        """Return the phase with an answer for each seat whose answer is not shown.

        ``guess`` makes it, in ``state`` and with ``rng``.
        """
        answers = list(self.answers)
        for seat in self.unseen:
            answers[seat] = self.guess(state, seat, rng)
        return replace(self, answers=tuple(answers), unseen=())


class ChancePhase(Phase[S], Generic[S, O], frozen=True, gc=False):
    """A phase that awaits chance: write ``outcomes`` and ``resolve``, and ``draw`` for speed."""

    kind: ClassVar[str] = "chance"
    """Kind of draw; see ``Chance.kind``."""

    def awaited(self, state: S) -> Chance:
        """Await chance."""
        return Chance(kind=self.kind)

    def outcomes(self, state: S) -> Sequence[tuple[O, int]]:
        """Return every possible outcome with its weight."""
        raise NotImplementedError

    def draw(self, state: S, rng: Random) -> O:
        """Return one of the outcomes, drawn by its weight."""
        outcomes = self.outcomes(state)
        mark = int(rng.random() * sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            mark -= weight
            if mark < 0:
                return outcome
        raise FlowError(f"phase {type(self).__name__} awaits chance but has no outcome to draw")

    def resolve(self, state: S, outcome: O, tell: Tell) -> S:
        """Return the state after an outcome."""
        raise NotImplementedError


class AutomaticPhase(Phase[S], frozen=True, gc=False):
    """A phase that awaits nobody: write ``advance``."""

    automatic: ClassVar[bool] = True

    def advance(self, state: S, tell: Tell) -> S:
        """Return the state that follows by itself."""
        raise NotImplementedError


class Over(Phase[Any], frozen=True, gc=False):
    """The match is over."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    def awaited(self, state: object) -> Result:
        """Return the result: nobody is awaited any more."""
        return Result(self.scores, self.places)

    def lead(self, seat: Seat) -> float:
        """Return how many points ``seat`` is ahead of the best of the others.

        A hundredth of a point goes for each seat of equal points that a tie-break puts before it.
        A heuristic that returns this at the end orders the seats as the result does.
        """
        own_points = self.scores[seat]
        place = self.places[seat]
        others = [points for other, points in enumerate(self.scores) if other != seat]
        pairs = zip(self.scores, self.places, strict=True)
        before = sum(points == own_points and other < place for points, other in pairs)
        return own_points - max(others, default=0) - before / 100

    @classmethod
    def ranked(cls, scores: Sequence[int], *tie_breaks: Sequence[int]) -> Self:
        """End a match by points: more are better.

        Args:
            scores: The points of each seat, whole numbers.
            tie_breaks: Each holds one number a seat, more being better. The first that differs
                ranks seats with equal points; seats equal in all of them share a place.

        >>> Over.ranked((5, 7, 5), (0, 0, 2))
        Over(scores=(5, 7, 5), places=(3, 1, 2))

        Raises:
            FlowError: Points are not whole numbers.
        """
        standing = list(zip(scores, *tie_breaks, strict=True))
        return cls(tuple(map(_whole, scores)), places(standing))

    @classmethod
    def by_team(
        cls, teams: Sequence[Team], scores: Sequence[int], *tie_breaks: Sequence[int]
    ) -> Self:
        """End a match of ``teams``.

        Args:
            teams: The teams, as ``Game.teams`` returns them.
            scores: The points of each team, whole numbers.
            tie_breaks: Each holds one number a team, as in ``ranked``.

        Raises:
            FlowError: Points are not whole numbers.
        """
        side = {seat: number for number, team in enumerate(teams) for seat in team.seats}
        seats = range(len(side))
        ranked = cls.ranked(scores, *tie_breaks)
        # Seats count, so that the two seats of the first team are followed by third places.
        before = [ranked.places[side[seat]] for seat in seats]
        return cls(
            tuple(ranked.scores[side[seat]] for seat in seats),
            places([-place for place in before]),
        )

    @classmethod
    def shared(cls, score: int, seats: int) -> Self:
        """End a match that all ``seats`` win or lose together, with one ``score``."""
        return cls((_whole(score),) * seats, (1,) * seats)


def _whole(points: SupportsIndex) -> int:
    """Return points as an int.

    Raises:
        FlowError: They are not a whole number: half a point would be lost without a word.
    """
    try:
        return index(points)
    except TypeError:
        raise FlowError(f"expected points that are whole numbers, got {points!r}") from None


def replaced(entries: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    """Return ``entries`` with ``entry`` at ``index``, counted from 0.

    >>> replaced(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    changed = list(entries)  # two thirds less time than slices of a short tuple
    changed[index] = entry
    return tuple(changed)


def swapped(state: S, *phases: Phase[Any]) -> S:
    """Return ``state`` with its innermost phase replaced by ``phases``, innermost last.

    ::

        return swapped(replace(state, pool=3), Turn(left_of(seat, seats)))
    """
    return replace(state, phases=state.phases[:-1] + phases)


def pushed(state: S, phase: Phase[Any]) -> S:
    """Return ``state`` with ``phase`` inside its innermost phase: a decision in a decision.

    ::

        return pushed(state, Defend(seat=move.target))
    """
    return replace(state, phases=(*state.phases, phase))


def popped(state: S) -> S:
    """Return ``state`` with its innermost phase done and the one below in force again."""
    return replace(state, phases=state.phases[:-1])


def unwound(state: S, level: int) -> S:
    """Return ``state`` with only the first ``level`` phases of its stack, counted from below.

    So an announcement fails with all that was answered to it, however deep: a phase notes
    ``len(state.phases)`` as its level when it begins.

    Raises:
        FlowError: The stack does not reach as high, or nothing would be left.
    """
    if not 0 < level <= len(state.phases):
        names = ", ".join(type(phase).__name__ for phase in state.phases)
        raise FlowError(f"expected a level of 1 to {len(state.phases)}, got {level}: {names}")
    return replace(state, phases=state.phases[:level])


def masked(phases: tuple[T, ...], seat: Seat) -> tuple[T, ...]:
    """Return a stack of phases as ``seat`` may know it, if sealed answers are its only secrets."""
    return tuple(
        phase.masked(seat) if isinstance(phase, SealedPhase) else phase for phase in phases
    )


def unmasked(state: S, rng: Random) -> S:
    """Return ``state`` with an answer for each sealed one that a view did not show.

    ``SealedPhase.guess`` makes it with ``rng``.
    """
    phases = tuple(
        phase.unmasked(state, rng) if isinstance(phase, SealedPhase) and phase.unseen else phase
        for phase in state.phases
    )
    return replace(state, phases=phases)
