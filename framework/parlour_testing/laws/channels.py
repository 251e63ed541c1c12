"""Channels: all that tells a seat anything, and how two readings of them are compared."""

from collections.abc import Iterable

import msgspec

from parlour.match import Decision, Forfeit, Game
from parlour.rules import (
    Awaited,
    FlowError,
    ForfeitCause,
    IllegalMove,
    MatchError,
    Move,
    Seat,
    State,
)
from parlour_testing.snapshot import AnsweredMove, ParallelMatch, StepResult

MAX_SHOWN_LETTERS = 200
"""Maximum number of letters of a value in a message."""

METHODS = {"view": "view", "legal moves": "moves"}
"""The method of a game that fills a channel, for channels with just one."""

_encode = msgspec.msgpack.Encoder().encode


def pack(value: object) -> bytes:
    """Return bytes that are equal for equal values, also for values that cannot be encoded."""
    try:
        return _encode(value)
    except (TypeError, ValueError, OverflowError):
        return repr(value).encode()


def difference(this: object, that: object) -> str:
    """Name the first field that differs between two values of one kind; empty if all agree."""
    if type(this) is type(that) and isinstance(this, msgspec.Struct):
        for name in this.__struct_fields__:
            one, other = getattr(this, name), getattr(that, name)
            if pack(one) != pack(other) or one != other:
                return f"'{name}' is {_cut(one)}, then {_cut(other)}"
    elif type(this) is not type(that):
        return f"it is a {type(this).__name__}, then a {type(that).__name__}"
    return ""


def _cut(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_LETTERS else f"{text[:MAX_SHOWN_LETTERS]}…"


def static_channels(
    parallel: ParallelMatch, seat: Seat, pool: Iterable[Move] = ()
) -> dict[str, bytes]:
    """Return what a match shows ``seat`` when it looks, and answers when it tries ``pool``."""
    match = parallel.match
    write = parallel.match.game.move_notation.write
    decision = match.decision(seat)
    return {
        "view": pack((decision.view, match.view(seat))),
        "seats awaited": pack(match.awaited),
        "legal moves": pack(
            [(write(move), move) for move in (*decision.moves, *match.moves(seat))]
        ),
        "offers": pack([(write(move), move) for move in (*decision.offers, *match.offers(seat))]),
        "refusals": pack(_refusals(parallel, decision, pool)),
        "reason against undo": pack(match.why_no_undo(seat)),
    }


def step_channels(parallel: ParallelMatch, result: StepResult, seat: Seat) -> dict[str, bytes]:
    """Return what a match told ``seat`` of the step it has just made, and shows it after."""
    match = parallel.match
    events = result.delivered[seat]
    return {
        "events": pack((events, match.new_events(seat)[-len(events) :] if events else ())),
        "view": pack(match.view(seat)),
        "seats awaited": pack(match.awaited),
        "reason against undo": pack(match.why_no_undo(seat)),
    }


def closing_channels(parallel: ParallelMatch, start: State, seat: Seat) -> dict[str, bytes]:
    """Return what ``seat`` is told of an undo, of a bot that fails, and by a replay of the record.

    ``start`` is the state that the match was put in. The bot fails for a reason that names it.
    """
    match = parallel.match
    other = (seat + 1) % len(parallel.seats)
    mover = match.steps[-1].seat if match.steps else None
    if mover is not None and match.why_no_undo(mover) is None:
        match.undo(mover)
    undo = parallel.delivered()[seat]
    lines = tuple(match.lines)
    match.forfeit(Forfeit(other, ForfeitCause.DIED, pack(start).hex()))
    forfeit = parallel.delivered()[seat]
    parallel.put(start)
    for line in lines:
        match.apply(line)
    return {
        "undo": pack(undo),
        "forfeit": pack(forfeit),
        "replayed record": pack(parallel.delivered()[seat]),
    }


def unlike(these: dict[str, bytes], those: dict[str, bytes]) -> str:
    """Name the first channel that differs between two readings; empty if all agree."""
    return next((name for name, seen in these.items() if seen != those[name]), "")


def is_open(first: StepResult, second: StepResult, seat: Seat) -> bool:
    """Tell whether events that reveal something let ``seat`` tell two steps apart."""
    shown_whole = first.reveals_to(seat) or second.reveals_to(seat)
    return shown_whole or first.revealed(seat) != second.revealed(seat)


def declared_text(game: Game, awaited: Awaited, answered: AnsweredMove, seat: Seat) -> str:
    """Return the text of an answer for ``seat``, as the game declares it.

    The seat cannot tell answers of one text apart. The text is not compared with what a match
    tells; it only chooses the answers that two matches are given.
    """
    answer = answered.answer
    if answered.seat is None:
        notation = game.outcome_notation
        return notation.write(answer) if answer.shown_to(seat) else notation.write_public(answer)
    if answered.seat == seat:
        return game.move_notation.write(answer)
    if is_sealed(awaited, answered):
        return ""
    write = (
        game.move_notation.write if answer.public_form is None else game.move_notation.write_public
    )
    return write(answer)


def is_hidden(awaited: Awaited, answered: AnsweredMove, seat: Seat) -> bool:
    """Tell whether ``seat`` may know less of an answer than its text."""
    if answered.seat is None:
        return not answered.answer.shown_to(seat)
    return answered.seat != seat and (
        answered.answer.public_form is not None or is_sealed(awaited, answered)
    )


def is_sealed(awaited: Awaited, answered: AnsweredMove) -> bool:
    """Tell whether a move is an answer in secret: an offer is not, and takes effect at once."""
    return awaited.sealed and answered.seat in awaited.seats and not answered.is_offer


def stays_sealed(awaited: Awaited, answered: AnsweredMove) -> bool:
    """Tell whether a move is an answer in secret that other answers must follow."""
    return is_sealed(awaited, answered) and len(awaited.seats) > 1


def _refusals(parallel: ParallelMatch, decision: Decision, pool: Iterable[Move]) -> list[object]:
    """Return how a match answers each illegal move of ``pool``: the refusal, and its sentence."""
    match = parallel.match
    legal = {*decision.moves, *decision.offers}
    answers: list[object] = []
    for move in pool:
        state = match.state
        try:
            if move not in legal:
                match.play(move, decision.seat)
                parallel.put(state)
            answers.append("accepted")
        except IllegalMove as fault:
            answers.append((fault.refusal, str(fault)))
        except (FlowError, MatchError) as fault:
            answers.append(str(fault))
    return answers
