"""A plugin of a bot that looks for the match in its process, and remembers all that it saw."""

import gc
import sys
from collections.abc import Iterable

import parlour
from parlour.match.match import Match

SEEN: list[str] = []


class Prying(parlour.Player):
    """Plays on, and forfeits when it finds a match or remembers an earlier one."""

    name = "prying"

    def begin(self, seat_info: object) -> None:
        if SEEN:
            raise RuntimeError("it remembers a match")
        SEEN.append("a match")

    def choose(self, decision: parlour.Decision) -> parlour.Move:
        sys.stdout.write("what a bot prints is no message\n")
        # A proxy of what is gone has a type, and no class of its own to ask for.
        found = [thing for thing in gc.get_objects() if type(thing) is Match]
        if found:
            raise RuntimeError(f"it knows the seed {found[-1].seed}")
        return decision.moves[0]


@parlour.hookimpl
def parlour_bots() -> Iterable[parlour.Bot]:
    yield parlour.Bot(name="prying", make=lambda _game, _rng, _settings: Prying())
