"""Doors of rooms: a name is imported from its module when somebody asks for it."""

import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module


def door(room: str, names: Collection[str], modules: Sequence[str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a room, so that commands load no more than they need.

    The modules of the room are imported in this order until one has the name.
    """

    def find(name: str) -> object:
        if name in names:
            for module in modules:
                found = vars(import_module(f"{room}.{module}"))
                if name in found:
                    setattr(sys.modules[room], name, found[name])
                    return found[name]
        raise AttributeError(f"module '{room}' has no attribute '{name}'")

    return find
