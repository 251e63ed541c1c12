"""Parlour's games as environments of PettingZoo, for learning by several agents.

::

    from parlour_adapters.pettingzoo import aec_env

    env = aec_env("leduc")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

Agents are the seats, ``seat_0`` and so on. An action is the number of a move, and the mask says
which are legal. Chance decides by itself. The reward comes at the end of the match.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

try:
    from gymnasium.spaces import Space
    from pettingzoo import AECEnv, ParallelEnv

    from parlour_adapters.learning_table import Action, Agent, Info, LearningTable, Observation
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "PettingZoo's environments need: python -m pip install 'parlour[pettingzoo]'"
    ) from missing

from parlour.match import Game
from parlour.rules import MatchError, Seat


def aec_env(game: Game | str | Path, seats: int | None = None, **settings: Any) -> "TurnEnv":
    """Return an environment whose seats act one after another.

    ``game`` is a game, its name or the path of its plugin; without ``seats`` the fewest play.
    ``settings`` go to ``LearningTable``, and all others are options of the game.

    Example::

        env = aec_env("maori", seats=3, side="atoll", max_moves=100)
        env.reset(seed=7)
        env.step(env.last()[0]["action_mask"].argmax())
        assert env.agents == ["seat_0", "seat_1", "seat_2"]

    Raises:
        UnknownGame: There is no such game.
        SetupError: It does not take these seats or options, or a setting is wrong.
    """
    return TurnEnv(LearningTable(game, seats, **settings))


def parallel_env(
    game: Game | str | Path, seats: int | None = None, **settings: Any
) -> "SimultaneousEnv":
    """Return an environment of ``game`` whose seats act in one step if they answer in secret.

    In all other steps one seat acts: the masks of the others allow no action, and their actions are
    not read. Arguments, ``settings`` too, and errors are the same as for ``aec_env``.

    Example::

        env = parallel_env("maori", seats=2)
        observations, infos = env.reset(seed=7)
        moves = {agent: seen["action_mask"].argmax() for agent, seen in observations.items()}
        assert len(env.step(moves)) == 5
    """
    return SimultaneousEnv(LearningTable(game, seats, **settings))


class TableEnv:
    """The part of an environment that does not depend on who acts when."""

    def __init__(self, table: LearningTable) -> None:
        self.table = table
        """The table, with the match in ``table.match``."""
        self.metadata = table.metadata
        self.render_mode = table.render_mode
        self.possible_agents = list(table.agents)
        self.agents: list[Agent] = []
        self.seats: dict[Agent, Seat] = {agent: seat for seat, agent in enumerate(table.agents)}
        """The seat of each agent."""

    def observation_space(self, agent: Agent) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self.table.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self.table.action_spaces[agent]

    def render(self) -> str | None:
        """Draw the match as the seat to act sees it."""
        return self.table.render()

    def close(self) -> None:
        """Leave nothing open: there is nothing."""


class TurnEnv(TableEnv, AECEnv):  # type: ignore[misc]  # PettingZoo brings no types
    """An environment whose seats act one after another, even if they answer in secret."""

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a match with ``seed``; ``options`` is not read: the game's are given before."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._judge()
        self._look()

    def step(self, action: Action) -> None:
        """Make the move of the agent that is selected; None for one whose match is over.

        Raises:
            IllegalMove: The rules refuse it.
            MatchError: No legal move has this number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(self.seats[agent], action)
        if self.table.is_done:  # until then nothing of this changes
            self._judge()
            self._accumulate_rewards()
        self._look()

    def observe(self, agent: Agent) -> Observation:
        """Return what an agent sees."""
        return self.table.observe(self.seats[agent])

    def _judge(self) -> None:
        """Update the rewards, and whose match is over or cut short."""
        self.rewards = self.table.rewards()
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, self.table.is_cut_short)

    def _look(self) -> None:
        """Select the seat to act, and update the infos."""
        acting = self.table.acting
        self.agent_selection = self.possible_agents[acting[0] if acting else 0]
        self.infos = self.table.infos(self.agents)


class SimultaneousEnv(TableEnv, ParallelEnv):  # type: ignore[misc]  # PettingZoo brings no types
    """An environment whose seats act in one step if they answer in secret."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, Info]]:
        """Begin a match with ``seed``; ``options`` is not read. Return observations and infos."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observed(self.agents), self.table.infos(self.agents)

    def step(
        self, actions: Mapping[Agent, Action]
    ) -> tuple[
        dict[Agent, Observation],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, Info],
    ]:
        """Make the moves of all that are to act.

        Return observations, rewards, terminations, truncations and infos.

        Raises:
            IllegalMove: The rules refuse one; those before it are made.
            MatchError: No legal move has such a number, or an agent that is to act sends no action.
        """
        for seat in self.table.acting:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise MatchError(f"{self.table.game.id}: expected an action of {agent}, got none")
            self.table.play(seat, actions[agent])
            if self.table.is_over:
                break
        agents = self.agents
        self.agents = [] if self.table.is_done else agents
        return (
            self._observed(agents),
            self.table.rewards(),
            dict.fromkeys(agents, self.table.is_over),
            dict.fromkeys(agents, self.table.is_cut_short),
            self.table.infos(agents),
        )

    def _observed(self, agents: Iterable[Agent]) -> dict[Agent, Observation]:
        return {agent: self.table.observe(self.seats[agent]) for agent in agents}
