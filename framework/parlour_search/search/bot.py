"""The bot ``search``: its settings, its budget, and how it comes to an answer."""

from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from time import perf_counter

from msgspec.structs import replace

from parlour.match import Decision, Game
from parlour.players.advice import Adviser, Prospect
from parlour.players.repetition import RepetitionLimit
from parlour.players.world_errors import explain_determinization
from parlour.rules import Move, Rules, Seat, SetupError
from parlour_search.move_results import MoveResults
from parlour_search.search.thinker import SearchBudget, Thinker, pause_garbage_collection
from parlour_search.settings import SearchSettings
from parlour_search.tree.node import Node
from parlour_search.tree.objective import Objective

MIN_LINE_VISITS = 20
"""Minimum number of simulations through a node whose best move is worth naming."""


class Search(Adviser):
    """Information-set Monte Carlo tree search, for any game that can determinize a view."""

    name = "search"

    def __init__(self, game: Game, rng: Random, settings: SearchSettings | None = None) -> None:
        reason = self.declines(game)
        if reason:
            raise SetupError(f"search declines {game.id}: {reason}")
        settings = settings or SearchSettings()
        self.seconds = settings.seconds or (0.0 if settings.simulations else 1.0)
        self._simulations = settings.simulations
        self._game = game
        self._rng = rng
        self._thinker = Thinker(game, rng, settings)
        self._repetition = RepetitionLimit(game)

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
            self.is_cut_short = self._thinker.is_cut_short
            self.info = {"simulations": root.visits}
            if self._thinker.expects is not None:
                self.info["value"] = self._thinker.expects
            return root.moves[root.best()]

        self.is_cut_short = False
        self.info = {}
        return self._repetition.choose(decision, pick)

    def answer_now(self) -> None:
        """Search no more, and answer with the best move so far."""
        self._thinker.is_stopped = True

    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move that was tried, the best first."""
        self.forget()
        tallies: dict[int, MoveResults] = {}
        root, objective = self._think(decision, tallies)
        merits = root.merits()
        order = sorted(range(len(merits)), key=merits.__getitem__, reverse=True)
        return [_prospect(root, i, objective, tallies.get(i, MoveResults())) for i in order]

    def weigh(self, decision: Decision, moves: Sequence[Move]) -> list[Prospect]:
        """Search each move alone, with all the simulations of the settings."""
        prospects = list[Prospect]()
        simulations = 0
        seconds = self.seconds
        self.seconds = seconds / len(moves)
        for move in moves:
            prospects += self.prospects(replace(decision, moves=(move,)))
            simulations += self.simulations
        self.simulations = simulations
        self.seconds = seconds
        return prospects

    def forget(self) -> None:
        """Drop the tree of the last decision."""
        self._thinker.forget()

    def _think(
        self, decision: Decision, tallies: dict[int, MoveResults] | None = None
    ) -> tuple[Node, Objective]:
        """Search, and name the game if its sampled states are at fault."""
        with pause_garbage_collection(), explain_determinization(self._game, decision.seat):
            return self._search(decision, tallies)

    def _search(
        self, decision: Decision, tallies: dict[int, MoveResults] | None
    ) -> tuple[Node, Objective]:
        """Spend the budget on a decision; count the results of each move in ``tallies``."""
        self._thinker.is_stopped = False
        until = perf_counter() + self.seconds if self.seconds else inf
        budget = SearchBudget(self._simulations, until)
        root, objective = self._thinker.search(decision, budget, tallies)
        self.simulations = root.visits
        self.measure = objective.measure
        return root, objective


def _prospect(root: Node, index: int, objective: Objective, tally: MoveResults) -> Prospect:
    """Return the opinion on the move of this index."""
    line = tuple(_expected_line(root.children[index]))
    share = root.counts[index] / root.visits
    value = tally.value
    chance = tally.chance
    proved = root.proved_value(index)
    return Prospect(
        root.moves[index],
        share,
        objective.kind,
        value.mean if proved is None else proved,
        value.error if proved is None else 0.0,
        line,
        chance.mean if chance.count else None,
        chance.error,
        root.counts[index],
        proved is not None,
    )


def _expected_line(node: Node | None) -> Iterator[tuple[Seat, Move]]:
    """Yield the moves most examined from a node on, each with the seat that makes it."""
    while node is not None and node.visits >= MIN_LINE_VISITS:
        best = node.best()
        yield node.seat, node.moves[best]
        node = node.children[best]
