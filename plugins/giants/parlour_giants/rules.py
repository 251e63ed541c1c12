"""The rules of Giants as the framework calls them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

import parlour
from parlour import Decide, Move, Over, Refusal, Seat, Tell, TurnPlan
from parlour_giants import view as views
from parlour_giants.board import board, board_fault
from parlour_giants.components import BOX, COLOURS, HEADDRESS, Size
from parlour_giants.heuristic import move_values, state_values
from parlour_giants.moves import Peek
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Moving, Picking, State
from parlour_giants.phases.dice import Rounds
from parlour_giants.phases.peeking import peeked, peeks, why_not_peek
from parlour_giants.state import NO_CAMP, NOBODY, BaseState, Clan, Piece, Supply
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

    def spectator_view(self, state: State) -> View:
        """Build the view of somebody without a seat."""
        return views.spectator_view(state)

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
        """Say why a seat may not make a move; of a peek every missing thing (rule 8.1)."""
        if isinstance(move, Peek) and isinstance(self.awaited(state), Decide):
            return why_not_peek(state, seat, move)
        return super().why_not(state, seat, move)

    def is_final(self, state: State, seat: Seat, move: Move) -> bool:
        """Tell whether a move is a peek: what one has seen stays seen (rule 8.1)."""
        return isinstance(move, Peek)

    def plans(self, view: View) -> Sequence[TurnPlan]:
        """Propose bids, figures and transports."""
        from parlour_giants.words.plans import plans  # noqa: PLC0415  bots never ask

        return plans(view)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say how well a seat stands, in prestige points or so."""
        return state_values.heuristic(state, seat)

    def expected_points(self, state: State) -> list[float]:
        """Say what points each seat can expect by the pieces that it has."""
        return state_values.expected_points(state)

    def weigh_moves(
        self, state: State, seat: Seat, moves: Sequence[Move]
    ) -> Sequence[float | None]:
        """Value placements without playing them."""
        return move_values.weigh_moves(state, seat, moves)

    def round_key(self, state: State) -> int:
        """Return the round: at its end all has been paid for that was bid in it."""
        return state.round


def _clan(seats: int, options: Options) -> Clan:
    """Return the first belongings of every seat (rules 1.2 and 1.4)."""
    begin, colour = BOX.start, BOX.colour
    workers = begin.fast_workers if options.fast_start else begin.workers
    return Clan(
        workers=workers,
        markers=begin.markers,
        bases=BOX.seats.bases[seats],
        stored_workers=colour.workers - workers,
        stored_markers=colour.markers - begin.markers,
    )


def census(state: State) -> Mapping[str, int]:
    """Count the components of each kind and colour, wherever they are.

    A place that would hold fewer than none is counted as empty, so that too many elsewhere
    show in the sum.
    """
    counts = {
        "moai1": _moais(state, 1),
        "moai2": _moais(state, 2),
        "moai3": _moais(state, 3),
        "headdresses": _headdresses(state),
        "halves": _sum(state.supply.halves, *(clan.halves for clan in state.clans)),
        "logs": _logs(state),
        "strays": _strays(state),
    }
    # Strict: a crafted state may lack what a seat has reserved, erected or looked at.
    own = zip(range(state.seats), state.reserved, state.erected, state.looked, strict=True)
    for seat, *_ in own:
        counts |= {f"{COLOURS[seat]} {what}": n for what, n in _of_colour(state, seat).items()}
    return counts


def _sum(*counts: int) -> int:
    """Add up the things in several places; a negative number counts as 0."""
    return sum(count for count in counts if count > 0)


def _strays(state: State) -> int:
    """Count what cannot be: off the island, of a seat that nobody has, below none, no round."""
    on, seats = state.board, range(state.seats)
    ahus = (*state.reserved, *state.erected, *state.looked, *state.sizes, state.crowned)
    return sum(
        (
            not isinstance(state.phases[0], Rounds | Over),
            state.forests & ~on.all_forests != 0,
            len(state.camps) != len(on.hexes),
            *(held & ~on.all_ahus != 0 for held in ahus),
            *(count < 0 for clan in state.clans for count in _held(clan)),
            *(_is_stray(piece, len(on.hexes), seats) for piece in state.pieces),
            *(any(camp.workers[state.seats :]) for camp in state.camps),
            *((camp.sorcerers | camp.chiefs) >> state.seats != 0 for camp in state.camps),
        )
    )


def _held(clan: Clan) -> tuple[int, ...]:
    """Return the number of each thing that a seat has off the island."""
    beside = (clan.halves, clan.headdresses, clan.stored_workers, clan.stored_markers)
    return (*clan.behind.values(), *clan.spent.values(), *beside)


def _is_stray(piece: Piece, hexes: int, seats: range) -> bool:
    is_owned = piece.owner in seats
    is_whole = is_owned or (piece.owner == NOBODY and not piece.marked)
    return not (is_whole and 0 <= piece.hex < hexes and piece.been >> hexes == 0)


def _of_colour(state: BaseState, seat: Seat) -> Mapping[str, int]:
    clan, camps = state.clans[seat], state.camps
    unused_bases = BOX.colour.bases - BOX.seats.bases[state.seats]
    reserving, under_moais = state.reserved[seat].bit_count(), state.erected[seat].bit_count()
    on_pieces = sum(piece.marked and piece.owner == seat for piece in state.pieces)
    lifted = _lifted_marker(state, seat)
    return {
        "workers": _sum(
            clan.workers,
            clan.bid_workers,
            clan.stored_workers,
            *(camp.workers[seat] for camp in camps),
        ),
        "sorcerers": clan.sorcerer
        + clan.bid_sorcerer
        + sum(camp.sorcerers >> seat & 1 for camp in camps),
        "chiefs": clan.chief + clan.bid_chief + sum(camp.chiefs >> seat & 1 for camp in camps),
        "bases": _sum(clan.bases, reserving, under_moais, unused_bases),
        "markers": _sum(clan.markers, clan.laid_markers, clan.stored_markers, on_pieces, lifted),
    }


def _lifted_marker(state: BaseState, seat: Seat) -> int:
    """Count the marker on the piece that is being moved."""
    phase = state.phases[-1]
    return isinstance(phase, Moving) and phase.claim == "marked" and phase.seat == seat


def _moais(state: BaseState, size: Size) -> int:
    phase, supply = state.phases[-1], state.supply
    return _sum(
        supply.moais[size - 1],
        supply.lost_moais[size - 1],
        state.sizes[size - 1].bit_count(),
        phase.quarry.count(size) if isinstance(phase, Bidding | Picking) else 0,
        _on_the_way(state, size),
        *(clan.moais.count(size) for clan in state.clans),
    )


def _headdresses(state: BaseState) -> int:
    return _sum(
        state.supply.headdresses,
        state.crowned.bit_count(),
        _on_the_way(state, HEADDRESS),
        *(clan.headdresses for clan in state.clans),
    )


def _on_the_way(state: BaseState, size: Size) -> int:
    """Count pieces on the island that are on their way, with the one that is being moved."""
    phase = state.phases[-1]
    lifted = isinstance(phase, Moving) and phase.size == size
    return sum(piece.size == size for piece in state.pieces) + lifted


def _logs(state: BaseState) -> int:
    forests = state.board.forests.items()
    return _sum(
        state.supply.lost_logs,
        *(logs for where, logs in forests if state.forests >> where & 1),
        *(camp.logs for camp in state.camps),
        *(clan.logs for clan in state.clans),
    )
