"""The line of status, and the score sheet."""

from collections.abc import Mapping, Sequence

from parlour import Over, ScoreLine, Seat, Viewer
from parlour_rapa_nui.components import BOX, MOAI, SORTS
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
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.state import holdings
from parlour_rapa_nui.view import View


def describe_status(view: View, viewer: Viewer) -> str:
    """Tell in one line how near the end is, and what has to be done (rule 9.1)."""
    phase, left = view.phases[-1], sum(view.stack)
    if isinstance(phase, Over):
        return won(phase, viewer)
    asked, end = asked_for(view, viewer), end_of(view)
    near = left <= MAX_REFILLS_COUNTED * BOX.display.length
    status = f"{end}; {asked}" if near else f"{asked}; {end}"
    return status[:1].upper() + status[1:]


def end_of(view: View) -> str:
    """Say how near the end is."""
    left = sum(view.stack)
    refills = -(-left // BOX.display.length)
    if refills > MAX_REFILLS_COUNTED:
        return f"{left} cards left in the stack"
    if refills == 1:
        return "the next column emptied ends the match"
    return f"{refills} more columns emptied end the match" if refills else "the stack is empty"


def asked_for(view: View, viewer: Viewer) -> str:
    """Say what the awaited seat has to do: ``draw 2 cards``."""
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


def won(end: Over, viewer: Viewer) -> str:
    """Say who won, and with how many points."""
    best = [viewer.name(seat) for seat, place in enumerate(end.places) if place == 1]
    points = end.scores[end.places.index(1)]
    return f"{' and '.join(best)} won with {points} {'point' if points == 1 else 'points'}"


MAX_REFILLS_COUNTED = 3
"""Maximum number of refills to come that the status counts."""


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
    """Return what a seat's offerings are worth, or None if the viewer cannot tell."""
    if not view.over and not viewer.memory:
        return None
    if any(card.sort is None for card in view.stone):
        return None
    held = holdings(view.tribes[seat], view.stone, seat)
    worth = values(sacrificed(view.stone))
    return sum(number * value for number, value in zip(held, worth, strict=True))
