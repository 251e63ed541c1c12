"""The contents of the box and the names of its pieces, from ``components.toml``."""

from importlib.resources import files
from typing import Literal, TypeAlias

from msgspec import Struct

from parlour import read_components

COLOURS = ("blue", "green", "red", "yellow", "purple")
"""The colour of each seat."""

HEADDRESS = 0
"""The size that stands for a headdress; a moai's is 1, 2 or 3."""

Size: TypeAlias = int
"""The kind of a piece: 0 for a headdress, else the size of a moai."""

Figure = Literal["worker", "sorcerer", "chief"]
"""A kind of figure."""

SINGLE = frozenset({"sorcerer", "chief"})
"""The figures that each seat has once."""

PIECES = ("headdress", "moai1", "moai2", "moai3")
"""The name of each piece in a move, by its size."""


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of pieces of one colour."""

    workers: int
    chiefs: int
    sorcerers: int
    bases: int
    markers: int


class Shared(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of pieces that belong to no colour."""

    moais: tuple[int, int, int]
    """Of size 1, 2 and 3."""
    halves: int
    """Halves of Rongo tablets."""
    logs: int
    headdresses: int


class BySeats(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that depend on how many play."""

    bases: dict[int, int]
    """Bases of each colour in the game."""
    dice: dict[int, int]
    """Dice rolled in each round."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that each seat begins with, besides the chief and the sorcerer."""

    workers: int
    fast_workers: int
    """With the option ``fast_start``."""
    markers: int


class Reconstructed(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that no text prints; the printed ones may differ."""

    faces: tuple[int, ...]
    """The faces of every die."""


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Prestige points for other things than moais and headdresses."""

    tablet: int
    """For two Rongo halves at the end."""
    bearer: int
    """For a foreign worker or sorcerer that carries a piece."""


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    colour: Colour
    shared: Shared
    seats: BySeats
    start: Start
    reconstructed: Reconstructed
    points: Points


def sums(box: Components) -> list[tuple[str, object, object]]:
    """Name each thing that must add up, with the number in the file and the right number."""
    seats = [3, 4, 5]
    return [
        ("numbers of seats with bases", sorted(box.seats.bases), seats),
        ("numbers of seats with dice", sorted(box.seats.dice), seats),
        ("dice", [box.seats.dice.get(number) for number in seats], seats),
        ("bases in the fullest game", max(box.seats.bases.values(), default=0), box.colour.bases),
        ("faces of a die", len(box.reconstructed.faces), 6),
        ("faces other than 0 to 3", sum(not 0 <= f <= 3 for f in box.reconstructed.faces), 0),
    ]


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components, sums)


def burden(size: Size) -> int:
    """Return how many bearers a piece needs: its size, and one for a headdress (rule 5.3)."""
    return size or 1
