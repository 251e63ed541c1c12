"""Many matches of a game at once, as a vector environment of Gymnasium.

::

    from parlour_adapters import vector_env

    env = vector_env("leduc", matches=256)
    observations, infos = env.reset(seed=7)
    actions = observations["action_mask"].argmax(axis=1)
    observations, rewards, terminations, truncations, infos = env.step(actions)

Each row is a match, seen by the seat to act, which ``infos["seat"]`` names. The matches have no
record, no events and no text, until you ask for one with ``env.match(row)``. A seed gives a row
the same matches as it gives ``aec_env``.
"""

from pathlib import Path
from typing import Any

try:
    import gymnasium.vector  # noqa: F401  what is missing is said here

    from parlour_adapters.batch.vector_table import VectorTable
    from parlour_adapters.batch.workers import WorkerTable
    from parlour_adapters.learning_table import LearningTable
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "a vector environment needs: python -m pip install 'parlour[pettingzoo]'"
    ) from missing

from parlour.match import Game
from parlour.rules import Seat, SetupError


def vector_env(
    game: Game | str | Path,
    matches: int = 256,
    seats: int | None = None,
    *,
    learner: Seat | None = None,
    workers: int = 1,
    **settings: Any,
) -> VectorTable:
    """Return an environment of many matches at once, which begin again by themselves.

    ``game`` is a game, its name or the path of its plugin; without ``seats`` the fewest play. With
    a ``learner``, the rewards are those of this seat alone. More ``workers`` play in as many
    processes, until ``close`` is called. ``settings`` go to ``LearningTable``, and all others are
    options of the game. Observations are ``"dict"`` or ``"vector"``.

    Example::

        env = vector_env("maori", matches=64, side="atoll", max_moves=100)
        observations, infos = env.reset(seed=7)
        assert observations["observation"].shape == (64, 1024)
        assert set(infos["seat"].tolist()) == {0, 1}

    Raises:
        UnknownGame: There is no such game.
        SetupError: It does not take these seats or options, or a setting is wrong.
    """
    if type(matches) is not int or matches < 1:
        raise SetupError(f"expected matches to be a number from 1, got {matches!r}")
    table = LearningTable(game, seats, **settings)
    if table.shape == "parts":
        raise SetupError("expected observations to be 'dict' or 'vector', got 'parts'")
    if learner is not None and (type(learner) is not int or not 0 <= learner < table.seats):
        raise SetupError(
            f"expected learner to be a seat from 0 to {table.seats - 1}, got {learner!r}"
        )
    if type(workers) is not int or not 1 <= workers <= matches:
        raise SetupError(f"expected workers to be a number from 1 to {matches}, got {workers!r}")
    if workers == 1:
        return VectorTable(table, matches, learner)
    return WorkerTable(table, matches, learner, workers)
