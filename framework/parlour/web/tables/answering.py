"""Answering what a page asks of a session: lines that were typed, previews, the past."""

from msgspec import Struct

from parlour.rules.errors import MisuseError, NotationError
from parlour.rules.seats import Seat
from parlour.table.commands import SLOW, command_in
from parlour.table.reply import Reply, Show
from parlour.table.session import Session
from parlour.table.typed import addressed
from parlour.web.messages import (
    EnterRequest,
    NarrowRequest,
    PageMessage,
    PreviewRequest,
    ReplyMessage,
    ReviewRequest,
)
from parlour.web.shown.history import MatchHistory
from parlour.web.shown.moves import narrowed
from parlour.web.shown.past import past_of
from parlour.web.shown.pictures import WIDTH, written
from parlour.web.shown.previews import preview_of

ELSEWHERE = {
    "save": "Every move is saved at once. The page downloads the record.",
    "quit": "Close the page whenever you like: the match is kept, and the link leads back.",
    "pin": "Nothing is handed over here: each seat has a link of its own.",
    "again": "Start another match on the front page.",
}
"""Commands of a terminal, each with what a page has in its place."""


STALE = ReplyMessage(("The table has changed since; nothing was done.",), refused=True)
"""The answer to a line for an older position."""


def is_slow(asked: PageMessage) -> bool:
    """Return whether the answer takes a while."""
    return isinstance(asked, EnterRequest) and asked.text.strip().casefold().lstrip("/") in SLOW


def answer(
    session: Session, history: MatchHistory, seat: Seat | None, asked: PageMessage
) -> Struct:
    """Return the answer to a page that looks from a seat; None is an onlooker.

    Raises:
        MisuseError: Nobody may ask that from there.
    """
    if isinstance(asked, ReviewRequest):
        return past_of(session, history, seat, asked)
    if seat is None or seat not in session.people:
        raise MisuseError("only a person who plays may do that")
    if isinstance(asked, EnterRequest):
        is_stale = asked.position != len(session.match.events(seat))
        return STALE if is_stale else entered(session, seat, asked.text)
    if isinstance(asked, PreviewRequest):
        return preview_of(session, seat, asked.text)
    if isinstance(asked, NarrowRequest):
        return narrowed(session.game, session.move_list(seat), asked.chosen)
    raise MisuseError("expected 'sit' once, as the first message")


def entered(session: Session, seat: Seat, line: str) -> ReplyMessage:
    """Act on a line that the person at ``seat`` typed, and return the answer to the page."""
    try:
        other, text = addressed(line.strip())
    except NotationError as fault:
        return ReplyMessage((f"{fault}.",), refused=True)
    if other is not None and other != seat:
        line = "Each seat has a page of its own: nobody moves for another."
        return ReplyMessage((line,), refused=True)
    if not text:
        return ReplyMessage()
    command = command_in(session.game, text, is_over=session.match.is_over)
    if command is not None and command.names[0] in ELSEWHERE:
        return ReplyMessage((ELSEWHERE[command.names[0]],))
    return _shown(session, seat, session.enter_own(seat, text))


def _shown(session: Session, seat: Seat, reply: Reply) -> ReplyMessage:
    """Return a reply as a message."""
    lines, show = list(reply.lines), ""
    if reply.show is Show.MARKDOWN:
        lines, show = [*lines, *reply.what.split("\n")], "markdown"
    elif reply.show is Show.MOVES:
        moves = session.move_list(seat)
        lines += moves.lines(WIDTH, full=True, only=reply.what, plain=True)
    elif reply.show is Show.TABLE:
        panels = written(session.game, session.match.view(seat), session.viewer)
        chosen = [panel for panel in panels if panel.name == reply.what] or panels
        lines += [text for panel in chosen for text in (panel.title, *panel.lines, "")]
    return ReplyMessage(tuple(lines), reply.question, reply.refused, reply.rule, show)
