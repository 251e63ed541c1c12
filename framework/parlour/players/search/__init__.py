"""A bot that looks ahead: Monte Carlo tree search over what the seats may know.

What it does and where it comes from stands in ``docs/bots.md``.
"""

from parlour.players.search.bot import Prospect, Search, Settings

__all__ = ["Prospect", "Search", "Settings"]
