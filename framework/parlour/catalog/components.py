"""Components: the contents of a game's box, from ``components.toml`` in its package."""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

import msgspec

from parlour.rules import PluginError

T = TypeVar("T")

Sum: TypeAlias = tuple[str, object, object]
"""A total that must add up: its name, the file's count, and the count expected."""


def read_components(
    raw: bytes, kind: type[T], sums: Callable[[T], Iterable[Sum]] | None = None
) -> T:
    """Read a ``components.toml`` as a ``kind``, and check that all its ``sums`` add up.

    ``raw`` are the bytes of the file. ``sums`` yields a name, the file's count and the count
    expected for each total.

    ::

        BOX = read_components((files(__package__) / "components.toml").read_bytes(), Box, sums)

    Raises:
        PluginError: The file is not TOML, does not fit ``kind``, or does not add up.
    """
    try:
        box = msgspec.toml.decode(raw, type=kind, strict=False)
    except msgspec.DecodeError as fault:
        raise PluginError(f"components.toml: {fault}") from None
    for what, counted, expected in sums(box) if sums else ():
        if counted != expected:
            raise PluginError(f"components.toml: expected {expected} {what}, got {counted}")
    return box
