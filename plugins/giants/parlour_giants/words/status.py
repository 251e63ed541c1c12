"""The state of a match in a line: the round, the decision, how near the end is; and the points."""

from collections.abc import Iterable, Mapping, Sequence

from parlour import Over, Seat, Viewer, listed
from parlour.rules.panels import ScoreLine
from parlour_giants.components import BOX
from parlour_giants.phases import (
    AnyPhase,
    Bidding,
    Moving,
    Picking,
    Placing,
    Reading,
    Returning,
    Rolling,
    Stowing,
    Transporting,
)
from parlour_giants.scoring import score
from parlour_giants.state import NOBODY
from parlour_giants.view import View
from parlour_giants.words.names import count, known_base

CHAPTERS: Mapping[type[AnyPhase], tuple[str, str]] = {
    Rolling: ("dice", "to be rolled"),
    Bidding: ("auction", "to bid"),
    Picking: ("auction", "to carve"),
    Placing: ("placing", "to place"),
    Reading: ("placing", "to break a tablet"),
    Transporting: ("transport", "to move"),
    Moving: ("transport", "to carry on"),
    Stowing: ("transport", "to mark"),
    Returning: ("round's end", "to take back"),
}
"""The chapter of each phase that awaits somebody, and what is asked."""


def describe_status(view: View, viewer: Viewer) -> str:
    """Tell in one line the round, the chapter, who is asked for what, and how near the end is."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        winners = [viewer.name(seat) for seat, place in enumerate(phase.places) if place == 1]
        return f"Round {view.round}, the end. Won by {listed(winners)}."
    limit = view.options.round_limit
    last = view.round in {limit, view.last_round}  # 7.4 and 7.5
    of_all = " (last)" if last else f" of {limit}" if limit else ""
    rounds = f"Round {view.round}{of_all}"
    chapter, asked = CHAPTERS[type(phase)]
    waiting = (view.seat,) if view.seat in view.awaited else view.awaited
    names = listed([viewer.name(seat) for seat in waiting] or ["the dice"])
    left = count(sum(view.supply.moais), "moai")
    said = f"{rounds}, {chapter}: {names} {asked}. {left} left"
    if view.seat == NOBODY:
        return f"{said}."
    mine, bases = view.erected[view.seat].bit_count(), BOX.seats.bases[view.seats]
    return f"{said}, {mine}/{bases} erected."


def score_sheet(view: View, viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (rule 7.2); None for what hangs on bases face down."""
    seats = range(view.seats)
    state = view
    scores = [score(state, seat) for seat in seats]
    sure = [_is_known(view, seat, viewer) for seat in seats]
    open_moais = view.options.immediate_scoring  # 7.3: they are on the track already
    return (
        ScoreLine("on the track", tuple(found.track for found in scores)),
        _line("moais", (found.moais for found in scores), [open_moais or told for told in sure]),
        _line("headdresses", (found.headdresses for found in scores), sure),
        ScoreLine("tablets", tuple(found.tablets for found in scores)),
        _line("in all", (found.total for found in scores), sure, total=True),
    )


def _line(
    label: str, points: Iterable[int], known: Iterable[bool], *, total: bool = False
) -> ScoreLine:
    told = (number if told else None for number, told in zip(points, known, strict=True))
    return ScoreLine(label, tuple(told), total)


def _is_known(view: View, seat: Seat, viewer: Viewer) -> bool:
    """Tell whether a viewer knows which moais are a seat's: their own, or all bases are known."""
    if seat == view.seat:
        return True
    taken = view.sizes[0] | view.sizes[1] | view.sizes[2]
    numbers = (number for number in range(taken.bit_length()) if taken >> number & 1)
    return all(known_base(view, number, viewer) is not None for number in numbers)
