"""Laws of secrecy: a seat learns what it is entitled to, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from parlour.rules.answers import Move
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.testing.laws.channels import (
    asked,
    difference,
    happened,
    heard,
    is_open,
    is_sealed,
    pack,
    rendered,
    shown_answer,
)
from parlour.testing.laws.law import implicit_law, law
from parlour.testing.moment import Moment
from parlour.testing.report import Given

PAIRS = 6
"""So many pairs of answers under one veil are compared at a moment."""

TRIES = 12
"""So many moves are tried to see how they are refused."""

SEEDS = 24
"""So many worlds are drawn before a determinizer is held to be stuck."""

spreads = implicit_law("spreads", "Determinizing spreads over the worlds that fit a view.")


@law
def fits_view(moment: Moment) -> Iterator[str]:
    """A state determinized from a view gives that view again, and holds the same box."""
    rules, box = moment.rules, Counter(moment.notes.get("census", {}))
    for seat in moment.seats:
        view = rules.view(moment.state, seat)
        world = rules.determinize(view, moment.rng("fits", seat))
        again = rules.view(world, seat)
        if pack(again) != pack(view):
            unlike = difference(view, again) or f"{view}, then {again}"
            yield f"seat {seat} sees another view in a state determinized from its own: {unlike}"
        true, held = (Counter(rules.census(each)) for each in (moment.state, world))
        for name in sorted(true.keys() | held.keys()):
            if true[name] != held[name] and true == box:
                yield (
                    f"a state determinized for seat {seat} holds {held[name]} {name}, "
                    f"the true one {true[name]}"
                )


@law
def seeded(moment: Moment) -> Iterator[str]:
    """Determinizing repeats for a seed."""
    rules = moment.rules
    for seat in moment.seats:
        view = rules.view(moment.state, seat)
        first = rules.determinize(view, moment.rng("world", seat))
        again = rules.determinize(view, moment.rng("world", seat))
        if pack(first) != pack(again):
            yield f"seat {seat} gets two states from one view and one seed"
        _count_spread(moment, seat)


def _count_spread(moment: Moment, seat: Seat) -> None:
    """Note whether other seeds give other worlds, where there must be several."""
    rules = moment.rules
    view = rules.view(moment.state, seat)
    worlds = (rules.determinize(view, moment.rng("spread", n)) for n in range(SEEDS))
    first = next(worlds)
    if first != moment.state:
        spread = any(world != first for world in worlds)
        moment.tally["spread" if spread else "stuck"] += 1


@law
def no_leak(moment: Moment) -> Iterator[str]:
    """States that a seat cannot tell apart look the same to it on every channel."""
    for seat in moment.seats:
        world = moment.world(seat)
        if world == moment.state:
            continue
        pool = _pool(moment, seat, world)
        true, other = (asked(moment, state, seat, pool) for state in (moment.state, world))
        for channel, seen in true.items():
            if seen != other[channel]:
                yield f"seat {seat} can tell states apart by the {channel}"


def _pool(moment: Moment, seat: Seat, world: object) -> list[Move]:
    near = [*moment.legal(seat), *moment.legal(seat, world)]
    others = [move for other in moment.awaited.seats for move in moment.legal(other)]
    return [*near[:TRIES], *others[:TRIES], *moment.pool[:TRIES]]


@law
def told_alike(moment: Moment) -> Iterator[str]:
    """In states that a seat cannot tell apart, a step that reveals nothing tells it the same."""
    given = moment.given
    if given is None or given.seat is None:
        return
    true = happened(moment, moment.state, given)
    for seat in moment.seats:
        world = moment.world(seat)
        if world == moment.state or true.reveals_to(seat):
            continue
        text = moment.game.move_notation.write(given.answer)
        if given.answer not in moment.legal(given.seat, world):
            if shown_answer(moment, given, seat) == text:
                yield f"that '{text}' is legal tells seat {seat} something, but no event reveals it"
            continue
        elsewhere = happened(moment, world, given)
        if is_open(true, elsewhere, seat):
            continue
        other = heard(moment, elsewhere, seat)
        for channel, seen in heard(moment, true, seat).items():
            if seen != other[channel]:
                yield (
                    f"after '{text}' seat {seat} learns something by the {channel}, "
                    "but no event reveals it"
                )


@law
def veils_hold(moment: Moment) -> Iterator[str]:
    """Answers that a seat is told under one veil look the same to it on every channel."""
    for seat in moment.seats:
        for one, two in _veiled_pairs(moment, seat):
            first, second = (happened(moment, moment.state, given) for given in (one, two))
            if is_open(first, second, seat):
                continue
            other = heard(moment, second, seat)
            for channel, seen in heard(moment, first, seat).items():
                if seen != other[channel]:
                    yield f"seat {seat} can tell {one.answer} from {two.answer} by the {channel}"


@law
def remembered(moment: Moment) -> Iterator[str]:
    """Where a seat is told which of two answers was given, its view knows it too."""
    for seat in moment.seats:
        for one, two in _pairs(moment, seat):
            first, second = (happened(moment, moment.state, given) for given in (one, two))
            if first.after == second.after:
                continue
            heard_first, heard_second = (heard(moment, seen, seat) for seen in (first, second))
            if heard_first["view"] != heard_second["view"]:
                continue
            texts = [shown_answer(moment, given, seat) for given in (one, two)]
            if texts[0] != texts[1]:
                yield f"seat {seat} is told '{texts[0]}' or '{texts[1]}', but its view is the same"
            elif heard_first["told events"] != heard_second["told events"]:
                yield (
                    f"seat {seat} is told by events whether it was {one.answer} or {two.answer}, "
                    "but its view is the same"
                )


def _pairs(moment: Moment, seat: Seat) -> Iterator[tuple[Given, Given]]:
    """Yield neighbours among the answers that one of them may be given."""
    answers = [[Given(None, outcome) for outcome, _ in moment.outcomes()]]
    answers += [[Given(other, m) for m in moment.legal(other)] for other in moment.awaited.seats]
    for given in answers:
        moment.rng("told", seat).shuffle(given)
        yield from pairwise(given[: PAIRS + 1])


def _veiled_pairs(moment: Moment, seat: Seat) -> Iterator[tuple[Given, Given]]:
    """Yield neighbours among the answers that ``seat`` is told under one veil."""
    answers = [Given(None, outcome) for outcome, _ in moment.outcomes()]
    for other in moment.awaited.seats:
        if other != seat:
            answers += [Given(other, move) for move in moment.legal(other)]
    by_veil: dict[tuple[Seat | None, str], list[Given]] = {}
    for given in answers:
        if _hidden(moment, given, seat):
            key = given.seat, shown_answer(moment, given, seat)
            by_veil.setdefault(key, []).append(given)
    for alike in by_veil.values():
        moment.rng("veil", seat).shuffle(alike)
        yield from pairwise(alike[: PAIRS + 1])


def _hidden(moment: Moment, given: Given, seat: Seat) -> bool:
    if given.seat is None:
        return not given.answer.shown_to(seat)
    return given.answer.public_form is not None or is_sealed(moment, given)


@law
def drawn_alike(moment: Moment) -> Iterator[str]:
    """Every view can be drawn and described, and that depends on the view alone."""
    rng = moment.rng("drawn")
    seat, memory = rng.choice(moment.seats), rng.random() < 0.5
    described = _described(moment, seat)
    if not isinstance(described, Iterable):
        yield f"expected 'describe_view' to return lines, got {described!r}"
        return
    page = rendered(moment, moment.rules.view(moment.state, seat), memory=memory)
    world = moment.world(seat)
    if world == moment.state:
        return
    if page != rendered(moment, moment.rules.view(world, seat), memory=memory):
        yield f"seat {seat} is shown two drawings of one view"


def _described(moment: Moment, seat: Seat) -> object:
    view, viewer = moment.rules.view(moment.state, seat), Viewer(tuple(map(str, moment.seats)))
    return moment.game.describe_view(view, viewer) if moment.game.describe_view else ()
