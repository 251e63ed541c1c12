"""Chapter 8: at any time a seat may give half a tablet to peek at the base under a moai."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from parlour import Over, Refusal, Seat, Tell, replaced
from parlour_giants.board import board, members
from parlour_giants.events import Peeked
from parlour_giants.moves import Peek
from parlour_giants.state import BaseState, S, with_more


def peeks(state: BaseState, seat: Seat) -> Sequence[Peek]:
    """Return a peek under each moai whose base is not known to be the seat's own (rule 8.1).

    By the first rulings under the seat's own moais too (rule 7.7).
    """
    # Asked for every move that is played, so what is missing most often comes first.
    if not state.clans[seat].halves or isinstance(state.phases[-1], Over):
        return ()
    own = state.erected[seat] if state.options.rulings != "first" else 0
    return _peeks(state.options.island, state.moais & ~own)


def why_not_peek(state: BaseState, seat: Seat, move: Peek) -> Refusal | None:
    """Say whether the half or the moai is missing, or the base is the seat's own (rule 8.1)."""
    if move in peeks(state, seat):
        return None
    if not state.clans[seat].halves:
        return Refusal.of("8.1", "no_half_to_peek")
    ahu = state.board.ahu_index.get(move.ahu)
    if ahu is None or not state.moais >> ahu & 1:
        return Refusal.of("8.1", "no_moai_to_peek", ahu=move.ahu)
    return Refusal.of("8.1", "own_base")


def peeked(state: S, seat: Seat, move: Peek, tell: Tell) -> S:
    """Put the half back into the box and tell whose base it is (rule 8.1)."""
    bit = 1 << state.board.ahu_index[move.ahu]
    if tell:
        owner = next(s for s in range(state.seats) if state.erected[s] & bit)
        tell(Peeked(seat, move.ahu, owner))
    supply = replace(state.supply, halves=state.supply.halves + 1)
    looked = replaced(state.looked, seat, state.looked[seat] | bit)
    return with_more(replace(state, supply=supply, looked=looked), seat, halves=-1)


@lru_cache(maxsize=1 << 10)
def _peeks(name: str, moais: int) -> tuple[Peek, ...]:
    return tuple(Peek(board(name).ahus[ahu].name) for ahu in members(moais))
