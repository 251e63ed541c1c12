"""Worlds that a seat may think possible after an answer, and how two samples of them differ.

A world is possible after an answer if it was possible before, the answer could be given there, and
it then tells and shows the seat what really came.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec

from parlour.rules.answers import Answer, Chance
from parlour.rules.events import Event
from parlour.rules.phases import State
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import declared_text, pack
from parlour.testing.moment import Moment, StepResult
from parlour.testing.report import Given

FEW, MANY = 16, 150
"""Numbers of worlds in a sample: for a first look, and to make sure."""

MAX_TRIES = 8
"""Maximum number of worlds tried for each one that agrees with what came."""

CLEAR_SHARE = 0.4
"""Share of a sample whose value in some place stands in no world of the other: a clear sign."""

ABSENT = b""
"""Value of a place that a world does not have."""

Values: TypeAlias = dict[str, list[bytes]]
"""By place in the state: the value there in each world of a sample."""


def possible_after(
    moment: Moment, seat: Seat, step: StepResult, count: int, rng: Random
) -> list[State]:
    """Return up to ``count`` states after a step in worlds that agree with what ``seat`` saw."""
    rules, given = moment.rules, step.given
    view = rules.view(moment.state, seat)
    shown, text = pack(rules.view(step.after, seat)), declared_text(moment.match, given, seat)
    told = [event.seen_by(seat) for event in step.events]
    found: list[State] = []
    for _ in range(count * MAX_TRIES):
        world = rules.determinize(view, rng)
        answer = _any(_alike(moment, world, given.seat, text, seat), rng)
        if answer is not None:
            events: list[Event] = []
            after = _stepped(moment, world, given.seat, answer, events)
            same_news = [event.seen_by(seat) for event in events] == told
            if same_news and pack(rules.view(after, seat)) == shown:
                found.append(after)
                if len(found) == count:
                    break
    return found


def place_of_strangers(known: Sequence[State], others: Sequence[State]) -> str:
    """Name a place whose value in many of ``others`` is in no world of ``known`` holds.

    Half of ``known`` is compared with the other half too, so that a place with a value of its own
    in nearly every world is no sign. Empty if there is no such place.
    """
    half = len(known) // 2
    first, second, new = (_values(sample) for sample in (known[:half], known[half:], others))
    for place, values in new.items():
        held = set(first[place])
        if _share(values, held) - _share(second[place], held) > CLEAR_SHARE:
            return place
    return ""


def _alike(moment: Moment, world: State, mover: Seat | None, text: str, seat: Seat) -> list[Answer]:
    """Return the answers of ``mover``, or of chance, in a world that ``seat`` knows by ``text``."""
    rules = moment.rules
    awaited = rules.awaited(world)
    if mover is None:
        pairs = rules.outcomes(world) if isinstance(awaited, Chance) else ()
        answers: list[Answer] = [outcome for outcome, _ in pairs]
    else:
        moves = rules.moves(world, mover) if mover in awaited.seats else ()
        answers = [*moves, *rules.offers(world, mover)]
    return [a for a in answers if declared_text(moment.match, Given(mover, a), seat) == text]


def _any(answers: Sequence[Answer], rng: Random) -> Answer | None:
    """Return one of some answers, or None if the list is empty."""
    return answers[int(rng.random() * len(answers))] if answers else None


def _stepped(
    moment: Moment, world: State, seat: Seat | None, answer: Any, events: list[Event]
) -> Any:
    rules = moment.rules
    if seat is None:
        return rules.resolve(world, answer, events.append)
    return rules.play(world, seat, answer, events.append)


def _values(worlds: Sequence[State]) -> Values:
    """Return the values of worlds by their places; a world without a place has no value there."""
    values: Values = defaultdict(lambda: [ABSENT] * len(worlds))
    for number, world in enumerate(worlds):
        for place, value in _leaves(msgspec.to_builtins(world), ""):
            values[place][number] = value
    return values


def _leaves(value: object, place: str) -> Iterator[tuple[str, bytes]]:
    """Yield each simple value inside a value, with its place: ``hands[1][0]``."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, f"{place}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _leaves(inner, f"{place}[{number}]")
    else:
        yield place, pack(value)


def _share(values: Sequence[bytes], held: set[bytes]) -> float:
    """Return the share of values that are not among those ``held``."""
    return sum(value not in held for value in values) / len(values)
