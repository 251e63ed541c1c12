"""Laws of secrecy: a seat learns the facts it may know, nothing else, and forgets none.

They watch real matches. Two of them are put into worlds that a seat cannot tell apart, or are given
answers that it cannot tell apart, and must show and tell the seat the same on every channel. What
a seat is told agrees with its view, and changes nothing.
"""

from collections.abc import Iterator
from itertools import pairwise, zip_longest
from random import Random

from parlour.match import described, view_text
from parlour.rules import Chance, ChanceResolved, Move, Played, Seat, State, Viewer
from parlour_testing.laws.channels import (
    METHODS,
    closing_channels,
    declared_text,
    difference,
    is_hidden,
    is_open,
    pack,
    static_channels,
    stays_sealed,
    step_channels,
    unlike,
)
from parlour_testing.laws.posterior import FEW, MANY, certain_place, played_on, possible_after
from parlour_testing.moment import Given, Moment, StepResult, Twin, law, law_of

MAX_PAIRS = 6
"""Maximum number of pairs of answers with one public form compared at a moment."""

MAX_FOLLOWED = 5
"""Maximum number of answers to follow two matches."""

COLUMNS = 80
"""Number of columns of a spectator's drawing."""

MAX_TRIED = 12
"""Maximum number of moves of each origin that a seat tries, to see how they are refused."""


@law
def no_leak(moment: Moment) -> Iterator[str]:
    """Matches in worlds that a seat cannot tell apart show it the same on every channel."""
    true, other = moment.twins
    moment.compared = moment.may_hide
    for seat, world in moment.other_worlds():
        pool = _pool(moment, seat, world)
        first = static_channels(true.put(moment.state), seat, pool)
        second = static_channels(other.put(world), seat, pool)
        channel = unlike(first, second)
        if channel:
            text = f"seat {seat} can tell states apart by the {channel}"
            yield moment.placed(METHODS.get(channel, ""), text)


@law_of("moves", cost="each")
def moves_alike(moment: Moment) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, it has the same moves, listed in the same order."""
    moment.compared = moment.may_hide
    if moment.compared is None:
        return
    write = moment.game.move_notation.write
    for seat in moment.seats if moment.rules.out_of_turn else moment.awaited.seats:
        moment.compared = moment.compared or moment.world(seat) != moment.state
        here, there = moment.legal(seat), moment.legal(seat, moment.world(seat))
        if here != there:
            pairs = enumerate(zip_longest(here, there), 1)
            at, moves = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
            one, other = ("nothing" if move is None else write(move) for move in moves)
            yield f"seat {seat} can tell states apart by its move {at}: '{one}', then '{other}'"


def _pool(moment: Moment, seat: Seat, world: State) -> list[Move]:
    """Return moves for ``seat`` to try: its own moves, and moves of others and of other moments."""
    near = [*moment.legal(seat), *moment.legal(seat, world)]
    others = [move for other in moment.awaited.seats for move in moment.legal(other)]
    return [*near[:MAX_TRIED], *others[:MAX_TRIED], *moment.pool[:MAX_TRIED]]


@law_of("spectator_view")
def spectators(moment: Moment) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, a spectator is shown the same."""
    rules, game = moment.rules, moment.game
    shown = rules.spectator_view(moment.state)
    moment.compared = None if shown is None else True
    if shown is None:
        return
    viewer = Viewer.of_seats(len(moment.seats))
    list(described(game, shown, viewer))
    view_text(game, shown, viewer, COLUMNS)
    for seat in moment.seats:
        other = rules.spectator_view(moment.world(seat))
        if pack(other) != pack(shown):
            unlike_at = difference(shown, other) or f"{shown}, then {other}"
            yield f"a spectator is shown what seat {seat} may not know: {unlike_at}"


@law
def told_alike(moment: Moment) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, a move that reveals nothing tells it the same."""
    moment.compared, given = moment.may_hide, moment.given
    if given is None or given.seat is None:
        return
    true, other = moment.twins
    text = moment.game.move_notation.write(given.answer)
    for seat, world in moment.other_worlds():
        first = true.put(moment.state).give(given)
        if first.reveals_to(seat):
            continue
        if given.answer not in moment.legal(given.seat, world):
            if declared_text(moment.game, moment.awaited, given, seat) == text:
                yield f"that '{text}' is legal tells seat {seat} something, but no event reveals it"
            continue
        second = other.put(world).give(given)
        channel = unlike(step_channels(true, first, seat), step_channels(other, second, seat))
        if channel and not is_open(first, second, seat):
            yield moment.placed(
                METHODS.get(channel, ""),
                f"after '{text}' seat {seat} learns something by the {channel}, "
                "but no event reveals it",
            )


@law
def public_forms_hold(moment: Moment) -> Iterator[str]:
    """Answers with one public form look the same, on every channel, to seats told only that."""
    true, other = moment.twins
    moment.compared = moment.may_hide
    for seat in moment.seats:
        for one, two in _hidden_pairs(moment, seat):
            moment.compared = True
            first = true.put(moment.state).give(one)
            second = other.put(moment.state).give(two)
            channel = unlike(step_channels(true, first, seat), step_channels(other, second, seat))
            if channel and not is_open(first, second, seat):
                text = f"seat {seat} can tell {one.answer} from {two.answer} by the {channel}"
                yield moment.placed(METHODS.get(channel, ""), text)


def _hidden_pairs(moment: Moment, seat: Seat) -> Iterator[tuple[Given, Given]]:
    """Yield neighbours among the answers that ``seat`` may know by one public form."""
    by_text: dict[tuple[Seat | None, str], list[Given]] = {}
    for given in _answers(moment.twins[0].put(moment.state)):
        if is_hidden(moment.awaited, given, seat):
            key = given.seat, declared_text(moment.game, moment.awaited, given, seat)
            by_text.setdefault(key, []).append(given)
    for alike in by_text.values():
        moment.rng("hidden", seat).shuffle(alike)
        yield from pairwise(alike[: MAX_PAIRS + 1])


def _answers(twin: Twin) -> list[Given]:
    """Return every outcome of chance, or every legal move and offer of the seats."""
    match, rules = twin.match, twin.match.game.rules
    if isinstance(match.awaited, Chance):
        return [Given(None, outcome) for outcome, _ in rules.outcomes(match.state)]
    moves = [Given(seat, m) for seat in match.awaited.seats for m in match.moves(seat)]
    if not rules.out_of_turn:
        return moves
    return moves + [
        Given(seat, offer, is_offer=True) for seat in twin.seats for offer in match.offers(seat)
    ]


@law
def stays_alike(moment: Moment) -> Iterator[str]:
    """Matches that a seat cannot tell apart stay so while it cannot tell their answers apart."""
    moment.compared = moment.may_hide
    if moment.compared is None:
        return
    rng = moment.rng("walk")
    seat = moment.seats[int(rng.random() * len(moment.seats))]
    world = moment.world(seat)
    moment.compared = world != moment.state
    true, other = moment.twins
    true.put(moment.state)
    other.put(world)
    for _ in range(1 + int(rng.random() * MAX_FOLLOWED)):
        pair = alike_answers(true, other, seat, rng)
        if pair is None:
            break
        first, second = true.give(pair[0]), other.give(pair[1])
        if is_open(first, second, seat):
            return
        channel = unlike(
            step_channels(true, first, seat) | static_channels(true, seat),
            step_channels(other, second, seat) | static_channels(other, seat),
        )
        if channel:
            one, two = (given.answer for given in pair)
            text = f"seat {seat} can tell matches apart by the {channel} after {one} and {two}"
            # The phase may be another than that of the moment, so only the view has a known place.
            yield moment.placed("view" if channel == "view" else "", text)
            return
    first_end = closing_channels(true, moment.state, seat)
    channel = unlike(first_end, closing_channels(other, world, seat))
    if channel:
        text = f"seat {seat} can tell matches apart by the {channel}"
        yield moment.placed(METHODS.get(channel, ""), text)


def alike_answers(
    true: Twin, other: Twin, seat: Seat, rng: Random, *, same: bool = False
) -> tuple[Given, Given] | None:
    """Return a random answer for each match; both look the same to ``seat``.

    With ``same`` they are the same answer if that is possible.
    """
    answers = _answers(true)
    if not answers:
        return None
    one = answers[int(rng.random() * len(answers))]
    text = text_of(true, one, seat)
    alike = [
        two for two in _answers(other) if two.seat == one.seat and text_of(other, two, seat) == text
    ]
    if same and one in alike:
        return one, one
    return (one, alike[int(rng.random() * len(alike))]) if alike else None


def text_of(twin: Twin, given: Given, seat: Seat) -> str:
    """Return the text that an answer given now has for ``seat``."""
    return declared_text(twin.match.game, twin.match.awaited, given, seat)


MAX_TRIES = 4
"""Maximum number of answers tried until one is possible in both matches."""

MAX_FOLLOWED_APART = 8
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
            alike = unlike and _alike(moment, first.after, second.after, seat)
            if alike and _leave_other_worlds(moment, first, second, seat):
                one, two = _first_unlike(first, second, seat)
                told = f"seat {seat} is told {one} or {two}"
                if stays_sealed(moment.awaited, first.given):
                    text = f"{told} of an answer in secret: leave it to 'opened'"
                    yield moment.placed("play", text)
                else:
                    yield moment.placed("view", f"{told}, but its view is the same")


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
    for _ in range(MAX_FOLLOWED_APART):
        tried = (
            alike_answers(matches[0], matches[1], seat, rng, same=True) for _ in range(MAX_TRIES)
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
