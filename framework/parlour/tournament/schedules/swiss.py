"""Swiss: in every round each meets those who stand as it does, and whom it has met least."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from parlour.tournament.blocks import Block, Lineup, hashed, rotations
from parlour.tournament.plan import Plan
from parlour.tournament.schedules.lineups import BlockResults, circles


class Swiss:
    """Plays rounds. Who is left over sits one round out, nobody twice before all have."""

    waits = True

    def __init__(
        self, contest: int, field: Sequence[int], seats: int, plan: Plan, names: Sequence[str]
    ) -> None:
        self._contest = contest
        key = plan.contests[contest].key
        self._field = sorted(field, key=lambda who: hashed([plan.seed, key, names[who]]))
        self._rounds = plan.rounds
        self._blocks = plan.blocks
        self.size = seats
        self.most = plan.rounds * plan.blocks * (len(field) // seats)

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks of one round, and of the next when all of it has been played."""
        history, met = History(self._field), Counter[Lineup]()
        number = 0
        for _ in range(self._rounds):
            begun: list[int] = []
            for company in history.companies(self.size):
                orders = circles(company)
                for _ in range(self._blocks):
                    meeting = met[company]
                    met[company] += 1
                    lineup = orders[meeting % len(orders)]
                    yield Block(self._contest, number, meeting, rotations(lineup))
                    begun.append(number)
                    number += 1
            for block in begun:
                while (found := results(block)) is None:
                    yield None
                history.add(found)

    def counted(self, results: BlockResults) -> int:
        """Count all."""
        return self.most


class History:
    """Who has met whom so far, and with which results."""

    def __init__(self, field: Sequence[int]) -> None:
        self._order = {who: place for place, who in enumerate(field)}
        self._sums = dict.fromkeys(field, 0.0)
        self._blocks = dict.fromkeys(field, 0)
        self._rests = dict.fromkeys(field, 0)
        self._met: Counter[tuple[int, int]] = Counter()

    def add(self, results: Mapping[int, float]) -> None:
        """Take note of a block."""
        for who, result in results.items():
            self._sums[who] += result
            self._blocks[who] += 1

    def companies(self, seats: int) -> list[Lineup]:
        """Return who meets whom in the next round, and take note of it."""
        ranked = sorted(self._order, key=self._standing)
        for who in self._resting(ranked, len(ranked) % seats):
            self._rests[who] += 1
            ranked.remove(who)
        found = []
        while ranked:
            company = [ranked.pop(0)]
            while len(company) < seats:
                company.append(self._nearest(company, ranked))
                ranked.remove(company[-1])
            self._met.update(permutations(company, 2))
            found.append(tuple(sorted(company)))
        return found

    def _standing(self, who: int) -> tuple[float, int]:
        return -self._sums[who] / max(1, self._blocks[who]), self._order[who]

    def _resting(self, ranked: Sequence[int], number: int) -> list[int]:
        """Return those who sit out: they have rested least, and stand lowest."""
        lowest_first = ranked[::-1]
        return sorted(lowest_first, key=lambda who: self._rests[who])[:number]

    def _nearest(self, company: Sequence[int], ranked: Sequence[int]) -> int:
        """Return whom the company has met least; of those, who stands highest."""
        return min(ranked, key=lambda who: sum(self._met[who, other] for other in company))
