"""The sentences a player of Cuckoo reads."""

from parlour import Event, Viewer
from parlour_cuckoo.events import Shown, Swapped


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
