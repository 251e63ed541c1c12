"""A plugin of bots that fail or expect something; ``conftest`` adds it to the catalog."""

import sys
from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any

from parlour import Game, Move, hookimpl
from parlour.match.decision import Decision
from parlour.players.base import Bot
from parlour.players.uniform import Uniform
from parlour.rules.errors import SetupError


class Falling(Uniform):
    """Fails at its second answer."""

    asked = 0

    def choose(self, decision: Decision) -> Move:
        self.asked += 1
        if self.asked == 2:
            raise ZeroDivisionError("it fell")
        return super().choose(decision)


class Cheating(Uniform):
    def choose(self, decision: Decision) -> Move:
        return "a1"  # type: ignore[return-value]  # that is its fault


class Chatting(Uniform):
    def choose(self, decision: Decision) -> Move:
        sys.stdout.write("let me think\n")
        return super().choose(decision)


class Rude(Uniform):
    def end(self, *_: object) -> None:
        raise RuntimeError("it does not take defeat well")


class Expecting(Uniform):
    def __init__(self, game: Game, rng: Random, expects: float | None) -> None:
        super().__init__(game, rng)
        self.expects = expects


def picky(game: Game, rng: Random, _: Any) -> Uniform:
    if game.id != "leduc":
        raise SetupError(f"picky declines {game.id}: it plays poker only")
    return Uniform(game, rng)


def _expecting(expects: float, game: Game, rng: Random, _: Any) -> Expecting:
    return Expecting(game, rng, expects)


@hookimpl
def parlour_bots() -> Iterable[Bot]:
    yield Bot(name="falling", make=lambda game, rng, _: Falling(game, rng))
    yield Bot(name="cheating", make=lambda game, rng, _: Cheating(game, rng))
    yield Bot(name="rude", make=lambda game, rng, _: Rude(game, rng))
    yield Bot(name="chatting", make=lambda game, rng, _: Chatting(game, rng))
    for name, expects in {"winning": 0.99, "losing": 0.01, "level": 0.5, "boasting": 2.0}.items():
        yield Bot(name=name, make=partial(_expecting, expects))
    yield Bot(name="picky", make=picky)
