"""A view in plain lines."""

from collections.abc import Iterator

from parlour import Over, Seat, Viewer
from parlour_rapa_nui.components import CARDS, SORTS
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.view import NOBODY, View
from parlour_rapa_nui.words.names import listed, stone_card
from parlour_rapa_nui.words.status import asked_for, end_of, won


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell a view in plain lines."""
    end = "" if view.over else f" {end_of(view)[:1].upper()}{end_of(view)[1:]}."
    yield f"{headline(view, viewer)}.{end}"
    for number, column in enumerate(view.columns, 1):
        front, *under = [CARDS[card] for card in reversed(column)] or ["empty"]
        yield f"Column {number}: {front}" + (f"; under it {', '.join(under)}." if under else ".")
    yield f"Left in the piles: {listed(view.piles)}."
    if view.seat != NOBODY:
        prices = (f"{SORTS[sort]} {cost}" for sort, cost in enumerate(view.prices) if cost >= 0)
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
        elif viewer.memory or view.over:
            hand = listed(tribe.hand)
            verb = "Shown by" if view.over else "Remembered of"
            yield f"{verb} {viewer.inside(seat)}: hand {hand}; {remembered(view, seat)}."


def headline(view: View, viewer: Viewer) -> str:
    """Say who has to do what, as a sentence begins."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        return won(phase, viewer)
    asked, seat = asked_for(view, viewer), getattr(phase, "seat", None)
    return f"{asked[:1].upper()}{asked[1:]}" if seat is None else f"{viewer.name(seat)} to {asked}"


def _stone_lines(view: View, viewer: Viewer) -> Iterator[str]:
    if not view.stone:
        yield "Stone: empty."
        return
    number = len(view.stone)
    cards = "1 card" if number == 1 else f"{number} cards"
    yield f"Stone: {cards}. Top card: {stone_card(view.stone[-1], viewer)}."
    if viewer.memory or view.over:
        known = sacrificed(view.stone)
        unknown = len(view.stone) - sum(known)
        more = f", {unknown} unknown" if unknown else ""
        yield f"On the stone: {listed(known)}{more}."
        worth = "Worth, as far as is known" if unknown else "Worth"
        yield f"{worth}: {listed(values(known))}."


def remembered(view: View, seat: Seat) -> str:
    """Say what can be remembered of another seat's offerings."""
    down = len(view.tribes[seat].limits)
    less = f" less {down} face down" if down and not view.over else ""
    return f"offerings {listed(view.tracked(seat))}{less}"
