"""Many matches at once in one process, as a vector environment of Gymnasium."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from parlour.match import Decision, Match
from parlour.rules import MatchError, Move, Seat
from parlour_adapters.actions import Legal
from parlour_adapters.batch.vectors import Vectors
from parlour_adapters.learning_table import LearningTable
from parlour_adapters.quiet.quiet_match import QuietMatch
from parlour_adapters.quiet.seeds import Seeds
from parlour_adapters.rewards import rewards

Observations: TypeAlias = Any
"""A dict with ``observation``, shape (matches, features), and ``action_mask``, shape (matches,
actions); or the first of them alone."""
Infos: TypeAlias = dict[str, Any]
Bits: TypeAlias = NDArray[np.bool_]

RESET_MASK = "reset_mask"
"""The option of ``reset`` that names the rows to begin again."""

MAX_RESULTS = 4096
"""Maximum number of results whose rewards are cached."""


class VectorTable(VectorEnv):  # type: ignore[misc]  # Gymnasium's types are not read
    """Many matches at once, each with a row in all arrays.

    It keeps to Gymnasium's conventions, with one difference: without a learner, rewards have the
    shape (matches, seats), since the end of a match rewards every seat. A match that is over begins
    again in the same step (``AutoresetMode.SAME_STEP``). ``infos["final_obs"]`` then holds its last
    observation, and ``infos["final_info"]`` its last infos.
    """

    def __init__(self, table: LearningTable, matches: int, learner: Seat | None = None) -> None:
        """Lay as many quiet matches as asked for, with the settings of a table."""
        self.learner = learner
        """The seat whose rewards are returned; None for all."""
        agent = table.agents[0]
        self.table = table
        """The game, its options and the settings."""
        self.num_envs = matches
        self.render_mode = table.render_mode
        self.metadata = {**table.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = table.observation_spaces[agent]
        self.single_action_space = table.action_spaces[agent]
        self.observation_space = batch_space(self.single_observation_space, matches)
        self.action_space = batch_space(self.single_action_space, matches)
        rows = self._rows = range(matches)
        self._matches = [QuietMatch(table.game, table.seats, table.options) for _ in rows]
        self._seeds = [Seeds() for _ in rows]
        self._vectors = Vectors(table.features.width, matches)
        self._legal: list[Legal] = []
        """The legal moves of the seat to act in each match."""
        self._rewards = lru_cache(MAX_RESULTS)(partial(rewards, table.game))

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Begin all matches again. Return observations and infos.

        With a seed, row ``n`` has the matches of ``seed + n``, or of the n-th of several seeds;
        without one, the next of its series. ``options={"reset_mask": rows}`` begins only those
        matches whose entry in an array of truth values is true.

        Raises:
            MatchError: There are not as many seeds, or entries, as matches.
        """
        self._set_seed(seed)
        numbers = self._row_seeds(seed)
        for row in self._asked_for(options or {}):
            self._matches[row].begin(self._seeds[row].following(numbers[row]))
        return self._seen(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float64], Bits, Bits, Infos]:
        """Make a move in each match, by the number of an action of the seat to act.

        Return observations, rewards, terminations, truncations and infos. Rewards have the shape
        (matches, seats), or with a learner (matches,).

        Raises:
            MatchError: An action is not allowed by the mask; nothing has changed. Or there are not
                as many actions as matches, or ``reset`` was not called.
        """
        limit = self.table.max_moves
        gains = np.zeros((self.num_envs, self.table.seats))
        ended = np.zeros(self.num_envs, np.bool_)
        cut = np.zeros(self.num_envs, np.bool_)
        done: list[int] = []
        for row, (match, move) in enumerate(zip(self._matches, self._moves(actions), strict=True)):
            if move is None:
                gains[row, match.seat] = -1
                match.stop()
            else:
                match.play(move)
            if match.is_over:
                if move is not None:
                    gains[row] = self._rewards(match.awaited)
                ended[row] = True
                done.append(row)
            elif len(match.played) == limit:
                cut[row] = True
                done.append(row)
        infos = self._final(done) if done else {}
        for row in done:
            self._matches[row].begin(self._seeds[row].following())
        due = gains if self.learner is None else gains[:, self.learner]
        return self._seen(), due, ended, cut, infos | self._infos()

    def match(self, row: int) -> Match:
        """Return a row's match so far, with its record and everything that is hidden.

        Use it to see what went on, not for an agent.

        Raises:
            MatchError: ``reset`` was not called.
        """
        self._check_begun()
        return self._matches[row].match()

    def last_match(self, row: int) -> Match | None:
        """Return the match that was before in this row, as ``match`` does; None at the first."""
        return self._matches[row].last_match()

    def decision(self, row: int) -> Decision:
        """Return the question put to the seat to act in ``row``, for a bot to choose a move.

        Raises:
            MatchError: ``reset`` was not called.
        """
        self._check_begun()
        return self._matches[row].decision()

    def action_of(self, row: int, move: Move) -> int:
        """Return the number of a move of the seat to act in ``row``.

        Raises:
            MatchError: It is not legal.
        """
        legal = self._legal[row]
        is_legal = move in legal.moves
        number = legal.numbers[legal.moves.index(move)] if is_legal else None
        return self._expect_legal(row, move, number)

    def render(self) -> tuple[str, ...] | None:
        """Draw each match as the seat to act sees it."""
        if self.render_mode is None:
            return None
        self._check_begun()
        texts = self.texts()
        if self.render_mode == "ansi":
            return texts
        print(*texts, sep="\n\n")  # noqa: T201  to show them to a person is what this mode is for
        return None

    def texts(self) -> tuple[str, ...]:
        """Draw each match as the seat to act sees it, in any mode."""
        return tuple(match.match().text(match.seat) for match in self._matches)

    def quiet(self, row: int) -> QuietMatch:
        """Return the match of a row, without a record."""
        return self._matches[row]

    # Inside

    def _set_seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Let the generator of Gymnasium begin again."""
        super().reset(seed=seed if isinstance(seed, int) else None)

    def _expect_legal(self, row: int, move: Move, number: int | None) -> int:
        """Return the number of a move.

        Raises:
            MatchError: It has none.
        """
        if number is None:
            game = self.table.game.id
            raise MatchError(f"{game}: expected a legal move of match {row}, got {move}")
        return number

    def _row_seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        """Return the seed of each row."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, SupportsIndex):
            return range(int(seed), int(seed) + self.num_envs)
        self._check_rows("seeds", len(seed))
        return seed

    def _asked_for(self, options: Mapping[str, Any]) -> Iterable[int]:
        """Return the rows to begin again."""
        if RESET_MASK not in options:
            return range(self.num_envs)
        mask = np.asarray(options[RESET_MASK], np.bool_)
        self._check_rows(f"entries of {RESET_MASK}", *mask.shape)
        if not mask.all():
            self._check_begun()
        return np.flatnonzero(mask).tolist()

    def _check_rows(self, what: str, *shape: int) -> None:
        if shape != (self.num_envs,):
            got = " x ".join(map(str, shape)) or "1"
            raise MatchError(f"expected {self.num_envs} {what}, one for each match, got {got}")

    def _check_begun(self) -> None:
        if not self._legal:
            raise MatchError("expected reset() to be called first")

    def _moves(self, actions: ArrayLike) -> Sequence[Move | None]:
        """Return the move of each match; None for an action that loses."""
        self._check_begun()
        given = np.asarray(actions)
        self._check_rows("actions", *given.shape)
        numbers = given.tolist()
        pairs = zip(self._legal, numbers, strict=True)
        moves = [legal.move(number) for legal, number in pairs]
        if None in moves and self.table.illegal == "raise":
            row = moves.index(None)
            raise self._not_allowed(row, numbers[row])
        return moves

    def _not_allowed(self, row: int, action: object) -> MatchError:
        """Return the error that the mask does not allow an action."""
        return MatchError(
            f"{self.table.game.id}: expected an action that the mask of match {row} allows, "
            f"got {action!r}"
        )

    def _seen(self) -> Observations:
        """Look at all matches, and return the observations of the seats to act."""
        legal_of = self.table.actions.legal
        seen = self._vectors.look(self._rows, [match.view() for match in self._matches])
        self._legal = [legal_of(match.moves()) for match in self._matches]
        if self.table.shape == "vector":
            return seen
        return {"observation": seen, "action_mask": _joined(self._legal)}

    def _infos(self) -> Infos:
        """Return whose turn it is in each match, and the masks if observations do not hold them."""
        infos = {"seat": np.array([match.seat for match in self._matches])}
        if self.table.shape == "vector":
            infos["action_mask"] = _joined(self._legal)
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}

    def _final(self, done: Sequence[int]) -> Infos:
        """Return the last observations of the matches that are done, and their infos."""
        rows = np.zeros(self.num_envs, np.bool_)
        rows[done] = True
        matches = [self._matches[row] for row in done]
        vectors = self._vectors.look(done, [match.view() for match in matches])
        masks = _joined([self._last(match) for match in matches])
        seats = np.zeros(self.num_envs, np.int64)
        seats[done] = [match.seat for match in matches]
        info: Infos = {"seat": seats, "_seat": rows}
        observations = np.full(self.num_envs, None, object)
        if self.table.shape == "vector":
            observations[done] = [*vectors]
            info |= {"action_mask": np.zeros((self.num_envs, masks.shape[1]), np.int8)}
            info |= {"_action_mask": rows}
            info["action_mask"][done] = masks
        else:
            for row, vector, mask in zip(done, vectors, masks, strict=True):
                observations[row] = {"observation": vector, "action_mask": mask}
        return {
            "final_obs": observations,
            "_final_obs": rows,
            "final_info": info,
            "_final_info": rows,
        }

    def _last(self, match: QuietMatch) -> Legal:
        """Return what the seat to act may do in a match that is done; nothing if it is over."""
        actions = self.table.actions
        return actions.legal(() if match.is_over else match.moves())


def _joined(legal: Iterable[Legal]) -> NDArray[np.int8]:
    """Return masks as an array, shape (as many, actions)."""
    masks = [one.mask for one in legal]
    return np.frombuffer(bytearray().join(masks), np.int8).reshape(len(masks), -1)
