"""The island: its hexes, its special places, and the ahus along its coast (rule 1.3).

A board is read from a data file and checked. Hexes and ahus have names that a person can type,
``d4`` and ``d4a``. In a state each is a number, its place in the board's order. A set of them is
an int: its bit ``n`` stands for number ``n``.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from string import ascii_lowercase

import msgspec

from parlour.kit.grids import Grid, hex_grid
from parlour_giants.components import BOX

NUMBER_OF_FORESTS = 7
"""Number of forest hexes."""
MAX_PLACE = 10
"""Maximum place of a hex in its row; a drawing has no room for more."""
MIN_AHUS = 25
"""Minimum number of ahus: five players need room for five bases each."""
MAX_BYTES = 100_000
"""Maximum size of a board file in bytes."""

_SPAN = re.compile(r"([1-9]\d?)-([1-9]\d?)")


class BoardError(ValueError):
    """A board file that nobody can play on; the text says why."""


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the special hexes; a board has one of each."""

    moai_quarry: str
    headdress_quarry: str
    village: str
    hut: str


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board file as it is written."""

    title: str
    rows: dict[str, str]
    """The span of hexes in each row: ``{"a": "3-5"}``."""
    places: Places
    forests: dict[str, int]
    """The logs in each forest, by the name of its hex."""
    ahus: dict[str, list[tuple[int, int]]]
    """Value and crown of the ahus on each hex, by the name of the hex; see ``Ahu``."""


class Ahu(msgspec.Struct, frozen=True):
    """A stone platform on the coast, where one moai can stand."""

    name: str
    """Its hex and a letter: ``d4a``."""
    hex: int
    """The number of its hex."""
    value: int
    """Prestige points for a moai, for each of its sizes."""
    crown: int
    """Prestige points for a headdress."""


class Board(msgspec.Struct, frozen=True):
    """A board that has been checked."""

    title: str
    grid: Grid
    hexes: tuple[str, ...]
    """The name of each hex."""
    index: dict[str, int]
    """The number of each hex, by name."""
    neighbours: tuple[tuple[int, ...], ...]
    """The numbers of the hexes next to each hex."""
    around: tuple[int, ...]
    """The neighbours of each hex, as a set."""
    ahus: tuple[Ahu, ...]
    """The ahus in the order of their hexes."""
    all_ahus: int
    """The set of all ahus."""
    ahu_index: dict[str, int]
    """The number of each ahu, by name."""
    ahus_at: tuple[int, ...]
    """The set of ahus of each hex."""
    forests: dict[int, int]
    """The logs that each forest hex holds, by its number."""
    all_forests: int
    """The set of forest hexes."""
    moai_quarry: int
    headdress_quarry: int
    village: int
    hut: int

    def quarry(self, size: int) -> int:
        """Return the hex where pieces of a size start."""
        return self.moai_quarry if size else self.headdress_quarry


def members(mask: int) -> Iterator[int]:
    """Yield the numbers in a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=64)
def board(source: str) -> Board:
    """Return a board, given the name of an included one or the text of a board file.

    Raises:
        BoardError: There is no such board, or nobody can play on it.
    """
    try:
        return laid_out(msgspec.convert(tomllib.loads(_text(source)), BoardFile))
    except tomllib.TOMLDecodeError as fault:
        raise BoardError(f"is no TOML: {fault}") from None
    except msgspec.ValidationError as fault:
        raise BoardError(f"{str(fault)[:1].lower()}{str(fault)[1:]}") from None


def _text(source: str) -> str:
    """Return the text of a board file, or of the included one with this name."""
    if "\n" in source:
        return source
    included = files("parlour_giants").joinpath("boards")
    names = sorted(path.name.removesuffix(".toml") for path in included.iterdir())
    known = ", ".join(names)
    _check(source in names, f"expected a board ({known}) or the path of a .toml file")
    return included.joinpath(f"{source}.toml").read_text(encoding="utf-8")


def read_board(path: Path) -> str:
    """Read the text of a board file, which ends with a line's end.

    Raises:
        BoardError: It cannot be read, or is longer than any board.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8")
    except OSError as fault:
        raise BoardError(f"cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError("cannot be read: is no text") from None
    _check(len(raw) <= MAX_BYTES, f"expected at most {MAX_BYTES:,} bytes")
    return text.replace("\r\n", "\n").rstrip("\n") + "\n"


def digest(text: str) -> str:
    """Return the SHA-256 digest of a board file's text, in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def laid_out(drawn: BoardFile) -> Board:
    """Check a board file and make a board of it.

    Raises:
        BoardError: Nobody can play on it.
    """
    grid = hex_grid(tuple(_spans(drawn.rows)))
    index = grid.index
    _check_connected(grid)
    _check_places(drawn, index)
    _check_forests(drawn.forests)
    _check_ahus(drawn.ahus, grid)
    ahus = tuple(_ahus(drawn.ahus, index))
    return Board(
        title=drawn.title,
        grid=grid,
        hexes=grid.names,
        index=index,
        neighbours=grid.neighbours,
        around=grid.around,
        ahus=ahus,
        all_ahus=(1 << len(ahus)) - 1,
        ahu_index={ahu.name: number for number, ahu in enumerate(ahus)},
        ahus_at=tuple(
            sum(1 << number for number, ahu in enumerate(ahus) if ahu.hex == here)
            for here in range(len(grid.names))
        ),
        forests={index[name]: logs for name, logs in drawn.forests.items()},
        all_forests=sum(1 << index[name] for name in drawn.forests),
        **{name: index[where] for name, where in msgspec.structs.asdict(drawn.places).items()},
    )


def _spans(rows: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last place of each row."""
    in_order = bool(rows) and list(rows) == list(ascii_lowercase[: len(rows)])
    _check(in_order, f"expected rows a, b, c, … in order, got {', '.join(rows) or 'none'}")
    for row, span in rows.items():
        found = _SPAN.fullmatch(span)
        first, last = map(int, found.groups()) if found else (1, 0)
        fits = first <= last <= MAX_PLACE
        _check(fits, f"row {row}: expected a span within 1-{MAX_PLACE} like 2-8, got '{span}'")
        yield first, last


def _check(sound: bool, fault: str) -> None:  # noqa: FBT001  reads like an assertion
    """Raise an error with the fault of a board unless it is sound."""
    if not sound:
        raise BoardError(fault)


def _check_connected(grid: Grid) -> None:
    """Check that a way leads from the first hex to every other."""
    lost = next((n for n, steps in enumerate(grid.distances(0)) if steps < 0), 0)
    first, other = grid.names[0], grid.names[lost]
    _check(not lost, f"expected one island, but no way leads from {first} to {other}")


def _check_places(drawn: BoardFile, index: Mapping[str, int]) -> None:
    special = msgspec.structs.asdict(drawn.places)
    for what, name in [*special.items(), *(("forest", name) for name in drawn.forests)]:
        _check(name in index, f"{what}: expected a hex of the board, got '{name}'")
    for name, times in Counter([*special.values(), *drawn.forests]).items():
        _check(times == 1, f"hex {name} is more than one of quarry, village, hut and forest")


def _check_forests(forests: Mapping[str, int]) -> None:
    number, logs = len(forests), BOX.shared.logs
    _check(number == NUMBER_OF_FORESTS, f"expected {NUMBER_OF_FORESTS} forests, got {number}")
    sound = min(forests.values()) >= 1 and sum(forests.values()) == logs
    shown = " + ".join(map(str, forests.values()))
    _check(sound, f"expected forests that hold {logs} logs, got {shown}")


def _check_ahus(ahus: Mapping[str, list[tuple[int, int]]], grid: Grid) -> None:
    for name, values in ahus.items():
        _check(name in grid.index, f"ahu: expected a hex of the board, got '{name}'")
        inland = len(grid.neighbours[grid.index[name]]) == 6
        _check(not inland, f"ahu: expected a hex on the coast, got '{name}'")
        _check(1 <= len(values) <= 3, f"hex {name}: expected 1 to 3 ahus, got {len(values)}")
        small = all(1 <= number <= 9 for pair in values for number in pair)
        _check(small, f"hex {name}: expected values of ahus from 1 to 9, got {values}")
    total = sum(map(len, ahus.values()))
    _check(total >= MIN_AHUS, f"expected at least {MIN_AHUS} ahus, got {total}")


def _ahus(ahus: Mapping[str, list[tuple[int, int]]], index: Mapping[str, int]) -> Iterator[Ahu]:
    for name in sorted(ahus, key=index.__getitem__):
        for letter, (value, crown) in zip("abc", ahus[name], strict=False):
            yield Ahu(f"{name}{letter}", index[name], value, crown)


def board_fault(name: str, text: str = "", expected: str = "") -> str | None:
    """Return why nobody can play on a board, or None if it is sound.

    The ``name`` of a person's own board ends in ``.toml``. The ``text`` of its file comes with it,
    and the digest ``expected``; the file itself is not read again.
    """
    if name.endswith(".toml") and not text:
        return f"board '{name}': expected the board itself, got only the name of its file"
    if text and digest(text) != expected:
        return (
            f"board '{name}' has been edited since the match began: "
            f"expected the digest {expected[:12] or 'of its text'}, got {digest(text)[:12]}"
        )
    try:
        board(text or name)
    except BoardError as fault:
        return f"board '{name}': {fault}"
    return None
