"""A view as a vector of noughts and ones, by hashing: it fits every game, and needs no code of it.

Each leaf of the view, such as ``boards 0 shells = 3``, sets the entries of its features to 1. A
text, a truth value, None or a small number is a feature by itself; each bit of a whole number is
one too, so that a set of cells kept as a bitmask is seen cell by cell. The entry of a feature is a
hash of its name: two features share one by accident only, and more rarely in a wide vector.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

WIDTH = 1024
"""Number of entries of a vector, unless you give another."""

MIN_LARGE = 16
"""Minimum number that has features for its bits alone."""

MAX_CACHED = 50_000
"""Maximum number of leaves, and of parts of views, whose features are cached."""

PLAIN = {int, bool, str, type(None)}
"""Types of leaves."""


class Features:
    """Makes vectors of one width."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        """Number of entries."""
        self._known: dict[tuple[str, bytes], int] = {}

    def vector(self, view: object) -> NDArray[np.float32]:
        """Return the features of a view, shape (width,): 1 where it has one, else 0."""
        packed = self._bits("", view).to_bytes((self.width + 7) // 8, "little")
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=self.width, bitorder="little")
        return bits.astype(np.float32)

    def parts(self, view: object, shapes: "Shapes") -> dict[str, NDArray[np.float32 | np.int64]]:
        """Return a view part by part, as ``part_shapes`` describes them."""
        return {
            name: self.vector(attrgetter(name)(view))
            if shape is None
            else np.array(attrgetter(name)(view), np.int64)
            for name, shape in shapes.items()
        }

    def _bits(self, path: str, value: object) -> int:
        """Return the entries of a part of a view as bits.

        Between two moves most parts stay as they are, so the bits of each are kept.
        """
        key = path, msgspec.msgpack.encode(value)
        bits = self._known.get(key)
        if bits is None:
            bits = self._new_bits(path, value)
            if len(self._known) >= MAX_CACHED:
                self._known.clear()
            self._known[key] = bits
        return bits

    def _new_bits(self, path: str, value: object) -> int:
        bits = 0
        if fields := fields_of(path, value):
            parts = [(inside, getattr(value, name)) for name, inside in fields]
        elif type(value) is tuple:
            bits = leaf_bits(f"{path} length", len(value), self.width)
            parts = list(zip(paths_in(path, len(value)), value, strict=True))
        else:
            for inside, leaf in leaves(path, msgspec.to_builtins(value)):
                bits |= leaf_bits(inside, leaf, self.width)
            return bits
        for inside, inner in parts:
            if type(inner) in PLAIN:
                bits |= leaf_bits(inside, inner, self.width)
            else:
                bits |= self._bits(inside, inner)
        return bits


Shapes: TypeAlias = Mapping[str, tuple[int, ...] | None]
"""By the name of each part of a view the shape of its whole numbers; None if it has no shape."""


def part_shapes(view: object, inside: str = "") -> dict[str, tuple[int, ...] | None]:
    """Return the parts of a view with their shapes: of its fields, and of those inside a struct.

    A field has a shape if its type is a whole number, a truth value, or a tuple of so many.
    """
    found: dict[str, tuple[int, ...] | None] = {}
    for name, hint in get_type_hints(type(view)).items():
        value, path = getattr(view, name, None), f"{inside}{name}"
        if (isinstance(hint, TypeVar) or hint is type(value)) and fields_of("", value):
            found |= part_shapes(value, f"{path}.")
        elif any(field == name for field, _ in fields_of("", view)):
            found[path] = _shape(hint)
    return found


def _shape(hint: object) -> tuple[int, ...] | None:
    if hint in {int, bool}:
        return ()
    items = get_args(hint)
    is_fixed = get_origin(hint) is tuple and set(items) <= {int, bool}
    return (len(items),) if is_fixed else None


@lru_cache(maxsize=MAX_CACHED)
def paths_in(path: str, length: int) -> tuple[str, ...]:
    """Return the paths of the items of a tuple."""
    return tuple(f"{path} {number}" for number in range(length))


def fields_of(path: str, value: object) -> tuple[tuple[str, str], ...]:
    """Return the fields of a struct with their paths; empty if it is written in another way."""
    return _fields_of(path, type(value))  # type: ignore[arg-type]  # a type can be hashed


@lru_cache(maxsize=MAX_CACHED)
def _fields_of(path: str, kind: type) -> tuple[tuple[str, str], ...]:
    if not issubclass(kind, msgspec.Struct):
        return ()
    config = kind.__struct_config__
    if config.tag is not None or config.array_like or config.omit_defaults:
        return ()
    return tuple((f.name, f"{path} {f.encode_name}") for f in msgspec.structs.fields(kind))


def leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield each leaf of a tree of dicts and lists, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(f"{path} {name}", inner)
    elif isinstance(value, list | tuple):
        yield f"{path} length", len(value)
        for number, inner in enumerate(value):
            yield from leaves(f"{path} {number}", inner)
    else:
        yield path, value


@lru_cache(maxsize=MAX_CACHED, typed=True)
def leaf_bits(path: str, value: object, width: int) -> int:
    """Return the entries of a leaf in a vector of ``width``, as bits."""
    bits = 0
    for hashed in hashes(path, value):
        bits |= 1 << hashed % width
    return bits


def hashes(path: str, value: object) -> tuple[int, ...]:
    """Return the hashes of the features of a leaf."""
    names = []
    if isinstance(value, int) and not isinstance(value, bool):
        size = abs(value)
        names += [f"{path} bit {bit}" for bit in range(size.bit_length()) if size >> bit & 1]
        if value < 0:
            names.append(f"{path} below 0")
    if not isinstance(value, int) or isinstance(value, bool) or 0 <= value < MIN_LARGE:
        names.append(f"{path} = {value}")
    return tuple(crc32(name.encode()) for name in names)
