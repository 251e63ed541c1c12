"""Bots as their authors type them: one for a single game, one for every game."""

from collections.abc import Sequence
from random import Random
from typing import assert_type

from msgspec import Struct

import parlour
from tests.typing.heap import GAME, Heap, Take, View


class Modulo(parlour.Player[View, Take]):
    """Plays one game, and knows its views and moves."""

    name = "modulo"

    def choose(self, decision: parlour.Decision[View, Take]) -> Take:
        assert_type(decision.view, View)
        assert_type(decision.moves, Sequence[Take])
        assert_type(decision.offers, Sequence[Take])
        assert_type(decision.events, tuple[parlour.Event, ...])
        wanted = decision.view.stones % 4
        return next((move for move in decision.moves if move.stones == wanted), decision.moves[0])


class First(parlour.Player):
    """Plays every game, and knows of views and moves only that they are there."""

    name = "first"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, decision: parlour.Decision) -> parlour.Move:
        assert_type(decision.view, object)
        assert_type(decision.moves, Sequence[parlour.Move])
        return self.rng.choice(decision.moves)

    def consider_offers(self, decision: parlour.Decision) -> parlour.Move | None:
        return None

    def end(self, result: parlour.Result, events: tuple[parlour.Event, ...]) -> None:
        assert_type(result.places, tuple[int, ...])


class Settings(Struct, frozen=True):
    depth: int = 1


def make(game: parlour.Game, rng: Random, settings: Settings) -> parlour.Player:
    return Modulo() if game.id == "heap" and settings.depth else First(rng)


BOT = parlour.Bot(name="first", make=make, settings=Settings)


def test_bots_of_both_kinds_play() -> None:
    match = parlour.play(GAME, [First(Random(1)), Modulo()], seed=1, stones=10)

    assert_type(match, parlour.Match[Heap, View, Take])
    assert match.result.places == (2, 1)
    assert_type(BOT.make(GAME, Random(1), Settings()), parlour.Player)


def test_a_bot_is_asked_by_hand() -> None:
    match = GAME.match(seed=1, stones=7)

    assert Modulo().choose(match.decision()) == Take(3)
