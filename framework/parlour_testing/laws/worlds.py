"""Laws of worlds: states that a determinizer may return for a view."""

from collections import Counter
from collections.abc import Iterator

from parlour.rules import Chance, Event, SealedPhase, Seat
from parlour_testing.laws.channels import declared_text, difference, pack, stays_sealed
from parlour_testing.laws.posterior import (
    CHANCE,
    FEW,
    LOOK_ONCE_MORE,
    MANY,
    MOST,
    forgotten,
    places_of_strangers,
    plainest,
    played_on,
    possible_after,
    suspects,
)
from parlour_testing.moment import Moment, StepResult, implicit_law, law, law_of

MAX_WORLDS = 24
"""Maximum number of worlds drawn before a determinizer counts as stuck."""

MAX_FOLLOWED = 8
"""Maximum number of answers played on in a world."""

spreads = implicit_law("spreads", "Determinizing spreads over the worlds that fit a view.")


@law_of("determinize")
def fits_view(moment: Moment) -> Iterator[str]:
    """A state determinized from a view gives that view again, and holds the same components."""
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


@law_of("determinize")
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


@law_of("determinize")
def plays_on(moment: Moment) -> Iterator[str]:
    """A state determinized from a view can be played on from."""
    rules, rng = moment.rules, moment.rng("plays on")
    for seat in moment.seats if moment.game.has_hidden_information else ():
        state = rules.determinize(rules.view(moment.state, seat), rng)
        for _ in range(MAX_FOLLOWED):
            awaited = rules.awaited(state)
            if isinstance(awaited, Chance):
                state = rules.resolve(state, rules.draw(state, rng), _listen)
            elif awaited.seats:
                other = awaited.seats[int(rng.random() * len(awaited.seats))]
                moves = rules.moves(state, other)
                if not moves:
                    yield f"seat {other} has no legal move in a state determinized for seat {seat}"
                    break
                state = rules.play(state, other, moves[int(rng.random() * len(moves))], _listen)


@law
def follows(moment: Moment) -> Iterator[str]:
    """Worlds after an answer are worlds before it that agree with what it told and showed."""
    moment.compared, given = moment.may_hide, moment.given
    if given is None or not moment.game.has_hidden_information:
        return
    step = moment.result_of(given)
    seat = moment.seats[int(moment.rng("follows").random() * len(moment.seats))]
    place = _unlike_place(moment, seat, step)
    if place:
        text = declared_text(moment.game, moment.awaited, given, seat) or "an answer in secret"
        yield (
            f"after '{text}' states determinized for seat {seat} hold in '{place}' what they could "
            "not hold before it, or what an earlier answer spoke against: "
            f"{', '.join(_to_mend(moment, step, seat))}"
        )


def _to_mend(moment: Moment, step: StepResult, seat: Seat) -> Iterator[str]:
    """Yield what each method on the way from an answer to the worlds must do, with its place."""
    given = step.given
    if _is_unsealed(moment, step, seat):
        yield f"{moment.placed('play', repr('play'))} must leave it to 'opened'"
        return
    sealed = isinstance(moment.state.phases[-1], SealedPhase)
    step_method = "resolve" if given.seat is None else "opened" if sealed else "play"
    for method, does in ((step_method, "note"), ("view", "show"), ("determinize", "regard")):
        yield f"{moment.placed(method, repr(method))} must {does} it"


def _is_unsealed(moment: Moment, step: StepResult, seat: Seat) -> bool:
    """Tell whether ``seat`` is told something of an answer in secret before it is opened."""
    given = step.given
    if given.seat in {None, seat} or not stays_sealed(moment.awaited, given):
        return False
    told = step.delivered[seat]
    others = moment.givens(given.seat)
    return any(moment.result_of(other).delivered[seat] != told for other in others)


def _unlike_place(moment: Moment, seat: Seat, step: StepResult) -> str:
    """Name a place where worlds after a step do not agree with those before it; or empty."""
    rules, view = moment.rules, moment.rules.view(step.after, seat)
    place = ""
    for count, chance in ((FEW, 0.0), (MANY, LOOK_ONCE_MORE), (MOST, CHANCE)):
        rng = moment.rng("follows", count)
        known = possible_after(moment, seat, step, count, rng)
        if len(known) < FEW // 2:
            return _forgotten_place(moment, seat, step)
        moment.compared = True
        new = [rules.determinize(view, rng) for _ in known[:MANY]]
        if not chance:
            if not suspects(known, new, moment.tally):
                return ""
            continue
        place = plainest(places_of_strangers(known, new, chance), view)
        if not place:
            return ""
    return place


def _forgotten_place(moment: Moment, seat: Seat, step: StepResult) -> str:
    """Name a place whose value was certain before a step showed so much that few worlds fit it.

    A certain fact stays certain when more is learnt. Rare worlds might all be missed, so it must
    happen at two steps.
    """
    given, rules = step.given, moment.rules
    path = [(given.seat, declared_text(moment.game, moment.awaited, given, seat))]
    before, after = rules.view(moment.state, seat), rules.view(step.after, seat)
    place = ""
    for count in (FEW, MANY, MOST):
        rng = moment.rng("forgotten", count)
        known = played_on(moment, seat, (before, path), count, rng)
        if len(known) < count:
            return ""
        moment.compared = True
        new = [rules.determinize(after, rng) for _ in range(FEW)]
        place = plainest(forgotten(known, new, step.after), after)
        if not place:
            return ""
    moment.tally["forgotten"] += 1
    return place if moment.tally["forgotten"] > 1 else ""


def _listen(event: Event) -> None:
    """Hear an event, as a match does, and do nothing with it."""


def _count_spread(moment: Moment, seat: Seat) -> None:
    """Count whether other seeds give other worlds, if there must be several."""
    rules = moment.rules
    view = rules.view(moment.state, seat)
    worlds = (rules.determinize(view, moment.rng("spread", n)) for n in range(MAX_WORLDS))
    first = next(worlds)
    if first != moment.state:
        spread = any(world != first for world in worlds)
        moment.tally["spread" if spread else "stuck"] += 1
