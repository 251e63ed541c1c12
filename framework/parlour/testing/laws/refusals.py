"""Laws of refusal: what is illegal is refused with a reason, and changes nothing."""

from collections.abc import Iterator
from functools import lru_cache

from parlour.rules.answers import Move
from parlour.rules.errors import FlowError, IllegalMove, ParlourError
from parlour.rules.rulebook import parse
from parlour.rules.seats import Seat
from parlour.testing.laws.channels import pack
from parlour.testing.laws.law import law
from parlour.testing.moment import Moment

TRIES = 12
"""So many illegal moves are tried a seat."""


@law
def refused(moment: Moment) -> Iterator[str]:
    """What is illegal is refused with a reason, and changes nothing."""
    write = moment.game.move_notation.write
    for seat in moment.seats:
        for move in _illegal(moment, seat):
            before = pack((moment.match.state, moment.match.awaited)), len(moment.match.steps)
            reason = _reason(moment, seat, move)
            after = pack((moment.match.state, moment.match.awaited)), len(moment.match.steps)
            if reason is None:
                moment.put_back()
                yield f"'{write(move)}' of seat {seat} is not legal, yet the table takes it"
                return
            if not reason.strip():
                yield f"'{write(move)}' of seat {seat} is refused without a reason"
            if before != after:
                yield f"'{write(move)}' of seat {seat} is refused, yet it changes something"


@law
def rules_cited(moment: Moment) -> Iterator[str]:
    """A refusal cites a rule that stands in the game's rulebook."""
    if moment.game.rulebook is None:
        return
    page = moment.game.rulebook.read_text(encoding="utf-8")
    for seat in moment.seats:
        for move in _illegal(moment, seat):
            refusal = moment.rules.why_not(moment.state, seat, move)
            if refusal and refusal.rule and not _stands_in(page, refusal.rule):
                yield f"rule {refusal.rule} is cited, which is not in the rulebook: {refusal}"


@lru_cache(maxsize=1000)
def _stands_in(page: str, number: str) -> bool:
    try:
        return bool(parse(page).at(number))
    except ParlourError:
        return False


def _illegal(moment: Moment, seat: Seat) -> list[Move]:
    legal = set(moment.legal(seat))
    others = [move for other in moment.awaited.seats for move in moment.legal(other)]
    tried = dict.fromkeys([*others[:TRIES], *moment.pool[:TRIES]])
    return [move for move in tried if move not in legal]


def _reason(moment: Moment, seat: Seat, move: Move) -> str | None:
    """Return why the table refuses a move; None if it does not."""
    try:
        moment.match.play(seat, move)
    except IllegalMove as refusal:
        return refusal.refusal.code
    except FlowError:  # refused, yet nothing speaks against it
        return ""
    return None
