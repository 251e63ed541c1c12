"""The state of a match in a line: the round, the decision, how near the end is; and the points."""

from collections.abc import Mapping, Sequence

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
from parlour_giants.words.names import count, known_base, say

CHAPTERS: Mapping[type[AnyPhase], tuple[str, str]] = {
    Rolling: ("dice", ""),
    Bidding: ("auction", "bid"),
    Picking: ("auction", "carve"),
    Placing: ("placing", "place"),
    Reading: ("placing", "break"),
    Transporting: ("transport", "move"),
    Moving: ("transport", "carry"),
    Stowing: ("transport", "mark"),
    Returning: ("round_end", "take_back"),
}
"""The chapter of each phase, and its question: codes ``chapter.…`` and ``asked.…``."""


def describe_status(view: View, viewer: Viewer) -> str:
    """Tell in one line the round, chapter, question with its seats, and how near the end is."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        winners = [viewer.name(seat) for seat, place in enumerate(phase.places) if place == 1]
        return say("status.over", round=view.round, winners=listed(winners))
    now, left = _now(view, viewer), count(sum(view.supply.moais), "moai")
    if view.seat == NOBODY:
        return say("status", now=now, moais=left)
    mine, bases = view.erected[view.seat].bit_count(), BOX.seats.bases[view.seats]
    return say("status.own", now=now, moais=left, mine=mine, bases=bases)


def _now(view: View, viewer: Viewer) -> str:
    """Tell the round, the chapter, and the question with its seats."""
    limit = view.options.round_limit
    code = (
        "status.round_last"
        if view.is_last_round
        else "status.round_of"
        if limit
        else "status.round"
    )
    rounds = say(code, round=view.round, limit=limit)
    chapter, asked = CHAPTERS[type(view.phases[-1])]
    waiting = (view.seat,) if view.seat in view.awaited else view.awaited
    if not waiting:
        return say("status.rolling", rounds=rounds)
    seats = listed(map(viewer.name, waiting))
    return say(
        "status.asked",
        rounds=rounds,
        chapter=say(f"chapter.{chapter}"),
        seats=seats,
        asked=say(f"asked.{asked}"),
    )


def score_sheet(view: View, viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (rule 7.2); None for what hangs on bases face down."""
    seats = range(view.seats)
    scores = [score(view, seat) for seat in seats]
    sure = [_is_known(view, seat, viewer) for seat in seats]
    always = [True] * len(sure)
    known = {
        "track": always,
        "moais": always if view.options.immediate_scoring else sure,  # 7.3: on the track already
        "headdresses": sure,
        "tablets": always,
        "total": sure,
    }
    return [
        ScoreLine(
            say(f"sheet.{part}"),
            tuple(
                getattr(found, part) if told else None
                for found, told in zip(scores, told_of, strict=True)
            ),
            total=part == "total",
        )
        for part, told_of in known.items()
    ]


def _is_known(view: View, seat: Seat, viewer: Viewer) -> bool:
    """Tell whether a viewer knows which moais are a seat's: their own, or all bases are known."""
    if seat == view.seat:
        return True
    taken = view.sizes[0] | view.sizes[1] | view.sizes[2]
    numbers = (number for number in range(taken.bit_length()) if taken >> number & 1)
    return all(known_base(view, number, viewer) is not None for number in numbers)
