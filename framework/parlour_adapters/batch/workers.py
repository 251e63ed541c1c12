"""Many matches at once in several processes, which write into arrays that they share.

The arrays lie in memory without a name, so nothing is left of them when the processes end.
"""

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from mmap import mmap
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import override

from parlour.match import Decision, Match
from parlour.rules import MatchError, Move, Seat, SetupError
from parlour_adapters.batch.vector_table import Bits, Infos, Observations, VectorTable
from parlour_adapters.learning_table import LearningTable
from parlour_adapters.quiet.quiet_match import after_moves

LOOK_SECONDS = 2.0
"""Seconds after that a waiting worker looks whether the process of its environment lives."""
PATIENCE_SECONDS = 5.0
"""Seconds that a worker may take to end."""


class Arrays:
    """The arrays that workers write and read: a row for each match."""

    def __init__(self, table: LearningTable, rows: int) -> None:
        """Lay all arrays out in shared memory."""
        self.seen = _shared(np.float32, rows, table.features.width)
        self.masks = _shared(np.int8, rows, table.actions.size)
        self.seats = _shared(np.int64, rows)
        self.actions = _shared(np.int64, rows)
        self.gains = _shared(np.float64, rows, table.seats)
        self.ended = _shared(np.bool_, rows)
        self.cut = _shared(np.bool_, rows)


def _shared(kind: type[np.generic], *shape: int) -> NDArray[Any]:
    """Return an array that processes share which are forked later."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.frombuffer(mmap(-1, size), kind).reshape(shape)


class Worker:
    """The matches of some rows, in a process beside."""

    def __init__(self, table: LearningTable, arrays: Arrays, rows: slice) -> None:
        self._env = VectorTable(table, rows.stop - rows.start)
        self._arrays = arrays
        self._rows = rows

    def serve(self, questions: Connection, parent: int) -> None:
        """Answer questions until there are no more, or the process ``parent`` is gone."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the environment's process ends its workers
        with suppress(EOFError, ConnectionError):
            while _waits(questions, parent):
                name, *arguments = questions.recv()
                questions.send(self._answer(name, arguments))

    def _answer(self, name: str, arguments: Sequence[Any]) -> tuple[object, str | None]:
        """Return an answer, and what failed."""
        try:
            return getattr(self, name)(*arguments), None
        except Exception as error:  # noqa: BLE001  the environment tells what it is
            return None, f"{type(error).__name__}: {error}"

    def reset(self, seeds: Sequence[int | None], asked_for: Sequence[bool]) -> None:
        """Begin the matches again that are asked for."""
        options = None if all(asked_for) else {"reset_mask": asked_for}
        self._write(*self._env.reset(seed=seeds, options=options))

    def step(self) -> Infos:
        """Make a move in each match; return the last infos of matches that are done."""
        arrays, rows = self._arrays, self._rows
        seen, gains, ended, cut, infos = self._env.step(arrays.actions[rows])
        arrays.gains[rows] = gains
        arrays.ended[rows] = ended
        arrays.cut[rows] = cut
        self._write(seen, infos)
        return {name: value for name, value in infos.items() if "final" in name}

    def played(self, row: int) -> tuple[str, Sequence[Move]]:
        """Return seed and moves of a match."""
        match = self._env.quiet(row)
        return match.seed, match.played

    def played_before(self, row: int) -> tuple[str, Sequence[Move]] | None:
        """Return seed and moves of the match before in a row."""
        return self._env.quiet(row).last

    def decision(self, row: int) -> Decision:
        """Return the question put to the seat to act."""
        return self._env.decision(row)

    def action_of(self, row: int, move: Move) -> int | None:
        """Return the number of a move; None if it is not legal."""
        try:
            return self._env.action_of(row, move)
        except MatchError:
            return None

    def texts(self) -> tuple[str, ...]:
        """Draw each match."""
        return self._env.texts()

    def _write(self, seen: Observations, infos: Infos) -> None:
        arrays, rows = self._arrays, self._rows
        holds_mask = isinstance(seen, Mapping)
        arrays.seen[rows] = seen["observation"] if holds_mask else seen
        arrays.masks[rows] = (seen if holds_mask else infos)["action_mask"]
        arrays.seats[rows] = infos["seat"]


def _waits(questions: Connection, parent: int) -> bool:
    """Wait for a question; return whether there may be one."""
    while not questions.poll(LOOK_SECONDS):
        if os.getppid() != parent:
            return False
    return True


class WorkerTable(VectorTable):
    """Many matches at once, as a ``VectorTable`` has them, played by several processes."""

    def __init__(
        self, table: LearningTable, matches: int, learner: Seat | None, workers: int
    ) -> None:
        """Start the workers, each with a share of the matches."""
        if "fork" not in get_all_start_methods():
            raise SetupError("expected an operating system that can fork, for workers")
        super().__init__(table, matches, learner)
        self._arrays = Arrays(table, matches)
        ends = [matches * number // workers for number in range(workers + 1)]
        self._slices = [slice(*pair) for pair in pairwise(ends)]
        self._pipes: list[Connection] = []
        self.processes: list[Any] = []
        """The processes of the workers; none when the environment is closed."""
        self._is_begun = False
        for rows in self._slices:
            self._start(rows)

    @override
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        self._set_seed(seed)
        seeds = list(self._row_seeds(seed))
        asked_for = [False] * self.num_envs
        for row in self._asked_for(options or {}):
            asked_for[row] = True
        self._ask_all([("reset", seeds[rows], asked_for[rows]) for rows in self._slices])
        self._is_begun = True
        return self._seen(), self._infos()

    @override
    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float64], Bits, Bits, Infos]:
        arrays = self._arrays
        arrays.actions[:] = self._allowed(actions)
        finals = self._ask_all([("step",) for _ in self._slices])
        gains = arrays.gains.copy()
        due = gains if self.learner is None else gains[:, self.learner]
        infos = self._joined(finals) | self._infos()
        return self._seen(), due, arrays.ended.copy(), arrays.cut.copy(), infos

    @override
    def match(self, row: int) -> Match:
        self._check_begun()
        return self._after(self._ask(row, "played"))

    @override
    def last_match(self, row: int) -> Match | None:
        before = self._ask(row, "played_before")
        return before and self._after(before)

    @override
    def decision(self, row: int) -> Decision:
        self._check_begun()
        decision: Decision = self._ask(row, "decision")
        return decision

    @override
    def action_of(self, row: int, move: Move) -> int:
        number: int | None = self._ask(row, "action_of", move)
        return self._expect_legal(row, move, number)

    @override
    def texts(self) -> tuple[str, ...]:
        return tuple(
            text for texts in self._ask_all([("texts",)] * len(self._slices)) for text in texts
        )

    def close_extras(self, **_: object) -> None:
        """End the workers."""
        for pipe in self._pipes:
            pipe.close()
        for process in self.processes:
            process.join(PATIENCE_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
        self._pipes = []
        self.processes = []

    # Inside

    def _start(self, rows: slice) -> None:
        """Start the worker of some rows."""
        context = get_context("fork")
        here, there = context.Pipe()
        inherited = [*self._pipes, here]

        def run() -> None:
            for pipe in inherited:  # else they stay open after the environment's process
                pipe.close()
            Worker(self.table, self._arrays, rows).serve(there, parent)

        parent = os.getpid()
        process = context.Process(target=run, daemon=True)
        process.start()
        there.close()
        self._pipes.append(here)
        self.processes.append(process)

    @override
    def _check_begun(self) -> None:
        if not self._is_begun:
            raise MatchError("expected reset() to be called first")

    def _allowed(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the numbers of actions; -1 for one that loses."""
        self._check_begun()
        given = np.asarray(actions)
        self._check_rows("actions", *given.shape)
        size = self.table.actions.size
        known = (given >= 0) & (given < size)
        numbers = np.where(known, given, 0).astype(np.int64)
        masks = self._arrays.masks
        known &= (numbers == given) & (masks[np.arange(self.num_envs), numbers] == 1)
        if not known.all() and self.table.illegal == "raise":
            row = int(known.argmin())
            raise self._not_allowed(row, given.tolist()[row])
        return np.where(known, numbers, -1)

    def _ask(self, row: int, name: str, *arguments: object) -> Any:
        """Ask the worker of a row."""
        rows = range(self.num_envs)[row]
        worker = next(n for n, part in enumerate(self._slices) if rows < part.stop)
        self._put(worker, (name, rows - self._slices[worker].start, *arguments))
        return self._answer(worker)

    def _ask_all(self, questions: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Ask all workers at once."""
        for worker, question in enumerate(questions):
            self._put(worker, question)
        return [self._answer(worker) for worker in range(len(self._slices))]

    def _put(self, worker: int, question: tuple[Any, ...]) -> None:
        if not self._pipes:
            raise MatchError("expected an environment that is not closed")
        try:
            self._pipes[worker].send(question)
        except ConnectionError:
            raise self._lost(worker, "it ended") from None

    def _answer(self, worker: int) -> Any:
        try:
            answer, fault = self._pipes[worker].recv()
        except (EOFError, ConnectionError):
            raise self._lost(worker, "it ended") from None
        if fault is not None:
            raise self._lost(worker, fault)
        return answer

    def _lost(self, worker: int, reason: str) -> MatchError:
        """Close the environment, and return the error that says why."""
        rows = self._slices[worker]
        self.close()
        return MatchError(
            f"{self.table.game.id}: the worker of matches {rows.start} to {rows.stop - 1} failed: "
            f"{reason}"
        )

    def _after(self, seed_and_moves: tuple[str, Sequence[Move]]) -> Match:
        table = self.table
        return after_moves(table.game, table.seats, table.options, seed_and_moves)

    @override
    def _seen(self) -> Observations:
        seen = self._arrays.seen.copy()
        if self.table.shape == "vector":
            return seen
        return {"observation": seen, "action_mask": self._arrays.masks.copy()}

    @override
    def _infos(self) -> Infos:
        infos = {"seat": self._arrays.seats.copy()}
        if self.table.shape == "vector":
            infos["action_mask"] = self._arrays.masks.copy()
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def _joined(self, finals: Sequence[Infos]) -> Infos:
        """Join the last infos of each worker's matches; empty if none is done."""
        some = next((final for final in finals if final), None)
        if some is None:
            return {}
        sizes = [rows.stop - rows.start for rows in self._slices]
        parts = [final or _blank(some, size) for final, size in zip(finals, sizes, strict=True)]
        return _stacked(parts)


def _blank(infos: Infos, size: int) -> Infos:
    """Return infos of so many matches of which none is done."""
    return dict(_blanks(infos, size))


def _blanks(infos: Infos, size: int) -> Iterator[tuple[str, Any]]:
    for name, value in infos.items():
        if isinstance(value, Mapping):
            yield name, _blank(dict(value), size)
        else:
            empty = None if value.dtype == object else 0
            yield name, np.full((size, *value.shape[1:]), empty, value.dtype)


def _stacked(parts: Sequence[Infos]) -> Infos:
    """Join infos, one below the other."""
    return {
        name: _stacked([part[name] for part in parts])
        if isinstance(value, Mapping)
        else np.concatenate([part[name] for part in parts])
        for name, value in parts[0].items()
    }
