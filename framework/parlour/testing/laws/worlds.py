"""Laws of worlds: states that a determinizer may return for a view."""

from collections import Counter
from collections.abc import Iterator

from parlour.rules.answers import Chance
from parlour.rules.events import Event
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import declared_text, difference, pack
from parlour.testing.laws.law import implicit_law, law
from parlour.testing.laws.posterior import FEW, MANY, place_of_strangers, possible_after
from parlour.testing.moment import Moment

MAX_WORLDS = 24
"""Maximum number of worlds drawn before a determinizer counts as stuck."""

MAX_FOLLOWED = 8
"""Maximum number of answers played on in a world."""

spreads = implicit_law("spreads", "Determinizing spreads over the worlds that fit a view.")


@law
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


@law
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
    given, rules = moment.given, moment.rules
    if given is None or not moment.game.has_hidden_information:
        return
    step = moment.result_of(given)
    seat = moment.seats[int(moment.rng("follows").random() * len(moment.seats))]
    view, place = rules.view(step.after, seat), ""
    for count in (FEW, MANY):
        rng = moment.rng("follows", count)
        known = possible_after(moment, seat, step, 2 * count, rng)
        if len(known) < count:
            return
        place = place_of_strangers(known, [rules.determinize(view, rng) for _ in range(count)])
        if not place:
            return
    text = declared_text(moment.match, given, seat) or "an answer in secret"
    yield (
        f"after '{text}' states determinized for seat {seat} hold in '{place}' what they could not "
        "hold before it, or what an earlier answer spoke against"
    )


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
