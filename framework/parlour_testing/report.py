"""Findings of a check: breaches of laws, and the report that sums a check up."""

from msgspec import Struct

from parlour_testing.coverage import KindCount


class Breach(Struct, frozen=True):
    """A law that a game breaks, with all that is needed to see it again."""

    law: str
    """Name of the law."""
    message: str
    """The fault, in one line."""
    seed: str
    """Seed of the match, as in its record."""
    seats: int
    """Number of seats of the match."""
    options: dict[str, object]
    """Options of the match."""
    step: int
    """Number of moves and outcomes given before the breach was seen."""
    record: bytes
    """Record of the match up to its last answer."""

    def __str__(self) -> str:
        """Write it in one line."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        where = f"seed {self.seed}, {self.seats} seats{options}, step {self.step}"
        return f"{self.law}: {self.message} ({where})"


class LawCount(Struct, frozen=True):
    """Number of states that a law was put to, and of those where it could compare something."""

    law: str
    """Name of the law."""
    put: int
    """Number of states that it was put to."""
    compared: int
    """Number of these states where there was something to compare."""

    def __str__(self) -> str:
        """Write it in one line."""
        return f"{self.law}: compared at {self.compared:,} of {self.put:,} steps"


class Report(Struct, frozen=True):
    """Extent of a check, and the first breach of each law that was broken."""

    game: str
    """Id of the game."""
    matches: int
    """Number of matches played; a step of play that does not return ends a check."""
    settings: int
    """Number of pairs of seats and options to go round; fewer matches do not reach them all."""
    moves: int
    """Number of moves and outcomes together."""
    states: int
    """Number of states that the sampled laws were checked in; the cheap laws were put to all."""
    seconds: float
    """Wall time of the check."""
    by_greedy: int
    """Number of matches that greedy played; the others were played at random."""
    kinds: tuple[KindCount, ...]
    """Every kind of move, outcome, event, phase, scoring line and end, and how often it was met."""
    laws: tuple[LawCount, ...]
    """Every law that was put to a state, and how often it had something to compare."""
    breaches: tuple[Breach, ...]
    """First breach of each broken law."""
    faults: tuple[str, ...] = ()
    """A line for each plugin whose laws are left out, since it is broken."""
