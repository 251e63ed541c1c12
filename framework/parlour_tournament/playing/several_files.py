"""Several files of tournaments, copied into one: contests and bots of one name are one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
    Roster,
    Tournament,
)
from parlour_tournament.playing.progress import counted_results, schedules_of
from parlour_tournament.playing.results import MatchResult, PlayedMatch, Timing
from parlour_tournament.playing.store import MatchKey, Store
from parlour_tournament.schedules import Lineup, hashed, rotations


@contextmanager
def open_files(paths: Sequence[Path]) -> Iterator[Store]:
    """Open one file, or several to be read as one; nothing is written into them.

    Raises:
        StoreError: A file cannot be read, or their results cannot be put together.
    """
    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open_file(path, read_only=True)) for path in paths]
        yield stores[0] if len(stores) == 1 else opened.enter_context(joined(stores))


@contextmanager
def joined(stores: Sequence[Store]) -> Iterator[Store]:
    """Copy open files into a temporary one, as if all had been played there.

    A match that several files hold, with the same deal and the same bots in the same seats, counts
    once. Bots of one name that differ by their command or their files are listed as two, the second
    with its file.

    Raises:
        StoreError: Their results cannot be put together.
    """
    _check(stores)
    contests = {c.key: c for store in stores for c in store.tournament.plan.contests}
    known: list[BotIdentity] = []
    bots: list[Entrant] = []
    numbers = [_entrants(store, known, bots) for store in stores]
    plan = _plan(stores, tuple(contests.values()), tuple(bots))
    path = Path(" ".join(str(store.path) for store in stores))
    with Store.create_temporary(path, Tournament(plan, _roster(stores, plan, numbers))) as whole:
        copying = _Copying(whole)
        for store, its_numbers in zip(stores, numbers, strict=True):
            copying.copy(store, its_numbers)
        yield whole


def _check(stores: Sequence[Store]) -> None:
    """Check that blocks of all files mean the same."""
    first = stores[0].tournament.plan.forfeits
    rules: dict[str, int] = {}
    for store in stores:
        plan = store.tournament.plan
        roster = store.tournament.roster
        if plan.forfeits != first:
            raise StoreError(
                f"{store.path}: expected forfeits = '{first}', as in "
                f"{stores[0].path}, got '{plan.forfeits}'"
            )
        if plan.deals == "shared":
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


def _entrants(store: Store, known: list[BotIdentity], bots: list[Entrant]) -> list[int]:
    """Add the bots of a file to those of all files, and return the number of each there."""
    numbers = []
    for bot in _identities(store):
        namesakes = [n for n, other in enumerate(known) if other.name == bot.name]
        same = [n for n in namesakes if not known[n].difference(bot)]
        if not same:
            same = [len(bots)]
            name = f"{bot.name} ({store.path})" if namesakes else bot.name
            known.append(bot)
            bots.append(Entrant(name, bot.bot))
        numbers.append(same[0])
    return numbers


def _identities(store: Store) -> list[BotIdentity]:
    """Return the bots of a file, each with what the notes of its runs say of it."""
    noted = {bot.name: bot for run in reversed(store.runs()) for bot in run.bots}
    return [
        noted.get(entrant.name, BotIdentity(entrant.name, entrant.bot))
        for entrant in store.tournament.plan.entrants
    ]


def _plan(
    stores: Sequence[Store], contests: tuple[Contest, ...], bots: tuple[Entrant, ...]
) -> Plan:
    plans = [store.tournament.plan for store in stores]
    seeds = sorted({plan.seed for plan in plans})
    return replace(
        plans[0],
        seed=seeds[0] if len(seeds) == 1 else hashed(seeds),
        contests=contests,
        entrants=bots,
        schedule="several",
    )


def _roster(stores: Sequence[Store], whole: Plan, numbers: Sequence[Sequence[int]]) -> Roster:
    """Return the bots of each contest, given the numbers of each file's bots in the whole."""
    places = {contest.key: number for number, contest in enumerate(whole.contests)}
    playing: list[set[int]] = [set() for _ in places]
    sides: list[tuple[int, ...]] = [() for _ in places]
    left_out: list[LeftOut] = []
    for store, its_numbers in zip(stores, numbers, strict=True):
        roster = store.tournament.roster
        its_places = [places[contest.key] for contest in store.tournament.plan.contests]
        for its, number in enumerate(its_places):
            playing[number].update(its_numbers[who] for who in roster.entrants[its])
            sides[number] = roster.sides_of(its, whole.contests[number].seats)
        left_out += [
            LeftOut(its_places[out.contest], its_numbers[out.entrant], out.reason)
            for out in roster.left_out
        ]
    entrants = tuple(tuple(sorted(bots)) for bots in playing)
    return Roster(entrants, tuple(left_out), sides=tuple(sides))


class _Copying:
    """Copies matches into one file under new numbers, each of them once."""

    def __init__(self, whole: Store) -> None:
        self._whole = whole
        self._contests = [contest.key for contest in whole.tournament.plan.contests]
        self._blocks: dict[int, dict[tuple[str, Lineup], int]] = defaultdict(dict)
        """Number of each block of a contest, by its deal and its bots around the table."""
        self._matches: dict[tuple[int, int], dict[tuple[Lineup, int], int]] = defaultdict(dict)
        """Number of each match of a block, by its lineup and how often that came before."""

    def copy(self, store: Store, numbers: Sequence[int]) -> None:
        """Copy a file whose bots have these ``numbers`` in the whole."""
        for run in store.runs():
            self._whole.note_run(run)
        for its, schedule in schedules_of(store).items():
            contest = self._contests.index(store.tournament.plan.contests[its].key)
            counted = counted_results(store, its, schedule)
            for _, pairs in groupby(counted, key=lambda pair: pair[0].block):
                self._whole.add(self._renumbered(store, contest, pairs, numbers))

    def _renumbered(
        self,
        store: Store,
        contest: int,
        pairs: Iterable[tuple[MatchResult, Timing]],
        numbers: Sequence[int],
    ) -> Iterator[PlayedMatch]:
        """Yield the matches of a block as the whole counts them."""
        earlier = Counter[Lineup]()
        for result, timing in pairs:
            lineup = tuple(numbers[who] for who in result.lineup)
            key = self._key(contest, result.deal, lineup, earlier[lineup])
            earlier[lineup] += 1
            self._whole.origins.setdefault(key, (store, result.key))
            _, block, match = key
            yield PlayedMatch(
                replace(result, contest=contest, block=block, match=match, lineup=lineup),
                timing,
                store.packed_record(result.key),
                store.errors_of(result.key),
            )

    def _key(self, contest: int, deal: str, lineup: Lineup, earlier: int) -> MatchKey:
        """Return the key of a match in the whole: the same for the same match of another file."""
        blocks = self._blocks[contest]
        block = blocks.setdefault((deal, min(rotations(lineup))), len(blocks))
        matches = self._matches[contest, block]
        return contest, block, matches.setdefault((lineup, earlier), len(matches))
