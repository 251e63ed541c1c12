"""The analysis of a tournament: from its file to all figures of its report."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from parlour.tournament.analysis.aggregate import (
    aggregate,
    blocks_of,
    meetings,
    results_by_bot,
    results_by_seat,
)
from parlour.tournament.analysis.intervals import RESAMPLES, Estimate, mean_of, resampled
from parlour.tournament.analysis.overall import Sheet, overall_table
from parlour.tournament.analysis.ratings import Fit, fit_ratings, ladder_place
from parlour.tournament.analysis.report_model import (
    BotReport,
    ContestReport,
    Meeting,
    NotedMatch,
    OverallReport,
    SequentialVerdict,
    TournamentReport,
)
from parlour.tournament.run.progress import counted_results, tally_blocks
from parlour.tournament.run.results import MatchResult
from parlour.tournament.run.store import Store
from parlour.tournament.schedules import schedule_of
from parlour.tournament.schedules.blocks import Schedule, hashed
from parlour.tournament.schedules.sequential import SequentialTest

MIN_ANCHORS = 2
"""Fewest anchors that make a ladder."""
LISTED = 20
"""Greatest number of forfeited matches that are listed of a contest."""


def analyse(store: Store, resamples: int = RESAMPLES) -> TournamentReport:
    """Return all figures of the tournament in a file."""
    plan, roster = store.tournament.plan, store.tournament.roster
    contests, sheets, most = [], list[Sheet](), 0
    for number in roster.held:
        schedule = schedule_of(store.tournament, number)
        most += schedule.most * schedule.size
        analysis = ContestAnalysis(store, number, schedule, resamples)
        contests.append(analysis.report())
        if analysis.sheet is not None:
            sheets.append(analysis.sheet)
    names = [entrant.name for entrant in plan.entrants]
    table = overall_table(sheets, len(names)) if sheets else {}
    rows = [
        OverallReport(names[who], row.score, row.beats, row.others, row.rank, row.games)
        for who, row in table.items()
    ]
    return TournamentReport(
        seed=plan.seed,
        schedule=plan.schedule,
        bots={entrant.name: entrant.bot for entrant in plan.entrants},
        anchors=plan.anchors,
        matches=store.count(),
        most=most,
        contests=tuple(contests),
        overall=tuple(sorted(rows, key=lambda row: -row.score.value)),
        cancelled={plan.contests[n].key: reason for n, reason in roster.cancelled.items()},
    )


class ContestAnalysis:
    """Figures of one contest."""

    def __init__(self, store: Store, number: int, schedule: Schedule, resamples: int) -> None:
        tournament = store.tournament
        self.plan = tournament.plan
        self.contest = self.plan.contests[number]
        entrants = tournament.roster.entrants[number]
        self.pair = entrants[:2]
        self.left_out = [out for out in tournament.roster.left_out if out.contest == number]
        self.blocks = tally_blocks(store, number, schedule)
        self.errors = store.count_errors(number)
        self.totals = aggregate(counted_results(store, number), schedule.size)
        self.classes = list(self.totals.classes)
        self.counts = np.array([float(self.totals.classes[kind]) for kind in self.classes])
        played = {who for kind in self.classes for lineup, _ in kind for who in lineup}
        self.bots = tuple(who for who in entrants if who in played)
        self.anchors = [who for who in self.bots if self._name(who) in self.plan.anchors]
        self.zero = min(self.anchors or self.bots, default=0)
        self.fit: Fit | None = None
        self.sheet: Sheet | None = None
        if self.classes:
            rng = self._rng("ratings")
            self.fit = fit_ratings(self.totals.classes, self.bots, self.zero, rng, resamples)
            self.sheet = self._sheet(self.fit)
            # Shape (resamples, classes): blocks of each class in each resample.
            self.drawn = resampled(self.counts, self._rng("means"), resamples)

    def report(self) -> ContestReport:
        """Return all figures."""
        contest, totals = self.contest, self.totals
        return ContestReport(
            key=contest.key,
            game=contest.game,
            seats=contest.seats,
            options=contest.options,
            blocks=totals.blocks,
            incomplete=totals.incomplete,
            matches=totals.matches,
            seconds=totals.seconds,
            zero=self._name(self.zero),
            standings=tuple(self._standings()),
            meetings=tuple(self._meetings()),
            by_seat=self._by_seat(),
            lengths=dict(sorted(totals.lengths.items())),
            faults=tuple(self._noted(result, result.fault) for result in totals.faults),
            worth_seeing=tuple(self._worth_seeing()),
            wrote=self.errors,
            test=self._verdict() if self.plan.schedule == "test" else None,
            left_out={self._name(out.entrant): out.reason for out in self.left_out},
        )

    def _sheet(self, fit: Fit) -> Sheet:
        """Return the contest as it goes into the table over all games."""
        return Sheet(
            self.contest.game,
            self.bots,
            fit.expected,
            fit.low,
            fit.high,
            {who: blocks_of(self.totals.classes, who) for who in self.bots},
            {who: rating.points for who, rating in fit.ratings.items()},
        )

    def _standings(self) -> Iterator[BotReport]:
        """Yield the bots, the best first."""
        if self.fit is None:
            return
        ratings = self.fit.ratings
        results = mean_of([results_by_bot(kind) for kind in self.classes], self.counts, self.drawn)
        for who in sorted(ratings, key=lambda who: -ratings[who].points):
            sums = self.totals.bots[who]
            yield BotReport(
                name=self._name(who),
                rating=ratings[who],
                ladder=self._ladder(self.fit, ratings[who].points),
                result=results[who],
                points=sums.points / sums.matches,
                place=sums.places / sums.matches,
                matches=sums.matches,
                crashes=sums.crashes,
                time_losses=sums.time_losses,
                illegal_moves=sums.illegal_moves,
                seconds=sums.seconds / max(1, sums.answers),
                longest=sums.longest,
            )

    def _ladder(self, fit: Fit, points: float) -> str | None:
        """Return the place of a rating on the ladder; None where there is no ladder."""
        if len(self.anchors) < MIN_ANCHORS:
            return None
        budgets = [int(self._name(who).rpartition("=")[2]) for who in self.anchors]
        return ladder_place(points, budgets, [fit.ratings[who].points for who in self.anchors])

    def _meetings(self) -> Iterator[Meeting]:
        won, met = defaultdict[tuple[int, int], float](float), Counter[tuple[int, int]]()
        for kind, count in self.totals.classes.items():
            for one, other, result in meetings(kind):
                won[one, other] += count * result
                met[one, other] += count
        for (one, other), number in sorted(met.items()):
            yield Meeting(self._name(one), self._name(other), won[one, other] / number, number)

    def _by_seat(self) -> tuple[Estimate, ...]:
        """Return the mean result of each seat."""
        if not self.classes:
            return ()
        seats = mean_of([results_by_seat(kind) for kind in self.classes], self.counts, self.drawn)
        return tuple(seats[seat] for seat in range(self.contest.seats))

    def _verdict(self) -> SequentialVerdict:
        """Return the state of the sequential test after the blocks that count."""
        test, block = SequentialTest(self.plan.test), 0
        first, second = self.pair
        while (found := self.blocks(block)) is not None and test.verdict == "open":
            if first in found:
                test.add(found[first])
            block += 1
        return SequentialVerdict(
            first=self._name(first),
            second=self._name(second),
            verdict=test.verdict,
            ratio=test.ratio,
            low=test.low,
            high=test.high,
            blocks=test.blocks,
            null=test.hypotheses.null,
            alternative=test.hypotheses.alternative,
        )

    def _worth_seeing(self) -> Iterator[NotedMatch]:
        """Yield the first forfeited matches, the shortest match and the longest."""
        for result in self.totals.forfeited[:LISTED]:
            forfeits = (
                f"{self._name(result.lineup[one.seat])} forfeits ({one.cause}): {one.reason}"
                for one in result.forfeits
            )
            yield self._noted(result, "; ".join(forfeits))
        if self.totals.shortest is not None and self.totals.longest is not None:
            yield self._noted(self.totals.shortest, "the shortest")
            yield self._noted(self.totals.longest, "the longest")

    def _noted(self, result: MatchResult, why: str) -> NotedMatch:
        bots = tuple(self._name(who) for who in result.lineup)
        return NotedMatch(result.key, why, bots, result.scores, result.places, result.length)

    def _name(self, who: int) -> str:
        return self.plan.entrants[who].name

    def _rng(self, purpose: str) -> np.random.Generator:
        """Return a generator that depends on the plan alone, so that a report repeats."""
        return np.random.default_rng(int(hashed([self.plan.seed, self.contest.key, purpose]), 16))
