"""Explanations of moves: their price and their gain, in a few words."""

from collections.abc import Callable, Mapping
from typing import Any

from parlour import Move, Viewer, listed
from parlour_giants.board import Ahu
from parlour_giants.components import COLOURS
from parlour_giants.moves import (
    Again,
    Bid,
    Claim,
    Crown,
    Decline,
    Enough,
    Erect,
    GiantsMove,
    Haul,
    Leave,
    Mark,
    Pass,
    Peek,
    Pick,
    Place,
    Rongo,
    Stow,
    Take,
    TakeBack,
)
from parlour_giants.phases import Bidding, Moving, Placing
from parlour_giants.state import fees
from parlour_giants.view import View
from parlour_giants.words.names import PIECE_WORDS, colour_of, commas, count, known_base, terrain

CLAIM_WORDS: Mapping[Claim, str] = {
    "screen": "from in front of your screen",
    "marked": "with your marker",
    "left": "left there by you in this phase",
    "abandoned": "abandoned: it must be erected, put on a moai or marked",
}
"""The right to move a piece, beside the move."""


def explain_move(view: View, move: GiantsMove) -> str:
    """Explain a move in a few words; empty where its text says all."""
    return _MOVES[type(move)](view, move)


def ask_before(view: View, move: GiantsMove, _viewer: Viewer) -> str | None:
    """Ask before a peek, which cannot be taken back (rule 8.1)."""
    if not isinstance(move, Peek):
        return None
    halves = count(view.clans[view.seat].halves, "half")
    known = _known_owner(view, move)
    vain = f"The base on {move.ahu} is {known}, as you know. " if known else ""
    return f"{vain}Peek at {move.ahu} for half a tablet? You have {halves}."


def gain_words(view: View, hex_name: str, gain: str) -> tuple[str, str]:
    """Return the verb and the object of an action, ``takes`` and ``6 logs``; empty for none."""
    on = view.board
    if gain in {"", "nothing"}:
        return "", ""
    if gain == "logs":
        return "takes", count(on.forests[on.index[hex_name]], "log")
    if gain in {"worker", "marker", "headdress"}:
        return "takes", f"a {gain}"
    return "reserves", ahu_values(on.ahus[on.ahu_index[gain]])


def _action(view: View, hex_name: str, gain: str) -> str:
    """Write what an action brings, and that a reservation costs a base."""
    verb, what = gain_words(view, hex_name, gain)
    base = " with one of your bases" if verb == "reserves" else ""
    return f"{verb} {what}{base}".strip()


def ahu_values(ahu: Ahu) -> str:
    """Write an ahu with its values."""
    return f"ahu {ahu.name} (moai {ahu.value} a size, headdress {ahu.crown})"


def owner_words(view: View, number: int) -> str:
    """Write to whom a moai's points go, as far as the viewer was told."""
    owner = known_base(view, number, Viewer.of_seats(view.seats))
    if owner is None:
        return "whoever has the base"
    return "you" if owner == view.seat else colour_of(owner)


def _explain_bid(view: View, move: Bid) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Bidding):
        return ""
    reach = move.workers + move.sorcerer + 3 * move.chief
    sizes = [str(size) for size in sorted(set(phase.quarry)) if size <= reach]
    return f"can carve size {listed(sizes, 'or')}" if sizes else "carves nothing"


def _explain_pick(_view: View, move: Pick) -> str:
    return f"a {PIECE_WORDS[move.size]}"


def _explain_place(view: View, move: Place) -> str:
    on = view.board
    land = terrain(on, on.index[move.hex])
    gain = _action(view, move.hex, move.gain)
    logs = f"with {move.logs} of your {count(view.clans[view.seat].logs, 'log')}"
    return commas(
        (
            "no action" if move.gain == "nothing" else "",
            "breaks a tablet" if move.figure == "chief" and gain else "",
            gain or land,
            logs if move.logs else "",
        ),
        "",
    )


def _explain_again(view: View, move: Again) -> str:
    phase = view.phases[-1]
    return commas(("breaks a tablet", _action(view, getattr(phase, "hex", ""), move.gain)))


def _explain_take(_view: View, move: Take) -> str:
    return f"{PIECE_WORDS[move.size]}, {CLAIM_WORDS[move.claim]}"


def _explain_haul(view: View, move: Haul) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    earned = fees(move.crew, phase.seat, phase.size)
    fees_paid = [f"{colour_of(seat)} earns {count(n, 'point')}" for seat, n in earned]
    return listed(fees_paid or ["free"])


def _explain_erect(view: View, move: Erect) -> str:
    phase, on = view.phases[-1], view.board
    ahu = on.ahus[on.ahu_index[move.ahu]]
    size = phase.size if isinstance(phase, Moving) else 0
    return f"brings {count(ahu.value * size, 'point')}; {ahu.crown} more for a headdress"


def _explain_crown(view: View, move: Crown) -> str:
    on = view.board
    number = on.ahu_index[move.ahu]
    points = count(on.ahus[number].crown, "point")
    return f"brings {points} to {owner_words(view, number)}"


def _explain_mark(view: View, _move: Mark | Stow) -> str:
    markers = count(view.clans[view.seat].markers, "marker")
    return f"with 1 of your {markers}; only you may move it"


def _explain_leave(view: View, _move: Leave) -> str:
    phase = view.phases[-1]
    if isinstance(phase, Moving) and phase.claim == "marked":
        return "it keeps your marker"
    return "without a marker: from the next round anybody may move it"


def _explain_pass(view: View, _move: Pass) -> str:
    chapter = "placing" if isinstance(view.phases[-1], Placing) else "transport"
    return f"out for the rest of {chapter}"


def _explain_peek(view: View, move: Peek) -> str:
    price = f"costs 1 of your {count(view.clans[view.seat].halves, 'half')}"
    known = _known_owner(view, move)
    if known:
        return f"{price} in vain: you know that the base is {known}"
    return f"{price}; shows whose base is under the moai on {move.ahu}"


def _known_owner(view: View, move: Peek) -> str:
    """Return the colour of a base that the seat knows, ``yours`` for its own; else nothing."""
    number = view.board.ahu_index[move.ahu]
    owner = known_base(view, number, Viewer.of_seats(view.seats))
    if owner is None:
        return ""
    return "yours" if owner == view.seat else COLOURS[owner]


def _explain_rongo(_view: View, _move: Rongo) -> str:
    return "costs a marker, which comes back when the round ends"


def _say(text: str) -> Callable[[View, Any], str]:
    return lambda _view, _move: text


_MOVES: Mapping[type[Move], Callable[[View, Any], str]] = {
    Bid: _explain_bid,
    Pick: _explain_pick,
    Decline: _say("carves nothing more in this round"),
    Place: _explain_place,
    Again: _explain_again,
    Enough: _say("breaks no further tablet"),
    Rongo: _explain_rongo,
    Pass: _explain_pass,
    Take: _explain_take,
    Haul: _explain_haul,
    Erect: _explain_erect,
    Crown: _explain_crown,
    Mark: _explain_mark,
    Leave: _explain_leave,
    Stow: _explain_mark,
    TakeBack: _say(""),
    Peek: _explain_peek,
}
"""The explanation of each kind of move."""
