"""The channels through which a seat learns anything."""

from io import StringIO
from typing import Any

import msgspec
from rich.console import Console

from parlour.match.match import SEALED
from parlour.rules.answers import Move
from parlour.rules.awaited import Decide
from parlour.rules.events import Event
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.testing.moment import Moment
from parlour.testing.report import Given

LONGEST = 200
"""So many letters of a value are shown."""

_encode = msgspec.msgpack.Encoder().encode


def pack(value: Any) -> bytes:
    """Return bytes that are the same for equal values, also of those that will not encode."""
    try:
        return _encode(value)
    except (TypeError, ValueError, OverflowError):
        return repr(value).encode()


def difference(this: Any, that: Any) -> str:
    """Name the first field in which two values of one kind differ; empty if there is none."""
    if type(this) is type(that) and isinstance(this, msgspec.Struct):
        for name in this.__struct_fields__:
            one, other = getattr(this, name), getattr(that, name)
            if pack(one) != pack(other) or one != other:
                return f"'{name}' is {_cut(one)}, then {_cut(other)}"
    elif type(this) is not type(that):
        return f"it is a {type(this).__name__}, then a {type(that).__name__}"
    return ""


def _cut(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class Happened(msgspec.Struct):
    """What a step brought about."""

    after: Any
    events: list[Event]

    def reveals_to(self, seat: Seat) -> bool:
        """Tell whether the step says itself that ``seat`` learns something: is told it whole."""
        return any(event.reveals and event.seen_by(seat) == event for event in self.events)

    def revealed(self, seat: Seat) -> list[Event | None]:
        """Return what ``seat`` is told of the events that reveal something."""
        return [event.seen_by(seat) for event in self.events if event.reveals]


def happened(moment: Moment, state: Any, given: Given) -> Happened:
    """Give ``state`` an answer, and see what happens."""
    events: list[Event] = []
    if given.seat is None:
        after = moment.rules.resolve(state, given.answer, events.append)
    else:
        after = moment.rules.play(state, given.seat, given.answer, events.append)
    return Happened(after, events)


def is_open(first: Happened, second: Happened, seat: Seat) -> bool:
    """Tell whether events that reveal something let ``seat`` tell two steps apart."""
    told_whole = first.reveals_to(seat) or second.reveals_to(seat)
    return told_whole or first.revealed(seat) != second.revealed(seat)


def asked(moment: Moment, state: Any, seat: Seat, pool: list[Move]) -> dict[str, bytes]:
    """Return what ``seat`` sees of ``state`` when it looks, and when it tries ``pool``."""
    rules, write = moment.rules, moment.game.move_notation.write
    awaited = rules.awaited(state)
    moves = tuple(rules.moves(state, seat)) if seat in awaited.seats else ()
    return {
        "view": pack(rules.view(state, seat)),
        "seats awaited": pack(awaited),
        "legal moves": pack([(write(move), move) for move in moves]),
        "offers": pack([(write(move), move) for move in rules.offers(state, seat)]),
        "refusals": pack([str(rules.why_not(state, seat, move)) for move in pool]),
    }


def heard(moment: Moment, seen: Happened, seat: Seat) -> dict[str, bytes]:
    """Return what ``seat`` hears and sees of a step, beside the answer itself."""
    rules = moment.rules
    told = [event.seen_by(seat) for event in seen.events]
    return {
        "told events": pack([event for event in told if event is not None]),
        "view": pack(rules.view(seen.after, seat)),
        "seats awaited": pack(rules.awaited(seen.after)),
    }


def shown_answer(moment: Moment, given: Given, seat: Seat) -> str:
    """Return what ``seat`` is told of an answer: its text, or its veil."""
    game, answer = moment.game, given.answer
    if given.seat is None:
        notation = game.outcome_notation
        return notation.write(answer) if answer.shown_to(seat) else notation.write_public(answer)
    if seat != given.seat and answer.public_form is not None:
        return game.move_notation.write_public(answer)
    if seat != given.seat and is_sealed(moment, given):
        return SEALED
    return game.move_notation.write(answer)


def is_sealed(moment: Moment, given: Given) -> bool:
    """Tell whether a move is an answer in secret."""
    awaited = moment.awaited
    return isinstance(awaited, Decide) and awaited.sealed and given.seat in awaited.seats


def rendered(moment: Moment, view: Any, *, memory: bool) -> str:
    """Return a view as drawn and as described."""
    game = moment.game
    viewer = Viewer(tuple(f"Seat {seat}" for seat in moment.seats), memory=memory)
    page = StringIO()
    console = Console(file=page, width=80, force_terminal=True, color_system="truecolor")
    if game.draw_text:
        console.print(game.draw_text(view, viewer))
    if game.describe_view:
        page.writelines(f"{line}\n" for line in game.describe_view(view, viewer))
    return page.getvalue()
