"""The broken games by name, each with the laws that it breaks."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from parlour import Game
from tests.broken_games.which_hand import variant

R = TypeVar("R", bound=type)

GAMES: dict[str, Game[Any, Any, Any]] = {}
LAWS: dict[str, set[str]] = {}


def add(name: str, game: Game[Any, Any, Any], *laws: str) -> None:
    """Note a game and the laws that it breaks."""
    GAMES[name], LAWS[name] = game, set(laws)


def breaks(
    *laws: str, make: Callable[..., Game[Any, Any, Any]] = variant, **changes: Any
) -> Callable[[R], R]:
    """Note the game with these rules, called as they are, and the laws that it breaks."""

    def noted(rules: R) -> R:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", rules.__name__).lower()
        add(name, make(rules(), **changes), *laws)
        return rules

    return noted


def broken_games() -> dict[str, set[str]]:
    """Return the laws that each broken game breaks, by its name."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        import_module(f"tests.broken_games.broken.{path.stem}")
    return LAWS
