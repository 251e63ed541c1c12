"""Entering a line that was typed on a page: what a terminal would show is put in lines."""

from parlour.rules.seats import Seat
from parlour.session.commands import command_in
from parlour.session.reply import Reply, Show
from parlour.session.session import Session
from parlour.session.typed import addressed
from parlour.web.messages import ReplyMessage
from parlour.web.shown.pictures import WIDTH, written

ELSEWHERE = {
    "save": "Every move is saved at once. The page downloads the record.",
    "quit": "Close the page whenever you like: the match is kept, and the link leads back.",
    "pin": "Nothing is handed over here: each seat has a link of its own.",
    "again": "Start another match on the front page.",
}
"""Commands of a terminal, each with what a page has in its place."""


def entered(session: Session, seat: Seat, line: str) -> ReplyMessage:
    """Act on a line that the person at ``seat`` typed, and return the answer to the page."""
    other, text = addressed(line.strip())
    if other is not None and other != seat:
        line = "Each seat has a page of its own: nobody moves for another."
        return ReplyMessage((line,), refused=True)
    if not text:
        return ReplyMessage()
    command = command_in(session.game, text, is_over=session.match.is_over)
    if command is not None and command.names[0] in ELSEWHERE:
        return ReplyMessage((ELSEWHERE[command.names[0]],))
    return _shown(session, seat, session.enter(seat, text))


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
