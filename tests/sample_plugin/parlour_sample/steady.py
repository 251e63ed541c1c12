"""The bot ``steady``: it always plays the move of one number, ``steady:number=2``."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

import parlour
from parlour import Bot, Decision, Move, Player


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1)] = 1


class Steady(Player):
    name = "steady"

    def __init__(self, number: int) -> None:
        self._number = number

    def choose(self, decision: Decision) -> Move:
        return decision.moves[min(self._number, len(decision.moves)) - 1]


@parlour.hookimpl
def parlour_bots() -> Iterator[Bot]:
    yield Bot(
        name="steady",
        summary="plays the move of one number",
        make=lambda game, rng, settings: Steady(settings.number),
        settings=Settings,
    )
