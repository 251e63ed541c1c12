"""The spellings of values in moves and outcomes."""

import re
from collections.abc import Callable
from typing import Annotated, TypeAlias

from parlour import Spelling
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.state import Crew

BEARERS = (*COLOURS, *(f"{colour}-chief" for colour in COLOURS), "log")
"""The word for each member of a crew, by its number."""

NOTHING = "nothing"
"""The text of no pieces at all."""


def _name(pattern: str) -> Callable[[str], str]:
    """Return a reader of names of a kind, in lower case."""
    fits = re.compile(pattern).fullmatch

    def read(text: str) -> str:
        if not fits(text.lower()):
            raise ValueError(text)
        return text.lower()

    return read


def _counted(what: str, *, alone: bool = False) -> Spelling[int]:
    """Spell ``1 worker``, ``2 workers``; with ``alone`` one is written without its number."""

    def write(number: int) -> str:
        return what if alone and number == 1 else f"{number} {what}{'' if number == 1 else 's'}"

    def read(text: str) -> int:
        number, _, _ = text.rpartition(" ")
        return int(number) if number else 1

    return Spelling(write, read, rf"(?:\d+ ){'?' if alone else ''}{what}s?")


def write_crew(crew: Crew) -> str:
    """Write a crew: ``blue+red-chief``, ``green+log``."""
    return "+".join(BEARERS[who] for who in crew)


def read_crew(text: str) -> Crew:
    """Read a crew, in any order."""
    return tuple(sorted(BEARERS.index(word) for word in text.lower().split("+")))


def piece_name(piece: tuple[int, str]) -> str:
    """Write a size and a hex: ``moai3@d4``."""
    return f"{PIECES[piece[0]]}@{piece[1]}"


def _write_pieces(pieces: tuple[tuple[int, str], ...]) -> str:
    return "+".join(map(piece_name, pieces)) or NOTHING


def _read_pieces(text: str) -> tuple[tuple[int, str], ...]:
    if text.lower() == NOTHING:
        return ()
    parts = [part.split("@") for part in text.lower().split("+")]
    return tuple(sorted((PIECES.index(name), read_hex(where)) for name, where in parts))


def _read_hexes(text: str) -> tuple[str, ...]:
    return tuple(sorted(map(read_hex, text.split("+"))))


def _write_faces(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))


def _read_faces(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split("-"))))


read_hex = _name(r"[a-z][1-9]\d?")

Markers: TypeAlias = Annotated[int, _counted("marker")]
Workers: TypeAlias = Annotated[int, _counted("worker")]
Sorcerer: TypeAlias = Annotated[int, _counted("sorcerer", alone=True)]
Chief: TypeAlias = Annotated[int, _counted("chief", alone=True)]
HexName: TypeAlias = Annotated[str, Spelling(str, read_hex)]
Hexes: TypeAlias = Annotated[tuple[str, ...], Spelling("+".join, _read_hexes)]
AhuName: TypeAlias = Annotated[str, Spelling(str, _name(r"[a-z][1-9]\d?[a-c]"))]
Gain: TypeAlias = Annotated[
    str, Spelling(str, _name(r"worker|marker|logs|headdress|[a-z][1-9]\d?[a-c]"))
]
AnyGain: TypeAlias = Annotated[
    str, Spelling(str, _name(r"worker|marker|logs|headdress|nothing|[a-z][1-9]\d?[a-c]"))
]
SizeName: TypeAlias = Annotated[int, Spelling(PIECES.__getitem__, PIECES.index)]
CrewText: TypeAlias = Annotated[Crew, Spelling(write_crew, read_crew)]
Pieces: TypeAlias = Annotated[tuple[tuple[int, str], ...], Spelling(_write_pieces, _read_pieces)]
Faces: TypeAlias = Annotated[tuple[int, ...], Spelling(_write_faces, _read_faces)]
