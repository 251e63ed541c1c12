"""The line of status, and the score sheet."""

from collections.abc import Mapping, Sequence

from parlour import Over, ScoreLine, Seat, Viewer, listed
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
from parlour_rapa_nui.words.names import capitalised, say


def describe_status(view: View, viewer: Viewer) -> str:
    """Tell in one line how near the end is, and the task (rule 9.1)."""
    phase, left = view.phases[-1], sum(view.stack)
    if isinstance(phase, Over):
        return won(phase, viewer)
    asked, end = asked_for(view, viewer), end_of(view)
    near = left <= MAX_REFILLS_COUNTED * BOX.display.length
    return capitalised(f"{end}; {asked}" if near else f"{asked}; {end}")


def end_of(view: View) -> str:
    """Say how near the end is."""
    left = sum(view.stack)
    refills = -(-left // BOX.display.length)
    if refills > MAX_REFILLS_COUNTED:
        return say("end.stack", number=left)
    return say("end.next") if refills == 1 else say("end.refills", number=refills)


def asked_for(view: View, viewer: Viewer) -> str:
    """Say what the awaited seat has to do: ``draw 2 cards``."""
    phase = view.phases[-1]
    match phase:
        case Offering(builder):
            return say("asked.offer", viewer, seat=builder)
        case Drawing(seat):
            return say("asked.draw", number=BOX.display.hand - sum(view.tribes[seat].hand))
        case Yielding(_, amount):
            return say("asked.yield", amount=amount)
        case OtherPile(_, sort, missing):
            return say("asked.instead", number=missing, sort=SORTS[sort])
        case Refilling(column):
            return say("asked.refill", column=column + 1)
        case _:
            return say(_ASKED[type(phase)])


_ASKED: Mapping[type[AnyPhase], str] = {
    StartPlayer: "asked.start",
    Buying: "asked.buy",
    Laying: "asked.lay",
    Burying: "asked.bury",
    Adding: "asked.add",
}


def won(end: Over, viewer: Viewer) -> str:
    """Say who won, and with how many points."""
    best = [seat for seat, place in enumerate(end.places) if place == 1]
    points = end.scores[best[0]]
    if len(best) == 1:
        return say("won", viewer, seat=best[0], number=points)
    return say("won.shared", seats=listed(map(viewer.name, best)), number=points)


MAX_REFILLS_COUNTED = 3
"""Maximum number of refills to come that the status counts."""


def score_sheet(view: View, viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (rule 9.2), with the cards that the viewer knows.

    What the stone's cards make of offerings is known at the end; to a viewer with memory also
    before, where no card of unknown sort matters.
    """
    tribes = view.tribes
    points = BOX.points
    fame = tuple(tribe.fame for tribe in tribes)
    moais = tuple(points.moai * tribe.lying[MOAI] for tribe in tribes)
    wood = tuple(tribe.wood // BOX.wood.a_point for tribe in tribes)
    offerings = tuple(_offering_points(view, viewer, seat) for seat in range(len(tribes)))
    sums = zip(fame, moais, wood, (number or 0 for number in offerings), strict=True)
    return [
        ScoreLine(say("sheet.fame"), fame),
        ScoreLine(say("sheet.moais", points=points.moai), moais),
        ScoreLine(say("sheet.wood", wood=BOX.wood.a_point), wood),
        ScoreLine(say("sheet.offerings"), offerings),
        ScoreLine(say("sheet.points"), tuple(map(sum, sums)), total=True),
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
