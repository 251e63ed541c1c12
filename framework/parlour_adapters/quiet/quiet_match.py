"""One match after another by the rules alone: no record, no events and no text.

A quiet match keeps its seed and its moves, so that it can be turned into a ``Match`` at any time,
which has all of them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from parlour.match import HASHED, Dealer, Decision, Game, Match, hands_over, header_of
from parlour.match.game import PERSON
from parlour.rules import Awaited, Chance, Move, Seat, State


class QuietMatch:
    """One match after another by the rules alone."""

    def __init__(self, game: Game, seats: int, options: Struct) -> None:
        """Lay the table; ``begin`` begins a match."""
        self.game = game
        self._seats = seats
        self._options = options
        self._rules = game.rules
        self._is_direct = hands_over(type(game.rules))  # type: ignore[arg-type]  # a class is hashable
        self._start = game.rules.begin(seats, options)
        self._offers: Sequence[Move] = ()
        self._dealer = Dealer("", HASHED)
        self.seed = ""
        """The seed of its luck."""
        self.played: list[Move] = []
        """The moves of all seats so far, in order."""
        self.last: tuple[str, Sequence[Move]] | None = None
        """Seed and moves of the match before; None at the first."""
        self.seat: Seat = 0
        """The seat to act; the first at the end."""
        self.is_over = False
        """Whether the match is over."""

    def begin(self, seed: str) -> None:
        """Begin a match with ``seed``, and let chance decide until a seat is awaited."""
        if self.seed:
            self.last = self.seed, self.played
        self.seed = seed
        self.played = []
        self._dealer.begin(seed)
        self._go_on(self._start)

    def view(self) -> Any:
        """Return the view of the seat to act; of the first seat at the end."""
        return self._rules.view(self._state, self.seat)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of the seat to act, and its offers with them."""
        state = self._state
        phase: Any = state.phases[-1] if self._is_direct else self._rules
        moves: Sequence[Move] = phase.moves(state, self.seat)
        if not self._rules.out_of_turn:
            return moves
        self._offers = self._rules.offers(state, self.seat)
        return (*moves, *self._offers) if self._offers else moves

    def decision(self) -> Decision:
        """Return the question put to the seat to act, as a bot wants it; without events."""
        moves = tuple(self.moves())
        legal = moves[: len(moves) - len(self._offers)]
        return Decision(self.seat, self.view(), legal, tuple(self._offers), seats=self._seats)

    def play(self, move: Move) -> None:
        """Let the seat to act make a move, which ``moves`` has named, and chance decide the rest.

        It is not checked again.
        """
        state = self._state
        self.played.append(move)
        if self._is_direct and move not in self._offers:
            self._go_on(state.phases[-1].play(state, self.seat, move, None))
        else:
            self._go_on(self._rules.play(state, self.seat, move))

    def stop(self) -> None:
        """End the match at once, without a result."""
        self.is_over = True
        self.seat = 0

    def match(self) -> Match:
        """Return the match so far, with its record and all that was told."""
        return after_moves(self.game, self._seats, self._options, (self.seed, self.played))

    def last_match(self) -> Match | None:
        """Return the match before, with its record and all that was told; None at the first."""
        return self.last and after_moves(self.game, self._seats, self._options, self.last)

    def _go_on(self, state: State) -> None:
        """Let automatic phases and chance run on until a seat is awaited, or the match is over."""
        rules = self._rules
        while True:
            phase: Any = state.phases[-1]
            if phase.automatic:
                state = rules.run_automatic(state)
                phase = state.phases[-1]
            if not self._is_direct:
                phase = rules
            awaited: Awaited = phase.awaited(state)
            if type(awaited) is not Chance:
                break
            outcome = self._dealer.draw(rules, state, awaited.kind)
            self._dealer.count(awaited.kind)
            state = phase.resolve(state, outcome, None)
        self._state = state
        self.awaited = awaited
        """The seats that must answer next; the result when the match is over."""
        self.is_over = awaited.is_over
        seats = awaited.seats
        self.seat = seats[0] if seats else 0


def dealt(game: Game, seats: int, options: Struct, seed: str) -> Match:
    """Begin a match of ``game`` for ``seats``, with the luck that a quiet one has from ``seed``.

    ``options`` are a struct of the game's kind.
    """
    header = header_of(game, (PERSON,) * seats, options, seed, dealer=HASHED)
    match = Match(game, header)
    match.record_in_errors = True
    return match


def after_moves(
    game: Game, seats: int, options: Struct, seed_and_moves: tuple[str, Sequence[Move]]
) -> Match:
    """Return the match that ``dealt`` begins, after moves of the seats that are awaited first.

    ``game``, ``seats`` and ``options`` are those of ``dealt``; ``seed_and_moves`` is a seed, and
    the moves.
    """
    seed, moves = seed_and_moves
    match = dealt(game, seats, options, seed)
    for move in moves:
        match.play(move, match.awaited.seats[0])
    return match
