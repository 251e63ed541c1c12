"""Judging a finished match: a bot that looks ahead gives its opinion on every decision made.

It sees what the deciding seat saw, and nothing else. First it looks for the best move. If another
was made, it weighs the two once more, each by its own share of the simulations: the best of many
opinions is too high by luck, and the first look may have left a blunder after one simulation.
"""

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf, isfinite
from pathlib import Path
from time import perf_counter

import msgspec
from msgspec import Struct

from parlour.match import (
    SUFFIX,
    AnyRecord,
    Decision,
    Game,
    Line,
    Match,
    generator,
    open_replay,
    replay_steps,
)
from parlour.players import adviser
from parlour.players.advice import AdviceBudget, Prospect
from parlour.rules import Move, Result, Seat, SetupError, write_whole

CLEAR_ERRORS = 2.0
"""Number of standard errors that make a loss clear."""


class JudgedMove(Struct, frozen=True):
    """Opinion on one move."""

    text: str
    """The move."""
    value: float
    """Expected result for the seat that makes it, in the measure of the analysis."""
    error: float | None
    """Standard error of ``value``: 0 if all results agree, or None if it is unknown."""
    line: tuple[tuple[Seat, str], ...]
    """Seats and moves that are expected next, up to a point set by chance and secrets."""
    chance: float | None = None
    """Chance of winning for that seat, if ``value`` is something else and the chance is known."""

    @property
    def spread(self) -> float:
        """Standard error of ``value``; infinite if it is unknown."""
        return inf if self.error is None else self.error


class JudgedDecision(Struct, frozen=True):
    """Opinion on one decision of the match."""

    answer: int
    """Number of the move among the answers of the record, counted from 1."""
    seat: Seat
    """Seat that decided."""
    made: JudgedMove
    """The move that was made."""
    best: JudgedMove | None
    """The best move found, or None if it is the one that was made."""

    @property
    def loss(self) -> float:
        """Difference between the best move and the one made; 0 if no move is better."""
        return 0.0 if self.best is None else max(0.0, self.best.value - self.made.value)

    @property
    def error(self) -> float:
        """Standard error of ``loss``; infinite if it is unknown."""
        return 0.0 if self.best is None else hypot(self.best.spread, self.made.spread)

    @property
    def is_clear(self) -> bool:
        """Whether the loss is beyond chance, by ``CLEAR_ERRORS`` standard errors."""
        return self.loss > CLEAR_ERRORS * self.error


class MatchAnalysis(Struct, frozen=True):
    """Opinion on a finished match."""

    game: str
    """Id of the game."""
    measure: str
    """Measure of all values, in words: ``chance of winning``."""
    simulations: int
    """Number of simulations behind the opinion."""
    decisions: tuple[JudgedDecision, ...]
    """The decisions with more than one legal move, in their order."""
    result: Result
    """Result of the match."""
    unjudged: int = 0
    """Number of further decisions: the budget was too small for them."""

    @property
    def losses(self) -> list[JudgedDecision]:
        """The decisions that lost something beyond chance, the greatest loss first."""
        clear = [decision for decision in self.decisions if decision.is_clear]
        return sorted(clear, key=lambda decision: decision.loss, reverse=True)


def cached_analysis_path(record: Path) -> Path:
    """Return the path of the cached analysis of a record."""
    return record.with_name(f"{record.name.removesuffix(SUFFIX)}.analysis.json")


def keep_analysis(record: Path, analysis: MatchAnalysis) -> None:
    """Save the analysis of a record beside it.

    Raises:
        MisuseError: It cannot be written.
    """
    raw = msgspec.json.format(msgspec.json.encode(analysis))
    write_whole(cached_analysis_path(record), raw)


class MadeMove(Struct, frozen=True):
    """A move that was made, with everything that its seat knew."""

    answer: int
    """Number of the move among the answers of the record, counted from 1."""
    decision: Decision
    """The question that the seat answered."""
    move: Move
    """Its answer."""


def decisions_of(game: Game, record: AnyRecord, where: str) -> tuple[list[MadeMove], Match]:
    """Replay a record; return each move that stands and had an alternative, and the match.

    Raises:
        RecordError: The record does not replay.
    """
    match = open_replay(game, record, where)
    standing: list[tuple[int, Line]] = []
    for number, line in enumerate(replay_steps(match, record, where), 1):
        if len(match.steps) > len(standing):
            standing.append((number, line))
        del standing[len(match.steps) :]
    return list(_made(match, standing)), match


def _made(match: Match, standing: Sequence[tuple[int, Line]]) -> Iterator[MadeMove]:
    rules = match.game.rules
    for step, (number, line) in zip(match.steps, standing, strict=True):
        if step.seat is None or line.move is None:
            continue
        state = step.before
        moves = tuple(rules.moves(state, step.seat))
        move = match.game.read_move(line.move)
        if len(moves) > 1 and move in moves:
            view = rules.view(state, step.seat)
            decision = Decision(step.seat, view, moves, (), (), match.header.seats)
            yield MadeMove(number, decision, move)


def judge_match(
    match: Match,
    made: Sequence[MadeMove],
    where: str,
    budget: AdviceBudget,
    on_decision: Callable[[int, int], object] = lambda _done, _all: None,
) -> MatchAnalysis:
    """Judge the decisions ``made`` in a finished match.

    ``budget.seconds`` are for the whole match, ``budget.simulations`` for each look at a
    decision; with simulations alone, the analysis repeats. Decisions that are left when the
    seconds are over stay without an opinion. ``on_decision`` is called with the number of
    decisions looked at and of all.

    Raises:
        SetupError: The match is not over, or no bot can look ahead in the game.
    """
    if not isinstance(match.awaited, Result):
        raise SetupError(f"{where}: expected a match that is over: an analysis tells secrets")
    game = match.game
    judge = _Judge(match, budget, len(made))
    opinions = []
    for done, one in enumerate(made, 1):
        opinions.append(judge.judge(one))
        on_decision(done, len(made))
    decisions = tuple(filter(None, opinions))
    return MatchAnalysis(
        game=game.id,
        measure=judge.bot.measure,
        simulations=judge.simulations,
        decisions=decisions,
        result=match.awaited,
        unjudged=len(made) - len(decisions),
    )


class _Judge:
    """Judges the decisions of one match within a budget."""

    def __init__(self, match: Match, budget: AdviceBudget, decisions: int) -> None:
        self._game = game = match.game
        self.bot = adviser(game, generator(game.id, "analysis"), budget, match.seats)
        self._seconds = budget.seconds
        self._until = perf_counter() + budget.seconds
        self._left = decisions
        self.simulations = 0

    def judge(self, one: MadeMove) -> JudgedDecision | None:
        """Return the opinion on one decision, or None if the budget was too small."""
        share = (self._until - perf_counter()) / self._left / 2
        self._left -= 1
        if self._seconds and share <= 0:
            return None
        seat = one.decision.seat
        found = self._prospects(one.decision, share)
        if not self.bot.simulations and not isfinite(found[0].error):
            return None
        if found[0].move == one.move:
            return JudgedDecision(one.answer, seat, self._opinion(found[0]), None)
        pair = found[0].move, one.move
        again = {prospect.move: prospect for prospect in self._prospects(one.decision, share, pair)}
        if len(again) < len(pair):
            return None
        best, made = (again[move] for move in pair)
        better = self._opinion(best) if best.value > made.value else None
        return JudgedDecision(one.answer, seat, self._opinion(made), better)

    def _prospects(
        self, decision: Decision, seconds: float, moves: Sequence[Move] = ()
    ) -> list[Prospect]:
        """Return opinions on a decision alone, the best move first, or on each of ``moves``."""
        bot = self.bot
        if self._seconds:
            bot.seconds = seconds
        bot.forget()
        found = bot.weigh(decision, moves) if moves else bot.prospects(decision)
        self.simulations += bot.simulations
        return found

    def _opinion(self, prospect: Prospect) -> JudgedMove:
        write = self._game.write_move
        line = tuple((seat, write(move)) for seat, move in prospect.line)
        error = prospect.error if isfinite(prospect.error) else None
        return JudgedMove(write(prospect.move), prospect.value, error, line, prospect.chance)
