"""A moment of a match under check: one state with the match it belongs to."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.rules.answers import Move
from parlour.rules.awaited import Awaited, Chance
from parlour.rules.seats import Seat
from parlour.testing.report import Given


class Moment:
    """One state of a match, the answer it was given, and the match as it stood then."""

    def __init__(
        self,
        match: Match,
        step: int,
        given: Given | None = None,
        *,
        pool: Sequence[Move] = (),
        tally: Counter[str] | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        self.match = match
        self.game: Game = match.game
        self.rules = match.game.rules
        self.seats = range(match.header.seats)
        self.state: Any = match.state
        self.awaited: Awaited = match.awaited
        self.step = step
        self.given = given
        self.pool = pool
        """Moves of other moments of the match; few are legal at this one."""
        self.tally: Counter[str] = Counter() if tally is None else tally
        """Counters that last for a whole check."""
        self.notes: dict[str, Any] = {} if notes is None else notes
        """Values that last for one match."""
        self._worlds: dict[Seat, Any] = {}

    def rng(self, purpose: str, ordinal: int = 0) -> Random:
        """Return a generator that depends on the match's seed, this step and the arguments."""
        return generator(f"{self.match.header.seed}:{self.step}", purpose, ordinal)

    def legal(self, seat: Seat, state: Any = None) -> Sequence[Move]:
        """Return the legal moves and offers of ``seat`` at this moment, or in another state."""
        state = self.state if state is None else state
        moves = self.rules.moves(state, seat) if seat in self.rules.awaited(state).seats else ()
        return (*moves, *self.rules.offers(state, seat))

    def outcomes(self) -> Sequence[tuple[Any, int]]:
        """Return the possible outcomes with their weights; none where chance is not awaited."""
        return self.rules.outcomes(self.state) if isinstance(self.awaited, Chance) else ()

    def world(self, seat: Seat) -> Any:
        """Return a state that ``seat`` cannot tell from the true one, if need be the true one."""
        if seat not in self._worlds:
            self._worlds[seat] = self._other_world(seat)
        return self._worlds[seat]

    def put_back(self) -> None:
        """Put the match back to this moment, whatever has been tried at it."""
        del self.match.steps[self.step :]
        self.match.state = self.state
        self.match.awaited = self.awaited

    def _other_world(self, seat: Seat) -> Any:
        # A determinizer that fails or does not fit is the business of the law fits-view.
        try:
            view = self.rules.view(self.state, seat)
            world = self.rules.determinize(view, self.rng("world", seat))
            fits = self.rules.view(world, seat) == view
        except Exception:  # noqa: BLE001  whatever a game raises, that law reports it
            return self.state
        return world if fits else self.state
