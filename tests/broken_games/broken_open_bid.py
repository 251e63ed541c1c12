"""Sealed answers that the view of the others shows."""

from dataclasses import replace as changed

import parlour
from tests.broken_games import sealed_bid
from tests.broken_games.sealed_bid import Auction


class Broken(parlour.OpenRules[Auction]):
    start = sealed_bid.Rules.start
    census = sealed_bid.Rules.census


GAME = changed(sealed_bid.GAME, rules=Broken(), view=parlour.OpenView[Auction])  # type: ignore[arg-type]  # broken on purpose
