"""The census: components counted wherever they are, so that none is ever lost or made."""

from collections.abc import Mapping

from parlour import Seat
from parlour_giants.components import BOX, COLOURS, HEADDRESS, Size
from parlour_giants.phases import Bidding, Moving, Picking
from parlour_giants.state import BaseState


def census(state: BaseState) -> Mapping[str, int]:
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
    }
    for seat in range(state.seats):
        counts |= {f"{COLOURS[seat]} {what}": n for what, n in _of_colour(state, seat).items()}
    return counts


def _sum(*counts: int) -> int:
    """Add up what lies in several places, none of which can hold fewer than none."""
    return sum(count for count in counts if count > 0)


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
