"""Points, and the seats that have finished (chapter 7)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from parlour import Seat
from parlour_giants.board import board, members
from parlour_giants.components import BOX
from parlour_giants.options import Options
from parlour_giants.state import BaseState, Clan


class Score(NamedTuple):
    """A seat's points by their sources."""

    track: int
    moais: int
    headdresses: int
    tablets: int

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self)


def moai_points(state: BaseState, ahu: int) -> int:
    """Return the points of the moai on an ahu: the ahu's value times its size (rule 7.2)."""
    return state.board.ahus[ahu].value * state.size_on(ahu)


def score(state: BaseState, seat: Seat) -> Score:
    """Count a seat's points as they would stand at the end (rule 7.2)."""
    clan, mine = state.clans[seat], state.erected[seat]
    counted = not state.options.immediate_scoring  # 7.3: if so, moais are on the track already
    sizes = [ahus & mine for ahus in state.sizes] if counted else (0, 0, 0)
    moais, crowns = _raised(state.options.island, *sizes, mine & state.crowned)
    return Score(clan.points, moais, crowns, clan.halves // 2 * BOX.points.tablet)


def totals(state: BaseState) -> tuple[int, ...]:
    """Return the sum of each seat's points, as ``score`` counts them."""
    return _totals(state.options, state.clans, state.erected, state.sizes, state.crowned)


@lru_cache(maxsize=1 << 12)
def _totals(
    options: Options,
    clans: tuple[Clan, ...],
    erected: tuple[int, ...],
    sizes: tuple[int, int, int],
    crowned: int,
) -> tuple[int, ...]:
    if options.immediate_scoring:  # 7.3
        sizes = (0, 0, 0)
    return tuple(
        clan.points
        + clan.halves // 2 * BOX.points.tablet
        + sum(_raised(options.island, *(ahus & mine for ahus in sizes), crowned & mine))
        for clan, mine in zip(clans, erected, strict=True)
    )


@lru_cache(maxsize=1 << 12)
def _raised(name: str, small: int, middle: int, large: int, crowned: int) -> tuple[int, int]:
    """Return the points of moais on these sets of ahus, one for each size, and of headdresses."""
    ahus = board(name).ahus
    moais = sum(
        ahus[ahu].value * size
        for size, where in enumerate((small, middle, large), 1)
        for ahu in members(where)
    )
    return moais, sum(ahus[ahu].crown for ahu in members(crowned))


def finishes(state: BaseState, seat: Seat) -> bool:
    """Tell whether one more moai of a seat ends the match with this round (rule 7.1)."""
    return state.erected[seat].bit_count() + 1 == BOX.seats.bases[state.seats]


def any_finished(state: BaseState) -> bool:
    """Tell whether a seat has a moai on each of its bases (rule 7.1)."""
    return BOX.seats.bases[state.seats] in [ahus.bit_count() for ahus in state.erected]


def share_played(state: BaseState) -> float:
    """Return the share of a match that is played: of a seat's bases, or of the rounds."""
    used = max([ahus.bit_count() for ahus in state.erected]) / BOX.seats.bases[state.seats]
    limit = state.options.round_limit
    return max(used, (state.round - 1) / limit if limit else 0.0)


def is_at_limit(state: BaseState) -> bool:
    """Tell whether the limit of rounds is reached (rule 7.4)."""
    return state.round == state.options.round_limit


def no_moai_left(state: BaseState) -> bool:
    """Tell whether the box and the island have run out of moais (rules 7.5 and 7.7)."""
    gone = not has_moai_to_erect(state) and state.options.rulings == "first"
    return state.round == state.last_round or gone


def has_moai_to_erect(state: BaseState) -> bool:
    """Tell whether any moai is in the box or on its way (rule 7.5)."""
    return any(state.supply.moais) or any(piece.size for piece in state.pieces)


ANSWERS_A_ROUND = 250
"""Maximum number of moves and outcomes of a round, on the average of a match."""

WHY_IT_ENDS = (
    "the limit of rounds (rule 7.4); in a transport a piece rests on a hex once (rules 5.15 and "
    "9.7), and of 1,000 matches none had more than a quarter of these answers"
)
"""The reason for ``most_answers``."""


def most_answers(_seats: int, options: Options) -> int:
    """Return the most moves and outcomes of a match; 0 if it can go on without end (rule 7.4)."""
    goes_to_and_fro = options.edition_rules.visits == "movement"  # 7.7
    return 0 if goes_to_and_fro else ANSWERS_A_ROUND * options.round_limit


ENDINGS: Mapping[str, Callable[[BaseState], bool]] = {
    "all bases of a seat (7.1)": any_finished,
    "the limit of rounds (7.4)": is_at_limit,
    "no moai left (7.5)": no_moai_left,
}
"""Each way to end, by a name with the number of its rule."""
