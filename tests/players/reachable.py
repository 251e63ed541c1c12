"""Everything that can be reached from some objects, as a bot in this process could follow it."""

import gc
import sys
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

from msgspec import Struct

OWN = ("parlour", "tests.broken_games")
"""Beginnings of the names of modules whose variables are followed too: they may hold caches."""


def reachable(*handed: Any) -> Iterator[Any]:
    """Yield all that can be reached by attributes, items, closures, and caches of modules.

    Left out are modules themselves, and variables of modules that are neither of Parlour nor of
    its games.
    """
    met: set[int] = {id(sys.modules)}
    waiting = list(handed)
    while waiting:
        thing = waiting.pop()
        if id(thing) in met or isinstance(thing, ModuleType):
            continue
        met.add(id(thing))
        yield thing
        waiting += _held(thing)


def _held(thing: Any) -> list[Any]:
    if isinstance(thing, FunctionType):
        held = [thing.__dict__, thing.__closure__, thing.__defaults__, thing.__kwdefaults__]
        if str(thing.__module__).startswith(OWN):
            held += [value for name, value in thing.__globals__.items() if name[:2] != "__"]
        return held
    if isinstance(thing, MethodType):
        return [thing.__self__, thing.__func__]
    held = gc.get_referents(thing)
    if isinstance(thing, Struct):  # the collector does not track them
        held += [getattr(thing, name) for name in thing.__struct_fields__]
    return held
