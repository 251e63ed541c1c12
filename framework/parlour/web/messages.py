"""Messages between a page and the server: JSON texts on the socket of a table.

Each has a ``type``. Positions count the events that the seat was told, so that a number tells
nobody more than those events did.
"""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from parlour.rules.seats import Seat

LONGEST = 2048
"""Bytes of a message from a page, at most."""

MOST_MOVES = 300
"""Number of moves in a sight, at most; where there are more, ``narrow`` asks for some."""

# From the page


class FromPage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a page."""


class SitRequest(FromPage, frozen=True, tag="sit"):
    """The first message: who looks."""

    key: str = ""
    """The key in the link; empty for an onlooker."""


class EnterRequest(FromPage, frozen=True, tag="enter"):
    """A typed line: moves, a command, yes or no."""

    text: str
    position: int
    """The position that the page shows; a line for an older one is refused."""


class PreviewRequest(FromPage, frozen=True, tag="preview"):
    """A line whose moves are to be shown as they would leave the table."""

    text: str


class NarrowRequest(FromPage, frozen=True, tag="narrow"):
    """The addresses chosen so far, among moves that were too many for the sight."""

    chosen: tuple[str, ...] = ()


class ReviewRequest(FromPage, frozen=True, tag="review"):
    """A position to look back at."""

    at: int | None = None
    """The position; None goes back to the present."""
    seat: Seat | None = None
    """The seat as which to look, once the match is over; None is one's own."""
    since: int | None = None
    """An earlier position from which on changes are told; None is the stop before ``at``."""


class ForkRequest(FromPage, frozen=True, tag="fork"):
    """A position from which a table of one's own begins."""

    at: int


class NameRequest(FromPage, frozen=True, tag="name"):
    """The name that the person at the seat wants to have."""

    name: str


PageMessage: TypeAlias = (
    SitRequest
    | EnterRequest
    | PreviewRequest
    | NarrowRequest
    | ReviewRequest
    | ForkRequest
    | NameRequest
)

# To the page


class ShownGame(Struct, frozen=True):
    """The game that is played."""

    id: str
    title: str
    has_hidden_information: bool = False
    """Whether a seat may know what another may not: people at one page then pass it on."""


class ShownTurn(Struct, frozen=True):
    """The seats that are to act next, as everybody may know it."""

    seats: tuple[Seat, ...] = ()
    """The seats that are awaited; none once the match is over."""
    who: str = "nobody"
    """The kind of the first of them: ``person``, ``bot`` or ``nobody``."""
    mine: bool = False
    """Whether the person at this seat is asked for something."""
    text: str = ""
    """A sentence for that."""


class ShownPicturePanel(Struct, frozen=True):
    """A panel of a picture."""

    name: str
    title: str
    label: str
    """A sentence for a screen reader."""
    width: float
    height: float
    nodes: tuple[Any, ...]
    """Each node is ``[tag, {attribute: value}, [child, …]]``, a text is a string."""
    needed: bool = False


class ShownPicture(Struct, frozen=True):
    """The table as the game draws it; its inks are in ``/games/ID/inks.css``."""

    panels: tuple[ShownPicturePanel, ...]


class ShownText(Struct, frozen=True):
    """A panel of a game that draws no picture."""

    name: str
    title: str
    lines: tuple[str, ...]
    needed: bool = False


class ShownMove(Struct, frozen=True, omit_defaults=True):
    """A legal move or offer."""

    text: str
    form: str
    """Its form, with capitals for the parts to fill in."""
    at: tuple[str, ...]
    """Its addresses, sorted: ``cell=b1``, ``form=lay CELL``."""
    note: str = msgspec.field(name="gloss", default="")
    """The game's explanation in a few words."""
    fields: dict[str, int] = {}
    """The fields that are numbers, by name."""
    offer: bool = False
    """Whether it may be made out of turn."""


class ShownSentence(Struct, frozen=True, omit_defaults=True):
    """A sentence of the log."""

    sentence: str
    at: int
    """The position after it, at which ``review`` shows the table."""
    mine: bool = False
    """Whether it tells of the seat's own turn."""


class ShownScoreLine(Struct, frozen=True):
    """A line of the score sheet."""

    label: str
    points: tuple[int | None, ...]
    total: bool = False


class SightMessage(Struct, frozen=True, tag="sight"):
    """All that a seat sees now. Any such message puts a page right that has missed others."""

    position: int
    game: ShownGame
    names: tuple[str, ...]
    seat: Seat | None
    """The seat that looks; None for an onlooker."""
    seats: int
    people: tuple[Seat, ...]
    """The seats at which people play."""
    is_over: bool
    turn: ShownTurn
    status: str
    question: str
    """A question to the seat, answered by the line ``yes`` or ``no``."""
    can_undo: bool
    why_no_undo: str
    picture: ShownPicture | None
    text: tuple[ShownText, ...]
    """The panels as text, where there is no picture."""
    described: tuple[str, ...]
    moves: tuple[ShownMove, ...]
    too_many: int
    """Number of the moves where they are too many to be listed; then ``moves`` is empty."""
    news: tuple[ShownSentence, ...]
    """Sentences since the seat's last decision."""
    log: tuple[ShownSentence, ...]
    score: tuple[ShownScoreLine, ...]
    clocks: tuple[int | None, ...]
    """Seconds of reserve that each bot has left; None for people."""
    changed: tuple[str, ...]
    """Keys of what is new or otherwise in the picture since the seat's last decision."""
    gone: tuple[str, ...]
    """Keys of what was there then and is no more."""
    result: tuple[str, ...]
    """The lines that tell the result; none before the end."""
    order: str
    """The standing order in force; may be empty."""
    standing_orders: tuple[str, ...]
    """The names of the orders that one may leave."""
    notes: tuple[str, ...]
    """Lines for the seat alone that no event tells."""
    places: tuple[int, ...] = ()
    """The place of each seat, once the match is over."""


class ReplyMessage(Struct, frozen=True, tag="reply"):
    """The answer to a typed line."""

    lines: tuple[str, ...] = ()
    question: str = ""
    """A question that the next line answers, ``yes`` or ``no``."""
    refused: bool = False
    """Whether a move, or the whole line, was refused."""
    rule: str = ""
    """The number of the rule that forbids it; empty where none does."""
    show: str = ""
    """``markdown`` where the lines are Markdown; else empty."""


class PreviewMessage(Struct, frozen=True, tag="preview"):
    """The table as it would be after moves that could be taken back."""

    text: str
    picture: ShownPicture | None = None
    described: tuple[str, ...] = ()
    """The view in plain lines."""
    panels: tuple[ShownText, ...] = ()
    """The panels as text, where there is no picture."""
    why_not: str = ""
    """The reason why nothing is shown; empty where something is."""
    rule: str = ""
    """The number of the rule that forbids the move; empty where none does."""


class PastMessage(Struct, frozen=True, tag="past"):
    """The table as a seat saw it at a position."""

    at: int
    """The position that is shown: the last that is not later than the one asked for."""
    last: int
    """The position now."""
    stops: tuple[int, ...]
    """All positions at which the table changed, in order."""
    seat: Seat | None
    status: str
    picture: ShownPicture | None
    text: tuple[ShownText, ...]
    described: tuple[str, ...]
    news: tuple[ShownSentence, ...]
    """The sentences that led there from the stop before."""
    score: tuple[ShownScoreLine, ...]
    changed: tuple[str, ...]
    """Keys of what is otherwise than at the stop before, or than at ``since`` of the request."""
    gone: tuple[str, ...]


class MovesMessage(Struct, frozen=True, tag="moves"):
    """The moves that have all that was chosen."""

    chosen: tuple[str, ...]
    moves: tuple[ShownMove, ...]
    too_many: int
    """Number of the moves where they still are too many."""
    live: tuple[str, ...]
    """The addresses that some of them have and not all, sorted."""


class SeatLink(Struct, frozen=True):
    """A link to a seat; whoever has it plays there."""

    seat: Seat | None
    """The seat; None for onlookers, and for the host."""
    who: str
    """``me``, ``friend``, ``host`` or ``onlookers``."""
    url: str


class ForkedMessage(Struct, frozen=True, tag="forked"):
    """A table that begins where another stood."""

    url: str
    links: tuple[SeatLink, ...] = ()


class ByeMessage(Struct, frozen=True, tag="bye"):
    """The reason why the socket closes."""

    why: str
    """A sentence."""
    again: bool = False
    """Whether the page does well to come back, as after a restart of the server."""


ServerMessage: TypeAlias = (
    SightMessage
    | ReplyMessage
    | PreviewMessage
    | PastMessage
    | MovesMessage
    | ForkedMessage
    | ByeMessage
)

decode = msgspec.json.Decoder(PageMessage).decode
"""Read a message from a page; ``msgspec.DecodeError`` where it is none."""

_encode = msgspec.json.Encoder().encode


def text(message: Struct) -> str:
    """Return a message to a page as it is sent."""
    return _encode(message).decode()
