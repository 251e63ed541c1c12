"""The features of a match, as they change with its views.

From one view to the next most parts stay the same objects. So the features of a view are the
features of the view before, changed by the parts that are new. For many matches at once this is
quicker than to put the features of each view together, as ``Features`` does.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from sys import byteorder
from typing import TypeAlias
from zlib import crc32

import msgspec

from parlour_adapters.batch.known_views import ENTRY
from parlour_adapters.features import MAX_CACHED, MIN_LARGE, fields_of, hashes, leaves

MANY = 1 << 16
"""Minimum number whose features are not cached, but the features of its bits."""

START_CREDIT = 1_000
"""Credit of a place at first: values are looked up while it has any. Each adds 1."""

MISS_COST = 8
"""Credit that an unknown value costs: its features must be put together."""

Items: TypeAlias = tuple[object, ...]
Entries: TypeAlias = list[bytes]
"""Entries, once for each feature that has them."""

encode = msgspec.msgpack.encode
astuple = msgspec.structs.astuple


class Changes:
    """Changes of the vector of a match from one view to the next.

    From one view to the next most parts stay the same objects. So the features of a view are the
    features of the view before, changed by the parts that are new.
    """

    def __init__(self, width: int) -> None:
        """Have met no view; ``width`` is the number of entries of a vector."""
        self._root = _Place("", width)

    def entries(self, view: object) -> bytes:
        """Return the entries of a view."""
        return self._root.entries(view)

    def between(self, before: object, after: object) -> tuple[bytes, bytes]:
        """Return the entries that go and those that come when a view follows another.

        ``before`` is None if there was no view. An entry goes or comes once for each feature that
        has it.
        """
        if before is None:
            return b"", self.entries(after)
        gone: Entries = []
        come: Entries = []
        self._root.change(before, after, gone, come)
        return b"".join(gone), b"".join(come)


class _Place:
    """A place in a view, with the entries of the values that were met there.

    Values are looked up by their encodings. If nearly all are new, the place is deep: the parts of
    a value are compared with the parts of the value before.
    """

    def __init__(self, path: str, width: int) -> None:
        self._path = path
        self._width = width
        self._sets: dict[int, bytes] = {}
        self._items: list[_Place] = []
        self._fields: dict[type, list[_Place]] = {}
        self.credit = START_CREDIT
        """The values of a place without credit are not looked up."""
        self.known: dict[bytes, bytes] = {}
        """The entries of values that were met, by their encodings."""
        self.numbers: dict[int, bytes] = {}
        """The entries of whole numbers that were met."""

    def entries(self, value: object) -> bytes:
        """Return the entries of a value."""
        if type(value) is int:
            return self._number(value)
        key = encode(value)
        entries = self.known.get(key)
        if entries is None:
            self.credit -= MISS_COST
            if len(self.known) >= MAX_CACHED:
                self.known.clear()
            entries = self.known[key] = self._joined(value)
        return entries

    def change(self, before: object, after: object, gone: Entries, come: Entries) -> None:
        """Add the entries that go and come when a value follows another."""
        kind = type(after)
        if kind is int and type(before) is int:
            self._change_number(before, after, gone, come)  # type: ignore[arg-type]  # both are numbers
            return
        if self.credit < 0:
            places = self._fields.get(kind)
            if places and type(before) is kind:
                _compare(places, astuple(before), astuple(after), gone, come)  # type: ignore[arg-type]
                return
            if isinstance(before, tuple) and isinstance(after, tuple):
                if len(before) != len(after):
                    self._change_length(before, after, gone, come)
                _compare(self._items, before, after, gone, come)
                return
        gone.append(self.entries(before))
        come.append(self.entries(after))

    def _change_number(self, before: int, after: int, gone: Entries, come: Entries) -> None:
        if before < MIN_LARGE or after < MIN_LARGE:
            gone.append(self._number(before))
            come.append(self._number(after))
        else:
            gone.append(self._set(before & ~after))
            come.append(self._set(after & ~before))

    def _change_length(self, before: Items, after: Items, gone: Entries, come: Entries) -> None:
        """Add the entries of lengths, and of items that the other tuple does not have."""
        gone.append(self._length(len(before)))
        come.append(self._length(len(after)))
        rest = slice(min(len(before), len(after)), None)
        places = self._items[rest]
        gone += [place.entries(item) for place, item in zip(places, before[rest], strict=False)]
        come += [place.entries(item) for place, item in zip(places, after[rest], strict=False)]

    def _joined(self, value: object) -> bytes:
        """Put the entries of a value together that is no whole number."""
        if isinstance(value, tuple):
            length = self._length(len(value))
            items = zip(self._items, value, strict=False)  # a tuple had more once
            return length + b"".join([place.entries(item) for place, item in items])
        places = self._fields.get(type(value))
        if places is None:
            paths = [path for _, path in fields_of(self._path, value)]
            places = self._fields[type(value)] = [_Place(path, self._width) for path in paths]
        if places:
            parts = zip(places, astuple(value), strict=True)  # type: ignore[arg-type]  # it is a struct
            return b"".join([place.entries(part) for place, part in parts])
        tree = leaves(self._path, msgspec.to_builtins(value))
        return b"".join([leaf_entries(path, leaf, self._width) for path, leaf in tree])

    def _length(self, length: int) -> bytes:
        """Return the entries of the length of a tuple, for whose items there are places then."""
        for number in range(len(self._items), length):
            self._items.append(_Place(f"{self._path} {number}", self._width))
        return leaf_entries(f"{self._path} length", length, self._width)

    def _number(self, value: int) -> bytes:
        """Return the entries of a whole number."""
        if value >= MANY:
            return self._set(value)
        entries = self.numbers.get(value)
        if entries is None:
            entries = self.numbers[value] = leaf_entries(self._path, value, self._width)
        return entries

    def _set(self, bits: int) -> bytes:
        """Return the entries of the bits of a whole number."""
        entries = self._sets.get(bits)
        if entries is None:
            if len(self._sets) >= MAX_CACHED:
                self._sets.clear()
            entries = self._sets[bits] = bit_entries(self._path, bits, self._width)
        return entries


def _compare(
    places: Sequence[_Place], before: Items, after: Items, gone: Entries, come: Entries
) -> None:
    """Add the entries of parts that are not the same objects as before."""
    for number in compress(count(), map(is_not, before, after)):
        place = places[number]
        old = before[number]
        new = after[number]
        if type(old) is int and type(new) is int:
            went = place.numbers.get(old)
            came = place.numbers.get(new)
        elif place.credit < 0:
            place.change(old, new, gone, come)
            continue
        else:
            place.credit += 1
            went = place.known.get(encode(old))
            came = place.known.get(encode(new))
        if went is None or came is None:
            place.change(old, new, gone, come)
        else:
            gone.append(went)
            come.append(came)


@lru_cache(maxsize=MAX_CACHED, typed=True)
def leaf_entries(path: str, value: object, width: int) -> bytes:
    """Return the entries of a leaf in a vector of ``width``."""
    return joined(hashes(path, value), width)


def bit_entries(path: str, bits: int, width: int) -> bytes:
    """Return the entries of the bits of a whole number in a vector of ``width``."""
    places = [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
    return joined([crc32(f"{path} bit {bit}".encode()) for bit in places], width)


def joined(hashed: Iterable[int], width: int) -> bytes:
    """Return the entries of features in a vector of ``width``."""
    return b"".join([(number % width).to_bytes(ENTRY.itemsize, byteorder) for number in hashed])
