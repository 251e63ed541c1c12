"""A view as a vector of noughts and ones, by hashing: it fits every game, and needs no code of it.

Each leaf of the view, such as ``boards 0 shells = 3``, sets the entries of its features to 1. A
text, a truth value, None or a small number is a feature by itself; each bit of a whole number is
one too, so that a set of cells kept as a bitmask is seen cell by cell. The entry of a feature is a
hash of its name: two features share one by accident only, and more rarely in a wide vector.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import attrgetter, getitem, or_
from typing import TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

WIDTH = 1024
"""Number of entries of a vector, unless you give another."""

MIN_LARGE = 16
"""Minimum number that has features for its bits alone."""

MAX_CACHED = 2_000
"""Maximum number of values of a part of views whose features are cached."""

BYTES = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)
"""The bits of each byte, the lowest first."""

START_CREDIT = 200
"""Number of values that are looked up at a place that finds none of them; then none is."""

HIT_CREDIT = 4
"""Number of further values that each one found allows: to encode a value takes a while."""

MIN_LONG = 16
"""Minimum length of a tuple whose length takes two bytes more in its encoding."""

encode = msgspec.msgpack.encode
astuple = msgspec.structs.astuple


class Memory:
    """The parts of the last view of a match, which most parts of its next view are too."""

    __slots__ = ("bits", "values")

    def __init__(self) -> None:
        self.values: list[object] = []
        """At each place of views the value that was met last; at first one that no view holds."""
        self.bits: list[int] = []
        """Its entries."""

    def extend(self, size: int) -> None:
        """Make room for ``size`` places."""
        missing = size - len(self.bits)
        self.values += [encode] * missing
        self.bits += [0] * missing


class Features:
    """Makes vectors of one width."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        """Number of entries."""
        self._size = (width + 7) // 8
        self._places: list[_Place] = []
        self._root = _Place("", width, self._places)
        self._memory = Memory()

    def packed(self, view: object, memory: Memory) -> bytes:
        """Return the features of a view as bits, the lowest first.

        ``memory`` holds the last view of the match, and then this one.
        """
        if len(memory.bits) < len(self._places):
            memory.extend(len(self._places))
        return self._root.bits(view, memory).to_bytes(self._size, "little")

    def vector(self, view: object) -> NDArray[np.float32]:
        """Return the features of a view, shape (width,): 1 where it has one, else 0."""
        # take() is slow with other indices than of the machine's own size.
        rows = np.frombuffer(self.packed(view, self._memory), np.uint8).astype(np.intp)
        return BYTES.take(rows, 0).reshape(-1)[: self.width]

    def parts(self, view: object, shapes: "Shapes") -> dict[str, NDArray[np.float32 | np.int64]]:
        """Return a view part by part, in the ``shapes`` that ``part_shapes`` describes."""
        return {
            name: self.vector(attrgetter(name)(view))
            if shape is None
            else np.array(attrgetter(name)(view), np.int64)
            for name, shape in shapes.items()
        }


class _Place:
    """A place in a view, with the entries of the values that were met there, as bits.

    Between two moves most parts of a view are the same objects as before, or are equal to others
    that were met: those are looked up by their encoding. A new part is put together from smaller
    parts. At a place of parts that are nearly all new, none is looked up.
    """

    def __init__(self, path: str, width: int, places: "list[_Place]") -> None:
        self._path = path
        self._width = width
        self._places = places
        """All places of views, this one too."""
        self.number = len(places)
        """Its number among them."""
        places.append(self)
        self._numbers: dict[int, int] = {}
        self._bytes: list[_Bytes] = []
        self._lengths: dict[int, int] = {}
        self._parts: dict[bytes, int] = {}
        self._items: list[_Place] = []
        self._letters: list[_Letters] = []
        self._fields: dict[type, list[_Place]] = {}
        self._credit = START_CREDIT

    def bits(self, value: object, memory: Memory) -> int:
        """Return the entries of a value."""
        bits: int | None
        if type(value) is int:
            bits = self._numbers.get(value)
            if bits is None:
                bits = self._number(value)
        elif self._credit < 0:
            bits = self._part(value, memory)
        else:
            key = encode(value)
            bits = self._parts.get(key)
            if bits is None:
                bits = self._new(key, value, memory)
            else:
                self._credit += HIT_CREDIT
        number = self.number
        memory.values[number] = value
        memory.bits[number] = bits
        return bits

    def _new(self, key: bytes, value: object, memory: Memory) -> int:
        """Return the entries of a value whose encoding was not met before."""
        self._credit -= 1
        bits = self._part(value, memory)
        if len(self._parts) >= MAX_CACHED:
            self._parts.clear()
        self._parts[key] = bits
        return bits

    def _number(self, value: int) -> int:
        """Return the entries of a whole number, whose bytes are known from other numbers."""
        if value < MIN_LARGE:
            bits = leaf_bits(self._path, value, self._width)
        else:
            size = (value.bit_length() + 7) // 8
            while len(self._bytes) < size:
                self._bytes.append(_Bytes(self._path, 8 * len(self._bytes), self._width))
            bits = reduce(or_, map(getitem, self._bytes, value.to_bytes(size, "little")))
            if size > 2:
                return bits
        self._numbers[value] = bits
        return bits

    def _part(self, value: object, memory: Memory) -> int:
        """Return the entries of a value that is no whole number."""
        places = self._fields.get(type(value))
        if places:
            return _joined(0, places, astuple(value), memory)  # type: ignore[arg-type]  # it is a struct
        if isinstance(value, tuple):
            length = len(value)
            bits = self._lengths.get(length)
            if bits is None:
                bits = self._length(length, memory)
            key = encode(value)
            head = 1 if length < MIN_LONG else 3
            if len(key) == length + head:
                return reduce(or_, map(getitem, self._letters, key[head:]), bits)
            return _joined(bits, self._items, value, memory)
        if places is None and self._new_fields(value, memory):
            return self._part(value, memory)
        self._credit = START_CREDIT  # the encoding is the shorter way
        bits = 0
        for path, leaf in leaves(self._path, msgspec.to_builtins(value)):
            bits |= leaf_bits(path, leaf, self._width)
        return bits

    def _length(self, length: int, memory: Memory) -> int:
        """Return the entries of the length of a tuple, for whose items there are places then."""
        bits = self._lengths[length] = leaf_bits(f"{self._path} length", length, self._width)
        for number in range(len(self._items), length):
            path = f"{self._path} {number}"
            self._items.append(_Place(path, self._width, self._places))
            self._letters.append(_Letters(path, self._width))
        memory.extend(len(self._places))
        return bits

    def _new_fields(self, value: object, memory: Memory) -> "list[_Place]":
        """Return the places of the fields of a kind of struct that is met for the first time."""
        places = [
            _Place(path, self._width, self._places) for _, path in fields_of(self._path, value)
        ]
        memory.extend(len(self._places))
        self._fields[type(value)] = places
        return places


def _joined(bits: int, places: Iterable[_Place], values: Iterable[object], memory: Memory) -> int:
    """Return the entries of parts at their places, with other entries."""
    seen = memory.values
    seen_bits = memory.bits
    for place, inner in zip(places, values, strict=False):  # a tuple had more once
        number = place.number
        bits |= seen_bits[number] if seen[number] is inner else place.bits(inner, memory)
    return bits


class _Bytes(dict[int, int]):
    """The entries of the bits of a byte of a whole number, as bits."""

    def __init__(self, path: str, first: int, width: int) -> None:
        super().__init__()
        self._path = path
        self._first = first
        self._width = width

    def __missing__(self, byte: int) -> int:
        """Hash the bits that are set."""
        bits = 0
        for bit in range(8):
            if byte >> bit & 1:
                name = f"{self._path} bit {self._first + bit}"
                bits |= 1 << crc32(name.encode()) % self._width
        self[byte] = bits
        return bits


class _Letters(dict[int, int]):
    """The entries of a leaf that is encoded in one byte, as bits."""

    def __init__(self, path: str, width: int) -> None:
        super().__init__()
        self._path = path
        self._width = width

    def __missing__(self, letter: int) -> int:
        bits = 0
        for path, leaf in leaves(self._path, msgspec.msgpack.decode(bytes([letter]))):
            bits |= leaf_bits(path, leaf, self._width)
        self[letter] = bits
        return bits


Shapes: TypeAlias = Mapping[str, tuple[int, ...] | None]
"""By the name of each part of a view the shape of its whole numbers; None if it has no shape."""


def part_shapes(view: object, inside: str = "") -> dict[str, tuple[int, ...] | None]:
    """Return the parts of a view with their shapes: of its fields, and of those inside a struct.

    A field has a shape if its type is a whole number, a truth value, or a tuple of so many.
    """
    shapes: dict[str, tuple[int, ...] | None] = {}
    for name, hint in get_type_hints(type(view)).items():
        value = getattr(view, name, None)
        if (isinstance(hint, TypeVar) or hint is type(value)) and fields_of("", value):
            shapes |= part_shapes(value, f"{inside}{name}.")
        elif any(field == name for field, _ in fields_of("", view)):
            shapes[f"{inside}{name}"] = _shape(hint)
    return shapes


def _shape(hint: object) -> tuple[int, ...] | None:
    if hint in {int, bool}:
        return ()
    items = get_args(hint)
    is_fixed = get_origin(hint) is tuple and set(items) <= {int, bool}
    return (len(items),) if is_fixed else None


def fields_of(path: str, value: object) -> tuple[tuple[str, str], ...]:
    """Return the fields of the struct ``value``, with their paths below ``path``.

    Nothing if it is written in another way.
    """
    kind = type(value)
    if not issubclass(kind, msgspec.Struct):
        return ()
    config = kind.__struct_config__
    if config.tag is not None or config.array_like or config.omit_defaults:
        return ()
    return tuple((f.name, f"{path} {f.encode_name}") for f in msgspec.structs.fields(kind))


def leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield each leaf of ``value``, a tree of dicts and lists, with its path."""
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
    """Return the hashes of the features of the leaf ``value`` at ``path``."""
    names = []
    if isinstance(value, int) and not isinstance(value, bool):
        size = abs(value)
        names += [f"{path} bit {bit}" for bit in range(size.bit_length()) if size >> bit & 1]
        if value < 0:
            names.append(f"{path} below 0")
    if not isinstance(value, int) or isinstance(value, bool) or 0 <= value < MIN_LARGE:
        names.append(f"{path} = {value}")
    return tuple(crc32(name.encode()) for name in names)
