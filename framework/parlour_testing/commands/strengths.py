"""Measured strengths of bots: rows of a data file that a game ships, ``BotHints(strengths=...)``.

A row is one JSON object on one line. ``benchmarks/strength.py --json FILE`` measures and appends
it; ``parlour bot list`` and the documentation show it.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from parlour.match import Game
from parlour.rules import PluginError, decoding, quoted, writing

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Milliseconds = Annotated[float, Meta(ge=0)]


class Strength(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Result of a bot against another: the same deals, the bot in every seat in turn."""

    game: str
    """Id of the game."""
    bot: str
    """Bot that is measured, with its settings and so its budget: ``search:seconds=1``."""
    opponent: str
    """Bot in all other seats, with its settings."""
    seats: Count
    """Number of seats."""
    options: dict[str, str] = {}
    """Options of the game that differ from its default ones, as they are typed."""
    blocks: Count
    """Number of deals, each played once from every seat."""
    value: Share
    """Mean share of the others that the bot has beaten, half for those it ties with; ½ is even."""
    low: Share
    """Lower end of the 95 % interval of ``value``."""
    high: Share
    """Upper end of the 95 % interval of ``value``."""
    bot_ms: Milliseconds | None = None
    """Milliseconds of processor time that a move of the bot took, or None if not measured."""
    opponent_ms: Milliseconds | None = None
    """Milliseconds of processor time that a move of the opponent took, or None if not measured."""
    rules_version: Count
    """Version of the game's rules that was played."""
    command: str
    """Command that measured it, without the name of this file."""

    def __post_init__(self) -> None:
        """Refuse an interval that does not hold its value."""
        if not self.low <= self.value <= self.high:
            values = f"{self.low}, {self.value}, {self.high}"
            raise ValueError(f"expected low ≤ value ≤ high, got {values}")

    @property
    def matchup(self) -> tuple[object, ...]:
        """The part of a row that no two rows of a file share: who met whom, and where."""
        return self.bot, self.opponent, self.seats, tuple(sorted(self.options.items()))


def strengths_of(game: Game) -> tuple[Strength, ...]:
    """Return the measured strengths that a game ships; of two for the same matchup, the later.

    Raises:
        PluginError: The file cannot be read.
    """
    if game.bots.strengths is None:
        return ()
    try:
        raw = game.bots.strengths.read_bytes()
    except OSError as fault:
        raise PluginError(f"{game.id}: cannot read {game.bots.strengths.name}: {fault}") from None
    return read_strengths(raw, game.id, game.bots.strengths.name)


def read_strengths(raw: bytes, game: str, name: str) -> tuple[Strength, ...]:
    """Read the rows in ``raw``, the file ``name`` of a game; of two for a matchup, the later.

    Raises:
        PluginError: A line is not a row, or belongs to another game.
    """
    rows: dict[tuple[object, ...], Strength] = {}
    for number, line in enumerate(raw.splitlines(), 1):
        with decoding(f"{name}, line {number}", PluginError):
            row = msgspec.json.decode(line, type=Strength)
        if row.game != game:
            expected = f"expected strengths of {game}, got {quoted(row.game)}"
            raise PluginError(f"{name}, line {number}: {expected}")
        rows.pop(row.matchup, None)
        rows[row.matchup] = row
    return tuple(rows.values())


def append_strength(path: Path, row: Strength) -> None:
    """Check the file at ``path`` and append a row to it; a missing file is made.

    Raises:
        PluginError: The file holds something else than strengths of this game; it is left alone.
        MisuseError: It cannot be written.
    """
    with writing(path), path.open("a+b") as file:
        file.seek(0)
        held = file.read()
        read_strengths(held, row.game, path.name)
        end = b"\n" if held and not held.endswith(b"\n") else b""
        file.write(end + msgspec.json.encode(row) + b"\n")


def by_setup(rows: Sequence[Strength]) -> dict[tuple[int, str], list[Strength]]:
    """Return rows by number of seats and options as text, ``round_limit=15``.

    Those over one opponent stand together, the strongest first; budgets are in their order.
    """
    grouped: dict[tuple[int, str], list[Strength]] = {}
    for row in sorted(rows, key=lambda row: (_by_numbers(row.opponent), -row.value)):
        options = ", ".join(f"{name}={value}" for name, value in sorted(row.options.items()))
        grouped.setdefault((row.seats, options), []).append(row)
    return dict(sorted(grouped.items()))


def _by_numbers(bot: str) -> list[tuple[str, int]]:
    """Return a key that puts ``search:simulations=50`` before ``search:simulations=200``."""
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D+)(\d*)", bot)]
