"""Games whose determinizer deals what cannot be, or not all that may be."""

from dataclasses import replace as changed
from random import Random

from msgspec.structs import replace

from parlour import swapped, unmasked
from tests.broken_games import hints, sealed_bid
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import Coins, Rules, Seen


@breaks("follows", "spreads")
class StuckDeterminizer(Rules):
    """A determinizer that always finds the same world."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        return super().determinize(view, Random("always"))


@breaks("fits-view", "follows")
class UnfitDeterminizer(Rules):
    """A determinizer that forgets the seat's own card."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        return super().determinize(replace(view, cards=(None,) * len(view.cards)), rng)


@breaks("fits-view")
class ConjuredCard(Rules):
    """A determinizer that fits every view, with a card too many in the deck."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        world = super().determinize(view, rng)
        return replace(world, deck=world.deck | 1 << 4)


@breaks("follows", "runs")
class UnplayableWorld(Rules):
    """A determinizer that does not deal the other's card, so that no points can be counted."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        world = super().determinize(view, rng)
        return Coins(view.phases, world.deck, view.cards, world.coins, view.right)  # type: ignore[arg-type]  # broken


UNSEEDED_DETERMINIZER_OWN = Random("own")


@breaks("seeded")
class UnseededDeterminizer(Rules):
    """A determinizer that goes its own way whatever the seed."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        return super().determinize(view, UNSEEDED_DETERMINIZER_OWN)


@breaks("follows", make=hints.variant)
class HeedlessDeterminizer(hints.Rules):
    """A determinizer that deals without regard to the hints, which the view copies."""

    def determinize(self, view: hints.Seen, rng: Random) -> hints.Fan:
        return self.dealt(view, (None,) * len(view.hints[view.seat]), rng)


class GuessedUnasked(sealed_bid.RulesOfOne):
    """A determinizer that guesses answers also for seats that were never asked."""

    def determinize(self, view: sealed_bid.Seen, rng: Random) -> sealed_bid.Auction:
        phase = view.phases[-1]
        if not isinstance(phase, sealed_bid.Bidding):
            return sealed_bid.Auction(view.phases)
        seats = range(len(phase.answers))
        unasked = tuple(seat for seat in seats if seat not in (phase.asked or seats))
        guessing = replace(phase, unseen=(*phase.unseen, *unasked))
        return unmasked(swapped(sealed_bid.Auction(view.phases), guessing), rng)


add(
    "guessed_unasked", changed(sealed_bid.ONE_ASKED, rules=GuessedUnasked()), "fits-view", "follows"
)


@breaks("returns")
class EndlessDeterminizer(Rules):
    """A determinizer that never stops looking for a card."""

    def determinize(self, view: Seen, rng: Random) -> Coins:
        while None in view.cards:
            rng.random()
        return super().determinize(view, rng)
