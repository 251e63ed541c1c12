"""Undo: a move is taken back, and people who have moved since are asked."""

from functools import partial

from parlour.rules.errors import Refusal
from parlour.rules.seats import Seat
from parlour.table.acts import Reply, Undo
from parlour.table.session import Session, UndoRequest, YesOrNo
from parlour.words.framework import phrase, say


def undo(session: Session, seat: Seat, act: Undo) -> Reply:
    """Take the last move of a seat back, if the people who have moved since agree.

    What was typed ahead goes first.
    """
    person = session.persons[seat]
    if person.ahead:
        dropped, person.ahead = session.game.in_own_words(", ".join(person.ahead)), ()
        return Reply((say("line.not_kept", moves=dropped),))
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return Reply((say("undo.refused", why=session.describe(others)),))
    if not others:
        return session.take_back(seat)
    session.request = UndoRequest(seat, others)
    text = phrase("undo.ask", session.viewer, seat=seat)
    for other in others:
        agree, refuse = partial(_agree, session, other), partial(_refuse, session, other)
        session.ask(other, YesOrNo(text, agree, refuse, must_answer=True))
    asked = session.viewer.listed(others)
    return Reply((say("undo.must_agree", seats=asked),), moved=True)


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
        asker.notes += (phrase("undo.not_agreed", session.viewer, seat=seat),)
    return Reply(moved=True)


def about_undo(session: Session, seat: Seat) -> str:
    """Say whether a seat may take its last move back, and who must agree."""
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return say("undo.cannot", why=session.describe(others))
    asked = session.viewer.listed(others) if others else ""
    return say("undo.if_agreed", seats=asked) if asked else say("undo.can")
