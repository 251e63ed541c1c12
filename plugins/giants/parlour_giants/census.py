"""Where every component is: counted, so that none is ever lost or made."""

from collections.abc import Mapping

from parlour import Seat
from parlour_giants.components import BOX, COLOURS, HEADDRESS
from parlour_giants.phases import Bidding, Moving, Picking
from parlour_giants.state import BaseState


def census(state: BaseState) -> Mapping[str, int]:
    """Count the components of each kind and colour, wherever they are."""
    counts = {
        "moai1": _moais(state, 1),
        "moai2": _moais(state, 2),
        "moai3": _moais(state, 3),
        "headdresses": _headdresses(state),
        "halves": state.supply.halves + sum(clan.halves for clan in state.clans),
        "logs": _logs(state),
    }
    for seat in range(state.seats):
        counts |= {f"{COLOURS[seat]} {what}": n for what, n in _of_colour(state, seat).items()}
    return counts


def _of_colour(state: BaseState, seat: Seat) -> Mapping[str, int]:
    clan, camps = state.clans[seat], state.camps
    unused_bases = BOX.colour.bases - BOX.seats.bases[state.seats]
    on_ahus = state.reserved[seat].bit_count() + state.erected[seat].bit_count()
    marks = sum(piece.marked and piece.owner == seat for piece in state.pieces)
    return {
        "workers": clan.workers
        + clan.bid_workers
        + clan.stored_workers
        + sum(camp.workers[seat] for camp in camps),
        "sorcerers": clan.sorcerer
        + clan.bid_sorcerer
        + sum(camp.sorcerers >> seat & 1 for camp in camps),
        "chiefs": clan.chief + clan.bid_chief + sum(camp.chiefs >> seat & 1 for camp in camps),
        "bases": clan.bases + on_ahus + unused_bases,
        "markers": clan.markers
        + clan.laid_markers
        + clan.stored_markers
        + marks
        + _lifted(state, seat),
    }


def _lifted(state: BaseState, seat: Seat) -> int:
    """Count the marker on the piece that is being moved."""
    phase = state.phases[-1]
    return isinstance(phase, Moving) and phase.claim == "marked" and phase.seat == seat


def _moais(state: BaseState, size: int) -> int:
    phase, supply = state.phases[-1], state.supply
    count = supply.moais[size - 1] + supply.lost_moais[size - 1]
    count += state.sizes[size - 1].bit_count() + _on_the_way(state, size)
    count += sum(clan.moais.count(size) for clan in state.clans)
    if isinstance(phase, Bidding | Picking):
        count += phase.quarry.count(size)
    return count


def _headdresses(state: BaseState) -> int:
    before_screens = sum(clan.headdresses for clan in state.clans)
    on_moais = state.crowned.bit_count()
    return state.supply.headdresses + before_screens + on_moais + _on_the_way(state, HEADDRESS)


def _on_the_way(state: BaseState, size: int) -> int:
    phase = state.phases[-1]
    lifted = isinstance(phase, Moving) and phase.size == size
    return sum(piece.size == size for piece in state.pieces) + lifted


def _logs(state: BaseState) -> int:
    standing = sum(
        logs for where, logs in state.board.forests.items() if state.forests >> where & 1
    )
    on_island = sum(camp.logs for camp in state.camps)
    behind_screens = sum(clan.logs for clan in state.clans)
    return standing + on_island + behind_screens + state.supply.lost_logs
