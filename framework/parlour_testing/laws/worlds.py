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
from parlour_testing.snapshot import Snapshot, StepResult, implicit_law, law, law_of

MAX_WORLDS = 24
"""Maximum number of worlds drawn before a determinizer counts as stuck."""

MAX_FOLLOWED = 8
"""Maximum number of answers played on in a world."""

spreads = implicit_law("spreads", "Determinizing spreads over the worlds that fit a view.")


@law_of("determinize")
def fits_view(snapshot: Snapshot) -> Iterator[str]:
    """A state determinized from a view gives that view again, and holds the same components."""
    rules = snapshot.rules
    box = Counter(snapshot.notes.get("census", {}))
    for seat in snapshot.seats:
        view = rules.view(snapshot.state, seat)
        world = rules.determinize(view, snapshot.rng("fits", seat))
        again = rules.view(world, seat)
        if pack(again) != pack(view):
            unlike = difference(view, again) or f"{view}, then {again}"
            yield f"seat {seat} sees another view in a state determinized from its own: {unlike}"
        true, held = (Counter(rules.census(each)) for each in (snapshot.state, world))
        for name in sorted(true.keys() | held.keys()):
            if true[name] != held[name] and true == box:
                yield (
                    f"a state determinized for seat {seat} holds {held[name]} {name}, "
                    f"the true one {true[name]}"
                )


@law_of("determinize")
def seeded(snapshot: Snapshot) -> Iterator[str]:
    """Determinizing repeats for a seed."""
    rules = snapshot.rules
    for seat in snapshot.seats:
        view = rules.view(snapshot.state, seat)
        first = rules.determinize(view, snapshot.rng("world", seat))
        again = rules.determinize(view, snapshot.rng("world", seat))
        if pack(first) != pack(again):
            yield f"seat {seat} gets two states from one view and one seed"
        _count_spread(snapshot, seat)


@law_of("determinize")
def plays_on(snapshot: Snapshot) -> Iterator[str]:
    """A state determinized from a view can be played on from."""
    rules = snapshot.rules
    rng = snapshot.rng("plays on")
    for seat in snapshot.seats if snapshot.game.has_hidden_information else ():
        state = rules.determinize(rules.view(snapshot.state, seat), rng)
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
def follows(snapshot: Snapshot) -> Iterator[str]:
    """Worlds after an answer are worlds before it that agree with what it told and showed."""
    snapshot.compared = snapshot.may_hide
    answered = snapshot.answered
    if answered is None or not snapshot.game.has_hidden_information:
        return
    step = snapshot.result_of(answered)
    seat = snapshot.seats[int(snapshot.rng("follows").random() * len(snapshot.seats))]
    place = _unlike_place(snapshot, seat, step)
    if place:
        text = (
            declared_text(snapshot.game, snapshot.awaited, answered, seat) or "an answer in secret"
        )
        yield (
            f"after '{text}' states determinized for seat {seat} hold in '{place}' what they could "
            "not hold before it, or what an earlier answer spoke against: "
            f"{', '.join(_to_mend(snapshot, step, seat))}"
        )


def _to_mend(snapshot: Snapshot, step: StepResult, seat: Seat) -> Iterator[str]:
    """Yield what each method on the way from an answer to the worlds must do, with its place."""
    answered = step.answered
    if _is_unsealed(snapshot, step, seat):
        yield f"{snapshot.placed('play', repr('play'))} must leave it to 'opened'"
        return
    if answered.seat is None:
        step_method = "resolve"
    else:
        sealed = isinstance(snapshot.state.phases[-1], SealedPhase)
        step_method = "opened" if sealed else "play"
    for method, does in ((step_method, "note"), ("view", "show"), ("determinize", "regard")):
        yield f"{snapshot.placed(method, repr(method))} must {does} it"


def _is_unsealed(snapshot: Snapshot, step: StepResult, seat: Seat) -> bool:
    """Tell whether ``seat`` is told something of an answer in secret before it is opened."""
    answered = step.answered
    if answered.seat in {None, seat} or not stays_sealed(snapshot.awaited, answered):
        return False
    told = step.delivered[seat]
    others = snapshot.answers_of(answered.seat)
    return any(snapshot.result_of(other).delivered[seat] != told for other in others)


def _unlike_place(snapshot: Snapshot, seat: Seat, step: StepResult) -> str:
    """Name a place where worlds after a step do not agree with those before it; or empty."""
    rules = snapshot.rules
    view = snapshot.rules.view(step.after, seat)
    place = ""
    for count, chance in ((FEW, 0.0), (MANY, LOOK_ONCE_MORE), (MOST, CHANCE)):
        rng = snapshot.rng("follows", count)
        known = possible_after(snapshot, seat, step, count, rng)
        if len(known) < FEW // 2:
            return _forgotten_place(snapshot, seat, step)
        snapshot.compared = True
        new = [rules.determinize(view, rng) for _ in known[:MANY]]
        if not chance:
            if not suspects(known, new, snapshot.tally):
                return ""
            continue
        place = plainest(places_of_strangers(known, new, chance), view)
        if not place:
            return ""
    return place


def _forgotten_place(snapshot: Snapshot, seat: Seat, step: StepResult) -> str:
    """Name a place whose value was certain before a step showed so much that few worlds fit it.

    A certain fact stays certain when more is learnt. Rare worlds might all be missed, so it must
    happen at two steps.
    """
    answered = step.answered
    rules = snapshot.rules
    path = [(answered.seat, declared_text(snapshot.game, snapshot.awaited, answered, seat))]
    before, after = rules.view(snapshot.state, seat), rules.view(step.after, seat)
    place = ""
    for count in (FEW, MANY, MOST):
        rng = snapshot.rng("forgotten", count)
        known = played_on(snapshot, seat, (before, path), count, rng)
        if len(known) < count:
            return ""
        snapshot.compared = True
        new = [rules.determinize(after, rng) for _ in range(FEW)]
        place = plainest(forgotten(known, new, step.after), after)
        if not place:
            return ""
    snapshot.tally["forgotten"] += 1
    return place if snapshot.tally["forgotten"] > 1 else ""


def _listen(event: Event) -> None:
    """Hear an event, as a match does, and do nothing with it."""


def _count_spread(snapshot: Snapshot, seat: Seat) -> None:
    """Count whether other seeds give other worlds, if there must be several."""
    rules = snapshot.rules
    view = rules.view(snapshot.state, seat)
    worlds = (rules.determinize(view, snapshot.rng("spread", n)) for n in range(MAX_WORLDS))
    first = next(worlds)
    if first != snapshot.state:
        spread = any(world != first for world in worlds)
        snapshot.tally["spread" if spread else "stuck"] += 1
