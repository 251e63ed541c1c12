"""Sentences for events: single events, and runs of answers told as steps of a turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from parlour import Event, Happening, Phrase, Viewer, listed
from parlour_rapa_nui import events
from parlour_rapa_nui.components import CARDS, MOAI, PRIEST, SORTS, WOODCUTTER, Tally
from parlour_rapa_nui.outcomes import Begins, RapaNuiOutcome
from parlour_rapa_nui.phases import StartPlayer
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import (
    capitalised,
    card_word,
    cards,
    offerings,
    phrase,
    say,
)

# Single events


def describe_event(event: events.RapaNuiEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def describe_outcome(outcome: RapaNuiOutcome, viewer: Viewer) -> str:
    """Describe the start player or a card that is turned up."""
    if isinstance(outcome, Begins):
        return say("outcome.begins", viewer, seat=outcome.seat)
    return say("outcome.card", card=CARDS[outcome.card])


def _started(event: events.Started, viewer: Viewer) -> str:
    return say("started", viewer, seat=event.seat, shares=_shared_out(event.wood, "", viewer))


def _refilled(event: events.Refilled, _viewer: Viewer) -> str:
    cards = ", ".join(map(card_word, reversed(event.cards)))
    return say("refilled", column=event.column + 1, cards=cards)


def _bought(event: events.Bought, viewer: Viewer) -> str:
    bought = offerings(event.sort, 1)
    return say("bought", viewer, seat=event.seat, offerings=bought, price=event.price)


def _laid(event: events.Laid, viewer: Viewer) -> str:
    code = "built" if event.card == MOAI else "laid"
    cost = phrase("cost", price=event.price) if event.price else ""
    return say(code, viewer, seat=event.seat, cards=cards(event.card, event.number), cost=cost)


def _given(code: str) -> Callable[[Any, Viewer], str]:
    """Return what tells which offering a seat gave, if that can be looked up."""

    def told(event: events.Sacrificed | events.Buried | events.Added, viewer: Viewer) -> str:
        if event.sort is None:
            return say(f"{code}.unknown", viewer, seat=event.seat)
        return say(code, viewer, seat=event.seat, sort=SORTS[event.sort])

    return told


def _drawn(event: events.Drawn, viewer: Viewer) -> str:
    return say("drawn", viewer, seat=event.seat, fronts=_front(event))


def _front(event: events.Drawn) -> Phrase:
    if event.card is None:
        return phrase("front.unknown", column=event.column + 1)
    return phrase("front", card=CARDS[event.card], column=event.column + 1)


def _scored(event: events.Scored, viewer: Viewer) -> str:
    kind = say("hunters") if event.card is None else say("kind", card=CARDS[event.card])
    if not any(event.amounts):
        return capitalised(say("scored.nothing", kind=kind))
    unit = UNITS.get(event.card or 0, "many.offerings")
    shares = _shared_out(event.amounts, unit, viewer)
    return capitalised(say("scored", kind=kind, shares=shares))


UNITS = {WOODCUTTER: "amount.wood", PRIEST: "amount.fame", MOAI: "amount.either"}
"""The yield of each kind of card but hunters."""


def _shared_out(amounts: Tally, unit: str, viewer: Viewer) -> str:
    """Say who gets how many, the unit with the first: ``3 wood for Ann, 1 for Ben``."""
    given = [(seat, number) for seat, number in enumerate(amounts) if number]
    return ", ".join(
        say("share", viewer, seat=seat, what=say(unit, number=n) if unit and not later else n)
        for later, (seat, n) in enumerate(given)
    )


def _yielded(event: events.Yielded, viewer: Viewer) -> str:
    what = phrase("amount.fame" if event.fame else "amount.wood", number=event.amount)
    return say("takes", viewer, seat=event.seat, what=what)


def _received(event: events.Received, viewer: Viewer) -> str:
    return say("takes", viewer, seat=event.seat, what=offerings(event.sort, event.number))


def _opened(event: events.Opened, _viewer: Viewer) -> str:
    if not any(event.sacrificed):
        return say("opened.empty")
    each = (
        say("worth", sort=name, number=count, value=value)
        for name, count, value in zip(SORTS, event.sacrificed, event.values, strict=True)
    )
    return say("opened", worth="; ".join(each))


def _counted(event: events.Counted, viewer: Viewer) -> str:
    total = event.fame + event.moais + event.wood + event.offerings
    return say("counted_up", viewer, **asdict(event), total=total)


_EVENTS: Mapping[type[events.RapaNuiEvent], Callable[[Any, Viewer], str]] = {
    events.Started: _started,
    events.Refilled: _refilled,
    events.Bought: _bought,
    events.Laid: _laid,
    events.Discarded: lambda event, viewer: say("discarded", viewer, seat=event.seat),
    events.Sacrificed: _given("sacrificed"),
    events.Buried: _given("buried"),
    events.Added: _given("added"),
    events.Drawn: _drawn,
    events.Scored: _scored,
    events.Yielded: _yielded,
    events.Received: _received,
    events.Declined: lambda event, viewer: say("declined", viewer, seat=event.seat),
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
            fronts, seat = listed(map(_front, self._drawn)), self._drawn[0].seat
            self._lines.append(say("drawn", self._viewer, seat=seat, fronts=fronts))
            self._drawn = []

    def _end_deal(self) -> None:
        """Tell the deal in one line."""
        if self._dealt:
            self._lines.append(say("display_laid"))
            self._dealt = False
