"""Swiss: in every round each meets those who stand as it does, and whom it has met least."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from parlour.tournament.plan.plan import Plan
from parlour.tournament.schedules.blocks import Block, Lineup, hashed, rotations
from parlour.tournament.schedules.lineups import BlockResults, circles

PATIENCE = 5_000
"""So many companies are tried before more repeated meetings are put up with."""


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
        for last in reversed(range(self._rounds)):
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
            for block in begun if last else ():
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
        found = self._grouped(ranked, seats)
        for company in found:
            self._met.update(permutations(company, 2))
        return [tuple(sorted(company)) for company in found]

    def _grouped(self, ranked: Sequence[int], seats: int) -> list[Lineup]:
        """Group the ranked by standing, so that as few as can be meet again."""
        repeats, step = self._least_repeats(ranked, seats), 1
        while True:
            patience = iter(range(PATIENCE))
            found = self._searched(tuple(ranked), seats, repeats, patience)
            if found is not None:
                return found
            if next(patience, None) is None:
                step *= 2
            repeats += step

    def _least_repeats(self, ranked: Sequence[int], seats: int) -> int:
        """Return a number of repeats that no grouping can go below."""
        times = [
            sorted(self._met[who, other] for other in ranked if other != who) for who in ranked
        ]
        return -(-sum(sum(some[: seats - 1]) for some in times) // 2)

    def _searched(
        self, ranked: Lineup, seats: int, repeats: int, patience: Iterator[int]
    ) -> list[Lineup] | None:
        """Find a grouping with so many repeats at the most; those who stand high choose first."""
        if not ranked:
            return []
        for mates in combinations(ranked[1:], seats - 1):
            if next(patience, None) is None:
                return None
            company = (ranked[0], *mates)
            again = sum(self._met[pair] for pair in combinations(company, 2))
            if again <= repeats:
                rest = tuple(who for who in ranked if who not in company)
                found = self._searched(rest, seats, repeats - again, patience)
                if found is not None:
                    return [company, *found]
        return None

    def _standing(self, who: int) -> tuple[float, int]:
        return -self._sums[who] / max(1, self._blocks[who]), self._order[who]

    def _resting(self, ranked: Sequence[int], number: int) -> list[int]:
        """Return those who sit out: they have rested least, and stand lowest."""
        lowest_first = ranked[::-1]
        return sorted(lowest_first, key=lambda who: self._rests[who])[:number]
