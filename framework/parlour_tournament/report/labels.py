"""Names of bots in the tables of a report: short, so that a table fits a terminal and a phone."""

import re
from collections.abc import Collection, Sequence
from functools import partial
from re import Match

from parlour_tournament.analysis.report_model import TournamentReport

MARK = " *"
"""Stands behind the name of a bot whose results do not repeat."""

MAX_LABEL = 14
"""Maximum number of letters of a bot's name in a table, without the mark."""
SETTING = re.compile(r"(?<=[:,])\w+(?==)")
"""Name of a bot's setting, as in ``search:simulations=20``."""


class Labels:
    """Names of bots as tables show them: short, and marked if their results do not repeat."""

    def __init__(self, report: TournamentReport) -> None:
        self._marked = report.unrepeatable
        self._short = short_names(list(report.bots))

    def __call__(self, name: str) -> str:
        """Return the name, with a mark if the bot's results do not repeat."""
        return self._short[name] + MARK * (name in self._marked)

    def shortened(self) -> str:
        """Return a sentence about the names that are shortened; empty if none is."""
        known = [f"{short} is {name}" for name, short in self._short.items() if short != name]
        return f"Short names: {', '.join(known)}." if known else ""


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return a name of at most ``MAX_LABEL`` letters for each name, so that tables stay narrow.

    Names of settings become as short as the others allow: ``search:simulations=20`` becomes
    ``search:s=20``, beside ``search:seconds=0.05`` it is ``search:si=20``. A label that is still
    too long loses its middle.
    """
    settings = {name: SETTING.findall(name) for name in names}
    others = {word for some in settings.values() for word in some}
    taken: dict[str, str] = {}
    for name in names:
        short = name if len(name) <= MAX_LABEL else SETTING.sub(partial(_prefix, others), name)
        if len(short) > MAX_LABEL:
            short = f"{short[: MAX_LABEL // 2]}…{short[-(MAX_LABEL // 2 - 1) :]}"
        if short in taken.values():
            short = f"{name[: MAX_LABEL - 5]}…{len(taken) + 1}"
        taken[name] = short
    return taken


def _prefix(words: Collection[str], found: Match[str]) -> str:
    """Return the shortest beginning of a word that no other word has."""
    word = found[0]
    sizes = range(1, len(word))
    one = (
        word[:size]
        for size in sizes
        if not any(o.startswith(word[:size]) for o in {*words} - {word})
    )
    return next(one, word)
