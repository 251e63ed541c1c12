"""The seat of an assistant at a table of the server: what its tools read there."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace
from typing_extensions import override

from parlour.rules import Seat
from parlour.table import Chair, Topic
from parlour_adapters.seat_tools import SeatTools, SeatView, view_of
from parlour_web.tables.table import LiveTable

AGAIN = "Wait to learn whether the others want another match."
NEXT = "Another match has begun: wait takes you there."


class ShownMoves(NamedTuple):
    """The legal moves, and the position where they are."""

    position: int
    moves: tuple[str, ...]


class LiveSeat(SeatTools):
    """The tools that read one seat of a table; each reads what the page of the seat shows."""

    def __init__(self, table: LiveTable, seat: Seat) -> None:
        self._table = table
        self._seat = seat

    def read_rules(self, part: str = "") -> str:
        """Read the rules: the names of the chapters, or a chapter or rule by number or by words."""
        return self._ask(Topic.RULES, part)

    def said(self, lines: Sequence[str]) -> str:
        """Return the table as the seat sees it, below some lines."""
        return self._said(head=lines)

    @property
    def shown(self) -> ShownMoves:
        """The legal moves now."""
        chair = self._chair()
        return ShownMoves(chair.position, tuple(move.text for move in chair.moves.every.values()))

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._chair().view().is_over

    @property
    def is_asked(self) -> bool:
        """Whether the seat can act now, or the match is over."""
        seen = self._chair().view()
        return seen.is_over or (seen.turn.mine and not self._table.why_held)

    # Inside

    @override
    def _chair(self) -> Chair:
        return self._table.chair(self._seat)

    @override
    def _view(self, *, drawn: bool = False) -> SeatView:
        chair = self._chair()
        view = view_of(chair, drawn=drawn)
        seen = chair.view()
        name = seen.names[self._seat]
        sits = f"{seen.game.title}. You are {name}, at seat {self._seat + 1}."
        waits = self._table.why_held or ("" if seen.turn.mine else seen.turn.text)
        next_match = AGAIN if self._table.rematch is None else NEXT
        return replace(
            view,
            table=[sits, *view.table],
            awaited=next_match if seen.is_over else waits,
        )
