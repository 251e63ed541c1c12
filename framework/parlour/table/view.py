"""The view of a table: everything that somebody is shown of it, now, earlier or as it would be.

A page's message is this struct; the terminal and an assistant draw from it. What costs time to
draw is drawn when it is read.
"""

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic

from msgspec import Struct
from msgspec.msgpack import encode
from typing_extensions import TypeVar

from parlour.match import Game, described
from parlour.rules import Panel, ScoreLine, Seat, Space, Viewer
from parlour.rules.picture import Picture
from parlour.table.move_list import MoveList
from parlour.table.text.plans import ShownPlan
from parlour.table.text.telling import ToldSentence
from parlour.words import say, spoken

V = TypeVar("V", default=Any)


class TableDrawing(Generic[V]):
    """A view as a game draws, describes and counts it, whenever it is read."""

    def __init__(self, game: Game, view: V, viewer: Viewer) -> None:
        self.game = game
        self.view = view
        self.viewer = viewer
        self._language = spoken()
        self._pieces: tuple[Sequence[str], Sequence[int]] | None = None

    def shows(self, view: V, viewer: Viewer) -> bool:
        """Return whether it draws a view for a viewer in the language that is spoken."""
        return self._language == spoken() and (self.view, self.viewer) == (view, viewer)

    def panels(self, space: Space) -> tuple[Panel, ...]:
        """Return the view in the game's panels; of a game without, in one panel with all of it."""
        game = self.game
        if game.display.panels is not None:
            return tuple(game.display.panels(self.view, self.viewer, space))
        from rich.text import Text

        return (Panel("table", game.title, Text("\n".join(self.described)), needed=True),)

    def picture(self) -> Picture | None:
        """Draw the view, or return None if the game draws none.

        The picture is not kept, because it is larger than all else of a match.
        """
        draw = self.game.display.picture
        picture = None if draw is None else draw(self.view, self.viewer)
        if self._pieces is None:
            hashes = _hashes(picture) if picture else {}
            # A server keeps two for each page, and a dict would be four times as large.
            self._pieces = tuple(hashes), array("q", hashes.values())
        return picture

    @property
    def pieces(self) -> Mapping[str, int]:
        """Each piece of the picture with a key: a hash of its panel, its label and its drawing.

        The moves that a piece is part of are left out: a question does not change it.
        """
        if self._pieces is None:
            self.picture()
        return dict(zip(*self._pieces, strict=True)) if self._pieces else {}

    @property
    def described(self) -> tuple[str, ...]:
        """The view in plain lines, for a screen reader."""
        return tuple(described(self.game.display, self.view, self.viewer))

    @property
    def status(self) -> str:
        """One line that says where the match stands; empty if the game has no such line."""
        describe = self.game.display.status
        return describe(self.view, self.viewer) if describe else ""

    @property
    def score(self) -> tuple[ScoreLine, ...]:
        """The match counted as if it ended now; empty if the game does not say."""
        count = self.game.display.score_sheet
        return tuple(count(self.view, self.viewer)) if count else ()


class Difference:
    """A drawing beside an earlier one, so that what differs is marked; None marks nothing."""

    def __init__(self, now: TableDrawing, earlier: TableDrawing | None = None) -> None:
        self.now = now
        self.earlier = earlier

    def panels(self, space: Space) -> tuple[Panel, ...]:
        """Return the panels with new things marked."""
        earlier = None if self.earlier is None else self.earlier.view
        return self.now.panels(Space(space.width, space.height, earlier))

    @property
    def changed(self) -> tuple[str, ...]:
        """Keys of new or changed things in the picture."""
        earlier = self.earlier or self.now
        return tuple(sorted(key for key, _ in self.now.pieces.items() - earlier.pieces.items()))

    @property
    def gone(self) -> tuple[str, ...]:
        """Keys of things that were in the earlier picture and are gone."""
        earlier = self.earlier or self.now
        return tuple(sorted(earlier.pieces.keys() - self.now.pieces.keys()))

    @property
    def changed_lines(self) -> tuple[str, ...]:
        """The plain lines that differ from the earlier ones; without these, all.

        Above indented lines stands the line that names their group.
        """
        if self.earlier is None:
            return self.now.described
        earlier = frozenset(self.earlier.described)
        shown: list[str] = []
        head = ""
        for line in self.now.described:
            head = head if line.startswith(" ") else line
            if line not in earlier:
                shown += [line] if head in {"", line, *shown} else [head, line]
        return tuple(shown)


class GameName(Struct, frozen=True):
    """The game that is played."""

    id: str
    title: str
    has_hidden_information: bool
    """Whether a seat may know what another may not: people at one screen then pass it on."""
    standing_orders: tuple[str, ...]
    """The names of the orders that one may leave."""

    @classmethod
    def of(cls, game: Game) -> "GameName":
        """Return the name of a game."""
        orders = tuple(game.localized_orders().values())
        return cls(game.id, game.title, game.has_hidden_information, orders)


class AwaitedSeats(Struct, frozen=True):
    """The seats that are to act next, as everybody may know it."""

    seats: tuple[Seat, ...] = ()
    """The seats that are awaited; empty once the match is over."""
    who: str = "nobody"
    """The kind of the first of them: ``person``, ``bot`` or ``nobody``."""
    mine: bool = False
    """Whether the person at this seat is asked for something."""
    text: str = ""
    """A sentence for that."""


class Mark(Struct, frozen=True):
    """A remark on one answer of a match, of an analysis for example."""

    answer: int
    """Number of the answer, counted from 1."""
    seat: Seat
    """The seat that gave it."""
    lines: tuple[str, ...]
    """Sentences in the language that is spoken."""


class TableView(Struct, frozen=True, kw_only=True, tag="view"):
    """Everything that one seat, or a spectator, is shown of a table."""

    shows: str = "now"
    """The time it shows: ``now``, ``past``, or ``preview`` for the table after a line."""
    position: int
    """Number of events that the seat was told; of a spectator, the number of answers."""
    game: GameName
    names: tuple[str, ...]
    seat: Seat | None
    """The seat that looks; None for a spectator."""
    table: Difference
    """The table as it is drawn, compared with the seat's last decision."""
    moves: MoveList
    """The legal moves and the offers."""
    plans: tuple[ShownPlan, ...] = ()
    """The turns that the game proposes to the seat now, the best first."""
    people: tuple[Seat, ...] = ()
    """The seats of people."""
    is_over: bool = False
    turn: AwaitedSeats = AwaitedSeats()
    prompt: str = ""
    """One sentence about the task or the awaited seats; of a preview, about the moves played."""
    status: str
    score: tuple[ScoreLine, ...]
    points: tuple[str, ...] = ()
    """The points of each seat, to stand beside its name: ``12``, or ``8+`` if some are unknown."""
    news: tuple[ToldSentence, ...]
    """Sentences since the seat's last decision."""
    log: tuple[ToldSentence, ...] = ()
    """All sentences; in the past, none."""
    question: str = ""
    """A question to the seat, to be answered by yes or no."""
    why_no_undo: str = ""
    """The reason why the seat's last move cannot be taken back; empty if it can."""
    clocks: tuple[int | None, ...] = ()
    """Seconds of reserve that each bot has left; None for people, and before any is used."""
    result: tuple[str, ...] = ()
    """The lines that tell the result; empty before the end."""
    places: tuple[int, ...] = ()
    """The place of each seat; empty before the end."""
    order: str = ""
    """The standing order in force; may be empty."""
    ahead: str = ""
    """The moves that the seat has typed ahead; may be empty."""
    notes: tuple[str, ...] = ()
    """Lines for the seat alone that no event tells, such as what its standing order did."""
    stops: tuple[int, ...] = ()
    """Of the past, all positions where the table changed, in order."""
    answer: int = 0
    """Of the past, the number of answers before it."""
    line: str = ""
    """Of a preview, the line."""
    lesson: str = ""
    """Lines of the lesson for this decision, or for the end of the lesson; may be empty."""

    @property
    def viewer(self) -> Viewer:
        """The names of the seats, as the one who looks calls them."""
        return self.table.now.viewer


class NoPreview(Struct, frozen=True, tag="no preview"):
    """The answer to a line whose moves are not previewed."""

    line: str
    why_not: str
    rule: str = ""
    """The number of the rule that forbids a move; may be empty."""
    prompt: str = ""
    """Prompt for the typed line: the moves it plays, or the next choice."""


def _hashes(picture: Picture) -> dict[str, int]:
    return {
        _shared(spot.key): hash((panel.name, spot.label, encode(spot.node.children)))
        for panel in picture.panels
        for spot in panel.spots
        if spot.key
    }


@lru_cache(maxsize=10_000)
def _shared(key: str) -> str:
    """Return the same object for equal keys: every table keeps the keys of its pieces."""
    return key


def awaited_seats(
    viewer: Viewer, seats: Sequence[Seat], seat: Seat | None, people: frozenset[Seat]
) -> AwaitedSeats:
    """Return the seat to act next, as everybody may know it.

    It depends on no standing order, since only the seat knows its order, and on no request for an
    offer, since a request may show the cards of the seat.
    """
    who = "person" if seats[0] in people else "bot"
    names = viewer.listed(seats)
    is_alone = len(seats) == 1 and viewer.is_reader(seats[0])
    if seat in seats or (who == "person" and is_alone):
        text = say("turn.yours")
    elif who == "bot":
        one = say("turn.thinking", viewer, seat=seats[0])
        text = one if len(seats) == 1 else say("turn.thinking_all", seats=names)
    else:
        text = say("turn.waiting", seats=names)
    return AwaitedSeats(tuple(seats), who, seat in seats, text)
