"""Narration: a sentence for each step of a turn, and one for a whole transport."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour import Event, Move, NotationError, Seat, Viewer, listed
from parlour.rules.events import ChanceResolved, Played
from parlour.rules.notation import Notation
from parlour.rules.panels import Happening
from parlour_giants.components import PIECES, Size
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
from parlour_giants.phases.placing import NOT_WANTED
from parlour_giants.state import CHIEF, LOG
from parlour_giants.view import View
from parlour_giants.words.events import bid_words, describe_event
from parlour_giants.words.names import at_place, count, counted, known_base, say, terrain

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
        shown = say("event.dice", faces=listed(faces))
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
            seats = viewer.listed(dict.fromkeys(event.seat for event in idle))
            yield say(_TOGETHER[type(idle[0])], seats=seats)
        else:
            yield from filter(None, (describe_event(event, viewer) for event in alike))


_TOGETHER: Mapping[type[Event], str] = {
    Skipped: "event.skipped_all",
    StoodDown: "event.stood_down_all",
}
"""The code if the same happens to several seats in a row."""


def _played(before: View, seat: Seat, move: GiantsMove | None, viewer: Viewer) -> str:
    """Tell a move in a sentence; empty where an event tells it."""
    told = [say(f"deed.{code}", viewer, seat=seat, **of) for code, of in _deeds(before, move)]
    return _sentence(told, seat, viewer)


def _sentence(deeds: list[str], seat: Seat, viewer: Viewer) -> str:
    """Make a sentence of what a seat does."""
    if not deeds:
        return ""
    said = say("deeds", viewer, seat=seat, deeds=listed(deeds))
    return f"{said[:1].upper()}{said[1:]}" if viewer.is_reader(seat) else said


# Moves: each thing done as a code with its values

Deed: TypeAlias = tuple[str, dict[str, Any]]


def _deeds(before: View, move: GiantsMove | None) -> Iterable[Deed]:
    if move is None:
        is_bid = isinstance(before.phases[-1], Bidding)
        return (("bid_secret" if is_bid else "decide_secret", {}),)
    return _MOVES[type(move)](before, move) if type(move) in _MOVES else ()


def _bid(_before: View, move: Bid) -> Iterator[Deed]:
    yield "bid", {"bid": bid_words(move)}


def _pick(_before: View, move: Pick) -> Iterator[Deed]:
    yield "pick", {"piece": PIECES[move.size]}


def _place(before: View, move: Place) -> Iterator[Deed]:
    on = before.board
    land = terrain(on, on.index[move.hex])
    placed = {"figure": move.figure, "hex": f"{move.hex} ({land})" if land else move.hex}
    if move.logs:
        yield "place_logs", {**placed, "logs": counted(move.logs, "log")}
    else:
        yield "place", placed
    yield from _action(before, move.hex, move.gain, chief=move.figure == "chief")


def _again(before: View, move: Again) -> Iterator[Deed]:
    yield from _action(before, getattr(before.phases[-1], "hex", ""), move.gain, chief=True)


def _action(before: View, where: str, gain: str, *, chief: bool) -> Iterator[Deed]:
    """Yield an action, and its cost for a chief."""
    if gain in {"", NOT_WANTED}:
        return
    if chief:
        yield "break", {}
    on = before.board
    if gain == "logs":
        yield "logs", {"logs": count(on.forests[on.index[where]], "log")}
    elif gain in on.ahu_index:
        ahu = on.ahus[on.ahu_index[gain]]
        yield "reserve", {"ahu": gain, "value": ahu.value, "crown": ahu.crown}
    else:
        yield gain, {}


def _stow(before: View, move: Stow) -> Iterator[Deed]:
    on = before.board
    yield "stow", {"what": at_place(move.size, on.hexes[on.quarry(move.size)], ".acc")}


def _take_back(_before: View, move: TakeBack) -> Iterator[Deed]:
    if move.markers:
        yield "take_back", {"pieces": listed(at_place(*one, ".from") for one in move.markers)}
    else:
        yield "take_none", {}


def _plain(code: str) -> Callable[[View, GiantsMove], Iterable[Deed]]:
    return lambda _before, _move: ((code, {}),)


_MOVES: Mapping[type[Move], Callable[[View, Any], Iterable[Deed]]] = {
    Bid: _bid,
    Pick: _pick,
    Decline: _plain("decline"),
    Place: _place,
    Again: _again,
    Enough: _plain("enough"),
    Rongo: _plain("rongo"),
    Pass: _plain("pass"),
    Stow: _stow,
    TakeBack: _take_back,
}
"""The deeds of each kind of move; of the others something that follows tells."""


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
        """Add a step with its points for others, or the end."""
        if isinstance(move, Haul):
            earned = (event for event in events if isinstance(event, Earned))
            return replace(self, steps=(*self.steps, move), earned=(*self.earned, *earned))
        if isinstance(move, Erect | Crown | Mark | Leave):
            return replace(self, end=move)
        return self

    def told(self, after: View, viewer: Viewer) -> str:
        """Tell the movement up to its last step."""
        what = say(
            "lifted.abandoned" if self.claim == "abandoned" else "lifted", piece=PIECES[self.size]
        )
        deeds: list[Deed] = []
        if self.steps:
            way = "-".join((self.start, *(step.hex for step in self.steps)))
            deeds.append(("carry", {"way": way, "carriers": self._carriers(viewer)}))
        elif not self.end:
            deeds.append(("lift", {"hex": self.start}))
        if self.end:
            code, values = self._end(after, viewer)
            deeds.append((f"{code}_it" if self.steps else code, values))
        told = [
            say(f"deed.{code}", viewer, seat=self.seat, what=what, **values)
            for code, values in deeds
        ]
        return " ".join((_sentence(told, self.seat, viewer), *self._fees(viewer)))

    def _end(self, after: View, viewer: Viewer) -> Deed:
        """Return the end of the movement, and its gain."""
        on = after.board
        match self.end:
            case Erect(ahu):
                points = count(on.ahus[on.ahu_index[ahu]].value * self.size, "point")
                return "erect", {"ahu": ahu, "points": points}
            case Crown(ahu):
                number = on.ahu_index[ahu]
                owner = known_base(after, number, viewer)
                points = count(on.ahus[number].crown, "point")
                whose = "crown.unknown" if owner is None else "crown.for"
                return "crown", {
                    "ahu": ahu,
                    "points": points,
                    "whose": say(whose, viewer, seat=owner),
                }
            case Mark():
                return "mark", {"hex": self.start}
        return "leave_marked" if self.claim == "marked" else "leave", {"hex": self.start}

    def _carriers(self, viewer: Viewer) -> str:
        """Return whose figures carried the piece, and with how many logs."""
        crew = [who for step in self.steps for who in step.crew]
        owners = {who % CHIEF for who in crew if who != LOG}
        others = sorted(owners - {self.seat})
        number = ("alone", "one", "several")[min(len(others), 2)]
        is_own = self.seat in owners
        figures = say(
            f"carriers.{'own_' if is_own else ''}{number}",
            viewer,
            own=say("carriers.own", viewer, seat=self.seat),
            seat=others[0] if others else None,
            others=listed(say("carriers.other", viewer, seat=seat) for seat in others or owners),
        )
        logs = crew.count(LOG)
        code = "carriers.own_logs" if is_own and others else "carriers.logs"
        return say(code, figures=figures, logs=counted(logs, "log")) if logs else figures

    def _fees(self, viewer: Viewer) -> Iterator[str]:
        """Tell what each carrier earned in all."""
        points: Counter[Seat] = Counter()
        for event in self.earned:
            points[event.seat] += event.points
        for seat, number in points.items():
            yield describe_event(Earned(seat, number), viewer) or ""
