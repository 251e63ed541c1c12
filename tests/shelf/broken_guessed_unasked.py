"""A determinizer that guesses answers also for seats that were never asked."""

from dataclasses import replace
from random import Random

from parlour import Seat
from tests.shelf import one_asked
from tests.shelf.one_asked import Bid, Bidding, Rules


class Broken(Rules):
    def guessed(self, phase: Bidding, seat: Seat, rng: Random) -> Bid:
        return Bid(rng.randrange(4))


GAME = replace(one_asked.GAME, rules=Broken())
