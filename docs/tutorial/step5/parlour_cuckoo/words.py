"""The sentences a player of Cuckoo reads."""

from collections.abc import Iterator

from parlour import Event, Viewer
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.view import View


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell the table in plain lines, for a screen reader."""
    for name, card in zip(viewer.names, view.cards, strict=False):
        yield f"{name} holds {card or 'a card you have not seen'}"
    for card in view.out:
        yield f"{card} lies open"


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell an event in a sentence; None leaves it out."""
    match event:
        case Swapped(seat=seat, gave=int(gave), got=int(got)):
            giver, other = viewer.does(seat, "gives"), viewer.inside(seat + 1)
            return f"{giver} {other} the {gave} for the {got}."
        case Swapped(seat=seat):
            return f"{viewer.name(seat)} and {viewer.inside(seat + 1)} swap cards."
        case Shown(cards=cards):
            shown = (f"{name} {card}" for name, card in zip(viewer.names, cards, strict=True))
            return f"All show their cards: {', '.join(shown)}."
        case _:
            return None


REFUSALS = {"just_swapped": "who has just got a card by a swap keeps it"}
"""Why a move is refused, by the code of the refusal."""
