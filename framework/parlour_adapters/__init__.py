"""Doors to other worlds: Parlour's games in other libraries.

Many matches at once, for researchers that learn in batches::

    from parlour_adapters import vector_env

    env = vector_env("leduc", matches=256)
"""

from typing import TYPE_CHECKING

from parlour.doors import door

if TYPE_CHECKING:  # the commands of this package need neither Gymnasium nor NumPy
    from parlour_adapters.vector import vector_env

__all__ = ["vector_env"]

if not TYPE_CHECKING:
    __getattr__ = door(__name__, __all__, ("vector",))
