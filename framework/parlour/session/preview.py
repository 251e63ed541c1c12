"""A preview: the table as a seat would see it after moves that it could take back."""

from collections.abc import Sequence
from typing import Any

from parlour.match.match import Match
from parlour.rules.answers import Chance, Move, Result
from parlour.rules.events import Event
from parlour.rules.seats import Seat


def view_after(match: Match, seat: Seat, moves: Sequence[Move]) -> Any | None:
    """Return the view of ``seat`` after its ``moves``, played one after another; nothing changes.

    None where one of them is not legal, or could not be taken back: so a preview tells nothing
    that could not be learnt by a move and its undoing.
    """
    rules, state = match.game.rules, match.state
    for move in moves:
        awaited = rules.awaited(state)
        legal = rules.moves(state, seat) if seat in awaited.seats else ()
        if move not in legal and move not in rules.offers(state, seat):
            return None
        events: list[Event] = []
        state = rules.play(state, seat, move, events.append)
        if any(event.reveals for event in events):
            return None
        if isinstance(rules.awaited(state), Chance | Result):
            return None
    return rules.view(state, seat) if moves else None
