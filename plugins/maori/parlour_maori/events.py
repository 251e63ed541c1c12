"""The events: consequences of moves, beside the tiles drawn."""

from typing import TypeAlias

from parlour import Event, Seat


class ShellsPaid(Event, frozen=True, gc=False):
    """A seat gave shells back to the supply."""

    seat: Seat
    shells: int


class ShellsWon(Event, frozen=True, gc=False):
    """A tile just laid brought shells (rule 5.3)."""

    seat: Seat
    shells: int


class BoardFull(Event, frozen=True, gc=False):
    """A seat filled its board; the others have one more turn (rule 6.1)."""

    seat: Seat


class NobodyFills(Event, frozen=True, gc=False):
    """Two rounds without a change end the match (rule 6.3)."""


MaoriEvent: TypeAlias = ShellsPaid | ShellsWon | BoardFull | NobodyFills
