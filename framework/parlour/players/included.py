"""The bots in the box, by the name one types for them."""

from collections.abc import Mapping
from random import Random
from typing import Any

from parlour.match.game import Game
from parlour.players.base import Bot, Player
from parlour.players.greedy import Greedy
from parlour.players.process import External, is_external
from parlour.players.search import Search, Settings
from parlour.players.uniform import Uniform
from parlour.rules.errors import SetupError
from parlour.rules.options import parse_settings

__all__ = ["BOTS", "Greedy", "Search", "Settings", "Uniform", "best_for", "bot", "name_in"]

BOTS: Mapping[str, Bot] = {
    "greedy": Bot(
        name="greedy",
        summary="ends its own turn as well as the heuristic knows",
        seat=lambda game, rng, _: Greedy(game, rng),
    ),
    "search": Bot(
        name="search", summary="looks ahead, through many matches", seat=Search, settings=Settings
    ),
    "uniform": Bot(
        name="uniform", summary="plays any legal move", seat=lambda game, rng, _: Uniform(game, rng)
    ),
}
"""The bots that need no plugin."""


def name_in(spec: str) -> str:
    """Return the name of the bot in ``search:seconds=2``."""
    return spec.partition(":")[0]


def bot(spec: str, game: Game, rng: Random, brought: Mapping[str, Bot] | None = None) -> Player:
    """Seat a bot by its name and settings: ``greedy``, ``search:seconds=2``.

    ``brought`` are bots beside those in the box.

    Raises:
        SetupError: There is none of that name, it has no such setting, or it declines the game.
    """
    if is_external(spec):
        return External.named(spec, game, rng)
    known = {**(brought or {}), **BOTS}
    name = name_in(spec)
    if name not in known:
        raise SetupError(
            f"expected 'human' or a bot ({', '.join(sorted(known))}, exec:COMMAND), got {name!r}"
        )
    return known[name].seat(game, rng, _settings(known[name], spec))


def _settings(kind: Bot, spec: str) -> Any:
    """Read what stands behind the colon."""
    _, _, text = spec.partition(":")
    given: dict[str, str] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals or not name or name in given:
            raise SetupError(f"expected {kind.name}:NAME=VALUE,…, got '{spec}'")
        given[name.strip()] = value.strip()
    try:
        return parse_settings(kind.settings, given, "setting")
    except SetupError as fault:
        raise SetupError(f"{kind.name}: {fault}") from None


def best_for(game: Game) -> str:
    """Name a strong bot that plays ``game`` and does not keep a person waiting."""
    # Where greedy plays, turns may take many steps, and a second each is long to wait.
    if Greedy.plays(game):
        return "greedy"
    return "uniform" if Search.declines(game) else "search:seconds=1"
