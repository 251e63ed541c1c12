"""Answering what a page asks of its chair: lines, previews, the past."""

from msgspec import Struct

from parlour.rules.errors import MisuseError
from parlour.rules.panels import Space
from parlour.table.acts import Ask, Topic
from parlour.table.chair import Chair
from parlour.table.reader import Reading
from parlour.table.reply import Reply, Show
from parlour.web.messages import (
    TALL,
    WIDTH,
    EnterRequest,
    NarrowRequest,
    PageMessage,
    PreviewRequest,
    ReplyMessage,
    ReviewRequest,
    moves_message,
)

STALE = ReplyMessage(("The table has changed since; nothing was done.",), refused=True)
"""The answer to a line for an older position."""


def read(chair: Chair, asked: PageMessage) -> Reading:
    """Return what a line of a page says; other messages say nothing."""
    return chair.read(asked.text) if isinstance(asked, EnterRequest) else Reading()


def is_slow(reading: Reading) -> bool:
    """Return whether the answer takes a while."""
    return isinstance(reading.act, Ask) and reading.act.topic is Topic.HINT


def answer(chair: Chair, asked: PageMessage, reading: Reading) -> Struct:
    """Return the answer to a page, whose line says ``reading``.

    Raises:
        MisuseError: Nobody may ask that from there.
    """
    if isinstance(asked, ReviewRequest) and asked.at is not None:
        return chair.at(asked.at, asked.seat, asked.since)
    if not chair.is_played:
        raise MisuseError("only a person who plays may do that")
    if isinstance(asked, EnterRequest):
        return STALE if asked.position != chair.position else _shown(chair, chair.follow(reading))
    if isinstance(asked, PreviewRequest):
        return chair.preview(asked.text)
    if isinstance(asked, NarrowRequest):
        return moves_message(chair.moves, asked.chosen)
    raise MisuseError("expected 'sit' once, as the first message")


def _shown(chair: Chair, reply: Reply) -> ReplyMessage:
    """Return a reply as a message."""
    lines, show = list(reply.lines), ""
    if reply.show is Show.MARKDOWN:
        lines, show = [*lines, *reply.what.split("\n")], "markdown"
    elif reply.show is Show.MOVES:
        lines += chair.moves.lines(WIDTH, full=True, only=reply.what, plain=True)
    elif reply.show is Show.TABLE:
        panels = chair.view().table.now.panels(Space(WIDTH, TALL))
        chosen = [panel for panel in panels if panel.name == reply.what] or panels
        texts = [(panel.title, *panel.body.plain.split("\n"), "") for panel in chosen]
        lines += [text for panel in texts for text in panel]
    return ReplyMessage(tuple(lines), reply.question, reply.refused, reply.rule, show)
