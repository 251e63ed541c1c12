"""Undo: a move is taken back, and people who have moved since are asked."""

from functools import partial

from parlour.rules.errors import Refusal
from parlour.rules.seats import Seat
from parlour.table.acts import Undo
from parlour.table.reply import Reply
from parlour.table.session import Session, UndoRequest, YesOrNo


def undo(session: Session, seat: Seat, act: Undo) -> Reply:
    """Take the last move of a seat back, if the people who have moved since agree.

    What was typed ahead goes first.
    """
    person = session.persons[seat]
    if person.ahead:
        dropped, person.ahead = ", ".join(person.ahead), ()
        return Reply((f"Not kept any more: {dropped}.",))
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return Reply((f"Cannot take that back: {session.describe(others)}.",))
    if not others:
        return session.take_back(seat)
    session.request = UndoRequest(seat, others)
    name = session.viewer.name(seat)
    for other in others:
        text = f"{name} asks to take back a move, and with it what you have done since. Agreed?"
        agree, refuse = partial(_agree, session, other), partial(_refuse, session, other)
        session.ask(other, YesOrNo(text, agree, refuse, must_answer=True))
    asked = session.viewer.listed(others)
    return Reply((f"{asked} must agree first.",), moved=True)


def _agree(session: Session, seat: Seat) -> Reply:
    """Let a person agree to an undo, which is done once all agree."""
    request = session.request
    if request is None:
        return Reply()
    waiting = tuple(other for other in request.waiting if other != seat)
    if not waiting:
        return session.take_back(request.seat)
    session.request = UndoRequest(request.seat, waiting)
    return Reply(moved=True)


def _refuse(session: Session, seat: Seat) -> Reply:
    """Let a person refuse an undo, which is then off."""
    request = session.request
    session.drop_request()
    if request is not None:
        asker = session.persons[request.seat]
        asker.notes += (f"{session.viewer.name(seat)} did not agree to take that back.",)
    return Reply(moved=True)


def about_undo(session: Session, seat: Seat) -> str:
    """Say whether a seat may take its last move back, and who must agree."""
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return f"You cannot take that back: {session.describe(others)}."
    asked = session.viewer.listed(others) if others else ""
    return f"You can, if {asked} agrees: type 'undo'." if asked else "You can: type 'undo'."
