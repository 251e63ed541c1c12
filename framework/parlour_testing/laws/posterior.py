"""Worlds that a seat may think possible after an answer, and how two samples of them differ.

A world is possible after an answer if it was possible before, the answer could be given there, and
it then tells and shows the seat what really came.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from math import comb
from operator import and_, or_
from random import Random
from typing import Any

import msgspec

from parlour.rules import Chance, Event, Seat, State
from parlour_testing.laws.channels import declared_text, pack
from parlour_testing.snapshot import AnsweredMove, Snapshot, StepResult

FEW, MANY, MOST = 32, 240, 1200
"""Numbers of worlds in a sample: for a first look, for a second one, and to make sure."""

LOOK_AGAIN, LOOK_ONCE_MORE = 0.02, 1e-3
"""Chances, at one place of an honest game, that a second and a third look are taken."""

FIRST_TRIES, MAX_TRIES = 8, 64
"""Maximum number of worlds tried for each one wanted: if hardly any agrees, and if some do."""

MIN_AGREEING = 0.01
"""Minimum share of worlds that agree; in a deck of 52, a suit not followed leaves some 3 %."""

CLEAR_ERRORS = 4.0
"""Number of standard errors, over a whole check, that call for a second look."""

LOOKS = 4
"""Number of second looks that each check may take."""

STEPS_A_LOOK = 8
"""Number of first looks that allow one more second look."""

FORGOTTEN_SHARE = 0.15
"""Share of a sample without an earlier certain fact: a rare thing is not believed so often."""

CHANCE = 1e-6
"""Chance that a law accuses an honest game at one place, by an exact test."""

ABSENT = "absent"
"""Stands for a value at a place that a world does not have."""


def possible_after(
    snapshot: Snapshot, seat: Seat, step: StepResult, count: int, rng: Random
) -> list[State]:
    """Return up to ``count`` states after a step in worlds that agree with what ``seat`` saw."""
    rules = snapshot.rules
    text = declared_text(snapshot.game, snapshot.awaited, step.answered, seat)
    shown = pack(rules.view(step.after, seat))
    told = [event.seen_by(seat) for event in step.events]

    def agrees(after: State, events: list[Event]) -> bool:
        same_news = [event.seen_by(seat) for event in events] == told
        return same_news and pack(rules.view(after, seat)) == shown

    view = rules.view(snapshot.state, seat)
    path = [(step.answered.seat, text)]
    return played_on(snapshot, seat, (view, path), count, rng, agrees=agrees)


def played_on(
    snapshot: Snapshot,
    seat: Seat,
    known: tuple[object, Sequence[tuple[Seat | None, str]]],
    count: int,
    rng: Random,
    *,
    agrees: Callable[[State, list[Event]], bool] = lambda _after, _events: True,
) -> list[State]:
    """Return up to ``count`` worlds that ``seat`` may hold for true after some answers.

    ``known`` is its view before them, and who gave each, with its text for the seat.
    """
    view, path = known
    found: list[State] = []
    for tried in range(count * MAX_TRIES):
        if tried == count * FIRST_TRIES and len(found) < tried * MIN_AGREEING:
            break
        events: list[Event] = []
        world: State | None = snapshot.rules.determinize(view, rng)
        for mover, text in path:
            if world is not None:
                world = _stepped(snapshot, world, (mover, text), seat, rng, events=events)
        if world is not None and agrees(world, events):
            found.append(world)
            if len(found) == count:
                break
    return found


def places_of_strangers(
    known: Sequence[State], others: Sequence[State], chance: float
) -> Iterator[str]:
    """Yield places where ``others`` too often hold what no world of ``known`` holds.

    A third of ``known`` is compared with the rest too, so that a place with a different value in
    nearly every world is no sign. Fisher's exact test of both numbers decides: a place is told if
    it is less likely than ``chance``.
    """
    for place, strange, new in _strangers(known, others):
        if exact_chance(strange, new) < chance:
            yield place


def plainest(places: Iterable[str], view: object) -> str:
    """Return the place that an author sees first: of a hand, or else of what ``view`` shows too.

    A deck is left: it differs wherever a hand does. Empty if there are no places.
    """
    shown = getattr(view, "__struct_fields__", ())

    def rank(place: str) -> tuple[bool, bool]:
        return "hand" not in place, re.split(r"\W", place, maxsplit=1)[0] not in shown

    return min(places, key=rank, default="")


def suspects(known: Sequence[State], others: Sequence[State], tally: Counter[str]) -> bool:
    """Tell whether small samples of worlds, or all of this check so far, ask for larger ones."""
    found = False
    tally["first looks"] += 1
    for place, strange, new in _strangers(known, others):
        kind = "".join("#" if letter.isdigit() else letter for letter in place)
        for what, counts in (("known", strange), ("new", new)):
            tally[f"{kind} {what}"] += len(counts)
            tally[f"{kind} {what} strange"] += sum(counts)
            tally[f"{kind} {what} squares"] += sum(count * count for count in counts)
        if any(new) and not found:
            mean, error = _excess(tally, kind)
            found = mean > CLEAR_ERRORS * error or exact_chance(strange, new) < LOOK_AGAIN
    if found and tally["second looks"] < LOOKS + tally["first looks"] / STEPS_A_LOOK:
        tally["second looks"] += 1
        return True
    return False


def _excess(tally: Counter[str], kind: str) -> tuple[float, float]:
    """Return how many more strange marks new worlds hold, with the standard error (Welch)."""
    means: list[float] = []
    variances: list[float] = []
    for what in ("known", "new"):
        count = tally[f"{kind} {what}"]
        total = tally[f"{kind} {what} strange"]
        means.append(total / count)
        variances.append((tally[f"{kind} {what} squares"] / count - means[-1] ** 2) / count)
    return means[1] - means[0], sum(variances) ** 0.5


def exact_chance(strange: Sequence[int], new: Sequence[int]) -> float:
    """Return the chance of as many worlds with strange marks in ``new``, if both have one share.

    It is the one-sided test of Fisher, by the hypergeometric distribution.
    """
    here = sum(map(bool, new))
    of_here = len(new)
    there = sum(map(bool, strange))
    of_there = len(strange)
    if here * of_there <= there * of_here:
        return 1.0
    found = here + there
    ways = sum(
        comb(of_here, k) * comb(of_there, found - k) for k in range(here, min(found, of_here) + 1)
    )
    return ways / comb(of_here + of_there, found)


def certain_place(known: Sequence[State], others: Sequence[State]) -> str:
    """Name a place with a mark that all of ``known`` have and none of ``others``; or empty."""
    for place, marks in unequal_places([*known, *others]):
        certain = reduce(and_, marks[: len(known)])
        if certain & (certain ^ reduce(or_, marks[len(known) :])):
            return place
    return ""


def forgotten(known: Sequence[State], others: Sequence[State], true: State) -> Iterator[str]:
    """Yield places with a mark of all ``known`` worlds and the true one, but of few ``others``."""
    for place, marks in unequal_places([true, *known, *others]):
        certain = reduce(and_, marks[1 : len(known) + 1])
        if certain & marks[0] == certain:
            without = sum(certain & held != certain for held in marks[len(known) + 1 :])
            if without > FORGOTTEN_SHARE * len(others):
                yield place


def _strangers(
    known: Sequence[State], others: Sequence[State]
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield places, with the number of strange marks in the last known worlds and in others.

    A mark is strange that none of the first known worlds has, or one that is missing though all
    of these have it.
    """
    split = 2 * len(known) // 3
    for place, marks in unequal_places([*known, *others]):
        union, common = reduce(or_, marks[:split]), reduce(and_, marks[:split])
        strange = [_strange(held, union, common) for held in marks[split:]]
        yield place, strange[: len(known) - split], strange[len(known) - split :]


def _strange(marks: Any, union: Any, common: Any) -> int:
    if isinstance(union, int):
        return int((marks & ~union).bit_count() + (common & ~marks).bit_count())
    return len(marks - union) + len(common - marks)


def unequal_places(worlds: Sequence[State]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the places where some worlds differ, with the marks of each: a set of values, or bits.

    A number is looked at as a whole and bit by bit, a row of values also without its order.
    """
    return _unequal([msgspec.to_builtins(world) for world in worlds], "")


def _unequal(values: list[Any], place: str) -> Iterator[tuple[str, list[Any]]]:
    first = values[0]
    if all(value == first for value in values):
        return
    rows = [value for value in values if isinstance(value, list | tuple)]
    tables = [value for value in values if isinstance(value, dict)]
    for name in dict.fromkeys(name for table in tables for name in table):
        inner = [value.get(name, ABSENT) if isinstance(value, dict) else ABSENT for value in values]
        yield from _unequal(inner, f"{place}.{name}" if place else name)
    for number in range(max(map(len, rows), default=0)):
        inner = [
            value[number] if isinstance(value, list | tuple) and number < len(value) else ABSENT
            for value in values
        ]
        yield from _unequal(inner, f"{place}[{number}]")
    if len(rows) == len(values):
        yield f"{place} in any order", [frozenset(map(pack, value)) for value in values]
    elif len(tables) < len(values):
        yield place, [frozenset((pack(value),)) for value in values]
        if all(type(value) is int and value >= 0 for value in values):
            yield f"{place} bit by bit", values


def _stepped(
    snapshot: Snapshot,
    world: State,
    known_answer: tuple[Seat | None, str],
    seat: Seat,
    rng: Random,
    *,
    events: list[Event],
) -> State | None:
    """Return a world after an answer that has this text for ``seat``; None if it is impossible."""
    rules = snapshot.rules
    mover, text = known_answer
    awaited = rules.awaited(world)
    answers: Sequence[AnsweredMove] = ()
    if mover is not None:
        answers = snapshot.answers_of(mover, world)
    elif isinstance(awaited, Chance):
        answers = [AnsweredMove(None, outcome) for outcome, _ in rules.outcomes(world)]
    fit = [a.answer for a in answers if declared_text(snapshot.game, awaited, a, seat) == text]
    if not fit:
        return None
    answer: Any = fit[int(rng.random() * len(fit))]
    after: State = (
        rules.resolve(world, answer, events.append)
        if mover is None
        else rules.play(world, mover, answer, events.append)
    )
    return after
