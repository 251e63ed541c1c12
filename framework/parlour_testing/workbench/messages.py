"""Messages between the prompt of ``parlour dev`` and the process of its game."""

from msgspec import Struct


class Setup(Struct, frozen=True):
    """Settings that a workbench begins with."""

    path: str
    """Path of the game, as it was typed."""
    seats: int | None
    seed: str
    options: dict[str, str]
    position: str | None
    """Position to begin at; None for one that the rules set up."""
    moves: tuple[str, ...]
    """Moves to begin with, as a person types them."""
    seconds: float
    """Seconds of processor time for a line, and for the answers that are given again."""


class Asked(Struct, frozen=True):
    """A line to obey; without one, the game is loaded as its files are now."""

    line: str | None = None
    columns: int = 80
    """Columns of the terminal."""
    is_drawn: bool = False
    """Whether a page shows the seats, too."""


class SeenSeat(Struct, frozen=True):
    """View of a seat, the events that it was told last, and its legal moves."""

    name: str
    moves: tuple[str, ...]
    view: str
    events: tuple[str, ...]
    picture: str = ""
    """Its picture as HTML; empty if the game draws none, or it is not wanted."""


class Sheet(Struct, frozen=True):
    """A match as the author of its game sees it: all of it."""

    title: str
    seed: str
    answers: int
    """Number of lines of its record."""
    state: tuple[str, ...]
    """Fields of the state; ``*`` marks new and changed ones."""
    per_row: int = 1
    """Number of seats side by side in the terminal."""
    seats: tuple[SeenSeat, ...] = ()
    """Seats as the terminal shows them."""
    result: tuple[str, ...] = ()
    """Lines about the result; none before the end."""
    drawn: tuple[SeenSeat, ...] = ()
    """Seats as a page shows them; none if there is no page."""
    position: str = ""
    """The position in one line, for a page."""
    fault: str = ""
    """Error of the game that kept the rest from being shown."""


class DeskReply(Struct, frozen=True):
    """Answer of the game's process to a line, or to the loading of the game."""

    said: tuple[str, ...]
    """Lines that answer it."""
    faults: tuple[str, ...]
    """Errors, each in one line."""
    sheet: Sheet | None
    """The match as it stands now; None if the line only asks, or if it cannot be shown."""
    record: bytes
    """Record of the match in hand, with answers that the rules do not allow now; empty before."""
    is_misuse: bool = False
    """Whether no edit of the game can mend what went wrong."""
