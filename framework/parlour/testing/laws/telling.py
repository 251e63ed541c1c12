"""Laws of telling: what a seat is told agrees with what it sees, and changes nothing."""

from collections.abc import Iterator
from random import Random

from parlour.rules.events import ChanceResolved, Played
from parlour.rules.phases import State
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import pack
from parlour.testing.laws.posterior import FEW, MANY, certain_place, played_on, possible_after
from parlour.testing.laws.secrecy import alike_answers, text_of
from parlour.testing.moment import Moment, StepResult, law, law_of

MAX_TRIED = 4
"""Maximum number of answers tried until one is possible in both matches."""

MAX_FOLLOWED = 8
"""Maximum number of answers to follow two matches that a seat can tell apart."""


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


@law_of("view")
def remembered(moment: Moment) -> Iterator[str]:
    """If a seat is told which of two answers was given, its view knows it too.

    Unless that leaves the seat with the same worlds, as when it plays one of two cards that it
    knows nothing about.
    """
    for seat in moment.seats:
        for first, second in moment.neighbours:
            unlike = first.delivered[seat] != second.delivered[seat]
            unlike = unlike and first.after != second.after
            alike = unlike and _alike(moment, first.after, second.after, seat)
            if alike and _leave_other_worlds(moment, first, second, seat):
                one, two = _first_unlike(first, second, seat)
                yield f"seat {seat} is told {one} or {two}, but its view is the same"


@law_of("view")
def seen_as_told(moment: Moment) -> Iterator[str]:
    """After two answers that are told the same to a seat, its view is the same."""
    for seat in moment.seats:
        for first, second in moment.neighbours:
            alike = first.delivered[seat] == second.delivered[seat]
            if alike and not _alike(moment, first.after, second.after, seat):
                events = ", ".join(map(_shown, first.delivered[seat])) or "nothing"
                yield f"seat {seat} sees which of two answers was given, but is told {events}"


@law_of("view")
def stays_unlike(moment: Moment) -> Iterator[str]:
    """Two matches whose views differ for a seat go on differing for it, whatever is played.

    Unless what differed has left no trace in the worlds that the seat may hold for true.
    """
    moment.compared = moment.may_hide
    if moment.compared is None:
        return
    rng = moment.rng("unlike")
    seat = moment.seats[int(rng.random() * len(moment.seats))]
    starts = _unlike_starts(moment, seat, rng)
    if starts is None:
        return
    matches = [twin.put(start) for twin, start in zip(moment.twins, starts, strict=True)]
    paths: list[list[tuple[Seat | None, str]]] = [[], []]
    for _ in range(MAX_FOLLOWED):
        tried = (
            alike_answers(matches[0], matches[1], seat, rng, same=True) for _ in range(MAX_TRIED)
        )
        pair = next(filter(None, tried), None)
        if pair is None:
            return
        for twin, given, path in zip(matches, pair, paths, strict=True):
            path.append((given.seat, text_of(twin, given, seat)))
            twin.give(given)
        moment.compared = True
        one, other = (twin.match for twin in matches)
        if one.state == other.state:
            return
        if pack(one.view(seat)) == pack(other.view(seat)):
            place = _known_apart(moment, seat, starts, paths, rng)
            if place:
                yield (
                    f"seat {seat} could tell two matches apart, and {len(paths[0])} answers later "
                    f"its views are the same, though it knew '{place}'"
                )
            return


def _unlike_starts(moment: Moment, seat: Seat, rng: Random) -> tuple[State, State] | None:
    """Return two states that ``seat`` can tell apart: of worlds of another seat, or of answers."""
    other = moment.seats[int(rng.random() * len(moment.seats))]
    pairs = [(moment.state, moment.world(other))]
    pairs += [(one.after, two.after) for one, two in moment.neighbours[:1]]
    rng.shuffle(pairs)
    return next((pair for pair in pairs if not _alike(moment, *pair, seat)), None)


def _known_apart(
    moment: Moment,
    seat: Seat,
    starts: tuple[State, State],
    paths: list[list[tuple[Seat | None, str]]],
    rng: Random,
) -> str:
    """Name a place that two pasts make certain in two ways; or empty."""
    place = ""
    for count in (FEW, MANY):
        samples = [
            played_on(moment, seat, (moment.rules.view(start, seat), path), count, rng)
            for start, path in zip(starts, paths, strict=True)
        ]
        if min(map(len, samples)) < FEW // 2:
            return ""
        place = certain_place(*samples) or certain_place(*reversed(samples))
        if not place:
            return ""
    return place


def _leave_other_worlds(moment: Moment, first: StepResult, second: StepResult, seat: Seat) -> bool:
    """Tell whether two steps leave a seat with different worlds; not if too few are found."""
    rng = moment.rng("remembered", seat)
    one, two = (possible_after(moment, seat, step, FEW, rng) for step in (first, second))
    if min(len(one), len(two)) < FEW:
        return False
    return bool(certain_place(one, two) or certain_place(two, one))


def _alike(moment: Moment, first: State, second: State, seat: Seat) -> bool:
    view = moment.rules.view
    return pack(view(first, seat)) == pack(view(second, seat))


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
