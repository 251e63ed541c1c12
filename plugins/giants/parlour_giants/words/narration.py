"""Narration: a sentence for each step of a turn, and one for a whole transport."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour import Event, Move, NotationError, Seat, Viewer, listed
from parlour.rules.events import ChanceResolved, Played
from parlour.rules.notation import Notation
from parlour.rules.panels import Happening
from parlour.rules.words import YOU
from parlour_giants.components import Size
from parlour_giants.events import Earned, QuarryOpened, Skipped, StoodDown
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
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import Bidding, Moving
from parlour_giants.state import CHIEF, LOG
from parlour_giants.view import View
from parlour_giants.words.events import bid_words, describe_event
from parlour_giants.words.moves import gain_words
from parlour_giants.words.names import PIECE_WORDS, at_place, conjugated, count, known_base, terrain

MOVES: Notation[GiantsMove] = Notation(GiantsMove, "move")
OUTCOMES: Notation[Rolled] = Notation(Rolled, "outcome")


def narrate(happenings: Sequence[Happening[View]], viewer: Viewer) -> Iterator[str]:
    """Tell a run of answers in sentences."""
    transport: Transport | None = None
    for happening in happenings:
        head, *rest = happening.events
        move = _move(head)
        carried = isinstance(happening.before.phases[-1], Moving) and not isinstance(move, Peek)
        if isinstance(move, Take):
            transport = Transport.begun(happening.after)
        elif carried and move is not None:
            transport = (transport or Transport.begun(happening.before)).followed(move, rest)
            if transport.end is not None:
                yield transport.told(happening.after, viewer)
                transport = None
            yield from _sentences(_without(rest, Earned), viewer)
        else:
            yield from _told(happening, move, viewer)
    if transport is not None:
        yield transport.told(happenings[-1].after, viewer)


def _move(event: Event) -> GiantsMove | None:
    """Read a move as it was told; None for one that is secret, and for other events."""
    if not isinstance(event, Played):
        return None
    try:
        return MOVES.read(event.move)
    except NotationError:
        return None


def _told(happening: Happening[View], move: GiantsMove | None, viewer: Viewer) -> Iterator[str]:
    """Tell an answer that is no part of a transport, and what came of it."""
    head, *rest = happening.events
    if isinstance(head, Played):
        yield from filter(None, [_played(happening.before, head.seat, move, viewer)])
    elif isinstance(head, ChanceResolved):
        faces = OUTCOMES.read(head.outcome).faces
        quarry = (event for event in rest if isinstance(event, QuarryOpened))
        shown = f"The dice show {listed(list(map(str, faces)))}."
        yield " ".join((shown, *_sentences(quarry, viewer)))
    yield from _sentences(_without(rest, QuarryOpened), viewer)


def _without(events: Iterable[Event], kind: type[Event]) -> Iterator[Event]:
    return (event for event in events if not isinstance(event, kind))


def _sentences(events: Iterable[Event], viewer: Viewer) -> Iterator[str]:
    """Tell the game's own events one by one; seats that are skipped in a row are told together."""
    for _, run in groupby(events, key=type):
        alike = list(run)
        idle = [event for event in alike if isinstance(event, Skipped | StoodDown)]
        if len(idle) > 1:
            names = viewer.listed(event.seat for event in idle)
            yield f"{names} {_TOGETHER[type(idle[0])]}."
        else:
            yield from filter(None, (describe_event(event, viewer) for event in alike))


_TOGETHER: Mapping[type[Event], str] = {
    Skipped: "have nothing to do now and are skipped",
    StoodDown: "have no moves left and pass",
}
"""The sentence if the same happens to several seats in a row."""


def _played(before: View, seat: Seat, move: GiantsMove | None, viewer: Viewer) -> str:
    """Tell a move in a sentence; empty where an event tells it."""
    if move is None:
        if isinstance(before.phases[-1], Bidding):
            return f"{viewer.does(seat, 'bids')} in secret."
        return f"{viewer.does(seat, 'decides')} in secret which markers to take back."
    said = _MOVES[type(move)](before, seat, move, viewer) if type(move) in _MOVES else ""
    return f"{viewer.name(seat)} {said}." if said else ""


# Moves, without the name of the seat and the full stop


def _bid(_before: View, seat: Seat, move: Bid, viewer: Viewer) -> str:
    return f"{conjugated(viewer, seat, 'bids')} {bid_words(move)}"


def _pick(_before: View, seat: Seat, move: Pick, viewer: Viewer) -> str:
    return f"{conjugated(viewer, seat, 'carves')} a {PIECE_WORDS[move.size]}"


def _place(before: View, seat: Seat, move: Place, viewer: Viewer) -> str:
    on = before.board
    land = terrain(on, on.index[move.hex])
    figure = "a worker" if move.figure == "worker" else f"the {move.figure}"
    logs = f" and {count(move.logs, 'log')}" if move.logs else ""
    where = f"{move.hex} ({land})" if land else move.hex
    placed = f"{conjugated(viewer, seat, 'places')} {figure}{logs} on {where}"
    deeds = list(_deeds(before, seat, move.hex, move.gain, viewer, chief=move.figure == "chief"))
    return listed([placed, *deeds])


def _again(before: View, seat: Seat, move: Again, viewer: Viewer) -> str:
    where = getattr(before.phases[-1], "hex", "")
    return listed(list(_deeds(before, seat, where, move.gain, viewer, chief=True)))


def _deeds(
    before: View, seat: Seat, where: str, gain: str, viewer: Viewer, *, chief: bool
) -> Iterator[str]:
    """Tell an action, and what it costs a chief."""
    verb, what = gain_words(before, where, gain)
    if what:
        if chief:
            yield f"{conjugated(viewer, seat, 'breaks')} a tablet"
        yield f"{conjugated(viewer, seat, verb)} {what}"


def _stow(before: View, seat: Seat, move: Stow, viewer: Viewer) -> str:
    on = before.board
    piece = at_place(move.size, on.hexes[on.quarry(move.size)])
    return f"{conjugated(viewer, seat, 'marks')} {piece}, its quarry"


def _take_back(_before: View, seat: Seat, move: TakeBack, viewer: Viewer) -> str:
    pieces = listed([at_place(*piece) for piece in move.markers] or ["nothing"])
    return f"{conjugated(viewer, seat, 'takes')} markers back from {pieces}"


def _say(verb: str, rest: str = "", with_you: str | None = None) -> Callable[..., str]:
    def said(_before: View, seat: Seat, _move: GiantsMove, viewer: Viewer) -> str:
        return f"{conjugated(viewer, seat, verb, with_you)}{rest}"

    return said


_MOVES: Mapping[type[Move], Callable[[View, Seat, Any, Viewer], str]] = {
    Bid: _bid,
    Pick: _pick,
    Decline: _say("carves", " nothing more in this round"),
    Place: _place,
    Again: _again,
    Enough: _say("breaks", " no further tablet"),
    Rongo: _say("gives", " a marker for half a tablet"),
    Pass: _say("passes", "", "pass"),
    Stow: _stow,
    TakeBack: _take_back,
}
"""The sentence of each kind of move; of the others something that follows tells."""


class Transport(Struct, frozen=True):
    """One movement of a piece, from where it was lifted, or the telling begins."""

    seat: Seat
    size: Size
    start: str
    claim: Claim
    steps: tuple[Haul, ...] = ()
    end: Erect | Crown | Mark | Leave | None = None
    earned: tuple[Earned, ...] = ()
    """The points of carriers."""

    @classmethod
    def begun(cls, view: View) -> "Transport":
        """Return the movement of the piece that is on the move in a view."""
        phase = view.phases[-1]
        assert isinstance(phase, Moving)  # noqa: S101  whoever calls it has seen to that
        start = view.board.hexes[phase.hex]
        return cls(phase.seat, phase.size, start, phase.claim)

    def followed(self, move: GiantsMove, events: Iterable[Event]) -> "Transport":
        """Add a step with what it earned others, or the end."""
        if isinstance(move, Haul):
            earned = (event for event in events if isinstance(event, Earned))
            return replace(self, steps=(*self.steps, move), earned=(*self.earned, *earned))
        if isinstance(move, Erect | Crown | Mark | Leave):
            return replace(self, end=move)
        return self

    def told(self, after: View, viewer: Viewer) -> str:
        """Tell the movement as far as it went."""
        name = f"the {'abandoned ' * (self.claim == 'abandoned')}{PIECE_WORDS[self.size]}"
        if self.steps:
            way = "-".join((self.start, *(step.hex for step in self.steps)))
            carries = viewer.does(self.seat, "carries", "carry")
            said = f"{carries} {name} {way} with {self._carriers(viewer)}"
            if self.end:
                said += f" and {self._end('it', '', after, viewer)}"
        elif self.end:
            said = f"{viewer.name(self.seat)} {self._end(name, f' on {self.start}', after, viewer)}"
        else:
            said = f"{viewer.does(self.seat, 'lifts')} {name} from {self.start}"
        return " ".join((f"{said}.", *self._fees(viewer)))

    def _end(self, what: str, where: str, after: View, viewer: Viewer) -> str:
        """Tell the end of the movement, and what it brings."""
        on = after.board
        match self.end:
            case Erect(ahu):
                points = count(on.ahus[on.ahu_index[ahu]].value * self.size, "point")
                return f"{conjugated(viewer, self.seat, 'erects')} {what} on {ahu}: {points}"
            case Crown(ahu):
                number = on.ahu_index[ahu]
                owner = known_base(after, number, viewer)
                whose = "whoever has its base" if owner is None else viewer.inside(owner)
                points = count(on.ahus[number].crown, "point")
                puts = conjugated(viewer, self.seat, "puts")
                return f"{puts} {what} on the moai of {ahu}: {points} for {whose}"
            case Mark():
                return f"{conjugated(viewer, self.seat, 'marks')} {what}{where}"
        kept = ", with its marker" if self.claim == "marked" else ", unmarked"
        return f"{conjugated(viewer, self.seat, 'leaves')} {what}{where or ' there'}{kept}"

    def _carriers(self, viewer: Viewer) -> str:
        """Return whose figures carried the piece, and with how many logs."""
        crew = [who for step in self.steps for who in step.crew]
        owners = dict.fromkeys(who % CHIEF for who in crew if who != LOG)
        own = f"{'your' if viewer.name(self.seat) == YOU else 'their'} own"
        whose = [own if seat == self.seat else _whose(seat, viewer) for seat in sorted(owners)]
        logs = crew.count(LOG)
        return listed([f"{listed(whose)} figures", *([count(logs, "log")] if logs else [])])

    def _fees(self, viewer: Viewer) -> Iterator[str]:
        """Tell what each carrier earned in all."""
        points: Counter[Seat] = Counter()
        for event in self.earned:
            points[event.seat] += event.points
        for seat, number in points.items():
            yield f"{viewer.does(seat, 'earns')} {count(number, 'point')}."


def _whose(seat: Seat, viewer: Viewer) -> str:
    name = viewer.name(seat)
    return "your" if name == YOU else f"{name}'s"
