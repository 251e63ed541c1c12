"""Laws of refusal: an illegal move changes nothing, and a move is taken back only in time."""

from collections.abc import Iterator
from functools import lru_cache

from parlour.rules.answers import Move, Result
from parlour.rules.errors import FlowError, IllegalMove, MatchError, ParlourError, UndoRefused
from parlour.rules.rulebook import parse
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import pack
from parlour.testing.moment import Moment, Twin, law
from parlour.words.framework import SENTENCES

MAX_ILLEGAL = 12
"""Maximum number of illegal moves that each seat tries."""


@law
def refused(moment: Moment) -> Iterator[str]:
    """Every illegal move is refused with a reason, and changes nothing."""
    write, twin = moment.game.move_notation.write, moment.twins[0]
    before = _situation(twin.put(moment.state))
    moment.compared = False
    for seat in moment.seats:
        for move in _illegal(moment, seat):
            moment.compared = True
            reason = _reason(twin, seat, move)
            if reason is None:
                yield f"'{write(move)}' of seat {seat} is not legal, yet the match takes it"
                return
            told = reason in moment.game.words.refusals or SENTENCES.has(f"refusal.{reason}")
            if reason.isidentifier() and not told:
                words = f"Words(refusals={{'{reason}': ...}})"
                yield f"'{write(move)}' is refused as '{reason}', which has no sentence in {words}"
            if not reason.strip():
                yield f"'{write(move)}' of seat {seat} is refused without a reason"
            if before != _situation(twin):
                yield f"'{write(move)}' of seat {seat} is refused, yet it changes something"


@law
def rules_cited(moment: Moment) -> Iterator[str]:
    """Every refusal cites a rule that stands in the game's rulebook."""
    moment.compared = False if moment.game.rulebook else None
    if moment.game.rulebook is None:
        return
    page = moment.game.rulebook.read_text(encoding="utf-8")
    for seat in moment.seats:
        for move in _illegal(moment, seat):
            refusal = moment.rules.why_not(moment.state, seat, move)
            moment.compared = moment.compared or refusal is not None
            if refusal and refusal.rule and not _stands_in(page, refusal.rule):
                yield f"rule {refusal.rule} is cited, which is not in the rulebook: {refusal}"


@law
def takes_back(moment: Moment) -> Iterator[str]:
    """A move can be taken back while nothing was learnt by it, and then all is as before."""
    given, twin = moment.given, moment.twins[0].put(moment.state)
    if given is None or given.seat is None:
        return
    before = _situation(twin)
    events = twin.give(given).events
    learnt = any(event.reveals for event in events) or isinstance(twin.match.awaited, Result)
    for seat in moment.seats:
        if seat != given.seat and twin.match.why_no_undo(seat) is None:
            yield f"seat {seat} could take back what seat {given.seat} did"
    try:
        twin.match.undo(given.seat)
    except UndoRefused as refusal:
        if not learnt:
            yield f"nothing was learnt, yet: {refusal}"
        twin.put(moment.state)
    else:
        if learnt:
            yield "something was learnt, yet the move could be taken back"
    if before != _situation(twin):
        yield "before a move and after it was taken back, the state or who is awaited differs"


def _situation(twin: Twin) -> tuple[bytes, bytes, int]:
    match = twin.match
    return pack(match.state), pack(match.awaited), len(match.steps)


@lru_cache(maxsize=1000)
def _stands_in(page: str, number: str) -> bool:
    try:
        return bool(parse(page).at(number))
    except ParlourError:
        return False


def _illegal(moment: Moment, seat: Seat) -> list[Move]:
    legal = set(moment.legal(seat))
    others = [move for other in moment.awaited.seats for move in moment.legal(other)]
    tried = dict.fromkeys([*others[:MAX_ILLEGAL], *moment.pool[:MAX_ILLEGAL]])
    return [move for move in tried if move not in legal]


def _reason(twin: Twin, seat: Seat, move: Move) -> str | None:
    """Return why a match refuses a move; None if it does not."""
    try:
        twin.match.play(move, seat)
    except IllegalMove as fault:
        return fault.refusal.code
    except MatchError as fault:  # no text says it, which is the business of another law
        return str(fault)
    except FlowError:  # refused, yet nothing speaks against it
        return ""
    return None
