"""One match after another, with all that is seen of it in numbers, for environments of learning."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, SupportsInt, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from parlour.front_door import load
from parlour.match import Decision, Game, Match
from parlour.rules import Decide, MatchError, Move, Seat, SetupError
from parlour_adapters.actions import Actions, Legal
from parlour_adapters.features import WIDTH, Features, part_shapes
from parlour_adapters.quiet.quiet_match import dealt
from parlour_adapters.quiet.seeds import Seeds
from parlour_adapters.rewards import rewards

Agent: TypeAlias = str
Action: TypeAlias = SupportsInt | None
"""The number of a move; None for an agent whose match is over."""
Info: TypeAlias = dict[str, NDArray[np.int8]]
"""The mask, if observations do not hold it."""
Observation: TypeAlias = Any
"""A dict with ``observation`` and ``action_mask``, or the vector alone."""
Shape: TypeAlias = Literal["dict", "vector", "parts"]
Illegal: TypeAlias = Literal["raise", "lose"]

Question: TypeAlias = tuple[Decision[Any, Any], Legal]
"""The question put to a seat, with its moves and offers."""

SHAPES = ("dict", "vector", "parts")
ILLEGAL = ("raise", "lose")
RENDER_MODES = ("human", "ansi")


class LearningTable:
    """One match after another, with all that is seen of it in numbers."""

    def __init__(
        self,
        game: Game | str | Path,
        seats: int | None = None,
        *,
        render_mode: str | None = None,
        observations: Shape = "dict",
        width: int = WIDTH,
        actions: int | None = None,
        max_moves: int | None = None,
        illegal: Illegal = "raise",
        **options: Any,
    ) -> None:
        """Lay the table.

        With ``observations="dict"`` the mask is a part of the observation, with ``"vector"`` it
        is in the info; ``"parts"`` is a dict whose observation is one of the view's parts by their
        names. ``width`` is the number of entries of a vector. ``actions`` is the number of actions
        of a game whose moves cannot be counted. A match that has had ``max_moves`` moves is cut
        short, without a reward. An action that the mask does not allow is an error; with
        ``illegal="lose"`` it ends the match, and its agent gets -1.

        Raises:
            UnknownGame: There is no such game.
            SetupError: It does not take these seats or options, or a setting is wrong.
        """
        self.game = game if isinstance(game, Game) else load(game)
        _check("observations", observations, SHAPES)
        _check("render_mode", render_mode, (None, *RENDER_MODES))
        _check("illegal", illegal, ILLEGAL)
        for name, number in (("width", width), ("actions", actions), ("max_moves", max_moves)):
            if number is not None and (type(number) is not int or number < 1):
                raise SetupError(f"expected {name} to be a number from 1, got {number!r}")
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.read_options(options)
        """Options of the game."""
        self.game.check_setup(self.seats, self.options)
        self.render_mode = render_mode
        self.actions = Actions(self.game, actions)
        self.shape = observations
        self.max_moves = max_moves
        self.illegal = illegal
        self.features = Features(width)
        self._asked: tuple[tuple[Match, int, Seat], Question] | None = None
        """The match, its length and the seat that was asked last, and its question."""
        self._seeds = Seeds()
        self.agents = [f"seat_{seat}" for seat in range(self.seats)]
        seen: Space[Any] = Box(0, 1, (width,), np.float32)
        if observations == "parts":
            self._parts = part_shapes(self.begin(None).view(0))
            seen = Dict(
                {
                    part: _whole(shape) if shape is not None else seen
                    for part, shape in self._parts.items()
                }
            )
        if observations != "vector":
            mask = Box(0, 1, (self.actions.size,), np.int8)
            seen = Dict(observation=seen, action_mask=mask)
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        """Space of each agent's observations."""
        self.action_spaces = {agent: Discrete(self.actions.size) for agent in self.agents}
        """Space of each agent's actions."""

    @property
    def metadata(self) -> dict[str, object]:
        """The name and modes of the environment, as PettingZoo wants them."""
        return {
            "name": f"parlour_{self.game.id}_v{self.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
        }

    def begin(self, seed: int | None) -> Match:
        """Begin a match and return it.

        With a seed it is the first of a series of matches that the seed determines, and without one
        the next of the series.
        """
        self._moves = 0
        self._loser: Seat | None = None
        self.match = dealt(self.game, self.seats, self.options, self._seeds.following(seed))
        self._asked = None
        return self.match

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats that are to act: all that answer in secret, or one."""
        if self._loser is not None:
            return ()
        awaited = self.match.awaited
        is_sealed = isinstance(awaited, Decide) and awaited.sealed
        return awaited.seats if is_sealed else awaited.seats[:1]

    @property
    def is_over(self) -> bool:
        """Whether the match is over, or an action has ended it that was not allowed."""
        return self.match.is_over or self._loser is not None

    @property
    def is_cut_short(self) -> bool:
        """Whether the match has had all the moves that it may have, and is not over."""
        return self.max_moves is not None and self._moves >= self.max_moves and not self.is_over

    @property
    def is_done(self) -> bool:
        """Whether the match is over, or cut short."""
        return self.is_over or self.is_cut_short

    def observe(self, seat: Seat) -> Observation:
        """Return what a seat sees, and in a dict which actions it has."""
        if seat in self.acting:
            question, legal = self._question(seat)
            view = question.view
        else:
            view = self.match.view(seat)
            legal = self.actions.legal(())
        seen: object = (
            self.features.parts(view, self._parts)
            if self.shape == "parts"
            else self.features.vector(view)
        )
        if self.shape == "vector":
            return seen
        return {"observation": seen, "action_mask": _array(legal)}

    def infos(self, agents: Sequence[Agent]) -> dict[Agent, Info]:
        """Return the mask of each of ``agents``, if observations do not hold it."""
        if self.shape != "vector":
            return {agent: {} for agent in agents}
        acting = self.acting
        seats = [self.agents.index(agent) for agent in agents]
        legal = [self._legal(seat) if seat in acting else self.actions.legal(()) for seat in seats]
        masks = map(_array, legal)
        return {agent: {"action_mask": mask} for agent, mask in zip(agents, masks, strict=True)}

    def play(self, seat: Seat, action: Action) -> None:
        """Make the move of the number ``action`` for ``seat``.

        Raises:
            IllegalMove: The rules refuse it.
            MatchError: No legal move has this number.
        """
        if self.illegal == "lose" and action not in self._legal(seat).numbers:
            self._loser = seat
            return
        self.match.play(self.move(seat, action), seat)
        self._moves += 1

    def move(self, seat: Seat, action: Action) -> Move:
        """Return the move of ``seat`` that the number ``action`` stands for, legal or not.

        Raises:
            MatchError: No move has this number.
        """
        try:
            number = -1 if action is None else int(action)
        except (TypeError, ValueError):
            number = -1
        found = self._legal(seat).move(number)
        if found is None and self.actions.are_fixed and 0 <= number < self.actions.size:
            found = (self.game.all_moves or ())[number]
        if found is None:
            raise MatchError(
                f"{self.game.id}: expected an action that the mask of seat_{seat} allows, "
                f"got {action!r}"
            )
        return found

    def rewards(self) -> dict[Agent, float]:
        """Return each agent's reward for the last move."""
        if self._loser is not None:
            return dict.fromkeys(self.agents, 0.0) | {self.agents[self._loser]: -1.0}
        if not self.match.is_over:
            return dict.fromkeys(self.agents, 0.0)
        return dict(zip(self.agents, rewards(self.game, self.match.result), strict=True))

    def render(self) -> str | None:
        """Draw the match as the seat to act sees it; at the end, as the first seat does."""
        if self.render_mode is None:
            return None
        seat = self.acting[0] if self.acting else 0
        text = self.match.text(seat)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201  to show it to a person is what this mode is for
        return None

    def _question(self, seat: Seat) -> Question:
        """Return the question that an awaited seat has now, and its moves by their numbers."""
        at = self.match, len(self.match.lines), seat
        if self._asked is None or self._asked[0] != at:
            question = self.match.decision(seat)
            legal = self.actions.legal((*question.moves, *question.offers))
            self._asked = at, (question, legal)
        return self._asked[1]

    def _legal(self, seat: Seat) -> Legal:
        """Return what a seat may do; nothing if it is not awaited."""
        is_awaited = seat in self.match.awaited.seats
        return self._question(seat)[1] if is_awaited else self.actions.legal(())


def _array(legal: Legal) -> NDArray[np.int8]:
    """Return which actions a seat has, shape (actions,): 1 for each of them."""
    return np.frombuffer(bytearray(legal.mask), np.int8)


def _whole(shape: tuple[int, ...]) -> Space[Any]:
    """Return the space of whole numbers."""
    limits = np.iinfo(np.int64)
    return Box(limits.min, limits.max, shape, np.int64)


def _check(name: str, value: object, known: tuple[object, ...]) -> None:
    """Refuse a setting that has another value than those known."""
    if value not in known:
        expected = ", ".join(map(repr, known[:-1])) + f" or {known[-1]!r}"
        raise SetupError(f"expected {name} to be {expected}, got {value!r}")
