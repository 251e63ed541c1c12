"""A plugin of bots that fail or expect something; ``conftest`` adds it to the catalog."""

import sys
from collections.abc import Iterable
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


def picky(game: Game, rng: Random, _: Any) -> Uniform:
    if game.id != "leduc":
        raise SetupError(f"picky declines {game.id}: it plays poker only")
    return Uniform(game, rng)


@hookimpl
def parlour_bots() -> Iterable[Bot]:
    yield Bot(name="falling", make=lambda game, rng, _: Falling(game, rng))
    yield Bot(name="cheating", make=lambda game, rng, _: Cheating(game, rng))
    yield Bot(name="rude", make=lambda game, rng, _: Rude(game, rng))
    yield Bot(name="chatting", make=lambda game, rng, _: Chatting(game, rng))
    yield Bot(name="picky", make=picky)
