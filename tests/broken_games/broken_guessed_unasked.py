"""A determinizer that guesses answers also for seats that were never asked."""

from dataclasses import replace as changed
from random import Random

from msgspec.structs import replace

from parlour import swapped, unmasked
from tests.broken_games import one_asked
from tests.broken_games.one_asked import Auction, Bidding, Rules, Seen


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Auction:
        phase = view.phases[-1]
        if not isinstance(phase, Bidding):
            return Auction(view.phases)
        seats = range(len(phase.answers))
        unasked = tuple(seat for seat in seats if seat not in (phase.asked or seats))
        guessing = replace(phase, unseen=(*phase.unseen, *unasked))
        return unmasked(swapped(Auction(view.phases), guessing), rng)


GAME = changed(one_asked.GAME, rules=Broken())
