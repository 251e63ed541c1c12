"""One against the field."""

from collections.abc import Sequence

from parlour.tournament.schedules.blocks import Lineup
from parlour.tournament.schedules.lineups import lineups
from parlour.tournament.schedules.round_robin import RoundRobin


class Gauntlet(RoundRobin):
    """Plays so many blocks of every company in which the first bot of the field sits."""

    def companies(self, field: Sequence[int], seats: int) -> list[Lineup]:
        """Return who meets whom."""
        return [company for company in lineups(field, seats) if field[0] in company]
