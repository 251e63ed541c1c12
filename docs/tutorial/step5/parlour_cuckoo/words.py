"""Every sentence a player reads."""

from collections.abc import Iterator

from parlour import Event, Look
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.view import View


def describe(view: View, look: Look) -> Iterator[str]:
    """Tell the table in plain lines, for a screen reader."""
    for name, card in zip(look.names, view.cards, strict=False):
        yield f"{name} holds {card or 'a card you have not seen'}"
    for card in view.out:
        yield f"{card} lies open"


def tell(event: Event, look: Look) -> str | None:
    """Tell an event in a sentence; None leaves it out."""
    match event:
        case Swapped(seat=seat, gave=int(gave), got=int(got)):
            first, second = look.names[seat : seat + 2]
            return f"{first} gives {second} the {gave} for the {got}."
        case Swapped(seat=seat):
            return f"{look.names[seat]} and {look.names[seat + 1]} swap cards."
        case Shown(cards=cards):
            shown = (f"{name} {card}" for name, card in zip(look.names, cards, strict=True))
            return f"All show their cards: {', '.join(shown)}."
        case _:
            return None
