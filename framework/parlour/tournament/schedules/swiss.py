"""Swiss: in every round bots meet others with similar results that they have met least often."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from parlour.tournament.plan.plan import Plan
from parlour.tournament.schedules.blocks import Block, BlockResults, Schedule, hashed
from parlour.tournament.schedules.seating import Group, rotations, seating_order

MAX_TRIALS = 5_000
"""Maximum number of groups that are tried before one more repeated meeting is allowed."""


class Swiss(Schedule):
    """Plays rounds. Bots left over sit one round out, none twice before all have."""

    waits = True

    def __init__(
        self, contest: int, entrants: Sequence[int], seats: int, plan: Plan, names: Sequence[str]
    ) -> None:
        super().__init__(contest, seats, plan.rounds * plan.blocks * (len(entrants) // seats))
        self._seating = seating_order(plan)
        key = plan.contests[contest].key
        self._entrants = sorted(entrants, key=lambda who: hashed([plan.seed, key, names[who]]))
        self._rounds = plan.rounds
        self._blocks = plan.blocks

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks of one round, and those of the next when all results are in."""
        history, met = History(self._entrants), Counter[Group]()
        number = 0
        for rounds_left in reversed(range(self._rounds)):
            begun: list[int] = []
            for group in history.pair_next_round(self.size):
                orders = self._seating(group)
                for _ in range(self._blocks):
                    meeting = met[group]
                    met[group] += 1
                    lineup = orders[meeting % len(orders)]
                    yield Block(self.contest, number, meeting, rotations(lineup))
                    begun.append(number)
                    number += 1
            for block in begun if rounds_left else ():
                while (found := results(block)) is None:
                    yield None
                history.add(found)


class History:
    """Meetings, results and rests of a contest's entrants so far."""

    def __init__(self, entrants: Sequence[int]) -> None:
        self._order = {who: place for place, who in enumerate(entrants)}
        self._sums = dict.fromkeys(entrants, 0.0)
        self._blocks = dict.fromkeys(entrants, 0)
        self._rests = dict.fromkeys(entrants, 0)
        self._met: Counter[tuple[int, int]] = Counter()

    def add(self, results: Mapping[int, float]) -> None:
        """Add the results of a block, 0 … 1 for each entrant."""
        for who, result in results.items():
            self._sums[who] += result
            self._blocks[who] += 1

    def pair_next_round(self, seats: int) -> list[Group]:
        """Return the groups of the next round, and add their meetings."""
        ranked = sorted(self._order, key=self._rank_key)
        for who in self._resting(ranked, len(ranked) % seats):
            self._rests[who] += 1
            ranked.remove(who)
        found = self._grouped(ranked, seats)
        for group in found:
            self._met.update(permutations(group, 2))
        return [tuple(sorted(group)) for group in found]

    def _grouped(self, ranked: Sequence[int], seats: int) -> list[Group]:
        """Group entrants of similar results, with as few repeated meetings as possible."""
        repeats, step = self._least_repeats(ranked, seats), 1
        while True:
            trials = iter(range(MAX_TRIALS))
            found = self._search(tuple(ranked), seats, repeats, trials)
            if found is not None:
                return found
            if next(trials, None) is None:
                step *= 2
            repeats += step

    def _least_repeats(self, ranked: Sequence[int], seats: int) -> int:
        """Return a lower bound of the repeated meetings in any grouping."""
        times = [
            sorted(self._met[who, other] for other in ranked if other != who) for who in ranked
        ]
        return -(-sum(sum(some[: seats - 1]) for some in times) // 2)

    def _search(
        self, ranked: Group, seats: int, repeats: int, trials: Iterator[int]
    ) -> list[Group] | None:
        """Find a grouping with at most ``repeats`` repeated meetings; the best choose first.

        Returns None if there is no grouping, or ``trials`` run out.
        """
        if not ranked:
            return []
        for mates in combinations(ranked[1:], seats - 1):
            if next(trials, None) is None:
                return None
            group = (ranked[0], *mates)
            again = sum(self._met[pair] for pair in combinations(group, 2))
            if again <= repeats:
                rest = tuple(who for who in ranked if who not in group)
                found = self._search(rest, seats, repeats - again, trials)
                if found is not None:
                    return [group, *found]
        return None

    def _rank_key(self, who: int) -> tuple[float, int]:
        """Return the key that sorts entrants, the best mean result first."""
        return -self._sums[who] / max(1, self._blocks[who]), self._order[who]

    def _resting(self, ranked: Sequence[int], number: int) -> list[int]:
        """Return the entrants that sit out: fewest rests first, then the lowest mean result."""
        lowest_first = ranked[::-1]
        return sorted(lowest_first, key=lambda who: self._rests[who])[:number]
