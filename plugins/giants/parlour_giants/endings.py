"""Ways in which a match ends, by name, told from its last state."""

from collections.abc import Callable, Mapping

from parlour_giants.scoring import has_finished
from parlour_giants.state import BaseState


def any_finished(state: BaseState) -> bool:
    """Tell whether a seat has a moai on each of its bases (rule 7.1)."""
    return any(has_finished(state, seat) for seat in range(state.seats))


def is_at_limit(state: BaseState) -> bool:
    """Tell whether the limit of rounds is reached (rule 7.4)."""
    return state.round == state.options.round_limit


def no_moai_left(state: BaseState) -> bool:
    """Tell whether the box and the island have run out of moais (rules 7.5 and 7.7)."""
    gone = not any(state.supply.moais) and not any(piece.size for piece in state.pieces)
    return state.round == state.last_round or (gone and state.options.rulings == "first")


ENDINGS: Mapping[str, Callable[[BaseState], bool]] = {
    "all bases of a seat (7.1)": any_finished,
    "the limit of rounds (7.4)": is_at_limit,
    "no moai left (7.5)": no_moai_left,
}
"""Each way to end, by a name with the number of its rule."""
