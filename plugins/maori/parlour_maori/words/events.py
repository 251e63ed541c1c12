"""Sentences for what happened: single events, and runs of answers told as steps of a turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from parlour import ChanceResolved, Event, Happening, OpenView, Played, Seat, Viewer
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
from parlour_maori.phases import ChoosingStarter, LayingOut, Refilling, State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.set_up import Launching
from parlour_maori.tiles import SORT
from parlour_maori.words.names import QUARTERS, count, named, place, points_gained

_NOTATION: Notation[MaoriMove] = Notation(MaoriMove, "move")


# Single events


def describe_event(event: MaoriEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def _shells_paid(event: ShellsPaid, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'pays')} {count(event.shells, 'shell')}."


def _shells_won(event: ShellsWon, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'wins')} {count(event.shells, 'shell')}."


def _board_full(event: BoardFull, viewer: Viewer) -> str:
    return (
        f"{viewer.does(event.seat, 'has', 'have')} a full board: everyone else gets one last turn."
    )


def _nobody_fills(_event: NobodyFills, _viewer: Viewer) -> str:
    return "Two rounds without a change: the match ends."


_EVENTS: Mapping[type[MaoriEvent], Callable[[Any, Viewer], str]] = {
    ShellsPaid: _shells_paid,
    ShellsWon: _shells_won,
    BoardFull: _board_full,
    NobodyFills: _nobody_fills,
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
        """Tell a move: what is done with one tile makes one sentence."""
        move = _NOTATION.read(event.move)
        if event.seat != self._seat or not isinstance(move, Lay | Store | StepPawn):
            self._end_sentence()
        self._seat = event.seat
        verb, rest = _DEEDS[type(move)](move, before, after)
        if self._named:
            rest = rest.replace(_in_hand(before), "it", 1)
        gain = points_gained(before, after, event.seat) if isinstance(move, Lay | Remove) else ""
        name = self._viewer.name(event.seat)
        verb = self._viewer.does(event.seat, verb).removeprefix(f"{name} ")
        self._named |= isinstance(move, Take | Fetch)
        deed = " ".join(filter(None, (verb, rest))) + _shells(events)
        self._deeds.append(f"{deed} ({gain})" if gain else deed)
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
                drawn = self._viewer.does(seat, "is", "are")
                self._end_deal(f"{drawn} drawn to place the ship")
            case Refilling(_, slot):
                new = f"New at {SLOT_NAMES[slot]}: {named(after.display[slot])}."
                if self._seat >= 0 and self._lines:
                    self._lines[-1] += f" {new}"
                else:
                    self._line(new)

    def _end_deal(self, then: str = "") -> None:
        """Tell the deal in one line."""
        told = "The display is laid out" if self._tiles else ""
        self._tiles = 0
        if told or then:
            self._line(". ".join(filter(None, (told, then))) + ".")

    def _end_sentence(self) -> None:
        """Make a line of the parts that wait."""
        if self._deeds:
            *most, last = self._deeds
            joined = f"{', '.join(most)} and {last}" if most else last
            self._lines.append(f"{self._viewer.name(self._seat)} {joined}.")
            self._deeds, self._named = [], False

    def _line(self, text: str) -> None:
        self._end_sentence()
        self._lines.append(text[:1].upper() + text[1:])


# The verb of each move, and what follows it


def _place_ship(move: Launch, _before: State, _after: State) -> tuple[str, str]:
    return "places", f"the ship at place {move.berth + 1}, {place(move.berth)}"


def _sail(move: Sail, _before: State, after: State) -> tuple[str, str]:
    return "sails", f"{count(move.steps, 'step')} to place {after.ship + 1}"


def _take(move: Take, before: State, _after: State) -> tuple[str, str]:
    return "takes", named(before.display[move.slot], "the")


def _fetch(_move: Fetch, _before: State, after: State) -> tuple[str, str]:
    return "takes", f"{_in_hand(after)} from the storage"


def _remove(move: Remove, before: State, _after: State) -> tuple[str, str]:
    phase = before.phases[-1]
    face = before.boards[phase.seat].cells[move.cell] if isinstance(phase, Exploring) else 0
    return "removes", f"{named(SORT[face], 'the')} from {CELL_NAMES[move.cell]}"


def _rest(_move: Rest, _before: State, _after: State) -> tuple[str, str]:
    return "rests", ""


def _lay(move: Lay, before: State, _after: State) -> tuple[str, str]:
    how = f", {QUARTERS[move.way]}" if move.way else ""
    return "lays", f"{_in_hand(before)} on {CELL_NAMES[move.cell]}{how}"


def _store(_move: Store, before: State, _after: State) -> tuple[str, str]:
    return "stores", _in_hand(before)


def _move_pawn(move: StepPawn | MovePawn, _before: State, _after: State) -> tuple[str, str]:
    return "moves", f"the pawn to {CELL_NAMES[move.cell]}"


def _stay(_move: Stay, _before: State, _after: State) -> tuple[str, str]:
    return "leaves", "the pawn where it is"


_DEEDS: Mapping[type[MaoriMove], Callable[[Any, State, State], tuple[str, str]]] = {
    Launch: _place_ship,
    Sail: _sail,
    Take: _take,
    Fetch: _fetch,
    Remove: _remove,
    Rest: _rest,
    Lay: _lay,
    Store: _store,
    StepPawn: _move_pawn,
    MovePawn: _move_pawn,
    Stay: _stay,
}


def _in_hand(state: State) -> str:
    """Name the tile that a seat has in hand."""
    phase = state.phases[-1]
    return named(phase.sort, "the") if isinstance(phase, Laying) else ""


def _shells(events: Sequence[Event]) -> str:
    """Write what an answer cost and brought in shells."""
    parts = (
        f" for {count(event.shells, 'shell')}"
        if isinstance(event, ShellsPaid)
        else f", which brings {count(event.shells, 'shell')}"
        for event in events
        if isinstance(event, ShellsPaid | ShellsWon)
    )
    return "".join(parts)
