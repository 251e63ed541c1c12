"""Messages between a page and the server: JSON on the socket of a table.

Each has a ``type``. Those to a page are compressed, each by itself, so that their lengths tell no
more than they do. Positions count the events that the seat was told, so that a number tells
nobody more than those events did.
"""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from parlour.rules import Panel, Seat, Space
from parlour.table import FORM, Choice, MoveList, NumberedMove, Selection, TableView

MAX_MESSAGE_BYTES = 2048
"""Maximum length of a message from a page."""

MAX_SENTENCES = 500
"""Maximum number of sentences of the log in a view; the line ``log`` shows all."""

MAX_MOVES = 300
"""Maximum number of moves in a view; if there are more, ``narrow`` asks for some."""

LISTED = frozenset({"table", "moves", "log"})
"""Fields of a view that are not sent as they are."""

WIDTH = 88
"""Columns of panels of text."""
TALL = 1000
"""Enough rows for every panel of text."""

# From the page


class FromPage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a page."""


class SitRequest(FromPage, frozen=True, tag="sit"):
    """The first message: it says who looks."""

    key: str = ""
    """The key in the link; empty for a spectator."""
    language: str = ""
    """The language of the page; without one, the language of the request."""
    talk: bool = False
    """Whether the page shows what people say; without it, the server sends no line."""


class EnterRequest(FromPage, frozen=True, tag="enter"):
    """A typed line: moves, a command, yes or no."""

    text: str
    position: int
    """The position that the page shows; a line for an older one is refused."""


class PreviewRequest(FromPage, frozen=True, tag="preview"):
    """A line; the page wants to see the table after its moves, and what the line says."""

    text: str
    chosen: tuple[tuple[str, ...], ...] = ()
    """The addresses of each step of a half-made move: ``text`` is then a name for it."""


class NarrowRequest(FromPage, frozen=True, tag="narrow"):
    """The addresses chosen so far, among moves that were too many for the view."""

    chosen: tuple[str, ...] = ()


class ReviewRequest(FromPage, frozen=True, tag="review"):
    """A position to look back at."""

    at: int
    seat: Seat | None = None
    """The seat whose sight is wanted, once the match is over; None is the own seat."""
    since: int | None = None
    """Changes since this earlier position are marked; None is the stop before ``at``."""
    go: str = ""
    """A line that leads on from there, as ``Past`` reads it: ``t``, ``m``, ``7``. Then ``at`` is a
    number of answers, and the view that comes has the same ``line``."""


class ForkRequest(FromPage, frozen=True, tag="fork"):
    """A new table of the person's own, which begins at a position of this one."""

    at: int
    key: str = ""
    """The host's key, unless everybody may create tables."""


class RematchRequest(FromPage, frozen=True, tag="rematch"):
    """Another match of the same people, each a seat further on."""

    key: str = ""
    """As in ``ForkRequest``."""


class WebhookRequest(FromPage, frozen=True, tag="webhook"):
    """An address that is told when it is the turn of the person at the seat."""

    url: str
    """An address of a scheme that the server knows, or an empty text for none."""
    quiet: bool = False
    """Whether to keep another way that the person has chosen, and to answer nothing."""


class NameRequest(FromPage, frozen=True, tag="name"):
    """The name that the person at the seat chooses."""

    name: str


Reaction: TypeAlias = Literal["cheer", "laugh", "wow", "sad", "doubt", "thanks"]
"""A reaction, which is one key."""


class SayRequest(FromPage, frozen=True, tag="say"):
    """A line of the person at the page, or a reaction, to all in the same room."""

    text: str = ""
    reaction: Reaction | UnsetType = UNSET


class SitInRequest(FromPage, frozen=True, tag="sit in"):
    """The wish that a bot plays for a person who has thought for too long, until they are back."""

    seat: Seat


class BackRequest(FromPage, frozen=True, tag="back"):
    """The person at the seat is back, and plays again."""


PageMessage: TypeAlias = (
    SitRequest
    | SitInRequest
    | BackRequest
    | EnterRequest
    | PreviewRequest
    | NarrowRequest
    | ReviewRequest
    | ForkRequest
    | NameRequest
    | RematchRequest
    | SayRequest
    | WebhookRequest
)

# To the page: parts of a ``TableView`` with the panels of its picture, a ``NoPreview``, or one of
# these.


class PanelLines(Struct, frozen=True):
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
    label: str = ""
    """The move with the names of the seats in it, as the reader may type it; else empty."""
    first: tuple[str, ...] = ()
    """The addresses that are chosen before the others, in order."""
    offer: bool = False
    """Whether it may be made out of turn."""


class MovesMessage(Struct, frozen=True, tag="moves"):
    """The legal moves, or the moves that have all chosen addresses."""

    moves: tuple[ShownMove, ...]
    too_many: int
    """Number of moves if there are more than ``MAX_MOVES``; then ``moves`` is empty."""
    chosen: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    """The addresses that some of them have, but not all, sorted.

    While nothing is chosen, those are of no offer.
    """
    offers: tuple[str, ...] = ()
    """The forms of offers, as addresses, if ``live`` leaves offers out."""
    seats: tuple[str, ...] = ()
    """The names of the fields that are seats, in addresses: ``target=1``, counted from 0."""


class ReplyMessage(Struct, frozen=True, tag="reply"):
    """The answer to a typed line."""

    lines: tuple[str, ...] = ()
    question: str = ""
    """A question that the next line answers, ``yes`` or ``no``."""
    refused: bool = False
    """Whether a move, or the whole line, was refused."""
    rule: str = ""
    """The number of the rule that forbids it; may be empty."""
    places: tuple[str, ...] = ()
    """The addresses of places that a hint points at."""
    show: str = ""
    """``markdown`` if the lines are Markdown; else empty."""


class SeatLink(Struct, frozen=True):
    """A link to a seat; anyone with it plays there."""

    seat: Seat | None
    """The seat, or None for spectators and for the host."""
    who: str
    """``me``, ``friend`` or ``host``."""
    url: str


class RematchMessage(Struct, frozen=True, tag="rematch"):
    """Another match of the same people: the link to the seat there of the one who reads it."""

    url: str
    host: str = ""
    """The link of the host of that table, for the person who asked for it."""


class WishMessage(Struct, frozen=True, tag="wish"):
    """The wishes for a rematch, which somebody who may create tables makes."""

    seats: tuple[Seat, ...]
    """The seats whose person wishes it, in order."""
    is_laid: bool = False
    """Whether its table is there; a person who asks gets the link to their seat."""


class PausedMessage(Struct, frozen=True, tag="paused"):
    """The reason why nobody may move now."""

    why: str
    """A sentence; empty if everybody may."""
    asks_name: bool = False
    """Whether the person at the seat has no name yet, and plays with others."""


class PresenceMessage(Struct, frozen=True, tag="presence"):
    """The seats whose person is here, in order."""

    seats: tuple[Seat, ...]


class AbsenceMessage(Struct, frozen=True, tag="absence", omit_defaults=True):
    """The people who are away, and when others may say so."""

    seats: tuple[Seat, ...] = ()
    """The seats where a bot plays until their person is back, in order."""
    minutes: int = 0
    """Minutes a move; then another person may let a bot play. 0 if never."""


class HeardLine(Struct, frozen=True, omit_defaults=True):
    """A line that somebody said."""

    at: int
    """The position at that time."""
    seat: Seat | None = None
    """The seat of the person; None is a spectator."""
    guest: int = 0
    """The number of the spectator."""
    name: str = ""
    """The name of the person at that time; may be empty."""
    text: str = ""
    reaction: str = ""


class TalkMessage(Struct, frozen=True, tag="talk", omit_defaults=True):
    """Lines of people in the room of the page: one room has the seats, another the spectators."""

    lines: tuple[HeardLine, ...] = ()
    may: bool = False
    """Whether the person at the page may talk now."""
    whole: bool = False
    """Whether these are all lines, and not those after the lines before."""
    why: str = ""
    """The reason why a line of the page was not said, in a sentence."""


class WaitedMessage(Struct, frozen=True, tag="waited"):
    """The time since the view of the page last came to another position, for a page that comes."""

    seconds: int


class ForkedMessage(Struct, frozen=True, tag="forked"):
    """A new table that begins at a position of another."""

    url: str
    links: tuple[SeatLink, ...] = ()


class ByeMessage(Struct, frozen=True, tag="bye"):
    """The reason why the socket closes."""

    why: str
    """A sentence."""
    again: bool = False
    """Whether the page should connect again, as after a restart of the server."""


encode = msgspec.json.Encoder().encode
"""Return a message, or a part of one, in JSON."""

decode = msgspec.json.Decoder(PageMessage).decode
"""Read a message from a page; anything else is a ``msgspec.DecodeError``."""


def moves_message(moves: MoveList, chosen: Sequence[str] = ()) -> MovesMessage:
    """Return the moves and offers of a list that have all of the addresses that are chosen."""
    every = [move for kind in (*moves.kinds, *moves.offered) for move in kind.choices]
    forms_of = moves.game.move_notation.forms
    offers = {move.number for kind in moves.offered for move in kind.choices}
    selection = replace(
        Selection.among(moves.game.move_notation, [numbered.move for numbered in every]),
        chosen=tuple(frozenset({address}) for address in chosen),
    )
    fields = {choice.move: choice for choice in selection.remaining}
    fitting = [move for move in every if move.move in fields]
    shown = [] if len(fitting) > MAX_MOVES else fitting
    offered = {move.text for move in every if move.number in offers and not chosen}
    asked = tuple(choice for choice in selection.choices if choice.text not in offered)
    forms = {choice.form for choice in selection.choices if choice.text in offered and not shown}
    return MovesMessage(
        moves=tuple(
            _shown(
                move,
                fields[move.move],
                is_offer=move.number in offers,
                names_seat=bool(forms_of[type(move.move)].seats),
            )
            for move in shown
        ),
        too_many=len(fitting) - len(shown),
        chosen=tuple(chosen),
        live=() if shown and not chosen else tuple(sorted(replace(selection, choices=asked).live)),
        offers=tuple(sorted(forms)),
        seats=tuple(sorted({name for form in forms_of.values() for name in form.seats})),
    )


def parts_of(view: TableView) -> tuple[dict[str, bytes], dict[str, list[bytes]]]:
    """Return the fields of a view as they are sent, in one order, and the items of its lists."""
    table = view.table
    now = table.now
    picture = now.picture()
    panels = None if picture is None else picture.panels
    lines = () if picture else tuple(map(_lines, table.panels(Space(WIDTH, TALL))))
    others = {name: getattr(view, name) for name in view.__struct_fields__ if name not in LISTED}
    others |= {"moves": moves_message(view.moves), "text": lines, "described": now.described}
    others |= {"changed": table.changed, "gone": table.gone}
    others |= {"panels": panels and [replace(panel, nodes=()) for panel in panels]}
    others |= {"signs": picture.signs if picture else ()}
    lists: dict[str, Sequence[object]] = {f"nodes {one.name}": one.nodes for one in panels or ()}
    lists |= {"log": view.log[-MAX_SENTENCES:]}
    return (
        {name: encode(part) for name, part in others.items()},
        {name: list(map(encode, items)) for name, items in lists.items()},
    )


def packed(text: bytes) -> bytes:
    """Return a message as it is sent: nothing of an earlier one is used to compress it."""
    return zlib.compress(text, wbits=-zlib.MAX_WBITS)


def sent(message: Struct) -> bytes:
    """Return a message to a page, which is no view, as it is sent."""
    return packed(encode(message))


def _shown(move: NumberedMove, choice: Choice, *, is_offer: bool, names_seat: bool) -> ShownMove:
    return ShownMove(
        text=move.text,
        form=choice.form.removeprefix(f"{FORM}="),
        at=tuple(sorted(choice.addresses)),
        note=move.note,
        label=move.label if names_seat else "",
        first=choice.first,
        offer=is_offer,
    )


def _lines(panel: Panel) -> PanelLines:
    return PanelLines(panel.name, panel.title, tuple(panel.body.plain.split("\n")), panel.needed)
