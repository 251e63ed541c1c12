"""Working out all figures of a tournament from its file."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from parlour.tournament.analysis.aggregate import (
    blocks_of,
    gathered,
    meetings,
    results_by_bot,
    results_by_seat,
)
from parlour.tournament.analysis.intervals import RESAMPLES, Estimate, mean_of, resampled
from parlour.tournament.analysis.ladder import rung
from parlour.tournament.analysis.overall import Sheet, overall
from parlour.tournament.analysis.ratings import Fit, rated
from parlour.tournament.analysis.sequential import Walk
from parlour.tournament.report.report_model import (
    BotFigures,
    ContestFigures,
    Figures,
    Meeting,
    NotedMatch,
    OverallFigures,
    Verdict,
)
from parlour.tournament.run.counting import counted, tally_of
from parlour.tournament.run.results import MatchResult
from parlour.tournament.run.store import Store
from parlour.tournament.schedules import schedule_of
from parlour.tournament.schedules.blocks import hashed
from parlour.tournament.schedules.lineups import Schedule

MINIMUM = 2
"""Rungs of a ladder."""
SHOWN = 20
"""So many forfeited matches of a contest are listed."""


def figures(store: Store, resamples: int = RESAMPLES) -> Figures:
    """Work out everything."""
    plan, roster = store.tournament.plan, store.tournament.roster
    contests, sheets, most = [], list[Sheet](), 0
    for number in roster.held:
        schedule = schedule_of(store.tournament, number)
        most += schedule.most * schedule.size
        reckoned = Reckoning(store, number, schedule, resamples)
        contests.append(reckoned.told())
        if reckoned.sheet is not None:
            sheets.append(reckoned.sheet)
    names = [entrant.name for entrant in plan.entrants]
    match = overall(sheets, len(names)) if sheets else {}
    rows = [
        OverallFigures(names[who], row.score, row.beats, row.others, row.rank, row.games)
        for who, row in match.items()
    ]
    return Figures(
        seed=plan.seed,
        schedule=plan.schedule,
        bots={entrant.name: entrant.bot for entrant in plan.entrants},
        anchors=plan.anchors,
        matches=store.count(),
        most=most,
        contests=tuple(contests),
        overall=tuple(sorted(rows, key=lambda row: -row.score.value)),
        idle={plan.contests[number].key: reason for number, reason in roster.idle.items()},
    )


class Reckoning:
    """Works out the figures of one contest."""

    def __init__(self, store: Store, number: int, schedule: Schedule, resamples: int) -> None:
        tournament = store.tournament
        self.plan = tournament.plan
        self.contest = self.plan.contests[number]
        field = tournament.roster.fields[number]
        self.pair = field[:2]
        self.left_out = [out for out in tournament.roster.left_out if out.contest == number]
        self.tally = tally_of(store, number, schedule)
        self.errors = store.count_errors(number)
        self.all = gathered(counted(store, number), self.contest.seats, schedule.size)
        self.kinds = list(self.all.classes)
        self.counts = np.array([float(self.all.classes[kind]) for kind in self.kinds])
        there = {who for kind in self.kinds for lineup, _ in kind for who in lineup}
        self.field = tuple(who for who in field if who in there)
        anchors = [who for who in self.field if self._name(who) in self.plan.anchors]
        self.zero = min(anchors or self.field, default=0)
        self.fit: Fit | None = None
        self.sheet: Sheet | None = None
        if self.kinds:
            rng = self._rng("ratings")
            self.fit = fit = rated(self.all.classes, self.field, self.zero, rng, resamples)
            self.sheet = Sheet(
                self.contest.game,
                self.field,
                fit.expected,
                fit.low,
                fit.high,
                {who: blocks_of(self.all.classes, who) for who in self.field},
                {who: rating.points for who, rating in fit.ratings.items()},
            )
            self.drawn = resampled(self.counts, self._rng("means"), resamples)

    def told(self) -> ContestFigures:
        """Return all that is told of the contest."""
        contest, found = self.contest, self.all
        return ContestFigures(
            key=contest.key,
            game=contest.game,
            seats=contest.seats,
            options=contest.options,
            blocks=found.blocks,
            incomplete=found.incomplete,
            matches=found.matches,
            seconds=found.seconds,
            zero=self._name(self.zero),
            standings=tuple(self._standings()),
            meetings=tuple(self._meetings()),
            by_seat=self._by_seat(),
            lengths=dict(sorted(found.lengths.items())),
            faults=tuple(self._match(result, result.fault) for result in found.faults),
            worth_seeing=tuple(self._worth_seeing()),
            wrote=self.errors,
            test=self._verdict() if self.plan.schedule == "test" else None,
            left_out={self._name(out.entrant): out.reason for out in self.left_out},
        )

    def _standings(self) -> Iterator[BotFigures]:
        """Yield the bots, the best first."""
        if self.fit is None:
            return
        ratings = self.fit.ratings
        results = mean_of([results_by_bot(kind) for kind in self.kinds], self.counts, self.drawn)
        for who in sorted(ratings, key=lambda who: -ratings[who].points):
            sums = self.all.bots[who]
            yield BotFigures(
                name=self._name(who),
                rating=ratings[who],
                ladder=self._ladder(ratings[who].points),
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

    def _ladder(self, points: float) -> str | None:
        """Return where so many points stand on the ladder; None where there is none."""
        if self.fit is None:
            return None
        rungs = [who for who in self.field if self._name(who) in self.plan.anchors]
        if len(rungs) < MINIMUM:
            return None
        budgets = [int(self._name(who).rpartition("=")[2]) for who in rungs]
        return rung(points, budgets, [self.fit.ratings[who].points for who in rungs])

    def _meetings(self) -> Iterator[Meeting]:
        won, met = defaultdict[tuple[int, int], float](float), Counter[tuple[int, int]]()
        for kind, count in self.all.classes.items():
            for one, other, result in meetings(kind):
                won[one, other] += count * result
                met[one, other] += count
        for (one, other), number in sorted(met.items()):
            yield Meeting(self._name(one), self._name(other), won[one, other] / number, number)

    def _by_seat(self) -> tuple[Estimate, ...]:
        if not self.kinds:
            return ()
        seats = mean_of([results_by_seat(kind) for kind in self.kinds], self.counts, self.drawn)
        return tuple(seats[seat] for seat in range(self.contest.seats))

    def _verdict(self) -> Verdict:
        walk, block = Walk(self.plan.test), 0
        first, second = self.pair
        while (found := self.tally(block)) is not None and walk.verdict == "open":
            if first in found:
                walk.step(found[first])
            block += 1
        return Verdict(
            first=self._name(first),
            second=self._name(second),
            verdict=walk.verdict,
            ratio=walk.ratio,
            low=walk.low,
            high=walk.high,
            blocks=walk.blocks,
            null=walk.hypotheses.null,
            alternative=walk.hypotheses.alternative,
        )

    def _worth_seeing(self) -> Iterator[NotedMatch]:
        """Yield the first matches that somebody forfeited, and the shortest and the longest."""
        for result in self.all.forfeited[:SHOWN]:
            yield self._match(result, "; ".join(map(str, result.forfeits)))
        if self.all.shortest is not None and self.all.longest is not None:
            yield self._match(self.all.shortest, "the shortest")
            yield self._match(self.all.longest, "the longest")

    def _match(self, result: MatchResult, why: str) -> NotedMatch:
        bots = tuple(self._name(who) for who in result.lineup)
        return NotedMatch(result.key, why, bots, result.scores, result.places, result.length)

    def _name(self, who: int) -> str:
        return self.plan.entrants[who].name

    def _rng(self, purpose: str) -> np.random.Generator:
        """Return a generator, so that the same results always give the same intervals."""
        return np.random.default_rng(int(hashed([self.plan.seed, self.contest.key, purpose]), 16))
