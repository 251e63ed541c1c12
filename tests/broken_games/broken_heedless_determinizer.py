"""A determinizer that deals without regard to the hints, which the view copies."""

from random import Random

from tests.broken_games.hints import Fan, Rules, Seen, variant


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Fan:
        return self.dealt(view, (None,) * len(view.hints[view.seat]), rng)


GAME = variant(Broken())
