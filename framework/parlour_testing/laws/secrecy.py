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
from parlour_testing.snapshot import AnsweredMove, ParallelMatch, Snapshot, StepResult, law, law_of

MAX_PAIRS = 6
"""Maximum number of pairs of answers with one public form compared at a snapshot."""

MAX_FOLLOWED = 5
"""Maximum number of answers to follow two matches."""

COLUMNS = 80
"""Number of columns of a spectator's drawing."""

MAX_TRIED = 12
"""Maximum number of moves of each origin that a seat tries, to see how they are refused."""


@law
def no_leak(snapshot: Snapshot) -> Iterator[str]:
    """Matches in worlds that a seat cannot tell apart show it the same on every channel."""
    true, other = snapshot.parallels
    snapshot.compared = snapshot.may_hide
    for seat, world in snapshot.other_worlds():
        pool = _pool(snapshot, seat, world)
        first = static_channels(true.put(snapshot.state), seat, pool)
        second = static_channels(other.put(world), seat, pool)
        channel = unlike(first, second)
        if channel:
            text = f"seat {seat} can tell states apart by the {channel}"
            yield snapshot.placed(METHODS.get(channel, ""), text)


@law_of("moves", cost="each")
def moves_alike(snapshot: Snapshot) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, it has the same moves, listed in the same order."""
    snapshot.compared = snapshot.may_hide
    if snapshot.compared is None:
        return
    write = snapshot.game.move_notation.write
    for seat in snapshot.seats if snapshot.rules.out_of_turn else snapshot.awaited.seats:
        snapshot.compared = snapshot.compared or snapshot.world(seat) != snapshot.state
        here, there = snapshot.legal(seat), snapshot.legal(seat, snapshot.world(seat))
        if here != there:
            pairs = enumerate(zip_longest(here, there), 1)
            at, moves = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
            one, other = ("nothing" if move is None else write(move) for move in moves)
            yield f"seat {seat} can tell states apart by its move {at}: '{one}', then '{other}'"


def _pool(snapshot: Snapshot, seat: Seat, world: State) -> list[Move]:
    """Return moves for ``seat`` to try: its own moves, and moves of others and of other moments."""
    near = [*snapshot.legal(seat), *snapshot.legal(seat, world)]
    others = [move for other in snapshot.awaited.seats for move in snapshot.legal(other)]
    return [*near[:MAX_TRIED], *others[:MAX_TRIED], *snapshot.pool[:MAX_TRIED]]


@law_of("spectator_view")
def spectators(snapshot: Snapshot) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, a spectator is shown the same."""
    rules = snapshot.rules
    game = snapshot.game
    shown = rules.spectator_view(snapshot.state)
    snapshot.compared = None if shown is None else True
    if shown is None:
        return
    viewer = Viewer.of_seats(len(snapshot.seats))
    list(described(game.display, shown, viewer))
    view_text(game.display, shown, viewer, COLUMNS)
    for seat in snapshot.seats:
        other = rules.spectator_view(snapshot.world(seat))
        if pack(other) != pack(shown):
            unlike_at = difference(shown, other) or f"{shown}, then {other}"
            yield f"a spectator is shown what seat {seat} may not know: {unlike_at}"


@law
def told_alike(snapshot: Snapshot) -> Iterator[str]:
    """In worlds that a seat cannot tell apart, a move that reveals nothing tells it the same."""
    snapshot.compared = snapshot.may_hide
    answered = snapshot.answered
    if answered is None or answered.seat is None:
        return
    true, other = snapshot.parallels
    text = snapshot.game.move_notation.write(answered.answer)
    for seat, world in snapshot.other_worlds():
        first = true.put(snapshot.state).give(answered)
        if first.reveals_to(seat):
            continue
        if answered.answer not in snapshot.legal(answered.seat, world):
            if declared_text(snapshot.game, snapshot.awaited, answered, seat) == text:
                yield f"that '{text}' is legal tells seat {seat} something, but no event reveals it"
            continue
        second = other.put(world).give(answered)
        channel = unlike(step_channels(true, first, seat), step_channels(other, second, seat))
        if channel and not is_open(first, second, seat):
            yield snapshot.placed(
                METHODS.get(channel, ""),
                f"after '{text}' seat {seat} learns something by the {channel}, "
                "but no event reveals it",
            )


@law
def public_forms_hold(snapshot: Snapshot) -> Iterator[str]:
    """Answers with one public form look the same, on every channel, to seats told only that."""
    true, other = snapshot.parallels
    snapshot.compared = snapshot.may_hide
    for seat in snapshot.seats:
        for one, two in _hidden_pairs(snapshot, seat):
            snapshot.compared = True
            first = true.put(snapshot.state).give(one)
            second = other.put(snapshot.state).give(two)
            channel = unlike(step_channels(true, first, seat), step_channels(other, second, seat))
            if channel and not is_open(first, second, seat):
                text = f"seat {seat} can tell {one.answer} from {two.answer} by the {channel}"
                yield snapshot.placed(METHODS.get(channel, ""), text)


def _hidden_pairs(snapshot: Snapshot, seat: Seat) -> Iterator[tuple[AnsweredMove, AnsweredMove]]:
    """Yield neighbours among the answers that ``seat`` may know by one public form."""
    by_text: dict[tuple[Seat | None, str], list[AnsweredMove]] = {}
    for answered in _answers(snapshot.parallels[0].put(snapshot.state)):
        if is_hidden(snapshot.awaited, answered, seat):
            key = answered.seat, declared_text(snapshot.game, snapshot.awaited, answered, seat)
            by_text.setdefault(key, []).append(answered)
    for alike in by_text.values():
        snapshot.rng("hidden", seat).shuffle(alike)
        yield from pairwise(alike[: MAX_PAIRS + 1])


def _answers(parallel: ParallelMatch) -> list[AnsweredMove]:
    """Return every outcome of chance, or every legal move and offer of the seats."""
    match = parallel.match
    rules = parallel.match.game.rules
    if isinstance(match.awaited, Chance):
        return [AnsweredMove(None, outcome) for outcome, _ in rules.outcomes(match.state)]
    moves = [AnsweredMove(seat, m) for seat in match.awaited.seats for m in match.moves(seat)]
    if not rules.out_of_turn:
        return moves
    return moves + [
        AnsweredMove(seat, offer, is_offer=True)
        for seat in parallel.seats
        for offer in match.offers(seat)
    ]


@law
def stays_alike(snapshot: Snapshot) -> Iterator[str]:
    """Matches that a seat cannot tell apart stay so while it cannot tell their answers apart."""
    snapshot.compared = snapshot.may_hide
    if snapshot.compared is None:
        return
    rng = snapshot.rng("walk")
    seat = snapshot.seats[int(rng.random() * len(snapshot.seats))]
    world = snapshot.world(seat)
    snapshot.compared = world != snapshot.state
    true, other = snapshot.parallels
    true.put(snapshot.state)
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
            one, two = (answered.answer for answered in pair)
            text = f"seat {seat} can tell matches apart by the {channel} after {one} and {two}"
            # The phase may be another than before, so only the view has a known place.
            yield snapshot.placed("view" if channel == "view" else "", text)
            return
    first_end = closing_channels(true, snapshot.state, seat)
    channel = unlike(first_end, closing_channels(other, world, seat))
    if channel:
        text = f"seat {seat} can tell matches apart by the {channel}"
        yield snapshot.placed(METHODS.get(channel, ""), text)


def alike_answers(
    true: ParallelMatch, other: ParallelMatch, seat: Seat, rng: Random, *, same: bool = False
) -> tuple[AnsweredMove, AnsweredMove] | None:
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


def text_of(parallel: ParallelMatch, answered: AnsweredMove, seat: Seat) -> str:
    """Return the text that an answer given now has for ``seat``."""
    return declared_text(parallel.match.game, parallel.match.awaited, answered, seat)


MAX_TRIES = 4
"""Maximum number of answers tried until one is possible in both matches."""

MAX_FOLLOWED_APART = 8
"""Maximum number of answers to follow two matches that a seat can tell apart."""


@law
def same_unheard(snapshot: Snapshot) -> Iterator[str]:
    """A step leads to the same state if nobody listens, as in a search."""
    answered = snapshot.answered
    rules = snapshot.rules
    if answered is None:
        return
    if answered.seat is None:
        unheard = rules.resolve(snapshot.state, answered.answer, None)
    else:
        unheard = rules.play(snapshot.state, answered.seat, answered.answer, None)
    if pack(unheard) != pack(snapshot.result_of(answered).after):
        yield f"{answered.answer} leads to another state where 'tell' is None"


@law
def remembered(snapshot: Snapshot) -> Iterator[str]:
    """If a seat is told which of two answers was given, its view knows it too.

    Unless that leaves the seat with the same worlds, as when it plays one of two cards that it
    knows nothing about.
    """
    for seat in snapshot.seats:
        for first, second in snapshot.neighbours:
            unlike = first.delivered[seat] != second.delivered[seat]
            unlike = unlike and first.after != second.after
            alike = unlike and _alike(snapshot, first.after, second.after, seat)
            if alike and _leave_other_worlds(snapshot, first, second, seat):
                one, two = _first_unlike(first, second, seat)
                told = f"seat {seat} is told {one} or {two}"
                if stays_sealed(snapshot.awaited, first.answered):
                    text = f"{told} of an answer in secret: leave it to 'opened'"
                    yield snapshot.placed("play", text)
                else:
                    yield snapshot.placed("view", f"{told}, but its view is the same")


@law_of("view")
def seen_as_told(snapshot: Snapshot) -> Iterator[str]:
    """After two answers that are told the same to a seat, its view is the same."""
    for seat in snapshot.seats:
        for first, second in snapshot.neighbours:
            alike = first.delivered[seat] == second.delivered[seat]
            if alike and not _alike(snapshot, first.after, second.after, seat):
                events = ", ".join(map(_shown, first.delivered[seat])) or "nothing"
                yield f"seat {seat} sees which of two answers was given, but is told {events}"


@law_of("view")
def stays_unlike(snapshot: Snapshot) -> Iterator[str]:
    """Two matches whose views differ for a seat go on differing for it, whatever is played.

    Unless what differed has left no trace in the worlds that the seat may hold for true.
    """
    snapshot.compared = snapshot.may_hide
    if snapshot.compared is None:
        return
    rng = snapshot.rng("unlike")
    seat = snapshot.seats[int(rng.random() * len(snapshot.seats))]
    starts = _unlike_starts(snapshot, seat, rng)
    if starts is None:
        return
    matches = [
        parallel.put(start) for parallel, start in zip(snapshot.parallels, starts, strict=True)
    ]
    paths: list[list[tuple[Seat | None, str]]] = [[], []]
    for _ in range(MAX_FOLLOWED_APART):
        tried = (
            alike_answers(matches[0], matches[1], seat, rng, same=True) for _ in range(MAX_TRIES)
        )
        pair = next(filter(None, tried), None)
        if pair is None:
            return
        for parallel, answered, path in zip(matches, pair, paths, strict=True):
            path.append((answered.seat, text_of(parallel, answered, seat)))
            parallel.give(answered)
        snapshot.compared = True
        one, other = (parallel.match for parallel in matches)
        if one.state == other.state:
            return
        if pack(one.view(seat)) == pack(other.view(seat)):
            place = _known_apart(snapshot, seat, starts, paths, rng)
            if place:
                yield (
                    f"seat {seat} could tell two matches apart, and {len(paths[0])} answers later "
                    f"its views are the same, though it knew '{place}'"
                )
            return


def _unlike_starts(snapshot: Snapshot, seat: Seat, rng: Random) -> tuple[State, State] | None:
    """Return two states that ``seat`` can tell apart: of worlds of another seat, or of answers."""
    other = snapshot.seats[int(rng.random() * len(snapshot.seats))]
    pairs = [(snapshot.state, snapshot.world(other))]
    pairs += [(one.after, two.after) for one, two in snapshot.neighbours[:1]]
    rng.shuffle(pairs)
    return next((pair for pair in pairs if not _alike(snapshot, *pair, seat)), None)


def _known_apart(
    snapshot: Snapshot,
    seat: Seat,
    starts: tuple[State, State],
    paths: list[list[tuple[Seat | None, str]]],
    rng: Random,
) -> str:
    """Name a place that two pasts make certain in two ways; or empty."""
    place = ""
    for count in (FEW, MANY):
        samples = [
            played_on(snapshot, seat, (snapshot.rules.view(start, seat), path), count, rng)
            for start, path in zip(starts, paths, strict=True)
        ]
        if min(map(len, samples)) < FEW // 2:
            return ""
        place = certain_place(*samples) or certain_place(*reversed(samples))
        if not place:
            return ""
    return place


def _leave_other_worlds(
    snapshot: Snapshot, first: StepResult, second: StepResult, seat: Seat
) -> bool:
    """Tell whether two steps leave a seat with different worlds; not if too few are found."""
    rng = snapshot.rng("remembered", seat)
    one, two = (possible_after(snapshot, seat, step, FEW, rng) for step in (first, second))
    if min(len(one), len(two)) < FEW:
        return False
    return bool(certain_place(one, two) or certain_place(two, one))


def _alike(snapshot: Snapshot, first: State, second: State, seat: Seat) -> bool:
    view = snapshot.rules.view
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
