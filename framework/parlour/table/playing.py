"""Playing a typed line: its moves one by one, up to the first that cannot be played."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from parlour.rules.answers import Move
from parlour.rules.errors import IllegalMove
from parlour.rules.seats import Seat
from parlour.table.people import YesOrNo
from parlour.table.reply import Reply
from parlour.table.typed import Parts, parts_of

if TYPE_CHECKING:  # a session plays lines, and so comes after this
    from parlour.table.session import Session


def play_line(session: "Session", seat: Seat, text: str) -> Reply:
    """Play the moves of a line one by one, up to the first that cannot be played."""
    moves = session.move_list(seat)
    whole = not isinstance(moves.find(text), str) or moves.is_shorthand(text)
    return play_parts(session, seat, (text,) if whole else parts_of(session.game, text))


def play_parts(session: "Session", seat: Seat, parts: Parts, *, agreed: bool = False) -> Reply:
    """Play moves one by one; ``agreed`` says that the question before the first is answered."""
    before = len(session.match.events(seat)), session.match.state
    awaited = seat in session.match.awaited.seats
    played: list[str] = []
    stop: Reply | None = None
    while parts and stop is None:
        found = session.move_list(seat).find(parts[0])
        if isinstance(found, str):
            stop = Reply((found,), refused=True)
            break
        parts = (*(session.game.write_move(move) for move in found), *parts[1:])
        for move in found:
            stop = None if agreed else _asked(session, seat, move, parts)
            stop = stop or _refused(session, seat, move)
            if stop is not None:
                break
            played.append(parts[0])
            agreed, parts = False, parts[1:]
    if played and awaited:
        person = session.person(seat)
        person.since, person.earlier, person.notes = *before, ()
    stop = stop or Reply()
    lines = stop.lines
    if played and lines:
        lines = (f"Played: {', '.join(played)}.", *lines, f"Not played: {', '.join(parts)}.")
    return replace(stop, lines=lines, moved=bool(played))


def _asked(session: "Session", seat: Seat, move: Move, parts: Parts) -> Reply | None:
    """Ask before a move that is dear, if it is legal; None where there is nothing to ask."""
    game, match = session.game, session.match
    if session.says_yes or game.words.ask_before is None or match.why_not(move, seat):
        return None
    text = game.words.ask_before(match.view(seat), move, session.viewer)
    if not text:
        return None
    yes = partial(play_parts, session, seat, parts, agreed=True)
    no = partial(Reply, (f"Not played: {parts[0]}.",))
    return session.ask(seat, YesOrNo(text, yes, no))


def _refused(session: "Session", seat: Seat, move: Move) -> Reply | None:
    """Play a move; return the reason why it is not possible, or None."""
    try:
        session.play(seat, move)
    except IllegalMove as refused:
        line = f"Not possible: {session.describe(refused.refusal)}."
        return Reply((line,), refused=True, rule=refused.refusal.rule)
    return None
