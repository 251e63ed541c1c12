"""Tournaments of bots over any set of games, and what can be learnt from them.

``plan`` holds games, bots and settings, ``schedules`` the order of blocks; ``playing`` plays the
matches and keeps them in a file, ``analysis`` works out all figures, and ``report`` shows them.
``running`` is the way in. ``docs/statistics.md`` says what the figures mean.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported by ``__getattr__``, since it is slow
    from parlour.tournament.analysis.analysis import analyse_files
    from parlour.tournament.plan.settings import Extension, Resources
    from parlour.tournament.running import TournamentRun, extend, resume, run

__all__ = ["Extension", "Resources", "TournamentRun", "analyse_files", "extend", "resume", "run"]
HOMES = {
    "analyse_files": "analysis.analysis",
    "Extension": "plan.settings",
    "Resources": "plan.settings",
}
"""Modules of public names that are not in ``running``."""


def __getattr__(name: str) -> object:
    """Import the public names when one is asked for, so that commands start quickly."""
    if name not in __all__:
        raise AttributeError(f"module 'parlour.tournament' has no attribute '{name}'")
    module = import_module(f"parlour.tournament.{HOMES.get(name, 'running')}")
    return getattr(module, name)
