"""Tables for tests: laid in the folder of a server, begun or in the middle of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import Header, Line, Record, encode, read
from parlour.match.replay import replayed
from parlour_web.tables import metadata
from parlour_web.tables.keys import hash_of
from parlour_web.tables.metadata import TableMetadata

GAMES = Catalog()
KEPT = Path(__file__).parents[1] / "golden"
PEOPLE = ("human", "human")
_numbers = count()


@dataclass
class Table:
    """A table at a server."""

    name: str
    path: Path
    urls: tuple[str, ...]
    """The link of each seat."""

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return read(self.path)

    @property
    def match(self) -> Match[Any, Any, Any]:
        """The match, played again from its record."""
        record = self.record
        return replayed(GAMES.game(record.header.game), record, self.name)

    @property
    def moves(self) -> list[str]:
        """The moves of the record, in order."""
        return [line.move for line in self.record.lines if line.move is not None]


@dataclass
class Site:
    """A server of tables."""

    base: str
    """The beginning of its addresses."""
    folder: Path
    key: str = ""
    """The host's key."""

    def lay(
        self,
        game: str,
        players: tuple[str, ...] = PEOPLE,
        seed: str = "1",
        *,
        names: tuple[str, ...] = (),
        options: Mapping[str, object] | None = None,
        moves: Sequence[str] = (),
    ) -> Table:
        """Lay a table for a new match, after some moves."""
        match = begun(game, players, seed, options)
        for move in moves:
            match.play(move)
        return self.put(match.header, match.lines, names)

    def lay_late(self, record: str, left: int) -> Table:
        """Lay a table for people with a kept match, without its last ``left`` moves."""
        kept = read(KEPT / record)
        moves = [number for number, line in enumerate(kept.lines) if line.move is not None]
        header = replace(kept.header, players=("human",) * kept.header.seats)
        return self.put(header, kept.lines[: moves[-left]])

    def put(self, header: Header, lines: Sequence[Line], names: tuple[str, ...] = ()) -> Table:
        """Lay a table for a match that has come so far."""
        name = f"{header.game.replace('_', '-')}-{next(_numbers)}"
        path = self.folder / f"{name}.jsonl"
        path.write_bytes(b"".join(encode(line) + b"\n" for line in (header, *lines)))
        keys = [f"key-of-{name}-{seat}" for seat in range(header.seats)]
        kept = TableMetadata(
            host=hash_of("host"),
            seats=tuple(map(hash_of, keys)),
            names=names or ("",) * header.seats,
        )
        metadata.write(metadata.path_of(self.folder, name), kept)
        return Table(name, path, tuple(f"{self.base}/t/{name}#{key}" for key in keys))


def begun(
    game: str,
    players: tuple[str, ...] = PEOPLE,
    seed: str = "1",
    options: Mapping[str, object] | None = None,
) -> Match[Any, Any, Any]:
    """Return a new match."""
    found = GAMES.game(game)
    return Match(found, header_of(found, players, found.read_options(options or {}), seed))
