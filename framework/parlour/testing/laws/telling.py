"""Laws of telling: what a seat is told agrees with what it sees, and changes nothing."""

from collections.abc import Iterator

from parlour.rules.events import ChanceResolved, Played
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import pack
from parlour.testing.laws.law import law
from parlour.testing.laws.posterior import FEW, place_of_strangers, possible_after
from parlour.testing.moment import Moment, StepResult


@law
def same_unheard(moment: Moment) -> Iterator[str]:
    """A step leads to the same state if nobody listens, as in a search."""
    given, rules = moment.given, moment.rules
    if given is None:
        return
    if given.seat is None:
        unheard = rules.resolve(moment.state, given.answer, None)
    else:
        unheard = rules.play(moment.state, given.seat, given.answer, None)
    if pack(unheard) != pack(moment.result_of(given).after):
        yield f"{given.answer} leads to another state where 'tell' is None"


@law
def remembered(moment: Moment) -> Iterator[str]:
    """If a seat is told which of two answers was given, its view knows it too.

    Unless that leaves the seat with the same worlds, as when it plays one of two cards that it
    knows nothing about.
    """
    for seat in moment.seats:
        for first, second in moment.neighbours:
            unlike = first.delivered[seat] != second.delivered[seat]
            unlike = unlike and first.after != second.after
            alike = unlike and _looks_alike(moment, first, second, seat)
            if alike and _leave_other_worlds(moment, first, second, seat):
                one, two = _first_unlike(first, second, seat)
                yield f"seat {seat} is told {one} or {two}, but its view is the same"


@law
def seen_as_told(moment: Moment) -> Iterator[str]:
    """After two answers that are told the same to a seat, its view is the same."""
    for seat in moment.seats:
        for first, second in moment.neighbours:
            alike = first.delivered[seat] == second.delivered[seat]
            if alike and not _looks_alike(moment, first, second, seat):
                events = ", ".join(map(_shown, first.delivered[seat])) or "nothing"
                yield f"seat {seat} sees which of two answers was given, but is told {events}"


def _leave_other_worlds(moment: Moment, first: StepResult, second: StepResult, seat: Seat) -> bool:
    """Tell whether two steps leave a seat with different worlds; not if too few are found."""
    rng = moment.rng("remembered", seat)
    one, two = (possible_after(moment, seat, step, 2 * FEW, rng) for step in (first, second))
    if min(len(one), len(two)) < FEW:
        return False
    return bool(place_of_strangers(one, two) or place_of_strangers(two, one))


def _looks_alike(moment: Moment, first: StepResult, second: StepResult, seat: Seat) -> bool:
    view = moment.rules.view
    return pack(view(first.after, seat)) == pack(view(second.after, seat))


def _first_unlike(first: StepResult, second: StepResult, seat: Seat) -> tuple[str, str]:
    """Return the first events that differ, by their texts."""
    pairs = zip((*first.delivered[seat], None), (*second.delivered[seat], None), strict=False)
    return next((_shown(one), _shown(two)) for one, two in pairs if one != two)


def _shown(event: object) -> str:
    match event:
        case None:
            return "nothing"
        case Played(move=text) | ChanceResolved(outcome=text):
            return f"'{text}'"
        case _:
            return f"'{event}'"
