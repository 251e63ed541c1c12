"""Parlour: a room to play board games.

Everything stands here that it takes to play from Python, to write a bot and to write a game::

    import parlour

    match = parlour.load("maori").match(seats=2, seed=7, side="atoll")
    while not match.is_over:
        match.play(random.choice(match.moves()))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # imported by ``__getattr__``, since it is slow
    from parlour.public_names import *  # noqa: F403  the list stands there

    __version__: str


def __getattr__(name: str) -> Any:
    """Import all public names when the first is asked for, so that commands start quickly."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415  slow, and hardly ever asked for

        return version("parlour")
    public_names = import_module("parlour.public_names")
    names: list[str] = public_names.__all__
    if name == "__all__":
        return [*names, "__version__"]
    if name.startswith("__") or name not in names:
        raise AttributeError(f"module 'parlour' has no attribute '{name}'")
    globals().update({known: getattr(public_names, known) for known in names})
    return globals()[name]


def __dir__() -> list[str]:
    """List the public names."""
    return sorted({*globals(), *__getattr__("__all__")})
