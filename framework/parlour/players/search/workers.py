"""The other processes of a search: each is asked the same decision, with a seed of its own."""

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any
from weakref import finalize

from msgspec.structs import replace

from parlour.match.game import Game
from parlour.players.search.worker import Part, SearchQuestion, make_worker
from parlour.players.values import ValueSource
from parlour.processes.child import Child
from parlour.processes.messages import pickled

GRACE = 0.25
"""Seconds that an answer may be late before the move is made without it."""


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

        A share is None where there is no limit. A process that still thinks of an earlier
        decision, since it was late, is left out.
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

    def answers(self, until: float = inf) -> list[Part]:
        """Return what was found, in the order of the processes.

        Nothing is waited for after ``until``, a time of ``monotonic``, and ``GRACE``. A process
        that has ended is left out.
        """
        found: list[Any] = [child.answer(until + GRACE) for child in self._children]
        return [part for part in found if part is not None and part.tally.visits]

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
        features=game.features,
        weights=game.weights,
    )
