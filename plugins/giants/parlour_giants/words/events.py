"""The sentences of single events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour import Event, Viewer, listed
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.events import (
    BidsOpened,
    Counted,
    Earned,
    LaidAside,
    LastRoundSet,
    MarkersTaken,
    Peeked,
    QuarryOpened,
    RoundBegan,
    Skipped,
    StoodDown,
    Uncarved,
)
from parlour_giants.moves import Bid
from parlour_giants.outcomes import Rolled
from parlour_giants.words.names import at_place, count, moai_words, say


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Write the sentence of an event, or return None to stay silent."""
    tell = _EVENTS.get(type(event))
    return tell(event, viewer) if tell else None


def describe_outcome(outcome: Rolled, _viewer: Viewer) -> str:
    """Describe a roll of the dice."""
    return say("outcome.dice", faces=listed(map(str, outcome.faces)))


def on_the_quarry(sizes: Sequence[int]) -> str:
    """Write which moais can be carved; empty where none can."""
    return say("event.quarry", moais=moai_words(sizes)) if sizes else ""


def bid_words(bid: Bid) -> str:
    """Write the contents of a bid."""
    parts = (
        count(bid.markers, "marker"),
        count(bid.workers, "worker") if bid.workers else "",
        say("bid.sorcerer") if bid.sorcerer else "",
        say("bid.chief") if bid.chief else "",
    )
    return listed(part for part in parts if part)


def _seat(code: str) -> Callable[[Any, Viewer], str]:
    return lambda event, viewer: say(code, viewer, seat=event.seat)


def _round_began(event: RoundBegan, viewer: Viewer) -> str:
    return say("event.round", viewer, round=event.round, seat=event.start)


def _quarry_opened(event: QuarryOpened, _viewer: Viewer) -> str:
    return on_the_quarry(event.sizes) or say("event.quarry_empty")


def _bids_opened(event: BidsOpened, viewer: Viewer) -> str:
    bids = (
        say("event.bid", viewer, seat=seat, bid=bid_words(event.bids[seat])) for seat in event.order
    )
    return say("event.bids", bids="; ".join(bids))


def _uncarved(event: Uncarved, _viewer: Viewer) -> str:
    code = "event.removed" if event.removed else "event.uncarved"
    return say(code, moais=moai_words(event.sizes, ".acc"), number=len(event.sizes))


def _earned(event: Earned, viewer: Viewer) -> str:
    return say("event.earned", viewer, seat=event.seat, points=count(event.points, "point"))


def _laid_aside(event: LaidAside, viewer: Viewer) -> str:
    return say("event.laid_aside", viewer, seat=event.seat, piece=PIECES[event.size])


def _markers_taken(event: MarkersTaken, viewer: Viewer) -> str | None:
    takers = [
        say(
            "event.taker",
            viewer,
            seat=seat,
            pieces=listed(at_place(*piece, ".from") for piece in taken),
        )
        for seat, taken in enumerate(event.pieces)
        if taken
    ]
    return say("event.markers", takers="; ".join(takers)) if takers else None


def _peeked(event: Peeked, viewer: Viewer) -> str:
    if event.owner is None:
        return say("event.peeked", viewer, seat=event.seat, ahu=event.ahu)
    colour = COLOURS[event.owner]
    return say("event.seen", viewer, seat=event.owner, ahu=event.ahu, colour=colour)


def _counted(event: Counted, viewer: Viewer) -> str:
    parts = {name: getattr(event, name) for name in ("track", "moais", "headdresses", "tablets")}
    total = count(sum(parts.values()), "point")
    return say("event.counted", viewer, seat=event.seat, total=total, **parts)


_EVENTS: Mapping[type[Event], Callable[[Any, Viewer], str | None]] = {
    RoundBegan: _round_began,
    QuarryOpened: _quarry_opened,
    BidsOpened: _bids_opened,
    Uncarved: _uncarved,
    Skipped: _seat("event.skipped"),
    StoodDown: _seat("event.stood_down"),
    Earned: _earned,
    LaidAside: _laid_aside,
    MarkersTaken: _markers_taken,
    LastRoundSet: lambda *_: say("event.last_round"),
    Peeked: _peeked,
    Counted: _counted,
}
"""The sentence for each kind of event."""
