"""Undo among people: who must agree before a move is taken back that others have answered."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from parlour.match.game import Match
from parlour.rules.errors import Refusal
from parlour.rules.seats import Seat
from parlour.table.people import YesOrNo
from parlour.table.reply import Reply

if TYPE_CHECKING:  # a session asks for consent, and so comes after this
    from parlour.table.session import Session


@dataclass(frozen=True)
class UndoRequest:
    """A person's wish to take a move back that other people have answered since."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The others, those who have not agreed yet."""


def others_since(match: Match, seat: Seat, people: AbstractSet[Seat]) -> tuple[Seat, ...] | Refusal:
    """Return the other people who have moved since the last move of ``seat``, or why not to ask.

    The record needs nothing new for it: each move is taken back by whoever made it.
    """
    refusal = match.why_no_undo(seat)
    if refusal is None or refusal.code != "moved_since":
        return refusal or ()
    others: list[Seat] = []
    for step in reversed(match.steps):
        if step.seat is None:
            return Refusal.of("", "chance_since")
        if step.reveals:
            return Refusal.of("", "learnt")
        if step.seat == seat:
            return tuple(dict.fromkeys(others))
        if step.seat not in people:
            return Refusal.of("", "moved_since", seat=step.seat)
        others.append(step.seat)
    return refusal


def take_back(match: Match, seat: Seat) -> None:
    """Take back the last move of ``seat`` and all moves since, the last one first."""
    mover = None
    while mover != seat:
        mover = match.steps[-1].seat
        match.undo(mover)


def undo(session: "Session", seat: Seat) -> Reply:
    """Take the last move of a seat back, if the people who have moved since agree."""
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
    asked = " and ".join(session.viewer.name(other) for other in others)
    return Reply((f"{asked} must agree first.",), moved=True)


def _agree(session: "Session", seat: Seat) -> Reply:
    """Let a person agree to an undo, which is done once all agree."""
    request = session.request
    if request is None:
        return Reply()
    waiting = tuple(other for other in request.waiting if other != seat)
    if not waiting:
        return session.take_back(request.seat)
    session.request = UndoRequest(request.seat, waiting)
    return Reply(moved=True)


def _refuse(session: "Session", seat: Seat) -> Reply:
    """Let a person refuse an undo, which is then off."""
    request = session.request
    session.drop_request()
    if request is not None:
        asker = session.person(request.seat)
        asker.notes += (f"{session.viewer.name(seat)} did not agree to take that back.",)
    return Reply(moved=True)
