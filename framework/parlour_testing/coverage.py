"""The kinds of a game that a check met: moves, outcomes, events, phases, scoring lines, ends."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from types import NoneType
from typing import get_args

from msgspec import Struct

from parlour.catalog.game_checks import phase_kinds
from parlour.match import Game, Match
from parlour.rules import Viewer

CATEGORIES = ("move", "outcome", "event", "phase", "scoring line", "end")
"""Categories of kinds, in the order of reports."""


class KindCount(Struct, frozen=True):
    """A kind of move, outcome, event, phase, scoring line or end, and how often a check met it.

    Moves, outcomes and events count each time, phases each state that they are in force in,
    scoring lines and ends each match: a line counts if some seat has points other than 0 there.
    """

    category: str
    """One of ``CATEGORIES``."""
    name: str
    """Name of its class, label of the line, or name of the end."""
    at_random: int
    """Number of times it was met in matches played at random."""
    by_greedy: int
    """Number of times it was met in matches played by greedy."""

    @property
    def times(self) -> int:
        """Number of times it was met."""
        return self.at_random + self.by_greedy

    def __str__(self) -> str:
        """Write its category and name."""
        return f"{self.category} {self.name!r}"


class Coverage:
    """Counts the kinds that are met, match by match."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._named = dict.fromkeys(_named(game))
        self._met: Counter[tuple[str, str, bool]] = Counter()

    def kinds(self) -> tuple[KindCount, ...]:
        """Return every kind that the game names or that was met, by category."""
        return tuple(
            KindCount(
                category, name, self._met[category, name, False], self._met[category, name, True]
            )
            for category, name in sorted(self._named, key=lambda kind: CATEGORIES.index(kind[0]))
        )

    def note(self, category: str, name: str, *, greedy: bool) -> None:
        """Count that ``name``, a kind of a ``category``, was met; ``greedy`` if by greedy moves."""
        self._named[category, name] = None
        self._met[category, name, greedy] += 1

    def note_end(self, match: Match, *, greedy: bool) -> None:
        """Count the scoring lines and the end of a finished match; ``greedy`` as in ``note``."""
        game = self._game
        viewer = Viewer.of_seats(match.seats)
        lines = game.display.score_sheet(match.view(0), viewer) if game.display.score_sheet else ()
        for line in lines:
            self._named["scoring line", line.label] = None
            if any(line.points):
                self.note("scoring line", line.label, greedy=greedy)
        for name, is_this in game.checks.endings.items():
            if is_this(match.state):
                self.note("end", name, greedy=greedy)


def added(lists: Sequence[Sequence[KindCount]]) -> list[KindCount]:
    """Return the kinds in ``lists``, those of several checks of one game, with counts added up."""
    at_random = Counter[tuple[str, str]]()
    by_greedy = Counter[tuple[str, str]]()
    for kind in chain.from_iterable(lists):
        at_random[kind.category, kind.name] += kind.at_random
        by_greedy[kind.category, kind.name] += kind.by_greedy
    return [KindCount(*key, at_random[key], by_greedy[key]) for key in at_random]


def summary(kinds: Sequence[KindCount]) -> tuple[str, ...]:
    """Say in a line how many kinds were met, and in a line for each category which were not."""
    lines = []
    counts = []
    for category in CATEGORIES:
        these = [kind for kind in kinds if kind.category == category]
        missed = [kind.name for kind in these if not kind.times]
        if these:
            noun = category if len(these) == 1 else f"{category}s"
            counts.append(f"{len(these) - len(missed)} of {len(these)} {noun}")
        if missed:
            lines.append(f"never met, {category}: {', '.join(missed)}")
    return (f"met: {', '.join(counts)}", *lines)


def _named(game: Game) -> list[tuple[str, str]]:
    """Return the kinds that a game names; phases that run by themselves are seen by nobody."""
    phases = [kind for kind in phase_kinds(game.state) if not kind.automatic]
    return [
        *(("move", kind.__name__) for kind in game.move_notation.forms),
        *(("outcome", kind.__name__) for kind in game.outcome_notation.forms),
        *(("event", kind.__name__) for kind in _members(game.events)),
        *(("phase", kind.__name__) for kind in phases),
        *(("end", name) for name in game.checks.endings),
    ]


def _members(kinds: object) -> tuple[type, ...]:
    """Return the members of a union, or the one kind there is."""
    return get_args(kinds) or (() if kinds in {None, NoneType} else (kinds,))
