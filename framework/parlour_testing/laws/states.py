"""Laws of states: they repeat, they last, and all components are in each of them.

An illegal move changes nothing, and a move is taken back only in time.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import msgspec

from parlour.catalog.game_checks import phase_kinds, with_place
from parlour.rules import (
    Event,
    FlowError,
    IllegalMove,
    MatchError,
    Move,
    ParlourError,
    Result,
    Seat,
    UndoRefused,
)
from parlour.words import SENTENCES
from parlour.words.rulebook import parse
from parlour_testing.laws.channels import difference, pack
from parlour_testing.snapshot import ParallelMatch, Snapshot, implicit_law, law, law_of

repeats = implicit_law("repeats", "The same record gives the same states.")
box_counted = implicit_law(
    "box-counted", "Where chance draws, the census misses each component that a state might lose."
)
past_stands = implicit_law("past-stands", "States that are past never change.")


@law_of("census", cost="each", ends_match=True)
def box_whole(snapshot: Snapshot) -> Iterator[str]:
    """The census counts the same components in every state, and none below zero."""
    now = dict(snapshot.rules.census(snapshot.state))
    was = snapshot.notes.get("census")
    if now == was:
        return
    for name in sorted(name for name, count in now.items() if count < 0):
        yield f"expected at least 0 {name} in the box, got {now[name]}"
    was = snapshot.notes.setdefault("census", now)
    for name in sorted(was.keys() | now.keys()):
        if was.get(name, 0) != now.get(name, 0):
            yield f"expected {was.get(name, 0)} {name} in the box, got {now.get(name, 0)}"


@law_of(cost="each", ends_match=True)
def kinds_named(snapshot: Snapshot) -> Iterator[str]:
    """Every phase is of a kind that the state declares; of kinds never met a check tells."""
    for phase in snapshot.state.phases:
        if type(phase) not in phase_kinds(snapshot.game.state):
            state = snapshot.game.state.__name__
            kind = type(phase)
            yield with_place(kind, f"expected 'phases' of {state} to name {kind.__name__} too")


def never_missed(snapshot: Snapshot, names: Iterable[str]) -> set[str]:
    """Return the ``names`` of components that no damage to the state changes."""
    census = snapshot.rules.census
    now = snapshot.rules.census(snapshot.state)
    left = set(names)
    for state in losses(snapshot.state):
        if not left:
            break
        try:
            found = census(state)
        except Exception:  # noqa: BLE001, S112  no match comes to such a state: it may raise anything
            continue
        left = {name for name in left if found.get(name, 0) >= now.get(name, 0)}
    return left


def losses(value: object) -> Iterator[object]:
    """Yield a value with a loss in one place: an entry gone, a number less, a bit cleared."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            for lost in losses(getattr(value, name)):
                yield msgspec.structs.replace(value, **{name: lost})
    elif isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield value[:number] + value[number + 1 :]
            for lost in losses(entry):
                yield (*value[:number], lost, *value[number + 1 :])
    elif isinstance(value, int) and value > 0:
        yield from dict.fromkeys((value - 1, value & value - 1, 0))


@law
def survives(snapshot: Snapshot) -> Iterator[str]:
    """Every state, view, move, outcome and event survives JSON and MessagePack unchanged."""
    game = snapshot.game
    yield from _changed("state", snapshot.state, game.state)
    for seat in snapshot.seats:
        yield from _changed("view", snapshot.rules.view(snapshot.state, seat), game.view)
        for move in snapshot.legal(seat):
            yield from _changed("move", move, game.moves)
    for outcome, _ in snapshot.outcomes():
        yield from _changed("outcome", outcome, game.outcomes)
    if snapshot.answered:
        for event in snapshot.result_of(snapshot.answered).events:
            yield from _event_changed(snapshot, event)


@law
def one_encoding(snapshot: Snapshot) -> Iterator[str]:
    """Equal values are written in the same bytes: a state, say, and its copy by a pickle.

    Fields with ``omit_defaults`` are left out only if they hold the very object of the default, so
    the default must be one that Python has once.
    """
    game = snapshot.game
    if "one-encoding" not in snapshot.notes:
        snapshot.notes["one-encoding"] = True
        kinds: dict[type, None] = {}
        for kind in (game.state, game.view, game.moves, game.outcomes, game.events):
            _note_structs(kind, kinds)
        for kind in kinds:
            yield from doubtful_defaults(kind)
    views = (snapshot.rules.view(snapshot.state, seat) for seat in snapshot.seats)
    for value in (snapshot.state, *views):
        copy = _pickled(value)
        if copy == value and pack(copy) != pack(value):
            place = difference(value, copy)
            yield f"{type(value).__name__} and its copy are equal, yet written otherwise: {place}"


def _note_structs(hint: object, kinds: dict[type, None]) -> None:
    """Note all structs that a value of a type may hold."""
    for argument in get_args(hint):
        _note_structs(argument, kinds)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in kinds:
        kinds[hint] = None
        for inner in get_type_hints(hint).values():
            _note_structs(inner, kinds)


def doubtful_defaults(kind: type[msgspec.Struct]) -> Iterator[str]:
    """Yield a line for each default that is left out for one object, and not for an equal one."""
    if not kind.__struct_config__.omit_defaults:
        return
    for field in msgspec.structs.fields(kind):
        default = field.default
        is_one = default is None or (type(default) in {bool, int, str, tuple} and not default)
        if default is not msgspec.NODEFAULT and not is_one:
            expected = (
                "expected (), '', 0, None or False as a default that omit_defaults leaves out"
            )
            yield with_place(kind, f"{expected}, got {default!r} in '{field.name}'")


def _pickled(value: object) -> object:
    """Return the copy of a value by a pickle; itself if its kind cannot be imported."""
    try:
        return pickle.loads(pickle.dumps(value))  # noqa: S301  made here
    except (pickle.PicklingError, AttributeError, TypeError):
        return value


@law
def frozen(snapshot: Snapshot) -> Iterator[str]:
    """Every state and view is frozen all through, and so has a hash."""
    values = [
        snapshot.state,
        *(snapshot.rules.view(snapshot.state, seat) for seat in snapshot.seats),
    ]
    for value in values:
        try:
            hash(value)
        except TypeError as fault:
            yield f"{type(value).__name__} is not frozen: {fault}"


def _event_changed(snapshot: Snapshot, event: Event) -> Iterator[str]:
    if snapshot.game.events is None:
        yield f"{type(event).__name__} happened, but the game names no events"
        return
    yield from _changed("event", event, snapshot.game.events)
    for seat in snapshot.seats:
        seen = event.seen_by(seat)
        if seen is not None and seen is not event:
            yield from _changed("event as seen by a seat", seen, snapshot.game.events)


def _changed(what: str, value: object, kind: object) -> Iterator[str]:
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    if type(value) not in kinds and all(isinstance(one, type) for one in kinds):
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
def _codecs(kind: type) -> dict[str, tuple[Callable[[object], bytes], Callable[[bytes], object]]]:
    return {
        "JSON": (msgspec.json.encode, msgspec.json.Decoder(kind).decode),
        "MessagePack": (msgspec.msgpack.encode, msgspec.msgpack.Decoder(kind).decode),
    }


MAX_ILLEGAL = 12
"""Maximum number of illegal moves that each seat tries."""


@law
def refused(snapshot: Snapshot) -> Iterator[str]:
    """Every illegal move is refused with a reason, and changes nothing."""
    write = snapshot.game.move_notation.write
    parallel = snapshot.parallels[0]
    before = _situation(parallel.put(snapshot.state))
    snapshot.compared = False
    for seat in snapshot.seats:
        for move in illegal_moves(snapshot, seat):
            snapshot.compared = True
            reason = _reason(parallel, seat, move)
            if reason is None:
                yield f"'{write(move)}' of seat {seat} is not legal, yet the match takes it"
                return
            told = reason in snapshot.game.words.refusals or SENTENCES.has(f"refusal.{reason}")
            if reason.isidentifier() and not told:
                words = f"Words(refusals={{'{reason}': ...}})"
                yield f"'{write(move)}' is refused as '{reason}', which has no sentence in {words}"
            if not reason.strip():
                yield f"'{write(move)}' of seat {seat} is refused without a reason"
            if before != _situation(parallel):
                yield f"'{write(move)}' of seat {seat} is refused, yet it changes something"


@law
def rules_cited(snapshot: Snapshot) -> Iterator[str]:
    """Every refusal cites a rule that stands in the game's rulebook."""
    snapshot.compared = False if snapshot.game.rulebook else None
    if snapshot.game.rulebook is None:
        return
    page = snapshot.game.rulebook.read_text(encoding="utf-8")
    for seat in snapshot.seats:
        for move in illegal_moves(snapshot, seat):
            refusal = snapshot.rules.why_not(snapshot.state, seat, move)
            snapshot.compared = snapshot.compared or refusal is not None
            if refusal and refusal.rule and not _stands_in(page, refusal.rule):
                wanted = f"which the rulebook does not have as '**{refusal.rule}**'"
                yield f"rule {refusal.rule} is cited, {wanted}: {refusal}"


@law
def takes_back(snapshot: Snapshot) -> Iterator[str]:
    """A move can be taken back while nothing was learnt by it, and then all is as before."""
    answered = snapshot.answered
    parallel = snapshot.parallels[0].put(snapshot.state)
    if answered is None or answered.seat is None:
        return
    before = _situation(parallel)
    events = parallel.give(answered).events
    learnt = any(event.reveals for event in events) or isinstance(parallel.match.awaited, Result)
    for seat in snapshot.seats:
        if seat != answered.seat and parallel.match.why_no_undo(seat) is None:
            yield f"seat {seat} could take back what seat {answered.seat} did"
    try:
        parallel.match.undo(answered.seat)
    except UndoRefused as refusal:
        if not learnt:
            yield f"nothing was learnt, yet: {refusal}"
        parallel.put(snapshot.state)
    else:
        if learnt:
            yield "something was learnt, yet the move could be taken back"
    if before != _situation(parallel):
        yield "before a move and after it was taken back, the state or who is awaited differs"


def _situation(parallel: ParallelMatch) -> tuple[bytes, bytes, int]:
    match = parallel.match
    return pack(match.state), pack(match.awaited), len(match.steps)


@lru_cache(maxsize=1000)
def _stands_in(page: str, number: str) -> bool:
    try:
        return bool(parse(page).at(number))
    except ParlourError:
        return False


def illegal_moves(snapshot: Snapshot, seat: Seat) -> list[Move]:
    """Return moves that a seat may not make at this moment, a few of those of other moments."""
    legal = set(snapshot.legal(seat))
    others = [move for other in snapshot.awaited.seats for move in snapshot.legal(other)]
    tried = dict.fromkeys([*others[:MAX_ILLEGAL], *snapshot.pool[:MAX_ILLEGAL]])
    return [move for move in tried if move not in legal]


def _reason(parallel: ParallelMatch, seat: Seat, move: Move) -> str | None:
    """Return why a match refuses a move; None if it does not."""
    try:
        parallel.match.play(move, seat)
    except IllegalMove as fault:
        return fault.refusal.code
    except MatchError as fault:  # no text says it, which is the business of another law
        return str(fault)
    except FlowError:  # refused, yet nothing speaks against it
        return ""
    return None
