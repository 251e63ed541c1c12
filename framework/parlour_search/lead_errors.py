"""Errors of expected leads, as a game has measured them in self-play.

``benchmarks/leads.py`` makes the table. Rollouts know their mean well and agree with each other,
but people and bots play on otherwise.
"""

from random import Random

import msgspec
from msgspec import Struct

from parlour.match import Game
from parlour.rules import SetupError, decoder_problem, reading


class LeadErrors(Struct, frozen=True, forbid_unknown_fields=True):
    """Errors of leads, measured at equal parts of a match."""

    game: str
    rules_version: int
    command: str
    """Command that measured them."""
    errors: tuple[float, ...]
    """Root of the mean square of the errors in each part of a match, in points."""
    counts: tuple[int, ...]
    """Number of decisions judged in each part."""

    def at(self, stage: float) -> float:
        """Return the error at a share of the match that is played, 0 … 1."""
        return self.errors[min(int(stage * len(self.errors)), len(self.errors) - 1)]


def lead_error(game: Game, view: object) -> float | None:
    """Return the standard error of a lead that is expected in a view, or None if it is unknown.

    Raises:
        SetupError: The game ships another file than ``benchmarks/leads.py`` wrote.
    """
    file = game.bots.lead_errors
    stage = game.bots.stage
    if file is None or stage is None:
        return None
    name = f"{game.id}: {file.name}"
    with reading(name, SetupError):
        raw = file.read_bytes()
    try:
        measured = msgspec.json.decode(raw, type=LeadErrors)
    except msgspec.DecodeError as fault:
        raise SetupError(f"{name}: no file of leads' errors: {decoder_problem(fault)}") from None
    return measured.at(stage(game.rules.determinize(view, Random(0))))  # noqa: S311  no secret
