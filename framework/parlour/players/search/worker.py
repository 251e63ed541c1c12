"""The part of a search that another process thinks, from the question to the answer."""

from collections.abc import Callable
from math import inf
from random import Random
from time import monotonic, perf_counter
from typing import Any

from msgspec import Struct

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.bad_world import think
from parlour.players.search.opinions import RunningMean
from parlour.players.search.thinker import SearchBudget, Thinker, uncollected
from parlour.players.tree.objective import Baseline
from parlour.players.tree.tallies import RootTally, tally
from parlour.players.values import ValueSource


class SearchQuestion(Struct, frozen=True):
    """A decision that another process shall search."""

    decision: Decision[Any, Any]
    """The decision, without its events and offers."""
    baseline: Baseline
    """Values against which rewards are measured."""
    until: float
    """Time of ``monotonic``, which all processes share; infinity sets no limit."""
    with_results: bool
    """Whether the results of each move are counted."""
    simulations: int = 0
    """Number of simulations; 0 sets no limit."""
    seed: int = 0
    """Seed of all that is drawn."""
    fresh: bool = False
    """Whether the tree of earlier decisions is dropped."""


class Part(Struct, frozen=True):
    """Answer to a question."""

    tally: RootTally
    """Statistics of the root."""
    results: dict[int, RunningMean]
    """Results of each move in this search, by its index among the moves of the decision."""


NO_PART = Part(RootTally(0, ()), {})
"""Answer of a process that had no time left."""


def make_worker(game: Game, values: ValueSource) -> Callable[[SearchQuestion], Part]:
    """Return what answers questions about a game, in the process that calls it."""
    rng = Random()  # noqa: S311  each question brings a seed
    thinker = Thinker(game, rng, values)

    def answer(question: SearchQuestion) -> Part:
        with uncollected():
            return think(lambda: _search(thinker, rng, question), game, question.decision.seat)

    return answer


def _search(thinker: Thinker, rng: Random, question: SearchQuestion) -> Part:
    """Search the decision of a question, and return what was found."""
    left = question.until - monotonic()
    if left <= 0:
        return NO_PART
    until = perf_counter() + left if left < inf else inf
    decision = question.decision
    rng.seed(question.seed)
    if question.fresh:
        thinker.forget()
    objective = thinker.take_up(decision, question.baseline)
    results: dict[int, RunningMean] | None = {} if question.with_results else None
    root = thinker.search(
        decision, objective, SearchBudget(question.simulations, until, 0), results
    )
    places = {move: place for place, move in enumerate(decision.moves)}
    by_place = {places[root.moves[index]]: mean for index, mean in (results or {}).items()}
    return Part(tally(root, decision.moves), by_place)
