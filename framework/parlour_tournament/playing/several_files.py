"""Several files of tournaments, read as one: contests of one name and bots of one name are one."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from parlour.rules import StoreError
from parlour_tournament.plan import (
    BotIdentity,
    Contest,
    Entrant,
    LeftOut,
    Plan,
    Provenance,
    Roster,
    Tournament,
)
from parlour_tournament.playing.progress import counted_results, schedules_of
from parlour_tournament.playing.results import MatchResult, StderrTail, Timing
from parlour_tournament.playing.store import Store
from parlour_tournament.schedules import hashed


class SeveralFiles(Store):
    """Reads the files of tournaments as if all had been played in one.

    A block that several files hold, with the same deal and bots, counts once. Bots of one name
    that differ by their command or their files are listed as two, the second with its file.
    """

    def __init__(self, stores: Sequence[Store]) -> None:
        """Join open files.

        Raises:
            StoreError: Their results cannot be put together.
        """
        self.path = Path(" ".join(str(store.path) for store in stores))
        self._stores = stores
        self._check()
        keys = {c.key: c for store in stores for c in store.tournament.plan.contests}
        self._contests = list(keys.values())
        self._bots: list[Entrant] = []
        self._known: list[BotIdentity] = []
        self._numbers = [self._entrants(store) for store in stores]
        self.tournament = Tournament(self._plan(), self._roster())
        self._origin: dict[tuple[int, int], tuple[Store, int, int]] = {}
        self._count = sum(1 for n in range(len(self._contests)) for _ in self._walk(n))

    def close(self) -> None:
        """Close all files."""
        for store in self._stores:
            store.close()

    def count(self) -> int:
        """Return the number of matches that count."""
        return self._count

    def results(self, contest: int | None = None) -> Iterator[MatchResult]:
        """Yield the results of one contest or of all, by contest, block and match."""
        return (result for result, _ in self._pairs(contest))

    def timings(self, contest: int | None = None) -> Iterator[Timing]:
        """Yield the timings of one contest or of all, by contest, block and match."""
        return (timing for _, timing in self._pairs(contest))

    def record(self, key: tuple[int, int, int]) -> bytes:
        """Return the record of the match with a key, as JSON lines."""
        store, place = self.origin(key)
        return store.record(place)

    def errors_of(self, key: tuple[int, int, int]) -> tuple[StderrTail, ...]:
        """Return the errors of the bots in one match, by seat; seats without any are left out."""
        store, place = self.origin(key)
        return store.errors_of(place)

    def count_errors(self, contest: int) -> int:
        """Return the number of matches of a contest whose bots wrote on standard error."""
        key = self._contests[contest].key
        return sum(
            store.count_errors(number)
            for store in self._stores
            for number, one in enumerate(store.tournament.plan.contests)
            if one.key == key
        )

    def runs(self) -> tuple[Provenance, ...]:
        """Return the notes of all runs, file by file."""
        return tuple(run for store in self._stores for run in store.runs())

    def origin(self, key: tuple[int, int, int]) -> tuple[Store, tuple[int, int, int]]:
        """Return the file of a match, and its key there."""
        contest, block, match = key
        store, its_contest, its_block = self._origin[contest, block]
        return store, (its_contest, its_block, match)

    def _check(self) -> None:
        """Check that blocks of all files mean the same."""
        first = self._stores[0].tournament.plan.forfeits
        rules: dict[str, int] = {}
        for store in self._stores:
            plan, roster = store.tournament.plan, store.tournament.roster
            if plan.forfeits != first:
                raise StoreError(
                    f"{store.path}: expected forfeits = '{first}', as in "
                    f"{self._stores[0].path}, got '{plan.forfeits}'"
                )
            if plan.deals == "shared" and len(self._stores) > 1:
                raise StoreError(f"{store.path}: expected groups with deals of their own")
            for number, contest in enumerate(plan.contests):
                if plan.schedule == "test" and len(roster.sides_of(number, contest.seats)) > 2:
                    raise StoreError(
                        f"{store.path}: expected no test with more than two seats, whose blocks "
                        f"are others, got {contest.key}"
                    )
                version = roster.rules[number] if roster.rules else 0
                if rules.setdefault(contest.key, version) != version:
                    raise StoreError(
                        f"{store.path}: {contest.key}: expected rules version "
                        f"{rules[contest.key]}, as in the files before it, got {version}"
                    )

    def _entrants(self, store: Store) -> list[int]:
        """Return the number that each bot of a file has among those of all files."""
        numbers = []
        for bot in _identities(store):
            namesakes = [n for n, other in enumerate(self._known) if other.name == bot.name]
            same = [n for n in namesakes if not self._known[n].difference(bot)]
            if not same:
                same = [len(self._bots)]
                name = f"{bot.name} ({store.path})" if namesakes else bot.name
                self._known.append(bot)
                self._bots.append(Entrant(name, bot.bot))
            numbers.append(same[0])
        return numbers

    def _plan(self) -> Plan:
        plans = [store.tournament.plan for store in self._stores]
        seeds = sorted({plan.seed for plan in plans})
        return replace(
            plans[0],
            seed=seeds[0] if len(seeds) == 1 else hashed(seeds),
            contests=tuple(self._contests),
            entrants=tuple(self._bots),
            schedule="several",
        )

    def _roster(self) -> Roster:
        entrants, left_out, sides = [], list[LeftOut](), []
        for number, contest in enumerate(self._contests):
            playing: set[int] = set()
            for store, numbers, its in self._holding(contest):
                roster = store.tournament.roster
                playing.update(numbers[who] for who in roster.entrants[its])
                left_out += [
                    LeftOut(number, numbers[out.entrant], out.reason)
                    for out in roster.left_out
                    if out.contest == its
                ]
                sides_here = roster.sides_of(its, contest.seats)
            entrants.append(tuple(sorted(playing)))
            sides.append(sides_here)
        return Roster(tuple(entrants), tuple(left_out), sides=tuple(sides))

    def _holding(self, contest: Contest) -> Iterator[tuple[Store, list[int], int]]:
        """Yield the files with a contest: each with its bots' numbers and the contest's number."""
        for store, numbers in zip(self._stores, self._numbers, strict=True):
            for its, one in enumerate(store.tournament.plan.contests):
                if one.key == contest.key:
                    yield store, numbers, its

    def _pairs(self, contest: int | None) -> Iterator[tuple[MatchResult, Timing]]:
        for number in range(len(self._contests)) if contest is None else (contest,):
            yield from self._walk(number)

    def _walk(self, contest: int) -> Iterator[tuple[MatchResult, Timing]]:
        """Yield the matches of a contest in all files, with new numbers; each block once."""
        seen, block = set[tuple[str, frozenset[int]]](), 0
        for store, numbers, its in self._holding(self._contests[contest]):
            if its not in store.tournament.roster.held:
                continue
            pairs = counted_results(store, its, schedules_of(store)[its])
            for place, matches in groupby(pairs, key=lambda pair: pair[0].block):
                whole = list(matches)
                first = whole[0][0]
                deal = (first.deal, frozenset(numbers[who] for who in first.lineup))
                if deal in seen:
                    continue
                seen.add(deal)
                self._origin[contest, block] = (store, its, place)
                for result, timing in whole:
                    lineup = tuple(numbers[who] for who in result.lineup)
                    yield replace(result, contest=contest, block=block, lineup=lineup), timing
                block += 1


@contextmanager
def open_files(paths: Sequence[Path]) -> Iterator[Store]:
    """Open one file, or several to be read as one; nothing is written into them.

    Raises:
        StoreError: A file cannot be read, or their results cannot be put together.
    """
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open_file(path, read_only=True)) for path in paths]
        yield stores[0] if len(stores) == 1 else SeveralFiles(stores)


def _identities(store: Store) -> list[BotIdentity]:
    """Return the bots of a file, each with what the notes of its runs say of it."""
    noted = {bot.name: bot for run in reversed(store.runs()) for bot in run.bots}
    return [
        noted.get(entrant.name, BotIdentity(entrant.name, entrant.bot))
        for entrant in store.tournament.plan.entrants
    ]
