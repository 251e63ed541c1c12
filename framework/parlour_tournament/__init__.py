"""Tournaments of bots over any set of games, and the figures learnt from them.

``plan`` holds games, bots and settings, ``schedules`` the order of blocks; ``playing`` plays the
matches and keeps them in a file, ``analysis`` works out all figures, and ``report`` shows them.
``running`` is the way in. ``docs/statistics.md`` says what the figures mean.
"""

from typing import TYPE_CHECKING

from parlour.doors import door

if TYPE_CHECKING:  # slow to import
    from parlour_tournament.analysis.analysis import analyse_files
    from parlour_tournament.plan.settings import Extension, Resources
    from parlour_tournament.running import TournamentRun, extend, resume, run

__all__ = ["Extension", "Resources", "TournamentRun", "analyse_files", "extend", "resume", "run"]

if not TYPE_CHECKING:
    __getattr__ = door(__name__, __all__, ("plan.settings", "running", "analysis.analysis"))
