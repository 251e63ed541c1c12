"""The rules of Giants as the framework calls them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import Seat, Tell, replaced
from parlour_giants import heuristic
from parlour_giants import view as views
from parlour_giants.board import board, board_fault, members
from parlour_giants.census import census
from parlour_giants.components import BOX
from parlour_giants.events import Peeked
from parlour_giants.moves import Peek
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.rounds import Rounds
from parlour_giants.state import NO_CAMP, Clan, Supply, with_clan
from parlour_giants.view import View


class Rules(parlour.Rules[State, View]):
    """The rules of Giants; each chapter is in ``phases``."""

    out_of_turn: ClassVar[bool] = True

    def start(self, seats: int, options: Options) -> State:
        """Set everything up (rules 1.1 to 1.5)."""
        island, shared = board(options.board), BOX.shared
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
        return board_fault(options.board)

    def view(self, state: State, seat: Seat) -> View:
        """Build what a seat may know (rule 1.5)."""
        return views.view(state, seat)

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view."""
        return views.determinize(view, rng)

    def census(self, state: State) -> Mapping[str, int]:
        """Count the components."""
        return census(state)

    def offers(self, state: State, seat: Seat) -> Sequence[Peek]:
        """Offer each seat with a Rongo half a peek under any moai, at any time (rule 8.1)."""
        if not state.clans[seat].halves or state.phases[-1].awaited(state).is_over:
            return ()
        return _peeks(state.options.board, state.moais)

    def play_offer(self, state: State, seat: Seat, move: Peek, tell: Tell) -> State:
        """Put the half back into the box and tell whose base it is (rule 8.1)."""
        bit = 1 << state.board.ahu_index[move.ahu]
        if tell:
            owner = next(s for s in range(state.seats) if state.erected[s] & bit)
            tell(Peeked(seat, move.ahu, owner))
        supply = replace(state.supply, halves=state.supply.halves + 1)
        looked = replaced(state.looked, seat, state.looked[seat] | bit)
        clan = replace(state.clans[seat], halves=state.clans[seat].halves - 1)
        return with_clan(replace(state, supply=supply, looked=looked), seat, clan)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say how well a seat stands, in prestige points or so."""
        return heuristic.heuristic(state, seat)


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


@lru_cache(maxsize=1 << 10)
def _peeks(name: str, moais: int) -> tuple[Peek, ...]:
    return tuple(Peek(board(name).ahus[ahu].name) for ahu in members(moais))
