"""All answers of a union, listed where the values of every field can be counted.

A field is counted by its type: a number by its bounds, ``Annotated[int, Meta(ge=0, lt=9)]``, a
``Literal``, a ``bool`` or an ``Enum`` by its values, a tuple of fixed length by those of its parts.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import product
from math import prod
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Meta

from parlour.rules.answers import Answer

MOST = 1_000_000
"""Number of answers beyond which none are listed."""

Values: TypeAlias = Sequence[Any]

FEW: Mapping[type, Values] = {NoneType: (None,), bool: (False, True)}
"""Types with few values."""


def every_answer(union: Any) -> tuple[Answer, ...] | None:
    """Return every answer of a union in a fixed order; None if they cannot be counted.

    The order is that of the kinds in the union, and within a kind that of its fields' values.
    """
    kinds = [kind for kind in get_args(union) or (union,) if kind is not NoneType]
    listed: list[Answer] = []
    for kind in kinds:
        hints = get_type_hints(kind, include_extras=True)
        fields = [_values(hints[name]) for name in kind.__struct_fields__]
        counted = [values for values in fields if values is not None]
        if len(counted) < len(fields) or prod(map(len, counted)) > MOST - len(listed):
            return None
        listed += (kind(*given) for given in product(*counted))
    return tuple(listed)


def _values(hint: Any, metas: tuple[Meta, ...] = ()) -> Values | None:
    """Return the values of a type in a fixed order; None if they cannot be counted."""
    origin, parts = get_origin(hint), get_args(hint)
    values: Values | None = None
    if origin is Annotated:
        notes = (part for part in parts[1:] if isinstance(part, Meta))
        values = _values(parts[0], (*metas, *notes))
    elif origin is Literal:
        values = parts
    elif origin in {Union, UnionType}:
        values = _joined([_values(part, metas) for part in parts])
    elif origin is tuple and Ellipsis not in parts:
        values = _products([_values(part) for part in parts])
    elif hint is int:
        values = _bounded(metas)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        values = tuple(hint)
    else:
        values = FEW.get(hint) if isinstance(hint, type) else None
    return values


def _bounded(metas: Sequence[Meta]) -> range | None:
    """Return the whole numbers within all bounds; None if they have no least or no greatest."""
    least = [meta.ge for meta in metas if meta.ge is not None]
    least += [meta.gt + 1 for meta in metas if meta.gt is not None]
    stop = [meta.lt for meta in metas if meta.lt is not None]
    stop += [meta.le + 1 for meta in metas if meta.le is not None]
    return range(int(max(least)), int(min(stop))) if least and stop else None


def _joined(parts: Sequence[Values | None]) -> Values | None:
    """Return the values of a union."""
    counted = [values for values in parts if values is not None]
    return [value for values in counted for value in values] if len(counted) == len(parts) else None


def _products(parts: Sequence[Values | None]) -> Values | None:
    """Return the values of a tuple, where there are few enough of them."""
    counted = [values for values in parts if values is not None]
    if len(counted) < len(parts) or prod(map(len, counted)) > MOST:
        return None
    return list(product(*counted))
