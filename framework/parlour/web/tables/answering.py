"""Answers to what a page sends, except new views."""

from msgspec import Struct, structs

from parlour.rules.errors import MisuseError
from parlour.rules.panels import Space
from parlour.table.acts import SLOW_TOPICS, Ask, PlayAhead
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
from parlour.words.framework import say

STALE = ReplyMessage(("The table has changed since; nothing was done.",), refused=True)
"""The answer to a line for an older position."""


def read_line(chair: Chair, asked: PageMessage) -> Reading:
    """Return the reading of a page's line; that of another message is empty."""
    return chair.read(asked.text) if isinstance(asked, EnterRequest) else Reading()


def is_slow(reading: Reading) -> bool:
    """Return whether the answer takes a while."""
    return isinstance(reading.act, Ask) and reading.act.topic in SLOW_TOPICS


def answer(chair: Chair, asked: PageMessage, reading: Reading) -> Struct:
    """Return the answer to a page; ``reading`` is the reading of its line.

    Raises:
        MisuseError: The page may not ask that.
    """
    if isinstance(asked, ReviewRequest) and asked.at is not None:
        return chair.at(asked.at, asked.seat, asked.since)
    if not chair.is_played:
        raise MisuseError(say("only_players"))
    if isinstance(asked, EnterRequest):
        if asked.position != chair.position and not isinstance(reading.act, PlayAhead):
            return STALE
        return _reply_message(chair, chair.follow(reading))
    if isinstance(asked, PreviewRequest):
        shown = chair.preview(asked.text)
        return structs.replace(shown, prompt=chair.prompt(asked.chosen)) if asked.chosen else shown
    if isinstance(asked, NarrowRequest):
        return moves_message(chair.moves, asked.chosen)
    raise MisuseError("expected 'sit' once, as the first message")


def _reply_message(chair: Chair, reply: Reply) -> ReplyMessage:
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
    return ReplyMessage(tuple(lines), reply.question, reply.refused, reply.rule, reply.places, show)
