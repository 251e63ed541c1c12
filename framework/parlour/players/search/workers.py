"""The other processes of a search: what each does, and how the host asks them and hears them.

Each is asked the same decision, with a seed of its own.
"""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic, perf_counter
from weakref import finalize

from msgspec import Struct
from msgspec.structs import replace

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.match.game_parts import BotHints
from parlour.players.search.opinions import RunningMean
from parlour.players.search.thinker import SearchBudget, Thinker, pause_garbage_collection
from parlour.players.tree.objective import Baseline
from parlour.players.tree.tallies import RootTally, tally
from parlour.players.values import ValueSource
from parlour.players.world_errors import explain_determinization
from parlour.processes.child import Child
from parlour.processes.messages import pickled

GRACE_SECONDS = 0.25
"""Seconds that an answer may be late before the move is made without it."""


class SearchQuestion(Struct, frozen=True):
    """A decision that another process is to search."""

    decision: Decision
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


class WorkerResult(Struct, frozen=True):
    """Answer to a question."""

    tally: RootTally
    """Statistics of the root."""
    results: dict[int, RunningMean]
    """Results of each move in this search, by its index among the moves of the decision."""


NO_RESULT = WorkerResult(RootTally(0, ()), {})
"""Answer of a process that had no time left."""


def make_worker(game: Game, values: ValueSource) -> Callable[[SearchQuestion], WorkerResult]:
    """Return what answers questions about a game, in the process that calls it."""
    rng = Random()  # noqa: S311  each question brings a seed
    thinker = Thinker(game, rng, values)

    def answer(question: SearchQuestion) -> WorkerResult:
        with pause_garbage_collection(), explain_determinization(game, question.decision.seat):
            return _search(thinker, rng, question)

    return answer


def _search(thinker: Thinker, rng: Random, question: SearchQuestion) -> WorkerResult:
    """Search the decision of a question, and return what was found."""
    left = question.until - monotonic()
    if left <= 0:
        return NO_RESULT
    until = perf_counter() + left if left < inf else inf
    decision = question.decision
    rng.seed(question.seed)
    if question.fresh:
        thinker.forget()
    objective = thinker.take_up(decision, question.baseline)
    results: dict[int, RunningMean] | None = {} if question.with_results else None
    budget = SearchBudget(question.simulations, until, 0)
    root = thinker.search(decision, objective, budget, results)
    places = {move: place for place, move in enumerate(decision.moves)}
    by_place = {places[root.moves[index]]: mean for index, mean in (results or {}).items()}
    return WorkerResult(tally(root, decision.moves), by_place)


class SearchWorkers:
    """Processes that search beside the host, started when they are first asked.

    They end when they are closed, when nobody holds them any more, and with the host.
    """

    def __init__(self, game: Game, values: ValueSource, count: int) -> None:
        """Get ready for ``count`` processes.

        Raises:
            SetupError: The game cannot be carried to another process.
        """
        self.count = count
        self._task = pickled((make_worker, (_for_search(game), values)), f"search: {game.id}")
        self._children: list[Child] = []
        self._outdated: set[Child] = set()
        """Processes whose trees are to be dropped with the next question."""
        finalize(self, _end_all, self._children)

    def forget(self) -> None:
        """Have the trees of earlier decisions dropped with the next question."""
        self._outdated.update(self._children)

    def ask(self, question: SearchQuestion, shares: Sequence[int | None], rng: Random) -> None:
        """Put a question to each process that has a share of the simulations.

        A share is None without a limit. A process that still thinks of an earlier decision, since
        it was late, is left out.
        """
        while len(self._children) < self.count:
            self._children.append(Child(self._task))
        for child, share in zip(self._children, shares, strict=True):
            seed, fresh = rng.getrandbits(64), child in self._outdated
            if share == 0:
                continue
            own = replace(question, seed=seed, simulations=share or 0, fresh=fresh)
            if child.ask(pickled(own, "search: a decision")):
                self._outdated.discard(child)

    def answers(self, until: float = inf) -> list[WorkerResult]:
        """Return what was found, in the order of the processes.

        The wait ends ``GRACE_SECONDS`` after ``until``, a time of ``monotonic``. A process that has
        ended is left out.
        """
        found = [child.answer(until + GRACE_SECONDS) for child in self._children]
        return [one for one in found if isinstance(one, WorkerResult) and one.tally.visits]

    def close(self) -> None:
        """End the processes; the next question starts others."""
        self._outdated.clear()
        _end_all(self._children)


def _end_all(children: list[Child]) -> None:
    while children:
        children.pop().end()


def _for_search(game: Game) -> Game:
    """Return a game with all that a search needs, and nothing that only people see."""
    return Game(
        id=game.id,
        title=game.title,
        seats=game.seats,
        rules=game.rules,
        state=game.state,
        view=game.view,
        moves=game.moves,
        outcomes=game.outcomes,
        events=game.events,
        objective=game.objective,
        teams=game.teams,
        options=game.options,
        bots=BotHints(features=game.bots.features, weights=game.bots.weights),
    )
