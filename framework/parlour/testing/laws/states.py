"""Laws of states: they repeat, they last, and all components are in each of them."""

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Any, get_args, get_origin

import msgspec

from parlour.plugins.game_checks import phase_kinds, with_place
from parlour.rules.events import Event
from parlour.testing.laws.channels import difference
from parlour.testing.laws.law import implicit_law, law
from parlour.testing.moment import Moment

repeats = implicit_law("repeats", "The same record gives the same states.")
past_stands = implicit_law("past-stands", "States that are past never change.")


@law
def box_whole(moment: Moment) -> Iterator[str]:
    """The census counts the same components in every state, and none below zero."""
    now = dict(moment.rules.census(moment.state))
    was = moment.notes.get("census")
    if now == was:
        return
    for name in sorted(name for name, count in now.items() if count < 0):
        yield f"expected at least 0 {name} in the box, got {now[name]}"
    was = moment.notes.setdefault("census", now)
    for name in sorted(was.keys() | now.keys()):
        if was.get(name, 0) != now.get(name, 0):
            yield f"expected {was.get(name, 0)} {name} in the box, got {now.get(name, 0)}"


@law
def kinds_named(moment: Moment) -> Iterator[str]:
    """Every phase is of a kind that the state declares; of kinds never met a check tells."""
    for phase in moment.state.phases:
        if type(phase) not in phase_kinds(moment.game.state):
            state, kind = moment.game.state.__name__, type(phase)
            yield with_place(kind, f"expected 'phases' of {state} to name {kind.__name__} too")


@law
def survives(moment: Moment) -> Iterator[str]:
    """Every state, view, move, outcome and event survives JSON and MessagePack unchanged."""
    game = moment.game
    yield from _changed("state", moment.state, game.state)
    for seat in moment.seats:
        yield from _changed("view", moment.rules.view(moment.state, seat), game.view)
        for move in moment.legal(seat):
            yield from _changed("move", move, game.moves)
    for outcome, _ in moment.outcomes():
        yield from _changed("outcome", outcome, game.outcomes)
    if moment.given:
        for event in moment.result_of(moment.given).events:
            yield from _event_changed(moment, event)


@law
def frozen(moment: Moment) -> Iterator[str]:
    """Every state and view is frozen all through, and so has a hash."""
    values = [moment.state, *(moment.rules.view(moment.state, seat) for seat in moment.seats)]
    for value in values:
        try:
            hash(value)
        except TypeError as fault:
            yield f"{type(value).__name__} is not frozen: {fault}"


def _event_changed(moment: Moment, event: Event) -> Iterator[str]:
    if moment.game.events is None:
        yield f"{type(event).__name__} happened, but the game names no events"
        return
    yield from _changed("event", event, moment.game.events)
    for seat in moment.seats:
        seen = event.seen_by(seat)
        if seen is not None and seen is not event:
            yield from _changed("event as seen by a seat", seen, moment.game.events)


def _changed(what: str, value: Any, kind: Any) -> Iterator[str]:
    if get_origin(kind) is UnionType and type(value) not in get_args(kind):
        yield f"{what} {type(value).__name__} is of a kind that the game does not name"
        return
    for name, (encode, decode) in _codecs(kind).items():
        try:
            back = decode(encode(value))
        except (TypeError, ValueError, OverflowError) as fault:
            yield f"{what} {type(value).__name__} does not survive {name}: {fault}"
            continue
        if back != value or type(back) is not type(value):
            unlike = difference(value, back)
            text = f"{what} {type(value).__name__} comes back from {name} as another"
            yield f"{text}: {unlike}" if unlike else text


@lru_cache(maxsize=64)
def _codecs(kind: Any) -> dict[str, Any]:
    return {
        "JSON": (msgspec.json.encode, msgspec.json.Decoder(kind).decode),
        "MessagePack": (msgspec.msgpack.encode, msgspec.msgpack.Decoder(kind).decode),
    }
