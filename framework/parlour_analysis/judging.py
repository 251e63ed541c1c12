"""Judging a finished match: a bot that looks ahead gives its opinion on the decisions made.

It sees what the deciding seat saw, and nothing else. In a game with a heuristic it judges a turn
as a whole if the game proposes plans for it: what was played meets the plans and greedy's moves in
the same worlds. If another line is better, the two meet once more in fresh worlds: the best of many
opinions is too high by luck. In other games a search looks for the best move and does likewise.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from math import hypot, inf, isfinite
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter

import msgspec
from msgspec import Struct

from parlour.match import (
    SUFFIX,
    AnyRecord,
    Decision,
    Game,
    Header,
    Line,
    Match,
    Record,
    generator,
    open_replay,
    replay_steps,
)
from parlour.players import Greedy, adviser, has_heuristic
from parlour.players.advice import AdviceBudget, Prospect
from parlour.players.world_errors import explain_determinization
from parlour.rules import (
    Move,
    ParlourError,
    Result,
    Seat,
    SetupError,
    open_file,
    write_whole,
)
from parlour.table import HUMAN
from parlour_search.ahead.halving import INCUMBENT, MIN_ROUNDS, Breadth, Budget, pick
from parlour_search.lead_errors import lead_error
from parlour_search.move_results import RunningMean, mean_of
from parlour_search.plan_order import FRESH, LineResult, LineRounds

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
    last: int = 0
    """Number of the last move, if ``made`` is several in a row; else 0."""
    apart: float | None = None
    """Standard error of the difference, if the two met in the same worlds; else None."""
    doubt: float | None = None
    """Standard error of leads at the end, if the game has measured it; else None."""

    @property
    def loss(self) -> float:
        """Difference between the best move and the one made; 0 if no move is better."""
        return 0.0 if self.best is None else max(0.0, self.best.value - self.made.value)

    @property
    def error(self) -> float:
        """Standard error of ``loss``; infinite if it is unknown."""
        if self.best is None:
            return 0.0
        return hypot(self.best.spread, self.made.spread) if self.apart is None else self.apart

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
    seats: tuple[Seat, ...] = ()
    """The seats whose decisions were asked for; all if it is empty."""

    @property
    def left(self) -> int:
        """Number of decisions that were asked for and are not known to be good or bad."""
        return self.unjudged + sum(one.error == inf for one in self.decisions)

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


def kept_analysis(path: Path, record: Record) -> MatchAnalysis | None:
    """Return the analysis that is saved beside a record, or None if there is no valid one."""
    try:
        with open_file(cached_analysis_path(path)) as file:
            saved = msgspec.json.decode(file.read(), type=MatchAnalysis)
    except (OSError, ParlourError, msgspec.DecodeError):
        return None
    answers = range(1, len(record.lines) + 1)
    fits = all(decision.answer in answers for decision in saved.decisions)
    same = saved.game == record.header.game and saved.result == record.lines[-1].over
    return saved if fits and same else None


class MadeMove(Struct, frozen=True):
    """Moves that were made in a row, with everything that their seat knew at the first."""

    answer: int
    """Number of the first move among the answers of the record, counted from 1."""
    decision: Decision
    """The question that the seat answered."""
    line: tuple[Move, ...]
    """Its answer: one move, or if the game proposes plans, the turn up to what nobody knew."""
    plans: tuple[tuple[Move, ...], ...] = ()
    """Lines that the game proposes."""
    last: int = 0
    """Number of the last move; 0 if the line is one move."""


def decisions_of(
    game: Game, record: AnyRecord, where: str, seats: Collection[Seat] = ()
) -> tuple[list[MadeMove], Match]:
    """Replay a record; return each move that stands and had an alternative, and the match.

    If ``seats`` are named, the moves are those of these seats.

    Raises:
        RecordError: The record does not replay.
    """
    match = open_replay(game, record, where)
    standing: list[tuple[int, Line]] = []
    for number, line in enumerate(replay_steps(match, record, where), 1):
        if len(match.steps) > len(standing):
            standing.append((number, line))
        del standing[len(match.steps) :]
    return list(_made(match, standing, seats)), match


def _made(
    match: Match, standing: Sequence[tuple[int, Line]], seats: Collection[Seat]
) -> Iterator[MadeMove]:
    rules = match.game.rules
    proposes = rules.plans if has_heuristic(match.game) else lambda _view: ()
    begin = 0
    for index, (step, (number, _)) in enumerate(zip(match.steps, standing, strict=True)):
        seat = step.seat
        if seat is None or index < begin or (seats and seat not in seats):
            continue
        moves = tuple(rules.moves(step.before, seat))
        line = _line_from(match, standing, index)
        if len(moves) < 2 or not line or line[0] not in moves:
            continue
        view = rules.view(step.before, seat)
        plans = tuple(tuple(plan.moves) for plan in proposes(view))
        line = line if plans else line[:1]
        begin = index + len(line)
        last = standing[begin - 1][0] if plans else 0
        decision = Decision(seat, view, moves, (), (), match.header.seats)
        yield MadeMove(number, decision, line, plans, last)


def _line_from(match: Match, standing: Sequence[tuple[int, Line]], index: int) -> tuple[Move, ...]:
    """Return the moves of a turn from a step on, up to one that tells its seat something."""
    rules = match.game.rules
    turn = rules.turn_of(match.steps[index].before)
    seat = match.steps[index].seat
    moves: list[Move] = []
    for step, (_, line) in zip(match.steps[index:], standing[index:], strict=True):
        is_same = step.seat == seat and rules.turn_of(step.before) == turn
        if line.move is None or not is_same:
            break
        moves.append(match.game.read_move(line.move))
        if step.reveals:
            break
    return tuple(moves)


def judge_match(
    match: Match,
    made: Sequence[MadeMove],
    where: str,
    budget: AdviceBudget,
    on_decision: Callable[[int, int], object] = lambda _done, _all: None,
) -> MatchAnalysis:
    """Judge the decisions ``made`` in a finished match, each with an equal share of the budget.

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
    kind = _ByRounds if has_heuristic(game) else _ByBot
    judge = kind(match, budget, len(made))
    opinions = []
    for done, one in enumerate(made, 1):
        opinions.append(judge.judge(one))
        on_decision(done, len(made))
    decisions = tuple(filter(None, opinions))
    return MatchAnalysis(
        game=game.id,
        measure=judge.measure,
        simulations=judge.simulations,
        decisions=decisions,
        result=match.awaited,
        unjudged=len(made) - len(decisions),
        seats=tuple(sorted({one.decision.seat for one in made})),
    )


def seats_of_people(header: Header) -> tuple[Seat, ...]:
    """Return the seats of the people of a match; empty if only bots play."""
    return tuple(seat for seat, player in enumerate(header.players) if player == HUMAN)


class _Judge:
    """Judges the decisions of one match within a budget."""

    measure = ""
    """Measure of all values, in words."""

    def __init__(self, match: Match, budget: AdviceBudget, decisions: int) -> None:
        self.game = match.game
        self.budget = budget
        self.simulations = 0
        """Number of simulations so far."""
        self._until = perf_counter() + budget.seconds
        self._left = decisions

    def judge(self, one: MadeMove) -> JudgedDecision | None:
        """Return the opinion on one decision, or None if the budget was too small."""
        share = (self._until - perf_counter()) / self._left
        self._left -= 1
        if self.budget.seconds and share <= 0:
            return None
        return self.opinion(one, share)

    def opinion(self, one: MadeMove, seconds: float) -> JudgedDecision | None:
        """Return the opinion on one decision, which may take so long if the clock counts."""
        raise NotImplementedError

    def written(self, line: Sequence[Move]) -> str:
        """Return the text of moves in a row."""
        return ", ".join(map(self.game.write_move, line))


CANDIDATES = 6
"""Number of greedy's best moves that a line is compared with, besides plans."""
SCREEN_ERRORS = 1.0
"""Number of standard errors that a rival must be better to meet the line in fresh worlds."""
ROUNDS_APART = 2
"""Minimum number of rounds of all rivals; if they cost too much, fewer rivals meet."""


class _ByRounds(_Judge):
    """Judges by rounds of lines in the same worlds, as ``ahead`` and the order of plans do."""

    def opinion(self, one: MadeMove, seconds: float) -> JudgedDecision | None:
        """Compare a line with its rivals, and then with the best of them in fresh worlds."""
        start = perf_counter()
        with explain_determinization(self.game, one.decision.seat):
            rounds = LineRounds(self.game, one.decision)
            self.measure = rounds.measure
            lines = [one.line, *self._rivals(one, rounds)]
            until = start + seconds / 2 if self.budget.seconds else inf
            halves = Budget(until, self.budget.simulations)
            seen: list[list[LineResult]] = [[] for _ in lines]

            def try_round(alive: Sequence[int]) -> list[float]:
                found = rounds.results([lines[index] for index in alive], len(seen[INCUMBENT]))
                self.simulations += len(found)
                for index, result in zip(alive, found, strict=True):
                    seen[index].append(result)
                return [result.margin for result in found]

            steady = self.game.bots.steady_rounds or inf
            breadth = Breadth(len(lines), ROUNDS_APART, steady)
            chosen = pick(try_round, halves, breadth, SCREEN_ERRORS)
            if chosen == INCUMBENT:
                if len(seen[INCUMBENT]) < min(MIN_ROUNDS, steady):
                    return None
                made = self._judged(one.line, seen[INCUMBENT], one.decision.seat)
                doubt = lead_error(self.game, one.decision.view)
                return JudgedDecision(
                    one.answer, one.decision.seat, made, None, one.last, doubt=doubt
                )
            until = start + seconds if self.budget.seconds else inf
            return self._met_again(one, lines[chosen], rounds, until)

    def _met_again(
        self, one: MadeMove, rival: Sequence[Move], rounds: LineRounds, until: float
    ) -> JudgedDecision | None:
        """Return the opinion on a line from its rounds with one rival in fresh worlds."""
        pair = (one.line, rival)
        limit = self.budget.simulations // 2 or 1 << 62
        mine: list[LineResult] = []
        theirs: list[LineResult] = []
        apart = RunningMean()
        for number in range(FRESH, FRESH + limit):
            if mine and perf_counter() >= until:
                break
            made, better = rounds.results(pair, number)
            mine.append(made)
            theirs.append(better)
            apart.add(better.lead - made.lead)
        self.simulations += 2 * len(mine)
        if apart.count < MIN_ROUNDS:
            return None
        seat = one.decision.seat
        best = self._judged(rival, theirs, seat) if apart.mean > 0 else None
        told = self._judged(one.line, mine, seat)
        doubt = lead_error(self.game, one.decision.view)
        return JudgedDecision(one.answer, seat, told, best, one.last, apart.error, doubt)

    def _rivals(self, one: MadeMove, rounds: LineRounds) -> list[tuple[Move, ...]]:
        """Return the plans, then the first move alone, and then greedy's best moves."""
        decision = one.decision
        greedy = Greedy(self.game, Random(one.answer), value=rounds.value)  # noqa: S311  no secret
        values = greedy.mean_values(decision.seat, decision.moves, decision.view)
        best = sorted(values, key=values.__getitem__, reverse=True)[:CANDIDATES]
        moves = dict.fromkeys((one.line[0], *best))
        lines = dict.fromkeys((*one.plans, *((move,) for move in moves)))
        return [line for line in lines if line != one.line]

    def _judged(
        self, line: Sequence[Move], results: Sequence[LineResult], seat: Seat
    ) -> JudgedMove:
        """Return the opinion on a line from its rounds."""
        leads = mean_of(result.lead for result in results)
        chances = [result.chance for result in results if result.chance is not None]
        return JudgedMove(
            text=self.written(line),
            value=leads.mean,
            error=leads.error if isfinite(leads.error) else None,
            line=tuple((seat, self.game.write_move(move)) for move in results[0].moves),
            chance=fmean(chances) if chances else None,
        )


class _ByBot(_Judge):
    """Judges by a bot that looks ahead, move by move."""

    def __init__(self, match: Match, budget: AdviceBudget, decisions: int) -> None:
        super().__init__(match, budget, decisions)
        self._bot = adviser(self.game, generator(self.game.id, "analysis"), budget, match.seats)

    def opinion(self, one: MadeMove, seconds: float) -> JudgedDecision | None:
        """Look for the best move, and weigh it and the one that was made once more."""
        decision = one.decision
        (move, *_) = one.line
        found = self._prospects(decision, seconds / 2)
        self.measure = self._bot.measure
        if not self._bot.simulations and not isfinite(found[0].error):
            return None
        if found[0].move == move:
            return JudgedDecision(one.answer, decision.seat, self._judged(found[0]), None)
        pair = found[0].move, move
        again = {each.move: each for each in self._prospects(decision, seconds / 2, pair)}
        if len(again) < len(pair):
            return None
        best, made = (again[move] for move in pair)
        better = self._judged(best) if best.value > made.value else None
        return JudgedDecision(one.answer, decision.seat, self._judged(made), better)

    def _prospects(
        self, decision: Decision, seconds: float, moves: Sequence[Move] = ()
    ) -> list[Prospect]:
        """Return opinions on a decision alone, the best move first, or on each of ``moves``."""
        bot = self._bot
        if self.budget.seconds:
            bot.seconds = seconds
        bot.forget()
        found = bot.weigh(decision, moves) if moves else bot.prospects(decision)
        self.simulations += bot.simulations
        return found

    def _judged(self, prospect: Prospect) -> JudgedMove:
        line = tuple((seat, self.game.write_move(move)) for seat, move in prospect.line)
        error = prospect.error if isfinite(prospect.error) else None
        text = self.game.write_move(prospect.move)
        return JudgedMove(text, prospect.value, error, line, prospect.chance)
