"""The line of status, and the score sheet."""

from collections.abc import Iterator, Mapping, Sequence

from parlour import OpenView, Over, ScoreLine, Seat, Viewer
from parlour_maori.components import SIDES
from parlour_maori.phases import AnyPhase, State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.pawn import MovingPawn
from parlour_maori.phases.sailing import Sailing, free_steps
from parlour_maori.phases.set_up import Launching
from parlour_maori.scoring import sheets
from parlour_maori.state import free_cells
from parlour_maori.words.names import capitalised, count, named, say

MAX_EMPTY_NAMED = 2
"""Maximum number of empty cells of a board that the status names as nearly full."""

LINES = ("palms", "hut_palms", "wreaths", "boats", "shells", "empty")
"""The lines of a score sheet, in the order of the rules."""


# The score


def score_sheet(view: OpenView[State], _viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (chapter 7)."""
    counted = sheets(view.state)
    lines = [
        ScoreLine(say(f"sheet.{field}"), tuple(getattr(sheet, field) for sheet in counted))
        for field in LINES
    ]
    return [
        *lines,
        ScoreLine(say("sheet.points"), tuple(sheet.total for sheet in counted), total=True),
    ]


# The status


def describe_status(view: OpenView[State], viewer: Viewer) -> str:
    """Tell in one line how near the end is, the task, and the supply.

    The nearer the end the earlier it stands, since a line may be cut.
    """
    state = view.state
    if isinstance(state.phases[-1], Over):
        return say("status.over")
    left = say("status.left", tiles=count(sum(state.stack), "tile"))
    return capitalised("; ".join([*_near_the_end(state, viewer), asked(state), left]))


def asked(state: State) -> str:
    """Say the task: ``lay a left end with 2 palms``."""
    phase = state.phases[-1]
    if isinstance(phase, Sailing):
        return say("asked.sail", reach=reach(state, phase.seat))
    if isinstance(phase, Laying):
        return say("asked.lay", tile=named(phase.sort))
    return say(_ASKED.get(type(phase), "asked.deal"))


def reach(state: State, seat: Seat) -> str:
    """Say how far a seat can sail: ``1-2 free, 3-7 for shells``."""
    free, most = free_steps(state, seat), free_steps(state, seat) + state.boards[seat].shells
    if most > free:
        return say("reach.paid", free=_span(1, free), paid=_span(free + 1, most))
    return say("reach.free", free=_span(1, free))


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}-{most}"


_ASKED: Mapping[type[AnyPhase], str] = {
    Launching: "asked.launch",
    Exploring: "asked.explore",
    MovingPawn: "asked.pawn",
}


def _near_the_end(state: State, viewer: Viewer) -> Iterator[str]:
    """Yield the facts about the end before it comes (rules 6.1 and 6.3)."""
    if state.turns_left > 0:
        more = state.turns_left - 1
        yield say("status.last_more", number=more) if more else say("status.last")
        return
    seats = len(state.boards)
    idle = 2 * seats - state.unchanged
    if state.unchanged and idle <= seats:
        yield say("status.rests", number=idle)
    for seat, own in enumerate(state.boards):
        empty = len(free_cells(own, SIDES[state.options.side]))
        if 0 < empty <= MAX_EMPTY_NAMED:
            yield say("status.nearly_full", viewer, seat=seat, cells=count(empty, "empty"))
