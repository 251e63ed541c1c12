"""The tools of an assistant at a seat, wherever the table is.

Each answer is a text, in the words that people read at a terminal.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from threading import Lock

from msgspec import Struct
from typing_extensions import TypedDict

from parlour.rules import MatchError
from parlour.table import Topic

MAX_MOVES = 200
"""Maximum number of moves that a position lists; ``moves`` tells all."""


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
    """Texts of the first 200 of them; of more than 300 at a table of a server, none."""
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

    def __init__(self) -> None:
        self.lock = Lock()
        """Held while a tool runs: a client may call several at once."""

    instructions: str
    """Text for a model about how to use the tools."""

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

    @abstractmethod
    def play(self, move: str) -> str:
        """Make a move; the others then move, and you see the table again.

        Several have commas between them. If the table asks something first, the move is ``yes``
        or ``no``.

        Raises:
            MatchError: There is no match, or it is over.
        """

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

    @abstractmethod
    def undo(self) -> str:
        """Take your last move back, if nobody has learnt anything by it.

        Raises:
            MatchError: There is no match.
        """

    def position(self) -> Position | None:
        """Return the match as the seat sees it; None before the first."""
        view = self._view()
        return None if view is None else view.position

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""

    # Inside

    @abstractmethod
    def _view(self, *, drawn: bool = False) -> SeatView | None:
        """Return the table as the seat sees it; None before the first match."""

    @abstractmethod
    def _ask(self, topic: Topic, about: str = "") -> str:
        """Ask for something that changes nothing."""

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
