"""Explanations of moves: their price and their gain, in a few words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from parlour import Move, Viewer, listed
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.moves import (
    Again,
    Bid,
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
from parlour_giants.phases.placing import NOT_WANTED
from parlour_giants.state import fees
from parlour_giants.view import View
from parlour_giants.words.names import (
    commas,
    count,
    counted,
    known_base,
    phrase,
    say,
    terrain,
    things_words,
)


def explain_move(view: View, move: GiantsMove) -> str:
    """Explain a move in a few words; empty where its text says all."""
    return _MOVES[type(move)](view, move)


def explain_line(
    view: View, moves: Sequence[GiantsMove], _after: View, _viewer: Viewer
) -> Iterator[str]:
    """Say what a line gains or costs besides points, and what a bid leaves."""
    last = moves[-1]
    if isinstance(last, Bid):
        yield explain_move(view, last)
        yield _carriers(view, last)
    elif isinstance(last, Mark) or (len(moves) == 1 and not isinstance(last, COUNTED)):
        yield explain_move(view, last)


COUNTED = (Haul, Erect, Crown, Pick)
"""Moves that bring points alone, or say all themselves."""


def _carriers(view: View, bid: Bid) -> str:
    """Say which figures a bid leaves to carry."""
    held = view.clans[view.seat].behind
    given = {"worker": bid.workers, "sorcerer": bid.sorcerer, "chief": bid.chief}
    left = {what: held[what] - number for what, number in given.items()}
    return say("plan.carriers", carriers=listed(things_words(left) or [say("plan.nobody")]))


def _action(view: View, hex_name: str, gain: str) -> str:
    """Write what an action brings, and that a reservation costs a base."""
    on = view.board
    if gain in on.ahu_index:
        ahu = on.ahus[on.ahu_index[gain]]
        values = phrase("ahu_values", name=ahu.name, value=ahu.value, crown=ahu.crown)
        return say("note.reserves", ahu=values)
    if gain == "logs":
        return say("note.gain.logs", logs=count(on.forests[on.index[hex_name]], "log"))
    return say(f"note.gain.{gain}") if gain not in {"", NOT_WANTED} else ""


def _explain_bid(view: View, move: Bid) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Bidding):
        return ""
    reach = move.workers + move.sorcerer + 3 * move.chief
    sizes = [str(size) for size in sorted(set(phase.quarry)) if size <= reach]
    return say("note.bid", sizes=listed(sizes, "or")) if sizes else say("note.bid_nothing")


def _explain_pick(_view: View, move: Pick) -> str:
    return say("note.pick", piece=PIECES[move.size])


def _explain_place(view: View, move: Place) -> str:
    on, held = view.board, view.clans[view.seat].logs
    gain = _action(view, move.hex, move.gain)
    return commas(
        (
            say("note.no_action") if move.gain == NOT_WANTED else "",
            say("note.breaks") if move.figure == "chief" and gain else "",
            gain or terrain(on, on.index[move.hex]),
            say("note.logs", n=move.logs, logs=counted(held, "log")) if move.logs else "",
        ),
        "",
    )


def _explain_again(view: View, move: Again) -> str:
    where = getattr(view.phases[-1], "hex", "")
    return commas((say("note.breaks"), _action(view, where, move.gain)))


def _explain_take(_view: View, move: Take) -> str:
    return say("note.take", piece=PIECES[move.size], claim=move.claim)


def _explain_haul(view: View, move: Haul) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    paid = [
        say("note.earns", colour=COLOURS[seat], points=count(points, "point"))
        for seat, points in fees(move.crew, phase.seat, phase.size)
    ]
    return listed(paid or [say("note.free")])


def _explain_erect(view: View, move: Erect) -> str:
    phase, on = view.phases[-1], view.board
    ahu = on.ahus[on.ahu_index[move.ahu]]
    size = phase.size if isinstance(phase, Moving) else 0
    return say("note.erect", points=count(ahu.value * size, "point"), crown=ahu.crown)


def _explain_crown(view: View, move: Crown) -> str:
    """Say what a headdress brings, and to whom if the viewer was told."""
    points = count(view.board.ahus[view.board.ahu_index[move.ahu]].crown, "point")
    known = _of_base(view, move, "note.crown", points=points)
    return known or say("note.crown_unknown", points=points)


def _explain_mark(view: View, _move: Mark | Stow) -> str:
    return say("note.mark", markers=counted(view.clans[view.seat].markers, "marker"))


def _explain_leave(view: View, _move: Leave) -> str:
    phase = view.phases[-1]
    is_marked = isinstance(phase, Moving) and phase.claim == "marked"
    return say("note.leave_marked" if is_marked else "note.leave")


def _explain_pass(view: View, _move: Pass) -> str:
    is_placing = isinstance(view.phases[-1], Placing)
    return say("note.pass_placing" if is_placing else "note.pass_transport")


def _explain_peek(view: View, move: Peek) -> str:
    halves = count(view.clans[view.seat].halves, "half")
    known = _of_base(view, move, "note.peek", halves=halves)
    return known or say("note.peek", halves=halves, ahu=move.ahu)


def _of_base(view: View, move: Crown | Peek, code: str, **values: object) -> str:
    """Word a code for the base under a moai; empty if the seat does not know whose it is."""
    number = view.board.ahu_index[move.ahu]
    owner = known_base(view, number, Viewer.of_seats(view.seats))
    if owner is None:
        return ""
    if owner == view.seat:
        return say(f"{code}_own", **values)
    return say(f"{code}_known", colour=COLOURS[owner], **values)


def _say(code: str) -> Callable[[View, Any], str]:
    return lambda _view, _move: say(code)


_MOVES: Mapping[type[Move], Callable[[View, Any], str]] = {
    Bid: _explain_bid,
    Pick: _explain_pick,
    Decline: _say("note.decline"),
    Place: _explain_place,
    Again: _explain_again,
    Enough: _say("note.enough"),
    Rongo: _say("note.rongo"),
    Pass: _explain_pass,
    Take: _explain_take,
    Haul: _explain_haul,
    Erect: _explain_erect,
    Crown: _explain_crown,
    Mark: _explain_mark,
    Leave: _explain_leave,
    Stow: _explain_mark,
    TakeBack: lambda *_: "",
    Peek: _explain_peek,
}
"""The explanation of each kind of move."""
