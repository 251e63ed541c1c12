"""The tools of an assistant at a seat, wherever the table is.

Each answer is a text, in the words that people read at a terminal.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from msgspec import Struct
from typing_extensions import TypedDict

from parlour.rules import MatchError, Space
from parlour.table import Ask, Chair, Reply, Show, Topic

MAX_MOVES = 200
"""Maximum number of moves that a position lists; ``moves`` tells all."""

WIDTH = 80
"""Columns of a drawing."""

SPACE = Space(WIDTH, 1000)
"""The space of a drawing; nothing is folded in it."""


class Position(TypedDict):
    """A match as the assistant's seat sees it, for programs."""

    game: str
    """Id of the game."""
    seat: int
    """The assistant's seat, counted from 1."""
    is_over: bool
    """Whether the match is over."""
    number_of_moves: int
    """Number of moves that are legal now; 0 if the seat is not asked."""
    moves: list[str]
    """Texts of the first 200 of them."""
    question: str
    """Sentence that says what to choose now; empty if the seat is not asked."""
    status: str
    """Sentence that says where the match stands."""
    result: list[str]
    """The result in sentences; empty until the match is over."""


class SeatView(Struct, frozen=True, kw_only=True):
    """A table as the assistant's seat sees it."""

    position: Position
    news: Sequence[str]
    """Sentences about the events since the seat's last decision, and notes to the seat."""
    table: Sequence[str]
    """The table in lines, or drawn."""
    moves: Sequence[str]
    """Lines that list the moves."""
    awaited: str = ""
    """Sentence that names the awaited seats, or says what to do after the end; may be empty."""


class SeatTools(ABC):
    """The tools that an assistant has at every seat; each answer is a text."""

    def look(self, *, drawn: bool = False) -> str:
        """See the table, what happened since your last move, and your moves.

        With ``drawn`` the table is drawn as in a terminal, and not told in lines.

        Raises:
            MatchError: There is no match.
        """
        return self._said(drawn=drawn)

    def moves(self, beginning: str = "") -> str:
        """List every legal move, or those that begin with some words.

        Raises:
            MatchError: There is no match.
        """
        return self._ask(Topic.MOVES, beginning) or "There is no such move now."

    def why_not(self, move: str) -> str:
        """Learn why a move is not possible, with the number of the rule.

        Examples of the rule come with the rule itself.

        Raises:
            MatchError: There is no match.
        """
        return self._ask(Topic.WHY, move).partition("\n")[0]

    def log(self) -> str:
        """Read everything that you were told in this match.

        Raises:
            MatchError: There is no match.
        """
        return self._ask(Topic.LOG)

    def score(self) -> str:
        """See the points if the match ended now.

        Raises:
            MatchError: There is no match.
        """
        return self._ask(Topic.SCORE)

    def position(self) -> Position | None:
        """Return the match as the seat sees it; None before the first."""
        view = self._view()
        return None if view is None else view.position

    # Inside

    @abstractmethod
    def _chair(self) -> Chair:
        """Return the chair of the seat.

        Raises:
            MatchError: There is no match.
        """

    @abstractmethod
    def _view(self, *, drawn: bool = False) -> SeatView | None:
        """Return the table as the seat sees it; None before the first match."""

    def _ask(self, topic: Topic, about: str = "") -> str:
        """Ask for something that changes nothing."""
        chair = self._chair()
        return "\n".join(_shown(chair, chair.act(Ask(topic, about))))

    def _said(self, *, head: Sequence[str] = (), drawn: bool = False) -> str:
        """Return the seat's view, below some lines."""
        view = self._view(drawn=drawn)
        if view is None:
            raise MatchError("no match has begun: sit down first")
        position = view.position
        status = position["status"]
        table = view.table if any(status in line for line in view.table) else [status, *view.table]
        moves = view.moves
        if position["is_over"]:
            moves = ("The match is over.", *position["result"])
        moves = (*moves, view.awaited)
        texts = ("\n".join(filter(None, lines)) for lines in (head, view.news, table, moves))
        return "\n\n".join(filter(None, texts))


def view_of(chair: Chair, *, drawn: bool) -> SeatView:
    """Return the table as the seat of a chair sees it, in lines or drawn."""
    view = chair.view()
    texts = [move.text for move in chair.moves.every.values()]
    panels = view.table.panels(SPACE) if drawn else ()
    position = Position(
        game=view.game.id,
        seat=(chair.seat or 0) + 1,
        is_over=view.is_over,
        number_of_moves=len(texts),
        moves=texts[:MAX_MOVES],
        question=chair.moves.prompt() if texts else "",
        status=view.status,
        result=list(view.result) if view.is_over else [],
    )
    return SeatView(
        position=position,
        news=[*(told.sentence for told in view.news), *view.notes],
        table=[f"{panel.title}\n{panel.body.plain.rstrip()}" for panel in panels]
        or view.table.now.described,
        moves=[
            *chair.moves.lines(WIDTH, full=False, only="", plain=True),
            *confirming(view.question),
        ],
    )


def confirming(question: str) -> tuple[str, ...]:
    """Return the line of a question that the next line answers, if there is one."""
    return (f"{question} Confirm yes or no.",) if question else ()


def _shown(chair: Chair, reply: Reply) -> Iterator[str]:
    """Yield what a reply shows."""
    yield from reply.lines
    if reply.show is Show.MOVES:
        yield from chair.moves.lines(WIDTH, full=True, only=reply.what, plain=True)
    elif reply.what:
        yield reply.what
