"""Rules: the class that a game plugin writes, and the one way into it for everybody else."""

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from parlour.rules.answers import Awaited, Move, Outcome, Result, TurnPlan
from parlour.rules.errors import UNEXPLAINED, EndlessPhases, FlowError, Refusal, SetupError
from parlour.rules.events import Tell
from parlour.rules.phases import Phase, State
from parlour.rules.seats import MAX_SEATS, Seat, seats_text

S = TypeVar("S", bound=State)
V = TypeVar("V")

MAX_AUTOMATIC_PHASES = 1000
"""Maximum number of automatic phases in a row: more are a loop."""


class Rules(Generic[S, V]):
    """A game's rules, over states ``S`` and views ``V``. Rules hold no state.

    A plugin writes ``start``, ``view``, ``determinize`` and ``census``; its phases
    hold the rest. With a ``heuristic`` too, bots can play the game well.
    """

    out_of_turn: ClassVar[bool] = False
    """Whether ``offers`` is ever anything but empty."""

    _game: str = "the game"
    _seats: range = range(1, MAX_SEATS + 1)
    _options: type[Struct] = Struct

    # What a game writes

    def start(self, seats: int, options: Any) -> S:
        """Return the state before the first answer; automatic phases may still have to run.

        Args:
            seats: How many play; one of the numbers in ``Game.seats``.
            options: A struct of the kind ``Game.options``.
        """
        raise NotImplementedError

    def setup_fault(self, seats: int, options: Any) -> str | None:
        """Say in a sentence why these options and this many seats do not go together."""
        return None

    def view(self, state: S, seat: Seat) -> V:
        """Build from nothing what ``seat`` may know of ``state``: all that it may have learnt."""
        raise NotImplementedError

    def determinize(self, view: V, rng: Random) -> S:
        """Sample a state that fits ``view``, each with the likelihood it has for that seat.

        All luck comes from ``rng``, so that a seed repeats it.
        """
        raise NotImplementedError

    def census(self, state: S) -> Mapping[str, int]:
        """Count the components of ``state`` wherever they are, out of play too.

        The counts are the same in every state.

        Count the seats' boards or hands too: then a match refuses a state of fewer seats.
        """
        raise NotImplementedError

    def offers(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the moves that ``seat`` may make in ``state`` at any time, also out of turn."""
        return ()

    def play_offer(self, state: S, seat: Seat, move: Any, tell: Tell) -> S:
        """Return the state after an offered move.

        Args:
            state: The state in which it is offered.
            seat: The seat that makes it, which need not be awaited.
            move: One of ``offers(state, seat)``.
            tell: Takes an event, as in ``Phase.play``.
        """
        raise FlowError(f"{type(self).__name__} offers no move out of turn")

    def spectator_view(self, state: S) -> V | None:
        """Build a spectator's view of ``state``; None if nobody may watch.

        Spectators may talk to everybody, so they see only what every seat knows: the view of some
        seat without what belongs to that seat.
        """
        return None

    def plans(self, view: V) -> Sequence[TurnPlan]:
        """Return turns worth thinking of for the seat of a view that must move, the best first.

        People see them as a list, as a hint, and before they give one up. A plan is made from the
        view alone, so that it tells nothing that the seat does not know.
        """
        return ()

    def is_final(self, state: S, seat: Seat, move: Move) -> bool:
        """Tell whether nothing can make ``move`` good again: Parlour then asks a person first.

        ``seat`` is about to make the legal ``move`` in ``state``.
        """
        return False

    def heuristic(self, state: S, seat: Seat) -> float | None:
        """Return how well ``seat`` stands in ``state``; None if the game cannot say.

        Higher is better, on a scale of the game's, best in points of lead. Bots compare values of
        one seat with each other, and never values of two games.
        """
        return None

    def expected_points(self, state: S) -> Sequence[float] | None:
        """Return the points that each seat will probably have at the end; None if it has no idea.

        ``state`` is not over, and the points are in order of the seats. Hints and analyses tell
        leads by them. Without them they use the values that the bot chooses by, on any scale.
        """
        return None

    def weigh_moves(self, state: S, seat: Seat, moves: Sequence[Move]) -> Sequence[float | None]:
        """Return the heuristic's value for ``seat`` of the state after each of some legal moves.

        None stands for a move that must be played to be valued, as one that ends the match must:
        bots add what its places are worth. A game writes this if a move changes little, and the
        change gives the value faster. Bots look no further into the seat's own turn after a move
        that has a value here.
        """
        return (None,) * len(moves)

    def round_key(self, state: S) -> Hashable | None:
        """Return a key for the current round, or for another part of the match; else None.

        The bot ``ahead`` plays on until the key changes, and values the state there. Without keys
        it counts turns.
        """
        return None

    def turn_of(self, state: S) -> Seat | None:
        """Return whose turn it is in ``state``: the first seat that is asked, or None.

        A game writes this if seats are asked, or chance speaks, within the turn of another. Bots
        play on for so many turns, and would take the rest of that turn for another.
        """
        seats = self.awaited(state).seats
        return seats[0] if seats else None

    def random_result(self, state: S, rng: Random) -> Result | None:
        """Play on from ``state`` at random, and return the result; None if a game cannot.

        A search plays thousands of matches out from states that are not over, and needs their
        results alone. A game may have a faster way than its phases. Every legal move is as likely
        as the next, the first seat awaited answers, and ``rng`` is all that chance is drawn from.
        With care, a search finds more: a seat then wins at once if it can, and makes no move after
        which the next seat could, if it has another.
        """
        return None

    # What everybody calls

    def allow(self, game: str, seats: range, options: type[Struct]) -> None:
        """Note what the rules take: the ``game`` by its id, its ``seats`` and kind of ``options``.

        ``seats`` are all numbers of players that it takes.
        """
        self._game = game
        self._seats = seats
        self._options = options

    def begin(self, seats: int, options: object = None, tell: Tell = None) -> S:
        """Return the state that awaits the first answer.

        Args:
            seats: How many play.
            options: A struct of the game's kind of options; None for their defaults.
            tell: Takes each event of the set-up; None if nobody listens.

        Raises:
            SetupError: The game does not take these seats or options.
        """
        options = self._options() if options is None else options
        # Most matches begin as they should: the check is called for the words of its errors.
        fits = seats in self._seats and type(seats) is int and type(options) is self._options
        if not fits or self.setup_fault(seats, options):
            self.check_setup(seats, options)
        state = self.start(seats, options)
        return self.run_automatic(state, tell) if state.phases[-1].automatic else state

    def check_seats(self, seats: int) -> None:
        """Check the number of seats.

        Raises:
            SetupError: So many cannot play.
        """
        if type(seats) is not int or seats not in self._seats:
            expected = f"expected {seats_text(self._seats)} seats"
            raise SetupError(f"{self._game}: {expected}, got {seats!r}")

    def check_setup(self, seats: int, options: object) -> None:
        """Check the number of seats and the options.

        Raises:
            SetupError: They cannot.
        """
        self.check_seats(seats)
        if not isinstance(options, self._options):
            expected = f"expected options of the kind {self._options.__name__}"
            raise SetupError(f"{self._game}: {expected}, got {type(options).__name__}")
        fault = self.setup_fault(seats, options)
        if fault:
            raise SetupError(f"{self._game}: {fault}")

    def awaited(self, state: S) -> Awaited:
        """Return who must answer next in ``state``."""
        return state.phases[-1].awaited(state)  # type: ignore[no-any-return]

    def moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return the legal answers of ``seat`` in ``state``, which must await it."""
        return state.phases[-1].moves(state, seat)  # type: ignore[no-any-return]

    def play(self, state: S, seat: Seat, move: Move, tell: Tell = None) -> S:
        """Return the state after a legal ``move`` of ``seat``, an answer or an offer.

        Nothing is checked here: ``Match.play`` refuses what is not legal. ``tell`` takes each
        event.
        """
        if self.out_of_turn and move in self.offers(state, seat):
            return self.run_automatic(self.play_offer(state, seat, move, tell), tell)
        after: S = state.phases[-1].play(state, seat, move, tell)
        if after.phases[-1].automatic:
            return self.run_automatic(after, tell)
        return after

    def outcomes(self, state: S) -> Sequence[tuple[Outcome, int]]:
        """Return every outcome that is possible in ``state``, with its weight."""
        return state.phases[-1].outcomes(state)  # type: ignore[no-any-return]

    def draw(self, state: S, rng: Random) -> Outcome:
        """Draw one of the outcomes in ``state`` by its weight, with ``rng``."""
        return state.phases[-1].draw(state, rng)  # type: ignore[no-any-return]

    def resolve(self, state: S, outcome: Outcome, tell: Tell = None) -> S:
        """Return the state after an ``outcome`` in ``state``; ``tell`` takes each event."""
        after: S = state.phases[-1].resolve(state, outcome, tell)
        if after.phases[-1].automatic:
            return self.run_automatic(after, tell)
        return after

    def why_not(self, state: S, seat: Seat, move: Move) -> Refusal | None:
        """Say why ``seat`` may not make ``move`` in ``state``; None if it may."""
        phase: Phase[S] = state.phases[-1]
        awaited = self.awaited(state)
        if move in self.offers(state, seat):
            return None
        if seat in awaited.seats and move in self.moves(state, seat):
            return None
        if awaited.is_over:
            return Refusal.of(phase.rule, "match_over")
        if seat not in awaited.seats:
            return Refusal.of(phase.rule, "not_your_turn", seat=seat)
        return phase.why_not(state, seat, move) or Refusal.of(
            phase.rule, UNEXPLAINED, phase=type(phase).__name__, move=type(move).__name__
        )

    def run_automatic(self, state: S, tell: Tell = None) -> S:
        """Run the automatic phases of ``state`` until somebody is awaited.

        ``tell`` takes each event.

        Raises:
            EndlessPhases: The phases go round without ever awaiting anybody.
        """
        passed: list[str] = []
        while (phase := state.phases[-1]).automatic:
            passed.append(type(phase).__name__)
            if len(passed) > MAX_AUTOMATIC_PHASES:
                loop = passed[-1 : -1 - _period(passed) : -1][::-1]
                raise EndlessPhases(f"phases never await anybody: {' → '.join([*loop, loop[0]])}")
            state = phase.advance(state, tell)
        return state


def _period(names: list[str]) -> int:
    """Return after how many phases the tail of ``names`` repeats."""
    tail = names[-200:]
    return next(n for n in range(1, 201) if n == len(tail) or tail[n:] == tail[:-n])


class OpenView(Struct, Generic[S], frozen=True, gc=False):
    """View of a game without secrets: the seat, and the whole state."""

    seat: Seat
    state: S


class OpenRules(Rules[S, OpenView[S]], Generic[S]):
    """Rules of a game without secrets: every seat may know the whole state."""

    def view(self, state: S, seat: Seat) -> OpenView[S]:
        """Return the whole state, with the seat that looks."""
        return OpenView(seat, state)

    def spectator_view(self, state: S) -> OpenView[S]:
        """Return the whole state, as the first seat sees it."""
        return OpenView(0, state)

    def determinize(self, view: OpenView[S], rng: Random) -> S:
        """Return the one state there is."""
        return view.state
