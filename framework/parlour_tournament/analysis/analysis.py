"""The analysis of a tournament: from its file to all figures of its report."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import combinations, permutations
from pathlib import Path

from msgspec.structs import replace

from parlour.rules import ForfeitCause, SetupError
from parlour_tournament.analysis.intervals import Estimate, Means, StatedOrder
from parlour_tournament.analysis.overall import RatedContest, in_order, order_of, overall_table
from parlour_tournament.analysis.pairs import (
    Pair,
    PairTable,
    SharedResults,
    fitted_pairs,
    played_by,
)
from parlour_tournament.analysis.ratings import Fit, Rating, anchored, printed_elo, zero_of
from parlour_tournament.analysis.report_model import (
    BotReport,
    ContestReport,
    NotedMatch,
    PairReport,
    SequentialVerdict,
    TournamentReport,
)
from parlour_tournament.plan import Tournament, read_anchors
from parlour_tournament.playing import (
    MatchResult,
    Store,
    aggregate,
    counted_results,
    open_files,
    pooled_test,
    results_by_bot,
    results_by_side,
    tally_blocks,
)
from parlour_tournament.schedules import PooledTest, Schedule, SequentialTest, TwoBots, schedule_of

PROGRESS_STEPS = 20
"""Number of equal shares of the blocks; the mean results so far are noted after each."""
MAX_LINES = 8
"""Maximum number of bots whose results so far are noted."""
MAX_NOTED = 20
"""Maximum number of forfeited matches that are listed of a contest."""


def analyse_files(*files: Path | str) -> TournamentReport:
    """Return all figures of the tournament in a file, or of several files together.

    Raises:
        StoreError: A file cannot be read, or the files cannot be put together.
    """
    with open_files([Path(file) for file in files]) as store:
        return analyse(store)


def analyse(store: Store) -> TournamentReport:
    """Return all figures of the tournament in a file."""
    plan = store.tournament.plan
    roster = store.tournament.roster
    pooled = pooled_test(store)
    schedules = {n: schedule_of(store.tournament, n, pooled=pooled) for n in roster.held}
    contests = [ContestAnalysis(store, number, found) for number, found in schedules.items()]
    rated = [contest.rated() for contest in contests if len(contest.bots) > 1]
    stated = order_of(rated)
    overall = overall_table(rated, [entrant.name for entrant in plan.entrants], stated)
    began, ended = _times(store)
    return TournamentReport(
        seed=plan.seed,
        schedule=plan.schedule,
        bots={entrant.name: entrant.bot for entrant in plan.entrants},
        anchors=plan.anchors,
        plan=plan,
        release=version("parlour"),
        began=began,
        ended=ended,
        runs=store.runs(),
        unrepeatable={
            entrant.name: reason
            for entrant in plan.entrants
            if (reason := entrant.why_not_repeatable)
        },
        matches=store.count(),
        most=sum(schedule.most * schedule.size for schedule in schedules.values()),
        contests=tuple(contest.report(stated) for contest in contests),
        overall=tuple(overall[who] for who in in_order(overall)),
        pooled=_pooled(store, pooled),
        cancelled={plan.contests[n].key: reason for n, reason in roster.cancelled.items()},
    )


COURSE_STEPS = 12
"""Number of equal shares of the blocks; ratings are fitted again after each."""


def courses_of_elo(store: Store) -> list[list[dict[str, Rating]]]:
    """Return for each contest the Elo of each bot, by name, after equal shares of the blocks."""
    held = store.tournament.roster.held
    contests = (ContestAnalysis(store, n, schedule_of(store.tournament, n)) for n in held)
    return [list(contest.course_of_elo()) for contest in contests]


def with_anchors(tournament: Tournament, anchors: Sequence[str]) -> Tournament:
    """Return a tournament whose Elo is measured against the bots of ``uniform=0``.

    Raises:
        SetupError: No bot of the tournament has a name.
    """
    fixed = read_anchors(anchors)
    names = [entrant.name for entrant in tournament.plan.entrants]
    for name in fixed:
        if name not in names:
            raise SetupError(f"anchor: expected one of {', '.join(names)}, got '{name}'")
    return replace(tournament, plan=replace(tournament.plan, fixed=fixed))


def _times(store: Store) -> tuple[str, str]:
    """Return when the first match began and the last ended, as ISO 8601; empty without matches."""
    began = float("inf")
    ended = 0.0
    for timing in store.timings():
        began = min(began, timing.began)
        ended = max(ended, timing.began + timing.seconds)
    return (_iso_time(began), _iso_time(ended)) if ended else ("", "")


def _iso_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _pooled(store: Store, test: PooledTest | None) -> SequentialVerdict | None:
    """Return the state of the test over all contests together, or None if there is one alone."""
    plan = store.tournament.plan
    if test is None or len(test.tests) < 2:  # one test needs no pool
        return None
    return _verdict(test, plan.entrants[0].name, plan.entrants[1].name)


def _verdict(test: SequentialTest | PooledTest, first: str, second: str) -> SequentialVerdict:
    """Return the state of a sequential test between two bots."""
    return SequentialVerdict(
        first=first,
        second=second,
        verdict=test.verdict,
        ratio=test.ratio,
        low=test.low,
        high=test.high,
        blocks=test.blocks,
        null=test.hypotheses.null,
        alternative=test.hypotheses.alternative,
    )


class ContestAnalysis:
    """Figures of one contest."""

    def __init__(self, store: Store, number: int, schedule: Schedule) -> None:
        tournament = store.tournament
        roster = tournament.roster
        self.store = store
        self.plan = tournament.plan
        self.number = number
        self.contest = self.plan.contests[number]
        # If all groups share a deal, a pair meets in as many matches as it has rotations.
        self.sides = roster.sides_of(number, self.contest.seats)
        sides = len(set(self.sides))
        self.size = sides if self.plan.deals == "shared" else schedule.size
        entrants = roster.entrants[number]
        self.left_out = [out for out in roster.left_out if out.contest == number]
        self.errors = store.count_errors(number)
        results = counted_results(store, number, schedule)
        self.totals = aggregate(results, schedule.size, self.sides)
        self.classes = list(self.totals.classes)
        self.bots = played_by(self.classes, entrants)
        self.test: SequentialTest | None = None
        if isinstance(schedule, TwoBots):
            self.test, _ = schedule.tested(tally_blocks(store, number, schedule))
        self.pair = entrants[:2]
        self.shared: SharedResults | None = None
        self.fit: Fit | None = None
        self.scale: Fit | None = None
        """Fit that the printed Elo comes from: bots with a fixed one keep their distances in it."""
        self.pairs: PairTable | None = None
        if sides == 1:
            counted = counted_results(store, number, schedule)
            self.shared = SharedResults(result for result, _ in counted)
        elif self.classes:
            chosen = self.plan.pairs_by_results
            self.pairs = fitted_pairs(self.totals.classes, self.bots, self.size, chosen=chosen)
            self.fit = self.pairs.fit
            self.scale = anchored(self.totals.classes, self.fit, self.plan)

    def report(self, stated: StatedOrder) -> ContestReport:
        """Return all figures; the tournament has ``stated`` an order of bots."""
        contest = self.contest
        totals = self.totals
        zero = None if self.fit is None else zero_of(self.fit, self.plan)
        standings = tuple(self._standings(zero, stated))
        return ContestReport(
            key=contest.key,
            game=contest.game,
            seats=contest.seats,
            options=contest.options,
            blocks=totals.blocks,
            incomplete=totals.incomplete,
            matches=totals.matches,
            seconds=totals.seconds,
            cooperative=self.shared is not None,
            reference="" if zero is None else self._name(zero),
            standings=standings,
            progress=self._progress([bot.name for bot in standings[:MAX_LINES]]),
            pairs=tuple(self._pairs()),
            by_seat=self._by_seat(),
            lengths=dict(sorted(totals.lengths.items())),
            faults=tuple(self._noted(result, result.fault) for result in totals.faults),
            worth_seeing=tuple(self._worth_seeing()),
            adjudicated=totals.adjudicated,
            wrote=self.errors,
            test=None if self.test is None else _verdict(self.test, *map(self._name, self.pair)),
            left_out={self._name(out.entrant): out.reason for out in self.left_out},
        )

    def rated(self) -> RatedContest:
        """Return the contest as it goes into the table over all games."""
        pairs = self.shared or self.pairs
        assert pairs is not None  # noqa: S101  bots that played have one or the other
        return RatedContest(self.number, self.contest.game, self.bots, pairs)

    def _standings(self, zero: int | None, stated: StatedOrder) -> Iterator[BotReport]:
        """Yield the bots, the best first."""
        if not self.bots:
            return
        ranks = stated.ranks(self.rated().strengths(), self.number)
        results = {} if self.pairs is None else self.pairs.bot_results()
        for who in sorted(ranks, key=lambda who: (ranks[who].rank, who)):
            sums = self.totals.bots[who]
            late = sums.forfeits[ForfeitCause.TIME]
            illegal = sums.forfeits[ForfeitCause.ILLEGAL]
            yield BotReport(
                name=self._name(who),
                rank=ranks[who].rank,
                rank_low=ranks[who].low,
                rank_high=ranks[who].high,
                elo=None if self.scale is None else printed_elo(self.scale, who, self.plan),
                reference=who == zero,
                result=results.get(who),
                mean_points=self.shared.mean(who) if self.shared is not None else None,
                points=sums.points / sums.seats,
                place=sums.places / sums.seats,
                matches=sums.matches,
                crashes=sums.forfeits.total() - late - illegal,
                time_losses=late,
                illegal_moves=illegal,
                seconds=sums.seconds / max(1, sums.answers),
                longest=sums.longest,
                info={name: total / count for name, (total, count) in sums.told.items()},
            )

    def course_of_elo(self) -> Iterator[dict[str, Rating]]:
        """Yield the Elo of each bot, by name, after equal shares of the blocks."""
        course = self.totals.course if self.fit is not None else []
        for step in range(1, COURSE_STEPS + 1):
            if classes := Counter(course[: len(course) * step // COURSE_STEPS]):
                bots = played_by(classes, self.bots)
                chosen = self.plan.pairs_by_results
                fit = fitted_pairs(classes, bots, self.size, chosen=chosen).fit
                scale = anchored(classes, fit, self.plan)
                yield {self._name(who): printed_elo(scale, who, self.plan) for who in fit.bots}

    def _pairs(self) -> Iterator[PairReport]:
        """Yield each two bots, from both sides."""
        results = self.shared or self.pairs
        if self.fit is not None:
            self.fit.measure(list(combinations(range(len(self.bots)), 2)))
        if results is not None:
            for one, other in permutations(self.bots, 2):
                yield self._pair(results, (one, other))

    def _pair(self, results: SharedResults | PairTable, pair: Pair) -> PairReport:
        tally = results.tally(pair)
        block_counts = results.block_counts(pair)
        fitted = results if isinstance(results, PairTable) else None
        met = fitted is not None and pair in fitted.tallies
        return PairReport(
            one=self._name(pair[0]),
            other=self._name(pair[1]),
            difference=results.difference(pair),
            normalized_elo=fitted.normalized_elo(pair) if fitted else None,
            superiority=results.superiority(pair),
            wins=tally.wins,
            ties=tally.ties,
            losses=tally.losses,
            blocks=sum(block_counts),
            block_counts=block_counts,
            result=results.played(pair),
            fitted=fitted.expected(pair) if fitted and met else None,
            lack_of_fit=fitted is not None and pair in fitted.contradicting,
        )

    def _by_seat(self) -> tuple[Estimate, ...]:
        """Return the mean result of each seat by its side; none if all share one result."""
        if self.fit is None:
            return ()
        rows: dict[int, Counter[float]] = defaultdict(Counter)
        for kind, count in self.totals.classes.items():
            for side, share in results_by_side(kind).items():
                rows[side][share] += count
        means = Means([rows[side] for side in sorted(rows)], self.size).estimates()
        return tuple(means[side] for side in self.sides)

    def _progress(self, best: Sequence[str]) -> dict[str, tuple[float, ...]]:
        """Return the mean results of the best bots after equal shares of the blocks."""
        course = self.totals.course
        if self.fit is None or len(course) < 2 * PROGRESS_STEPS:
            return {}
        numbers = {who: self._name(who) for who in self.bots if self._name(who) in best}
        courses: dict[str, list[float]] = {name: [] for name in best}
        sums = defaultdict[int, float](float)
        played = Counter[int]()
        for number, block in enumerate(course, 1):
            there = numbers.keys() & set(block[0][0])
            results = results_by_bot(block) if there else {}
            for who in there:
                sums[who] += results[who]
                played[who] += 1
            if number * PROGRESS_STEPS % len(course) < PROGRESS_STEPS:
                for who, name in numbers.items():
                    courses[name].append(sums[who] / played[who] if played[who] else 0.5)
        return {name: tuple(steps) for name, steps in courses.items()}

    def _worth_seeing(self) -> Iterator[NotedMatch]:
        """Yield the first forfeited matches, the shortest match and the longest."""
        for result in self.totals.forfeited[:MAX_NOTED]:
            forfeits = (
                f"{self._name(result.lineup[one.seat])} forfeits ({one.cause}): {one.reason}"
                for one in result.forfeits
            )
            yield self._noted(result, "; ".join(forfeits))
        if first := self.totals.first_of_length:
            yield self._noted(first[min(first)], "the shortest")
        if len(first) > 1:
            yield self._noted(first[max(first)], "the longest")

    def _noted(self, result: MatchResult, why: str) -> NotedMatch:
        bots = tuple(self._name(who) for who in result.lineup)
        replay = self.store.replay_command(result.key)
        return NotedMatch(
            result.key, why, bots, result.scores, result.places, result.length, replay
        )

    def _name(self, who: int) -> str:
        return self.plan.entrants[who].name
