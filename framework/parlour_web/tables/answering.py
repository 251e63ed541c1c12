"""Answers to what a page sends, except new views; at a table that is held, one may only ask."""

from collections.abc import Collection

from msgspec import UNSET, Struct, structs

from parlour.rules import MisuseError, Seat, Space
from parlour.table import (
    SLOW_TOPICS,
    Ask,
    Chair,
    Past,
    PlayAhead,
    Reading,
    Reply,
    Show,
    Table,
    TableView,
    Unreadable,
)
from parlour.words import say
from parlour_analysis.seat_replay import SeatPlace
from parlour_web.messages import (
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
from parlour_web.tables.metadata import TableFile


class LateReply(ReplyMessage, frozen=True, tag="reply"):
    """The answer to a line for an older position: nothing was done."""


def read_line(chair: Chair, asked: PageMessage) -> Reading:
    """Return the reading of a page's line; the reading of another message is empty."""
    return chair.read(asked.text) if isinstance(asked, EnterRequest) else Reading()


def is_slow(reading: Reading) -> bool:
    """Return whether the answer takes a while."""
    return isinstance(reading.act, Ask) and reading.act.topic in SLOW_TOPICS


def answer(chair: Chair, asked: PageMessage, reading: Reading) -> Struct:
    """Return the answer to a page; ``reading`` is the reading of its line.

    Raises:
        MisuseError: The page may not ask that.
    """
    if isinstance(asked, ReviewRequest):
        return _gone(chair, asked) if asked.go else chair.at(asked.at, asked.seat, asked.since)
    if not chair.is_played:
        raise MisuseError(say("only_players"))
    if isinstance(asked, EnterRequest):
        if asked.position != chair.position and not isinstance(reading.act, PlayAhead):
            return LateReply((say("line.stale"),), refused=True)
        return _reply_message(chair, chair.follow(reading))
    if isinstance(asked, PreviewRequest):
        shown = chair.preview(asked.text)
        return structs.replace(shown, prompt=chair.prompt(asked.chosen)) if asked.chosen else shown
    if isinstance(asked, NarrowRequest):
        return moves_message(chair.moves, asked.chosen)
    raise MisuseError("expected 'sit' once, as the first message")


def _gone(chair: Chair, asked: ReviewRequest) -> TableView:
    """Return the position that a line leads to; one that leads nowhere stays.

    Raises:
        MisuseError: The page may not look as that seat, or at all.
    """
    whose = chair.whose if isinstance(chair, SeatPlace) else chair.seat or 0
    past = Past(chair, whose if asked.seat is None else asked.seat)
    past.at = min(max(asked.at, 0), past.last)
    goal = past.goal(asked.go)
    if goal is None or not 0 <= goal <= past.last:
        goal = past.at
    view = chair.after(goal, asked.seat)
    return structs.replace(view, line=asked.go)


def _reply_message(chair: Chair, reply: Reply) -> ReplyMessage:
    """Return a reply as a message."""
    lines = list(reply.lines)
    if reply.show is Show.MARKDOWN:
        lines += reply.what.split("\n")
    elif reply.show is Show.MOVES:
        lines += chair.moves.lines(WIDTH, full=True, only=reply.what, plain=True)
    elif reply.show is Show.TABLE:
        panels = chair.view().table.now.panels(Space(WIDTH, TALL))
        chosen = [panel for panel in panels if panel.name == reply.what] or panels
        texts = [(panel.title, *panel.body.plain.split("\n"), "") for panel in chosen]
        lines += [text for panel in texts for text in panel]
    show = "markdown" if reply.show is Show.MARKDOWN else ""
    return ReplyMessage(tuple(lines), reply.question, reply.refused, reply.rule, reply.places, show)


def why_held(file: TableFile, table: Table, present: Collection[Seat | None]) -> str:
    """Return why nobody may move, in a sentence; empty if everybody may."""
    held = file.metadata.held
    if held is UNSET or table.is_over:
        return ""
    missing = sorted(table.people.difference(present))
    names = ", ".join(table.viewer.name(seat) for seat in missing) or "-"
    return say("held.start", names=names) if held == "start" else say(f"held.{held}")


def waits_for_nobody(file: TableFile, table: Table, present: Collection[Seat | None]) -> bool:
    """Return whether a match that waits for its people can begin."""
    return file.metadata.held == "start" and table.people.issubset(present)


def is_held_back(reading: Reading) -> bool:
    """Return whether a line does more than ask: nobody may do more at such a table."""
    return not isinstance(reading.act, Ask | Unreadable | None)
