"""The sentences a player of Giants reads: refusals, events and moves.

A view is told in ``view_words``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from parlour import Event, Move, Viewer
from parlour.rules.words import Wording
from parlour_giants.board import Board, board
from parlour_giants.components import COLOURS
from parlour_giants.events import (
    BidsOpened,
    Counted,
    Earned,
    GiantsEvent,
    LaidAside,
    MarkersTaken,
    Peeked,
    QuarryOpened,
    RoundBegan,
    StoodDown,
    Uncarved,
)
from parlour_giants.moves import Bid, Claim, Crown, Erect, GiantsMove, Haul, Peek, Place, Take
from parlour_giants.phases import Moving
from parlour_giants.state import fees
from parlour_giants.view import View

PIECE_WORDS = ("headdress", "moai of size 1", "moai of size 2", "moai of size 3")
"""The name of each piece in a sentence, by its size."""

_SEVERAL = {"half": "halves", "Rongo half": "Rongo halves", "headdress": "headdresses"}
"""The plurals that take more than an ``s``."""


def count(number: int, what: str) -> str:
    """Write ``1 log``, ``2 logs``."""
    return f"{number} {what if number == 1 else _SEVERAL.get(what, f'{what}s')}"


def listed(parts: Iterable[str], nothing: str = "nothing") -> str:
    """Join the parts that are not empty."""
    return ", ".join(filter(None, parts)) or nothing


def moai_words(sizes: Sequence[int]) -> str:
    """Write ``a moai of size 2``, ``moais of size 1, 2 and 2``."""
    if len(sizes) < 2:
        return f"a moai of size {sizes[0]}" if sizes else "no moai"
    *first, last = map(str, sizes)
    return f"moais of size {', '.join(first)} and {last}"


def at_place(piece: tuple[int, str]) -> str:
    """Write a size and a hex: ``a moai of size 3 on d4``."""
    size, where = piece
    return f"a {PIECE_WORDS[size]} on {where}"


def terrain(on: Board, here: int) -> str:
    """Name the kind of a special hex; empty for any other."""
    special = {
        on.moai_quarry: "moai quarry",
        on.headdress_quarry: "headdress quarry",
        on.village: "village",
        on.hut: "sorcerer's hut",
    }
    return special.get(here, "forest" if here in on.forests else "")


# Refused moves


CLAIM_PLACES: Mapping[Claim, str] = {
    "screen": "before your screen",
    "marked": "with your marker on {hex}",
    "left": "that you left on {hex}",
    "abandoned": "abandoned on {hex}",
}
"""Where a piece would be, by the right to move it."""


def _logs_not_held(logs: int) -> str:
    return f"you have {count(logs, 'log')} behind your screen"


def _action_unsaid(figure: str, gains: Sequence[str]) -> str:
    choices = " or ".join(f"'for {gain}'" for gain in gains)
    return f"it is to be said what the {figure} does there: {choices}"


def _no_such_piece(size: int, hex: str, claim: Claim) -> str:  # noqa: A002  named as in the move
    where = CLAIM_PLACES[claim].format(hex=hex)
    return f"there is no {PIECE_WORDS[size]} {where} for you to move"


REFUSALS: Mapping[str, Wording] = {
    # The auction
    "bid_not_held": "you can bid only what is behind your screen",
    "bid_wanted": "a bid is wanted now",
    "pick_wanted": "a moai is to be picked now, or declined",
    "size_not_on_quarry": "no moai of size {size} is left on the quarry",
    "too_few_sculptors": "your bid holds too few sculptors for size {size}",
    # Placing
    "placing_wanted": "a figure is to be placed now, a Rongo half bought, or passed",
    "no_such_hex": "the island has no hex {hex}",
    "no_such_figure": "you have no {figure} behind your screen",
    "too_many_logs": "two logs at most go with a worker or a sorcerer, none with a chief",
    "logs_not_held": _logs_not_held,
    "worker_acts": "a worker does not act",
    "action_unsaid": _action_unsaid,
    "no_action_there": "the {figure} can do nothing there, so 'for' is left out",
    "gain_elsewhere": "hex {hex} does not give that",
    "gain_used_up": "none of that is left",
    "forest_felled": "this forest has been felled",
    "ahu_elsewhere": "the ahu {ahu} does not border on that hex",
    "ahu_taken": "the ahu {ahu} is taken",
    "no_base": "you have no base behind your screen",
    "chief_needs_tablet": "a chief acts only by breaking a tablet, two Rongo halves",
    "tablet_wanted": "another tablet is to be broken now, or enough",
    "no_tablet_left": "you have no tablet, two Rongo halves, left",
    "half_needs_marker": "a Rongo half needs a marker behind your screen",
    "no_half_in_box": "a Rongo half needs any half in the box",
    # Transport
    "transport_wanted": "a piece is to be moved now, or passed",
    "piece_unsaid": "first say which piece, as in 'move moai 2 d9 mark'",
    "no_such_piece": _no_such_piece,
    "piece_stuck": "you could neither move it nor erect it, crown with it or mark it",
    "abandoned_piece_stuck": "you could not erect it, crown with it or mark it",
    "movement_unfinished": "the movement must first be brought to an end",
    "hex_not_next": "hex {hex} is not next to the piece",
    "hex_visited": "the piece has been on {hex} in this movement",
    "carriers_too_weak": "what stands on {hex} cannot carry a burden of {burden}",
    "carriers_wrong": "expected carriers that are there, suffice and are all needed",
    "abandoned_piece_stuck_there": "from there it could not be erected, put on a moai or marked",
    "abandoned_piece_left": "an abandoned piece must be erected, put on a moai or marked",
    "wrong_kind_of_piece": "moais are erected, headdresses crown",
    "piece_not_at_ahu": "the piece is not next to the ahu {ahu}",
    "no_figure_there": "no figure of yours stands there",
    "no_moai_to_crown": "no moai without a headdress stands there",
    "marked_already": "it is marked already",
    "no_marker": "you have no marker behind your screen",
    "unmoved_wanted": "your unmoved pieces are to be marked or left now",
    "no_such_unmoved_piece": "no such piece stands before your screen",
    # The end of the round
    "markers_wanted": "it is to be said now which markers you take back",
    "marker_not_there": "your markers do not lie there",
}
"""The sentence of each refusal, by its code."""


# Events


def describe_event(event: GiantsEvent, viewer: Viewer) -> str | None:
    """Tell an event in a sentence; None where nothing is worth telling."""
    return _EVENTS[type(event)](event, viewer)


def _round_began(event: RoundBegan, viewer: Viewer) -> str:
    return f"Round {event.round} begins; {viewer.does(event.start, 'starts')}."


def _quarry_opened(event: QuarryOpened, _viewer: Viewer) -> str:
    return on_the_quarry(event.sizes) or "No moai can be carved in this round."


def on_the_quarry(sizes: Sequence[int]) -> str:
    """Write which moais can be carved; empty where none can."""
    return f"On the quarry: {moai_words(sizes)}." if sizes else ""


def _bids_opened(event: BidsOpened, viewer: Viewer) -> str:
    bids = (f"{viewer.name(seat)}: {_bid(event.bids[seat])}" for seat in event.order)
    return f"The bids, in picking order: {'; '.join(bids)}."


def _bid(bid: Bid) -> str:
    return listed(
        (
            count(bid.markers, "marker"),
            count(bid.workers, "worker") if bid.workers else "",
            "sorcerer" if bid.sorcerer else "",
            "chief" if bid.chief else "",
        )
    )


def _uncarved(event: Uncarved, _viewer: Viewer) -> str:
    where = "out of the game" if event.removed else "back into the box"
    return f"Nobody carves {moai_words(event.sizes)}: {where}."


def _stood_down(event: StoodDown, viewer: Viewer) -> str:
    return f"{viewer.name(event.seat)} can do nothing more in this phase."


def _earned(event: Earned, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'earns')} {count(event.points, 'point')}."


def _laid_aside(event: LaidAside, viewer: Viewer) -> str:
    what = PIECE_WORDS[event.size]
    return f"{viewer.does(event.seat, 'leaves')} a {what} unmarked at its quarry."


def _markers_taken(event: MarkersTaken, viewer: Viewer) -> str | None:
    takers = [
        f"{viewer.name(seat)} from {listed(map(at_place, taken))}"
        for seat, taken in enumerate(event.pieces)
        if taken
    ]
    return f"Markers are taken back: {'; '.join(takers)}." if takers else None


def _peeked(event: Peeked, viewer: Viewer) -> str:
    if event.owner is None:
        return f"{viewer.does(event.seat, 'looks')} at the base under the moai on {event.ahu}."
    colour = COLOURS[event.owner]
    return f"The base under the moai on {event.ahu} is {colour}, of {viewer.inside(event.owner)}."


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
    StoodDown: _stood_down,
    Earned: _earned,
    LaidAside: _laid_aside,
    MarkersTaken: _markers_taken,
    Peeked: _peeked,
    Counted: _counted,
}
"""The sentence for each kind of event."""


# Moves


CLAIM_WORDS: Mapping[Claim, str] = {
    "screen": "from before the screen",
    "marked": "with your marker",
    "left": "left earlier in this phase",
    "abandoned": "abandoned",
}
"""The right to move a piece, beside the move."""


def explain_move(view: View, move: GiantsMove) -> str:
    """Explain a move in a few words; empty where its text says all."""
    explain = _MOVES.get(type(move))
    return explain(view, move) if explain else ""


def _explain_place(view: View, move: Place) -> str:
    on = board(view.options.board)
    here = on.index[move.hex]
    if move.gain == "logs":
        return f"takes {count(on.forests[here], 'log')}"
    if move.gain in {"worker", "marker", "headdress"}:
        return f"takes a {move.gain}"
    if move.gain == "nothing":
        return listed((terrain(on, here), "no action"))
    if move.gain:
        ahu = on.ahus[on.ahu_index[move.gain]]
        return f"reserves the ahu (moai {ahu.value}, headdress {ahu.crown})"
    return terrain(on, here)


def _explain_take(_view: View, move: Take) -> str:
    return f"{PIECE_WORDS[move.size]}, {CLAIM_WORDS[move.claim]}"


def _explain_haul(view: View, move: Haul) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    earned = fees(move.crew, phase.seat, phase.size)
    return listed((f"{COLOURS[seat]} +{points}" for seat, points in earned), "")


def _explain_ahu(view: View, move: Erect | Crown | Peek) -> str:
    on = board(view.options.board)
    ahu = on.ahus[on.ahu_index[move.ahu]]
    return f"moai {ahu.value} for each size, headdress {ahu.crown}"


_MOVES: Mapping[type[Move], Callable[[View, Any], str]] = {
    Place: _explain_place,
    Take: _explain_take,
    Haul: _explain_haul,
    Erect: _explain_ahu,
    Crown: _explain_ahu,
    Peek: _explain_ahu,
}
"""The explanation of each kind of move; the texts of the other kinds say all."""
