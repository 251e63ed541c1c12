"""The bot ``ahead``: how it comes to a move."""

from collections.abc import Sequence
from math import inf
from operator import sub
from random import Random
from statistics import fmean
from time import perf_counter

from parlour.match import Decision, Game
from parlour.players import Greedy, GreedySettings, has_heuristic
from parlour.players.advice import Adviser, Prospect
from parlour.players.repetition import RepetitionLimit
from parlour.players.values import value_of
from parlour.players.world_errors import explain_determinization
from parlour.rules import Move, SealedPhase, Seat, SetupError, State
from parlour_search.ahead.halving import INCUMBENT, MIN_ROUNDS, Breadth, Budget, pick
from parlour_search.ahead.rollouts import Rollouts
from parlour_search.ahead.turns import FastTurns
from parlour_search.leaf import leaf_for
from parlour_search.move_results import RunningMean
from parlour_search.settings import AheadSettings
from parlour_search.tree.rollouts import count_seats

TO_MOVE = Breadth(candidates=16, first_rounds=1, steady_rounds=inf)
"""Breadth for a move; a game may say after how many rounds an equal difference is known."""
TO_ADVISE = Breadth(candidates=8, first_rounds=2, steady_rounds=inf)
"""Breadth for opinions, which need a mean and its error for each move that is named."""
CLEAR_ERRORS = 1.5
"""Number of standard errors that a move must be better than greedy's to replace it."""


class _Candidate:
    """A move that is played on, and what came of it."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.lead = RunningMean()
        """Lead at the end of its rollouts, in points."""
        self.chance = RunningMean()
        """Chance of winning there, if the game names it."""
        self.plan: tuple[Move, ...] = ()
        """Own moves that followed in the first rollout, to the horizon."""
        self.waits = False
        """Whether an idle move ended its turn in a rollout."""
        self.values: list[float] = []
        """Value of each of its rollouts."""

    def add(self, value: float, rollouts: Rollouts, seat: Seat, *, is_advice: bool) -> None:
        """Count the last rollout of a seat; only advice needs its lead and its moves."""
        self.values.append(value)
        self.waits |= rollouts.waits
        if (chance := rollouts.objective.chance(seat)) is not None:
            self.chance.add(chance)
        if is_advice:
            if not self.lead.count:
                self.plan = tuple(rollouts.plan)
            self.lead.add(rollouts.objective.lead(rollouts.end, seat))


class Ahead(Adviser):
    """Plays greedy's best moves on to a horizon, and leaves the first only for a clearly better."""

    name = "ahead"

    def __init__(self, game: Game, rng: Random, settings: AheadSettings | None = None) -> None:
        settings = settings or AheadSettings()
        if settings.values == "heuristic" and not has_heuristic(game):
            raise SetupError(f"ahead declines {game.id}: the game has no heuristic")
        self.seconds = settings.seconds or (0.0 if settings.rollouts else 1.0)
        self._limit = settings.rollouts
        self._game = game
        self._rng = rng
        self._value = value_of(game, settings.values)
        self._horizon = settings.horizon
        leaf_for(game, game.seats[0], settings.horizon)  # declines a game without one
        self._greedy = Greedy(game, rng, GreedySettings(errors=settings.errors), self._value)
        self._turns = FastTurns(game, self._value)
        self._rollouts: Rollouts | None = None
        self._budget = Budget(inf, 0)
        self._repetition = RepetitionLimit(game)
        self._is_sealed = False
        """Whether the last decision was one of sealed answers."""

    def choose(self, decision: Decision) -> Move:
        """Return greedy's move, or one whose rollouts are clearly better."""
        self.is_cut_short = False
        self.info = {}
        return self._repetition.choose(decision, self._pick)

    def answer_now(self) -> None:
        """Compare no more, and answer with the clear result."""
        self._budget.end()

    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move that was played on: the choice first, then by lead."""
        candidates, chosen = self._compare(decision, TO_ADVISE)
        tried = [each for each in candidates if each.lead.count or each is chosen]
        tried.sort(key=lambda each: (each is chosen, each.lead.mean), reverse=True)
        self.simulations = sum(each.lead.count for each in candidates)
        return [self._prospect(decision.seat, each) for each in tried]

    def forget(self) -> None:
        """Drop the results of other decisions."""
        self._turns = FastTurns(self._game, self._value)
        self._rollouts = None

    def _pick(self, decision: Decision) -> Move:
        steady = self._game.bots.steady_rounds or inf
        candidates, chosen = self._compare(decision, TO_MOVE._replace(steady_rounds=steady))
        if self._is_sealed and self._game.bots.even_bids:
            chosen = self._rng.choice(self._as_good(candidates, chosen))
        self.is_cut_short = self._budget.is_cut_short
        if chosen.chance.count:
            self.info = {"rollouts": chosen.chance.count, "value": chosen.chance.mean}
        return chosen.move

    def _as_good(self, candidates: Sequence[_Candidate], best: _Candidate) -> list[_Candidate]:
        """Return the candidates that are about as good as the best, in the same worlds."""
        least = self._game.bots.steady_rounds or MIN_ROUNDS
        most = self._game.bots.even_bids
        return [
            each
            for each in candidates
            if each is best
            or (
                min(len(each.values), len(best.values)) >= least
                and fmean(map(sub, best.values, each.values)) <= most
            )
        ]

    def _prospect(self, seat: Seat, candidate: _Candidate) -> Prospect:
        """Return the opinion on a move from the lead that its rollouts brought."""
        lead = candidate.lead
        if self._rollouts is None or not lead.count:
            return Prospect(candidate.move, 1.0, "lead", 0.0, inf, ())
        kind = self._rollouts.objective.kind
        share = lead.count / self.simulations
        line = tuple((seat, move) for move in candidate.plan)
        chance = candidate.chance.mean if candidate.chance.count else None
        return Prospect(
            candidate.move,
            share,
            kind,
            lead.mean,
            lead.error,
            line,
            chance,
            candidate.chance.error,
            lead.count,
        )

    def _compare(self, decision: Decision, breadth: Breadth) -> tuple[list[_Candidate], _Candidate]:
        """Spend the budget on a decision; return the candidates and the one to take."""
        with explain_determinization(self._game, decision.seat):
            until = perf_counter() + self.seconds if self.seconds else inf
            self._budget = Budget(until, self._limit)
            moves = self._candidates(decision, breadth.candidates)
            candidates = [_Candidate(move) for move in moves]
            seat = decision.seat
            rollouts = self._start(decision)
            is_advice = breadth is TO_ADVISE

            def try_round(alive: Sequence[int]) -> list[float]:
                seed = self._rng.getrandbits(64)
                world = self._world(decision, Random(seed))  # noqa: S311  no secret
                values = []
                for index in alive:
                    values.append(rollouts.value(world, seat, moves[index], seed))
                    candidates[index].add(values[-1], rollouts, seat, is_advice=is_advice)
                rollouts.learn()
                return values

            breadth = breadth._replace(candidates=len(moves))
            chosen = pick(try_round, self._budget, breadth, CLEAR_ERRORS)
            if self._repetition.has_waited and candidates[chosen].waits:
                chosen = INCUMBENT  # whose rollouts hope that others go first, as below
        return candidates, candidates[chosen]

    def _candidates(self, decision: Decision, number: int) -> list[Move]:
        """Return so many moves, the best by greedy's values, its own first.

        If the seat has waited in this round and could wait again, only greedy's own is left.
        """
        moves = self._rng.sample(decision.moves, len(decision.moves))
        values = self._greedy.mean_values(decision.seat, moves, decision.view)
        best = sorted(moves, key=values.__getitem__, reverse=True)
        if self._repetition.has_waited and not self._game.bots.idle.isdisjoint(moves):
            # Rollouts hope that others go first; those that waited too would do so endlessly.
            return best[:1]
        return best[:number]

    def _world(self, decision: Decision, rng: Random) -> State:
        """Sample a state that fits the view, with the sealed answers that others would give."""
        state = self._game.rules.determinize(decision.view, rng)
        self._is_sealed = isinstance(state.phases[-1], SealedPhase)
        return self._turns.answer_for_others(state, decision.seat, rng)

    def _start(self, decision: Decision) -> Rollouts:
        """Return the rollouts of this match, ready for a decision."""
        rules = self._game.rules
        rng = self._rng
        if self._rollouts is None:
            seats = decision.seats
            if seats is None:
                seats = count_seats(rules, rules.determinize(decision.view, rng), rng)
            leaf = leaf_for(self._game, seats, self._horizon)
            self._rollouts = Rollouts(self._game, seats, self._turns, self._value, leaf)
        self.measure = self._rollouts.objective.measure
        return self._rollouts
