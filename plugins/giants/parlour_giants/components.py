"""What is in the box, and what its pieces are called."""

import tomllib
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

COLOURS = ("blue", "green", "red", "yellow", "purple")
"""The colour of each seat."""

HEADDRESS = 0
"""A piece is known by its size: a moai's 1, 2 or 3, and 0 for a headdress."""

Size: TypeAlias = int
Figure = Literal["worker", "sorcerer", "chief"]

PIECES = ("headdress", "moai1", "moai2", "moai3")
"""What each piece is called in a move, by its size."""

PIECE_WORDS = ("headdress", "moai of size 1", "moai of size 2", "moai of size 3")
"""What each piece is called in a sentence, by its size."""


class Colour(msgspec.Struct, frozen=True):
    """What there is of one colour."""

    workers: int
    chiefs: int
    sorcerers: int
    bases: int
    markers: int


class Shared(msgspec.Struct, frozen=True):
    """What there is for all."""

    moais: tuple[int, int, int]
    halves: int
    logs: int
    headdresses: int


class BySeats(msgspec.Struct, frozen=True):
    """What depends on the number of players."""

    bases: dict[int, int]
    dice: dict[int, int]


class Start(msgspec.Struct, frozen=True):
    """What each player begins with, besides the chief and the sorcerer."""

    workers: int
    fast_workers: int
    markers: int


class Reconstructed(msgspec.Struct, frozen=True):
    """What is not printed in any text."""

    faces: tuple[int, ...]


class Points(msgspec.Struct, frozen=True):
    """What earns prestige points besides moais and headdresses."""

    tablet: int
    bearer: int


class Components(msgspec.Struct, frozen=True):
    """The box."""

    colour: Colour
    shared: Shared
    seats: BySeats
    start: Start
    reconstructed: Reconstructed
    points: Points


def _read() -> Components:
    text = files("parlour_giants").joinpath("components.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Components, strict=False)


BOX = _read()


_SEVERAL = {"half": "halves", "Rongo half": "Rongo halves", "headdress": "headdresses"}


def count(number: int, what: str) -> str:
    """Write ``1 log``, ``2 logs``."""
    return f"{number} {what if number == 1 else _SEVERAL.get(what, f'{what}s')}"


def burden(size: Size) -> int:
    """Return how many bearers a piece needs: its size, and one for a headdress (rule 5.3)."""
    return size or 1
