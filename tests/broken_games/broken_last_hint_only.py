"""A view that holds the last hint, and forgets those before it."""

from msgspec.structs import replace

from parlour import Seat
from tests.broken_games.hints import Fan, Rules, Seen, variant


class Broken(Rules):
    def view(self, state: Fan, seat: Seat) -> Seen:
        seen = super().view(state, seat)
        hints = tuple(
            tuple(hint if (owner, slot) == state.last else None for slot, hint in enumerate(hints))
            for owner, hints in enumerate(seen.hints)
        )
        return replace(seen, hints=hints)


GAME = variant(Broken())
