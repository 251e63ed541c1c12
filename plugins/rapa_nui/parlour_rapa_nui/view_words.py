"""A view in words: the status, the score sheet, and plain lines."""

from collections.abc import Iterator, Mapping, Sequence

from parlour import Over, ScoreLine, Seat, Viewer
from parlour_rapa_nui.card_words import listed, stone_card
from parlour_rapa_nui.components import BOX, CARDS, MOAI, SORTS
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
from parlour_rapa_nui.phases.buying import price
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.state import holdings
from parlour_rapa_nui.tally import Tally
from parlour_rapa_nui.view import NOBODY, View

# The status and the score


def describe_status(view: View, viewer: Viewer) -> str:
    """Tell in one line how near the end is, and what whoever is awaited has to do (rule 9.1)."""
    phase, left = view.phases[-1], sum(view.stack)
    if isinstance(phase, Over):
        return _won(phase, viewer)
    asked, end = asked_for(view, viewer), _end(view)
    near = left <= LAST_REFILLS * BOX.display.length
    status = f"{end}; {asked}" if near else f"{asked}; {end}"
    return status[:1].upper() + status[1:]


def _end(view: View) -> str:
    """Say how near the end is."""
    left = sum(view.stack)
    refills = -(-left // BOX.display.length)
    if refills > LAST_REFILLS:
        return f"{left} cards left in the stack"
    if refills == 1:
        return "the next column emptied ends the match"
    return f"{refills} more columns emptied end the match" if refills else "the stack is empty"


def asked_for(view: View, viewer: Viewer) -> str:
    """Say what whoever is awaited has to do: ``draw 2 cards``."""
    phase = view.phases[-1]
    match phase:
        case Offering(builder):
            return f"sacrifice: {viewer.does(builder, 'has', 'have')} built a moai"
        case Drawing(seat):
            missing = BOX.display.hand - sum(view.tribes[seat].hand)
            return "draw a card" if missing == 1 else f"draw {missing} cards"
        case Yielding(_, amount):
            return f"take {amount} wood or {amount} fame for moais"
        case OtherPile(_, sort, missing):
            return f"take {missing} of other sorts, or none: no {SORTS[sort]} offering is left"
        case Refilling(column):
            return f"cards are turned up into column {column + 1}"
        case _:
            return _ASKED[type(phase)]


_ASKED: Mapping[type[AnyPhase], str] = {
    StartPlayer: "the start player is drawn",
    Buying: "buy an offering, or nothing",
    Laying: "lay cards",
    Burying: "sacrifice face down",
    Adding: "add a card from a pile to the stone",
}


def _won(end: Over, viewer: Viewer) -> str:
    best = [viewer.name(seat) for seat, place in enumerate(end.places) if place == 1]
    points = end.scores[end.places.index(1)]
    return f"{' and '.join(best)} won with {points} {'point' if points == 1 else 'points'}"


LAST_REFILLS = 3
"""Refills of columns to come from which on the status counts them."""


def score_sheet(view: View, viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (rule 9.2), as far as the viewer knows what counts.

    What the stone's cards make of offerings is known at the end; to a viewer with memory also
    before, where no card of unknown sort matters.
    """
    tribes = view.tribes
    points = BOX.points
    fame = tuple(tribe.fame for tribe in tribes)
    moais = tuple(points.moai * tribe.lying[MOAI] for tribe in tribes)
    wood = tuple(tribe.wood // BOX.wood.a_point for tribe in tribes)
    offerings = tuple(_offering_points(view, viewer, seat) for seat in range(len(tribes)))
    whole = None not in offerings
    sums = zip(fame, moais, wood, (number or 0 for number in offerings), strict=True)
    label = "points" if whole else "points as far as known"
    return [
        ScoreLine("fame", fame),
        ScoreLine(f"moais, {points.moai} each", moais),
        ScoreLine(f"wood, 1 for each {BOX.wood.a_point}", wood),
        ScoreLine("offerings", offerings),
        ScoreLine(label, tuple(map(sum, sums)), total=True),
    ]


def _offering_points(view: View, viewer: Viewer, seat: Seat) -> int | None:
    """Return what a seat's offerings are worth; None where the viewer cannot tell."""
    if not over(view) and not viewer.memory:
        return None
    if any(card.sort is None for card in view.stone):
        return None
    held = holdings(view.tribes[seat], view.stone, seat)
    worth = values(sacrificed(view.stone))
    return sum(number * value for number, value in zip(held, worth, strict=True))


# A view in plain lines


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell a view in plain lines."""
    end = "" if over(view) else f" {_end(view)[:1].upper()}{_end(view)[1:]}."
    yield f"{headline(view, viewer)}.{end}"
    for number, column in enumerate(view.columns, 1):
        front, *under = [CARDS[card] for card in reversed(column)] or ["empty"]
        yield f"Column {number}: {front}" + (f"; under it {', '.join(under)}." if under else ".")
    yield f"Left in the piles: {listed(view.piles)}."
    if view.seat != NOBODY:
        prices = (f"{SORTS[sort]} {cost}" for sort, cost in enumerate(prices_of(view)) if cost >= 0)
        yield f"An offering costs you, in wood: {', '.join(prices) or 'nothing is left'}."
    yield from _stone_lines(view, viewer)
    for seat, tribe in enumerate(view.tribes):
        yield (
            f"In front of {viewer.inside(seat)}: {listed(tribe.lying)}; {tribe.wood} wood, "
            f"{tribe.fame} fame, offerings: {tribe.offerings}."
        )
        if seat == view.seat:
            held = listed(view.holdings)
            yield f"Your hand: {listed(tribe.hand)}. Your offerings: {held}."
        elif viewer.memory or over(view):
            hand = listed(tribe.hand)
            verb = "Shown by" if over(view) else "Remembered of"
            yield f"{verb} {viewer.inside(seat)}: hand {hand}; {remembered(view, seat)}."


def prices_of(view: View) -> Tally:
    """Return what an offering of each sort costs the seat in wood; -1 where none is left.

    Each seat has prices of its own (rule 3.2); an onlooker has none.
    """
    own = view.tribes[view.seat]
    return tuple(price(own, sort) if left else -1 for sort, left in enumerate(view.piles))


def headline(view: View, viewer: Viewer) -> str:
    """Say who has to do what, as a sentence begins."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        return _won(phase, viewer)
    asked, seat = asked_for(view, viewer), getattr(phase, "seat", None)
    return f"{asked[:1].upper()}{asked[1:]}" if seat is None else f"{viewer.name(seat)} to {asked}"


def _stone_lines(view: View, viewer: Viewer) -> Iterator[str]:
    if not view.stone:
        yield "Stone: empty."
        return
    number = len(view.stone)
    cards = "1 card" if number == 1 else f"{number} cards"
    yield f"Stone: {cards}. Top card: {stone_card(view.stone[-1], viewer)}."
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
