"""The rules of Giants as the framework calls them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

import parlour
from parlour import Decide, Move, Refusal, Seat, Tell
from parlour_giants import heuristic, weighing
from parlour_giants import view as views
from parlour_giants.board import board, board_fault
from parlour_giants.census import census
from parlour_giants.components import BOX
from parlour_giants.moves import Peek
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.peeking import peeked, peeks, why_not_peek
from parlour_giants.phases.rounds import Rounds
from parlour_giants.state import NO_CAMP, Clan, Supply
from parlour_giants.view import View


class Rules(parlour.Rules[State, View]):
    """The rules of Giants; each chapter is in ``phases``."""

    out_of_turn: ClassVar[bool] = True

    def start(self, seats: int, options: Options) -> State:
        """Set everything up (rules 1.1 to 1.5)."""
        island, shared = board(options.island), BOX.shared
        return State(
            phases=(Rounds(),),
            options=options,
            clans=(_clan(seats, options),) * seats,
            camps=(NO_CAMP,) * len(island.hexes),
            forests=island.all_forests,
            reserved=(0,) * seats,
            erected=(0,) * seats,
            looked=(0,) * seats,
            supply=Supply(moais=shared.moais, headdresses=shared.headdresses, halves=shared.halves),
        )

    def setup_fault(self, seats: int, options: Options) -> str | None:
        """Say why nobody can play on the board that the options name (rule 1.3)."""
        return board_fault(options.board, options.board_file, options.board_digest)

    def view(self, state: State, seat: Seat) -> View:
        """Build what a seat may know (rule 1.5)."""
        return views.view(state, seat)

    def onlook(self, state: State) -> View:
        """Build what somebody may be shown who sits at no seat."""
        return views.onlook(state)

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view."""
        return views.determinize(view, rng)

    def census(self, state: State) -> Mapping[str, int]:
        """Count the components."""
        return census(state)

    def offers(self, state: State, seat: Seat) -> Sequence[Peek]:
        """Offer each seat with half a tablet a peek under a moai, at any time (rule 8.1)."""
        return peeks(state, seat)

    def play_offer(self, state: State, seat: Seat, move: Peek, tell: Tell) -> State:
        """Let a seat peek (rule 8.1)."""
        return peeked(state, seat, move, tell)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        """Say why a seat may not make a move; of a peek whatever is missing (rule 8.1)."""
        if isinstance(move, Peek) and isinstance(self.awaited(state), Decide):
            return why_not_peek(state, seat, move)
        return super().why_not(state, seat, move)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say how well a seat stands, in prestige points or so."""
        return heuristic.heuristic(state, seat)

    def expected_points(self, state: State) -> list[float]:
        """Say what points each seat can expect by the pieces that it has."""
        return heuristic.expected_points(state)

    def weigh_moves(
        self, state: State, seat: Seat, moves: Sequence[Move]
    ) -> Sequence[float | None]:
        """Value placements without playing them."""
        return weighing.weigh_moves(state, seat, moves)

    def stretch(self, state: State) -> int:
        """Return the round: at its end all has been paid for that was bid in it."""
        return state.round


def _clan(seats: int, options: Options) -> Clan:
    """Return the belongings with which every seat begins (rules 1.2 and 1.4)."""
    begin, colour = BOX.start, BOX.colour
    workers = begin.fast_workers if options.fast_start else begin.workers
    return Clan(
        workers=workers,
        markers=begin.markers,
        bases=BOX.seats.bases[seats],
        stored_workers=colour.workers - workers,
        stored_markers=colour.markers - begin.markers,
    )
