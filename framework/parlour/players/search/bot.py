"""The bot ``search``: its settings, its budget, and how it comes to an answer."""

from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from time import monotonic, perf_counter

from msgspec.structs import replace

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.repetition import RepetitionLimit
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Adviser, Prospect, RunningMean, certainty
from parlour.players.search.thinker import SearchBudget, Thinker, pause_garbage_collection
from parlour.players.search.workers import SearchQuestion, SearchWorkers, WorkerResult
from parlour.players.tree.endgame import MAX_POSITIONS, POSITIONS_PER_SIMULATION
from parlour.players.tree.node import Node
from parlour.players.tree.objective import Objective
from parlour.players.tree.tallies import merged
from parlour.players.world_errors import explain_determinization
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

MIN_LINE_VISITS = 20
"""Minimum number of simulations through a node whose best move is worth naming."""


class Search(Adviser):
    """Information-set Monte Carlo tree search, for any game that can determinize a view."""

    name = "search"

    def __init__(self, game: Game, rng: Random, settings: Settings | None = None) -> None:
        reason = self.declines(game)
        if reason:
            raise SetupError(f"search declines {game.id}: {reason}")
        settings = settings or Settings()
        self.seconds = settings.seconds or (0.0 if settings.simulations else 1.0)
        self._simulations = settings.simulations
        self._game = game
        self._rng = rng
        self._thinker = Thinker(game, rng, settings.values)
        others = settings.workers - 1
        self._workers = SearchWorkers(game, settings.values, others) if others else None
        self._repetition = RepetitionLimit()

    @staticmethod
    def declines(game: Game) -> str | None:
        """Return why a game cannot be searched, or None if it can."""
        if type(game.rules).determinize is Rules.determinize:
            return "the game cannot determinize a view"
        return None

    def choose(self, decision: Decision) -> Move:
        """Return the move with the highest merit at the root."""

        def pick(allowed: Decision) -> Move:
            if len(allowed.moves) < len(decision.moves):
                self.forget()
            root, _ = self._think(allowed)
            return root.moves[root.best()]

        return self._repetition.choose(decision, pick)

    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move that was tried, the best first."""
        self.forget()
        tallies: dict[int, RunningMean] = {}
        root, objective = self._think(decision, tallies)
        best, merits = root.best(), root.merits()
        tried = [i for i in range(len(merits)) if i in tallies or root.proved(i) is not None]
        order = sorted(tried, key=lambda i: (i == best, merits[i]), reverse=True)
        return [_prospect(root, i, objective, tallies.get(i, RunningMean())) for i in order]

    def weigh(self, decision: Decision, moves: Sequence[Move]) -> list[Prospect]:
        """Search each move alone, with all the simulations of the settings."""
        found, simulations, seconds = list[Prospect](), 0, self.seconds
        self.seconds = seconds / len(moves)
        for move in moves:
            found += self.prospects(replace(decision, moves=(move,)))
            simulations += self.simulations
        self.simulations, self.seconds = simulations, seconds
        return found

    def forget(self) -> None:
        """Drop the tree of the last decision, in all processes."""
        self._thinker.forget()
        if self._workers:
            self._workers.forget()

    def close(self) -> None:
        """End the other processes."""
        if self._workers:
            self._workers.close()

    def _think(
        self, decision: Decision, tallies: dict[int, RunningMean] | None = None
    ) -> tuple[Node, Objective]:
        """Search, and name the game if its sampled states are at fault."""
        with pause_garbage_collection(), explain_determinization(self._game, decision.seat):
            return self._search(decision, tallies)

    def _search(
        self, decision: Decision, tallies: dict[int, RunningMean] | None
    ) -> tuple[Node, Objective]:
        """Spend the budget on a decision; count the results of each move in ``tallies``."""
        until = perf_counter() + self.seconds if self.seconds else inf
        objective = self._thinker.take_up(decision)
        if self._workers is None:
            budget = SearchBudget(self._simulations, until, self._positions())
            root = self._thinker.search(decision, objective, budget, tallies)
        else:
            root = self._search_together(self._workers, decision, objective, until, tallies)
        self.simulations, self.measure = root.visits, objective.measure
        return root, objective

    def _search_together(
        self,
        workers: SearchWorkers,
        decision: Decision,
        objective: Objective,
        until: float,
        tallies: dict[int, RunningMean] | None,
    ) -> Node:
        """Share the budget with other processes, and return a node with what all have found."""
        deadline = monotonic() + until - perf_counter() if until < inf else inf
        question = SearchQuestion(
            decision=replace(decision, events=(), offers=()),
            baseline=objective.baseline,
            until=deadline,
            with_results=tallies is not None,
        )
        mine, *others = self._shares(1 + workers.count)
        workers.ask(question, others, self._rng)
        budget = SearchBudget(mine or 0, until, self._positions())
        own = self._thinker.search(decision, objective, budget, tallies)
        proved = own.solved and deadline < inf
        results = workers.answers(-inf if proved else deadline)
        root = merged(own, decision.moves, [result.tally for result in results])
        if tallies is not None:
            _include(tallies, results, root, decision)
        return root

    def _shares(self, processes: int) -> list[int | None]:
        """Return the simulations of each process, or None if their number is not limited."""
        if not self._simulations:
            return [None] * processes
        each, rest = divmod(self._simulations, processes)
        return [each + (place < rest) for place in range(processes)]

    def _positions(self) -> int:
        """Return the maximum number of positions in a small end that the budget allows."""
        if not self._simulations:
            return MAX_POSITIONS
        return min(POSITIONS_PER_SIMULATION * self._simulations, MAX_POSITIONS)


def _include(
    tallies: dict[int, RunningMean], results: list[WorkerResult], root: Node, decision: Decision
) -> None:
    """Count the results that other processes found, by the index of the move at ``root``."""
    indices = {move: index for index, move in enumerate(root.moves)}
    for result in results:
        for place, found in result.results.items():
            tallies.setdefault(indices[decision.moves[place]], RunningMean()).include(found)


def _prospect(root: Node, index: int, objective: Objective, tally: RunningMean) -> Prospect:
    """Return the opinion on the move of this index."""
    line = tuple(_expected_line(root.children[index]))
    share, proved = root.counts[index] / root.visits, root.proved(index)
    low, high = root.bounds(index)
    value = min(max(tally.mean, low), high)
    error = tally.error if proved is None else 0.0
    sure = certainty(tally.count, tally.error) if proved is None else ", proved"
    words = objective.in_words(value, error) + sure
    return Prospect(root.moves[index], share, words, value, error, line)


def _expected_line(node: Node | None) -> Iterator[tuple[Seat, Move]]:
    """Yield the moves most examined from a node on, each with the seat that makes it."""
    while node is not None and node.visits >= MIN_LINE_VISITS:
        best = node.best()
        yield node.seat, node.moves[best]
        node = node.children[best]
