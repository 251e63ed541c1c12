"""The law of taking back."""

from collections.abc import Iterator

from parlour.rules.awaited import Result
from parlour.rules.errors import UndoRefused
from parlour.testing.laws.channels import pack
from parlour.testing.laws.law import law
from parlour.testing.moment import Moment
from parlour.testing.report import Given


@law
def takes_back(moment: Moment) -> Iterator[str]:
    """A move can be taken back while nothing was learnt by it, and then all is as before."""
    given, match = moment.given, moment.match
    if given is None or given.seat is None:
        return
    before = pack(moment.state)
    match.play(given.seat, given.answer)
    reveals = match.steps[-1].reveals or isinstance(match.awaited, Result)
    yield from _wrong_seats(moment, given)
    try:
        match.undo(given.seat)
    except UndoRefused as refusal:
        if not reveals:
            yield f"nothing was learnt, yet: {refusal}"
        moment.put_back()
    else:
        if reveals:
            yield "something was learnt, yet the move could be taken back"
    if pack(match.state) != before:
        yield "after taking a move back the state is another than before it"
    if pack(match.awaited) != pack(moment.awaited):
        yield "after taking a move back somebody else is awaited than before it"


def _wrong_seats(moment: Moment, given: Given) -> Iterator[str]:
    for seat in moment.seats:
        if seat != given.seat and moment.match.why_no_undo(seat) is None:
            yield f"seat {seat} could take back what seat {given.seat} did"
