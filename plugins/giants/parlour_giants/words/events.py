"""The sentences of single events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour import Event, Viewer, listed
from parlour_giants.components import COLOURS
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
from parlour_giants.words.names import PIECE_WORDS, at_place, conjugated, count, moai_words


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Write the sentence of an event, or return None to stay silent."""
    tell = _EVENTS.get(type(event))
    return tell(event, viewer) if tell else None


def on_the_quarry(sizes: Sequence[int]) -> str:
    """Write which moais can be carved; empty where none can."""
    return f"On the quarry: {moai_words(sizes)}." if sizes else ""


def bid_words(bid: Bid) -> str:
    """Write the contents of a bid."""
    parts = (
        count(bid.markers, "marker"),
        count(bid.workers, "worker") if bid.workers else "",
        "the sorcerer" if bid.sorcerer else "",
        "the chief" if bid.chief else "",
    )
    return listed([part for part in parts if part])


def _round_began(event: RoundBegan, viewer: Viewer) -> str:
    return f"Round {event.round} begins; {viewer.does(event.start, 'starts')}."


def _quarry_opened(event: QuarryOpened, _viewer: Viewer) -> str:
    return on_the_quarry(event.sizes) or "No moai can be carved in this round."


def _bids_opened(event: BidsOpened, viewer: Viewer) -> str:
    bids = (f"{viewer.name(seat)} {bid_words(event.bids[seat])}" for seat in event.order)
    return f"The bids, in the order of carving: {'; '.join(bids)}."


def _uncarved(event: Uncarved, _viewer: Viewer) -> str:
    leave = "leaves" if len(event.sizes) == 1 else "leave"
    goes = "goes" if len(event.sizes) == 1 else "go"
    where = f"{leave} the game" if event.removed else f"{goes} back into the supply"
    what = moai_words(event.sizes)
    return f"Nobody carves {what}; {'it' if len(event.sizes) == 1 else 'they'} {where}."


def _skipped(event: Skipped, viewer: Viewer) -> str:
    have = viewer.does(event.seat, "has", "have")
    return f"{have} nothing to do now and {conjugated(viewer, event.seat, 'is', 'are')} skipped."


def _last_round_set(_event: LastRoundSet, _viewer: Viewer) -> str:
    return "No moai is left to erect: one more round is played, then the match ends."


def _stood_down(event: StoodDown, viewer: Viewer) -> str:
    have = viewer.does(event.seat, "has", "have")
    passes = conjugated(viewer, event.seat, "passes", "pass")
    return f"{have} no moves left and {passes}."


def _earned(event: Earned, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'earns')} {count(event.points, 'point')}."


def _laid_aside(event: LaidAside, viewer: Viewer) -> str:
    leaves = viewer.does(event.seat, "leaves")
    return f"{leaves} a {PIECE_WORDS[event.size]} unmarked at its quarry: anybody may move it."


def _markers_taken(event: MarkersTaken, viewer: Viewer) -> str | None:
    takers = [
        f"{viewer.name(seat)} from {listed([at_place(*piece) for piece in taken])}"
        for seat, taken in enumerate(event.pieces)
        if taken
    ]
    return f"Markers are taken back: {'; '.join(takers)}." if takers else None


def _peeked(event: Peeked, viewer: Viewer) -> str:
    if event.owner is None:
        peeks = viewer.does(event.seat, "peeks")
        return f"{peeks} at the base under the moai on {event.ahu} for half a tablet."
    colour = COLOURS[event.owner]
    owner = viewer.inside(event.owner)
    return f"The base under the moai on {event.ahu} is {colour}: it belongs to {owner}."


def _counted(event: Counted, viewer: Viewer) -> str:
    total = event.track + event.moais + event.headdresses + event.tablets
    parts = (
        f"track {event.track}, moais {event.moais}, "
        f"headdresses {event.headdresses}, tablets {event.tablets}"
    )
    return f"{viewer.name(event.seat)}: {count(total, 'point')} ({parts})."


_EVENTS: Mapping[type[Event], Callable[[Any, Viewer], str | None]] = {
    RoundBegan: _round_began,
    QuarryOpened: _quarry_opened,
    BidsOpened: _bids_opened,
    Uncarved: _uncarved,
    Skipped: _skipped,
    StoodDown: _stood_down,
    Earned: _earned,
    LaidAside: _laid_aside,
    MarkersTaken: _markers_taken,
    LastRoundSet: _last_round_set,
    Peeked: _peeked,
    Counted: _counted,
}
"""The sentence for each kind of event."""
