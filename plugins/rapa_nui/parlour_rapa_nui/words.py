"""The sentences a player reads: events, and a view in plain lines."""

from collections.abc import Callable, Iterator

import parlour
from parlour import Over, Seat, Viewer
from parlour_rapa_nui import events
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Refilling,
    StartPlayer,
    Yielding,
)
from parlour_rapa_nui.pieces import CARDS, MOAI, PRIEST, SORTS, WOODCUTTER, Tally
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.state import Offered, holdings
from parlour_rapa_nui.view import View


def card_name(card: int, number: int = 1) -> str:
    """Name cards of a kind: ``a moai``, ``2 fish hunters``."""
    several = cards_name(card)
    return f"a {several[:-1]}" if number == 1 else f"{number} {several}"


def cards_name(card: int) -> str:
    """Name a kind of card, as many: ``fish hunters``."""
    return f"{CARDS[card]} hunters" if card < len(SORTS) else f"{CARDS[card]}s"


def counted(card: int, number: int) -> str:
    """Count cards of a kind, or offerings of a sort: ``2 fish``, ``2 moais``."""
    several = number > 1 and card >= len(SORTS)
    return f"{number} {CARDS[card]}{'s' if several else ''}"


def listed(tally: Tally) -> str:
    """List what a tally of cards or of offerings has: ``2 fish, 1 moai``."""
    return ", ".join(counted(card, n) for card, n in enumerate(tally) if n) or "nothing"


def stone_card(card: Offered, names: tuple[str, ...]) -> str:
    """Say what a card on the stone is, and whose: ``grain face down from Ann``."""
    sort = "a card" if card.sort is None else SORTS[card.sort]
    down = " face down" if card.face_down else ""
    return f"{sort}{down} from {'a pile' if card.seat is None else names[card.seat]}"


def tell(event: parlour.Event, viewer: Viewer) -> str | None:
    """Tell an event in a sentence."""
    teller = _TELLERS.get(type(event))
    return teller(event, viewer.names) if teller else None


def _started(event: events.Started, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} begins. Wood: {_shared_out(event.wood, '', names)}."


def _refilled(event: events.Refilled, _names: tuple[str, ...]) -> str:
    cards = ", ".join(CARDS[card] for card in reversed(event.cards))
    return f"Column {event.column + 1} is laid, front first: {cards}."


def _bought(event: events.Bought, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} buys a {SORTS[event.sort]} offering for {event.price} wood."


def _laid(event: events.Laid, names: tuple[str, ...]) -> str:
    verb = "builds" if event.card == MOAI else "lays"
    cost = f" for {event.price} wood" if event.price else ""
    return f"{names[event.seat]} {verb} {card_name(event.card, event.number)}{cost}."


def _discarded(event: events.Discarded, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} cannot build and puts a moai into the box."


def _sacrificed(event: events.Sacrificed, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} sacrifices {SORTS[event.sort]}."


def _buried(event: events.Buried, names: tuple[str, ...]) -> str:
    what = "a card" if event.sort is None else SORTS[event.sort]
    return f"{names[event.seat]} sacrifices {what} face down."


def _added(event: events.Added, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} adds {SORTS[event.sort]} from the pile to the stone."


def _drawn(event: events.Drawn, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} draws a {CARDS[event.card]} from column {event.column + 1}."


def _scored(event: events.Scored, names: tuple[str, ...]) -> str:
    kind = cards_name(event.card).capitalize()
    if not any(event.amounts):
        return f"{kind} are scored and bring nobody anything."
    first = next(filter(None, event.amounts))
    what = {WOODCUTTER: "wood", PRIEST: "fame", MOAI: "wood or fame"}
    unit = what.get(event.card, "offering" if first == 1 else "offerings")
    return f"{kind} are scored: {_shared_out(event.amounts, f' {unit}', names)}."


def _shared_out(amounts: Tally, unit: str, names: tuple[str, ...]) -> str:
    """Say who gets how many, the unit with the first: ``3 wood for Ann, 1 for Ben``."""
    given = [(number, names[seat]) for seat, number in enumerate(amounts) if number]
    return ", ".join(
        f"{number}{'' if later else unit} for {name}" for later, (number, name) in enumerate(given)
    )


def _yielded(event: events.Yielded, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} takes {event.amount} {'fame' if event.fame else 'wood'}."


def _received(event: events.Received, names: tuple[str, ...]) -> str:
    sort = SORTS[event.sort]
    what = f"a {sort} offering" if event.number == 1 else f"{event.number} {sort} offerings"
    return f"{names[event.seat]} takes {what}."


def _declined(event: events.Declined, names: tuple[str, ...]) -> str:
    return f"{names[event.seat]} takes no other offering."


def _opened(event: events.Opened, _names: tuple[str, ...]) -> str:
    if not any(event.sacrificed):
        return "The stone is empty: offerings are worth nothing."
    each = (
        f"{count} {name}, worth {value} each"
        for name, count, value in zip(SORTS, event.sacrificed, event.values, strict=True)
    )
    return f"The stone is opened: {'; '.join(each)}."


def _counted(event: events.Counted, names: tuple[str, ...]) -> str:
    total = event.fame + event.moais + event.wood + event.offerings
    return (
        f"{names[event.seat]}: {event.fame} fame + {event.moais} for moais + {event.wood} for wood"
        f" + {event.offerings} for offerings = {total}."
    )


_TELLERS: dict[type[parlour.Event], Callable[..., str]] = {
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


def question(phase: AnyPhase, names: tuple[str, ...]) -> str:
    """Say who has to do what."""
    asker = _QUESTIONS.get(type(phase))
    return asker(phase, names) if asker else ""


def _won(end: Over, names: tuple[str, ...]) -> str:
    best = [names[seat] for seat, place in enumerate(end.places) if place == 1]
    points = end.scores[end.places.index(1)]
    return f"{' and '.join(best)} won with {points} {'point' if points == 1 else 'points'}"


_QUESTIONS: dict[type[AnyPhase], Callable[..., str]] = {
    StartPlayer: lambda _phase, _names: "the start player is drawn",
    Refilling: lambda phase, _names: f"cards are turned up into column {phase.column + 1}",
    Buying: lambda phase, names: f"{names[phase.seat]} may buy an offering",
    Laying: lambda phase, names: f"{names[phase.seat]} lays cards",
    Drawing: lambda phase, names: f"{names[phase.seat]} draws",
    Offering: lambda phase, names: (
        f"{names[phase.builder]} has built a moai: {names[phase.seat]} sacrifices"
    ),
    Burying: lambda phase, names: f"{names[phase.seat]} sacrifices face down",
    Adding: lambda phase, names: f"{names[phase.seat]} adds a card from a pile to the stone",
    Yielding: lambda phase, names: (
        f"{names[phase.seat]} takes {phase.amount} wood or {phase.amount} fame for moais"
    ),
    OtherPile: lambda phase, names: (
        f"no {SORTS[phase.sort]} offering is left: "
        f"{names[phase.seat]} may take {phase.missing} of other sorts"
    ),
    Over: _won,
}


def describe(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell a view in plain lines."""
    names = viewer.names
    yield f"{headline(view, viewer)}."
    yield f"Left in the stack: {sum(view.stack)}."
    for number, column in enumerate(view.columns, 1):
        front, *under = [CARDS[card] for card in reversed(column)] or ["empty"]
        yield f"Column {number}: {front}" + (f"; under it {', '.join(under)}." if under else ".")
    yield f"Piles: {listed(view.piles)}."
    yield from _stone_lines(view, viewer)
    for seat, tribe in enumerate(view.tribes):
        yield (
            f"{names[seat]}: lying {listed(tribe.lying)}; {tribe.wood} wood, {tribe.fame} fame, "
            f"offerings: {tribe.offerings}."
        )
        if seat == view.seat:
            held = listed(view.holdings)
            yield f"Your hand: {listed(tribe.hand)}. Your offerings: {held}."
        elif viewer.memory or over(view):
            hand = listed(tribe.hand)
            verb = "Shown by" if over(view) else "Remembered of"
            yield f"{verb} {names[seat]}: hand {hand}; {remembered(view, seat)}."


def headline(view: View, viewer: Viewer) -> str:
    """Say what is happening, as a sentence begins."""
    asked = question(view.phases[-1], viewer.names)
    return asked[:1].upper() + asked[1:]


def _stone_lines(view: View, viewer: Viewer) -> Iterator[str]:
    if not view.stone:
        yield "Stone: empty."
        return
    yield f"Stone: {len(view.stone)} cards, on top {stone_card(view.stone[-1], viewer.names)}."
    if viewer.memory or over(view):
        known = sacrificed(view.stone)
        unknown = len(view.stone) - sum(known)
        more = f", {unknown} unknown" if unknown else ""
        yield f"On the stone: {listed(known)}{more}."
        worth = "Worth, as far as is known" if unknown else "Worth"
        yield f"{worth}: {listed(values(known))}."


def over(view: View) -> bool:
    """Tell whether everything lies open."""
    return isinstance(view.phases[-1], Over)


def remembered(view: View, seat: Seat) -> str:
    """Say what can be remembered of another seat's offerings."""
    down = len(view.tribes[seat].limits)
    less = f" less {down} face down" if down and not over(view) else ""
    return f"offerings {listed(tracked(view, seat))}{less}"


def tracked(view: View, seat: Seat) -> Tally:
    """Return a seat's offerings as others can trace them; at the end, as they are."""
    tribe = view.tribes[seat]
    return holdings(tribe, view.stone, seat) if over(view) else tribe.traced
