"""Sentences for events: single events, and runs of answers told as steps of a turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from parlour import ChanceResolved, Event, Happening, OpenView, Played, Seat, Viewer, listed
from parlour.rules.notation import Notation
from parlour_maori.components import CELL_NAMES, SLOT_NAMES
from parlour_maori.events import BoardFull, MaoriEvent, NobodyFills, ShellsPaid, ShellsWon
from parlour_maori.moves import (
    Fetch,
    Launch,
    Lay,
    MaoriMove,
    MovePawn,
    Remove,
    Rest,
    Sail,
    Stay,
    StepPawn,
    Store,
    Take,
)
from parlour_maori.outcomes import MaoriOutcome, StarterDrawn
from parlour_maori.phases import ChoosingStarter, LayingOut, Refilling, State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.set_up import Launching
from parlour_maori.tiles import SORT, SORTS
from parlour_maori.words.names import (
    capitalised,
    count,
    named,
    phrase,
    place,
    points_gained,
    quarters,
    say,
)

_NOTATION: Notation[MaoriMove] = Notation(MaoriMove, "move")

Deed: TypeAlias = dict[str, Any]
"""The values of the sentence of a deed, with its ``code``."""


# Single events


def describe_event(event: MaoriEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def describe_outcome(outcome: MaoriOutcome, viewer: Viewer) -> str:
    """Describe a tile that is drawn, or who places the ship."""
    if isinstance(outcome, StarterDrawn):
        return say("outcome.starter", viewer, seat=outcome.seat)
    return named(outcome.sort)


def _in_shells(code: str) -> Callable[[ShellsPaid | ShellsWon, Viewer], str]:
    def told(event: ShellsPaid | ShellsWon, viewer: Viewer) -> str:
        return say(code, viewer, seat=event.seat, shells=count(event.shells, "shell"))

    return told


_EVENTS: Mapping[type[MaoriEvent], Callable[[Any, Viewer], str]] = {
    ShellsPaid: _in_shells("event.paid"),
    ShellsWon: _in_shells("event.won"),
    BoardFull: lambda event, viewer: say("event.full", viewer, seat=event.seat),
    NobodyFills: lambda *_: say("event.idle"),
}


# Runs of answers


def narrate(happenings: Sequence[Happening[OpenView[State]]], viewer: Viewer) -> Iterable[str]:
    """Tell a run of answers: a line for the deal, and one for each step of somebody's turn."""
    narration = TurnNarration(viewer)
    for happening in happenings:
        narration.add(happening)
    return narration.finished()


class TurnNarration:
    """The lines of a run of answers: what a seat does in one step is joined to one sentence."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._lines: list[str] = []
        self._seat: Seat = -1
        self._deeds: list[str] = []
        """Parts of the sentence that is not yet finished, all of the same seat."""
        self._named = False
        """Whether this sentence has named the tile in hand."""
        self._began: State | None = None
        """State from that on the points of the seat are not yet told."""
        self._tiles = 0
        """Number of tiles laid out that are not yet told."""

    def add(self, happening: Happening[OpenView[State]]) -> None:
        """Tell one answer with all that came of it."""
        before, after = happening.before.state, happening.after.state
        for event in happening.events:
            if isinstance(event, Played):
                self._played(event, before, after, happening.events)
            elif isinstance(event, ChanceResolved):
                self._resolved(before, after)
            elif isinstance(event, BoardFull | NobodyFills):
                self._line(describe_event(event, self._viewer))

    def finished(self) -> list[str]:
        """Return all lines."""
        self._end_sentence()
        self._end_deal()
        return self._lines

    def _played(self, event: Played, before: State, after: State, events: Sequence[Event]) -> None:
        """Tell a move: all acts with one tile make one sentence."""
        move = _NOTATION.read(event.move)
        if event.seat != self._seat or not isinstance(move, Lay | Store | StepPawn):
            self._end_sentence()
        if event.seat != self._seat:
            self._began = before
        self._seat = event.seat
        deed = _DEEDS[type(move)](move, before, after)
        phase = before.phases[-1]
        if self._named and isinstance(phase, Laying) and isinstance(move, Lay | Store):
            deed["tile"] = phrase("plain.it", shape=SORTS[phase.sort].shape)
            deed["code"] = f"{deed['code']}_it"
        code = f"deed.{deed.pop('code')}"
        told = _with_shells(say(code, self._viewer, seat=event.seat, **deed), events)
        gain = ""
        if isinstance(move, Lay | Store | Remove):
            gain = points_gained(self._began or before, after, event.seat)
            self._began = after
        self._named |= isinstance(move, Take | Fetch)
        self._deeds.append(say("deed.gain", deed=told, gain=gain) if gain else told)
        if not isinstance(move, Take | Fetch | StepPawn):
            self._end_sentence()

    def _resolved(self, before: State, after: State) -> None:
        """Tell a tile laid out, the seat drawn, or the tile that fills a free slot."""
        match before.phases[-1]:
            case LayingOut():
                self._tiles += 1
            case ChoosingStarter():
                starter = after.phases[-1]
                seat = starter.seat if isinstance(starter, Launching) else 0
                self._end_deal(say("deal.drawn", self._viewer, seat=seat))
            case Refilling(_, slot):
                new = say("deal.new", slot=SLOT_NAMES[slot], tile=named(after.display[slot]))
                if self._seat >= 0 and self._lines:
                    self._lines[-1] += f" {new}"
                else:
                    self._line(new)

    def _end_deal(self, then: str = "") -> None:
        """Tell the deal in one line."""
        told = say("deal.display") if self._tiles else ""
        self._tiles = 0
        if told or then:
            self._line(". ".join(filter(None, (told, then))) + ".")

    def _end_sentence(self) -> None:
        """Make a line of the parts that wait."""
        if self._deeds:
            deeds = listed(self._deeds)
            line = say("deeds", self._viewer, seat=self._seat, deeds=deeds)
            self._lines.append(capitalised(line) if self._viewer.is_reader(self._seat) else line)
            self._deeds, self._named = [], False

    def _line(self, text: str) -> None:
        self._end_sentence()
        self._lines.append(capitalised(text))


# Each deed: its code, and what it is done with


def _launch(move: Launch, _before: State, _after: State) -> Deed:
    return {"code": "launch", "n": move.berth + 1, "where": place(move.berth)}


def _sail(move: Sail, _before: State, after: State) -> Deed:
    return {"code": "sail", "steps": count(move.steps, "step"), "n": after.ship + 1}


def _take(move: Take, before: State, _after: State) -> Deed:
    return {"code": "take", "tile": named(before.display[move.slot], "the")}


def _fetch(_move: Fetch, _before: State, after: State) -> Deed:
    return {"code": "fetch", "tile": _in_hand(after)}


def _remove(move: Remove, before: State, _after: State) -> Deed:
    phase = before.phases[-1]
    face = before.boards[phase.seat].cells[move.cell] if isinstance(phase, Exploring) else 0
    return {"code": "remove", "tile": named(SORT[face], "the"), "cell": CELL_NAMES[move.cell]}


def _lay(move: Lay, before: State, _after: State) -> Deed:
    how = phrase("deed.how", quarter=quarters(move.way)) if move.way else ""
    tile, cell = _in_hand(before), CELL_NAMES[move.cell]
    return {"code": "lay", "tile": tile, "cell": cell, "how": how}


def _store(_move: Store, before: State, _after: State) -> Deed:
    return {"code": "store", "tile": _in_hand(before)}


def _move_pawn(move: StepPawn | MovePawn, _before: State, _after: State) -> Deed:
    return {"code": "pawn", "cell": CELL_NAMES[move.cell]}


_DEEDS: Mapping[type[MaoriMove], Callable[[Any, State, State], Deed]] = {
    Launch: _launch,
    Sail: _sail,
    Take: _take,
    Fetch: _fetch,
    Remove: _remove,
    Rest: lambda *_: {"code": "rest"},
    Lay: _lay,
    Store: _store,
    StepPawn: _move_pawn,
    MovePawn: _move_pawn,
    Stay: lambda *_: {"code": "stay"},
}


def _in_hand(state: State) -> str:
    """Name the tile that a seat has in hand."""
    phase = state.phases[-1]
    return named(phase.sort, "the") if isinstance(phase, Laying) else ""


def _with_shells(deed: str, events: Sequence[Event]) -> str:
    """Write behind a deed its cost and gain in shells."""
    for event in events:
        if isinstance(event, ShellsPaid | ShellsWon):
            code = "deed.paid" if isinstance(event, ShellsPaid) else "deed.won"
            deed = say(code, deed=deed, shells=count(event.shells, "shell"))
    return deed
