"""What a check finds."""

from typing import Any

from msgspec import Struct

from parlour.rules.seats import Seat


class Breach(Struct, frozen=True):
    """A law broken by a game, with all that is needed to see it again."""

    law: str
    """The law's name."""
    message: str
    """What is wrong, in one line."""
    seed: str
    """The seed of the match, as in its record."""
    seats: int
    options: dict[str, Any]
    step: int
    """How many answers had been given."""
    record: bytes
    """The record of the match as far as it was played."""

    def __str__(self) -> str:
        """Write it in one line."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        where = f"seed {self.seed}, {self.seats} seats{options}, step {self.step}"
        return f"{self.law}: {self.message} ({where})"


class Report(Struct, frozen=True):
    """What was checked, and the first breach of each law that was broken."""

    game: str
    matches: int
    settings: int
    """Numbers of seats and sets of options to go round; fewer matches do not reach them all."""
    moves: int
    """Moves and outcomes together."""
    states: int
    """States to which the dear laws were put; the others were put to all."""
    seconds: float
    breaches: tuple[Breach, ...]


class Given(Struct, frozen=True):
    """An answer as it was given in a match."""

    seat: Seat | None
    """Who moved; None for chance."""
    answer: Any
