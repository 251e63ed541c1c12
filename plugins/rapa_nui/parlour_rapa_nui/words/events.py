"""Sentences for what happened: single events, and runs of answers told as steps of a turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from parlour import Event, Happening, Viewer
from parlour_rapa_nui import events
from parlour_rapa_nui.components import CARDS, MOAI, PRIEST, SORTS, WOODCUTTER, Tally
from parlour_rapa_nui.phases import StartPlayer
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import card_name, cards_name

# Single events


def describe_event(event: events.RapaNuiEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def _started(event: events.Started, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'begins')}. Wood: {_shared_out(event.wood, '', viewer)}."


def _refilled(event: events.Refilled, _viewer: Viewer) -> str:
    cards = ", ".join(CARDS[card] for card in reversed(event.cards))
    return f"Column {event.column + 1} is laid, front first: {cards}."


def _bought(event: events.Bought, viewer: Viewer) -> str:
    what = _offerings(event.sort, 1)
    return f"{viewer.does(event.seat, 'buys')} {what} for {event.price} wood."


def _offerings(sort: int | None, number: int) -> str:
    """Count offerings: ``a fish offering``, or ``2 offerings`` whose sort cannot be looked up."""
    kind = "" if sort is None else f"{SORTS[sort]} "
    return f"{'a' if kind else 'an'} {kind}offering" if number == 1 else f"{number} {kind}offerings"


def _laid(event: events.Laid, viewer: Viewer) -> str:
    verb = "builds" if event.card == MOAI else "lays"
    cost = f" for {event.price} wood" if event.price else ""
    return f"{viewer.does(event.seat, verb)} {card_name(event.card, event.number)}{cost}."


def _discarded(event: events.Discarded, viewer: Viewer) -> str:
    verb = viewer.does(event.seat, "discards").removeprefix(viewer.name(event.seat))
    return f"{viewer.name(event.seat)} cannot build and{verb} a moai."


def _sacrificed(event: events.Sacrificed, viewer: Viewer) -> str:
    what = "a card face up" if event.sort is None else SORTS[event.sort]
    return f"{viewer.does(event.seat, 'sacrifices')} {what}."


def _buried(event: events.Buried, viewer: Viewer) -> str:
    what = "a card" if event.sort is None else SORTS[event.sort]
    return f"{viewer.does(event.seat, 'sacrifices')} {what} face down."


def _added(event: events.Added, viewer: Viewer) -> str:
    what = "a card from a pile" if event.sort is None else f"{SORTS[event.sort]} from its pile"
    return f"{viewer.does(event.seat, 'adds')} {what} to the stone."


def _drawn(event: events.Drawn, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'draws')} {_front(event)}."


def _front(event: events.Drawn) -> str:
    card = "card" if event.card is None else CARDS[event.card]
    return f"a {card} from column {event.column + 1}"


def _scored(event: events.Scored, viewer: Viewer) -> str:
    kind = "Hunters" if event.card is None else cards_name(event.card).capitalize()
    if not any(event.amounts):
        return f"{kind} are scored and bring nobody anything."
    first = next(filter(None, event.amounts))
    what: Mapping[int | None, str] = {WOODCUTTER: "wood", PRIEST: "fame", MOAI: "wood or fame"}
    unit = what.get(event.card, "offering" if first == 1 else "offerings")
    return f"{kind} are scored: {_shared_out(event.amounts, f' {unit}', viewer)}."


def _shared_out(amounts: Tally, unit: str, viewer: Viewer) -> str:
    """Say who gets how many, the unit with the first: ``3 wood for Ann, 1 for Ben``."""
    given = [(number, viewer.inside(seat)) for seat, number in enumerate(amounts) if number]
    return ", ".join(
        f"{number}{'' if later else unit} for {name}" for later, (number, name) in enumerate(given)
    )


def _yielded(event: events.Yielded, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'takes')} {event.amount} {'fame' if event.fame else 'wood'}."


def _received(event: events.Received, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'takes')} {_offerings(event.sort, event.number)}."


def _declined(event: events.Declined, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'takes')} no other offering."


def _opened(event: events.Opened, _viewer: Viewer) -> str:
    if not any(event.sacrificed):
        return "The stone is empty: offerings are worth nothing."
    each = (
        f"{count} {name}, worth {value} each"
        for name, count, value in zip(SORTS, event.sacrificed, event.values, strict=True)
    )
    return f"The stone is opened: {'; '.join(each)}."


def _counted(event: events.Counted, viewer: Viewer) -> str:
    total = event.fame + event.moais + event.wood + event.offerings
    return (
        f"{viewer.name(event.seat)}: {event.fame} fame + {event.moais} for moais"
        f" + {event.wood} for wood + {event.offerings} for offerings = {total}."
    )


_EVENTS: Mapping[type[events.RapaNuiEvent], Callable[[Any, Viewer], str]] = {
    events.Started: _started,
    events.Refilled: _refilled,
    events.Bought: _bought,
    events.Laid: _laid,
    events.Discarded: _discarded,
    events.Sacrificed: _sacrificed,
    events.Buried: _buried,
    events.Added: _added,
    events.Drawn: _drawn,
    events.Scored: _scored,
    events.Yielded: _yielded,
    events.Received: _received,
    events.Declined: _declined,
    events.Opened: _opened,
    events.Counted: _counted,
}


# Runs of answers


def narrate(happenings: Sequence[Happening[View]], viewer: Viewer) -> Iterable[str]:
    """Tell a run of answers: a line for the deal, and one for each step of somebody's turn."""
    narration = TurnNarration(viewer)
    for happening in happenings:
        dealt = any(isinstance(phase, StartPlayer) for phase in happening.before.phases)
        narration.add(happening.events, dealt=dealt)
    return narration.finished()


class TurnNarration:
    """Lines of a run of answers: draws of one turn make one line, a builder's sacrifices too."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._lines: list[str] = []
        self._drawn: list[events.Drawn] = []
        """Draws of one seat that are not yet told."""
        self._dealt = False
        """Whether columns were laid before the first turn, and not yet told."""

    def add(self, happened: Sequence[Event], *, dealt: bool) -> None:
        """Tell one answer with all that came of it; ``dealt`` says that no turn has begun."""
        scored = next((event for event in happened if isinstance(event, events.Scored)), None)
        for event in happened:
            if isinstance(event, events.Refilled) and dealt:
                self._dealt = True
            elif isinstance(event, events.Drawn):
                self._drawn.append(event)
            elif isinstance(event, events.Received) and scored and event.sort == scored.card:
                self._line(event, unless=event.number == scored.amounts[event.seat])
            elif isinstance(event, events.RapaNuiEvent):
                self._line(event)

    def finished(self) -> list[str]:
        """Return all lines."""
        self._end_draws()
        self._end_deal()
        return self._lines

    def _line(self, event: events.RapaNuiEvent, *, unless: bool = False) -> None:
        """Tell an event in a line, or behind the builder's other sacrifice."""
        self._end_draws()
        self._end_deal()
        if unless:
            return
        sentence = describe_event(event, self._viewer)
        if isinstance(event, events.Started | events.Added) and self._lines:
            self._lines[-1] += f" {sentence}"
        else:
            self._lines.append(sentence)

    def _end_draws(self) -> None:
        """Tell the draws that wait, in one line."""
        if self._drawn:
            *most, last = map(_front, self._drawn)
            joined = f"{', '.join(most)} and {last}" if most else last
            self._lines.append(f"{self._viewer.does(self._drawn[0].seat, 'draws')} {joined}.")
            self._drawn = []

    def _end_deal(self) -> None:
        """Tell the deal in one line."""
        if self._dealt:
            self._lines.append("The display is laid out.")
            self._dealt = False
