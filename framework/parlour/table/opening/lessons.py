"""Lessons at a table: ordinary matches whose chance and other players answer as the author says.

Behind the last prepared answer, the dealer and the bots of the match go on.
"""

from os import urandom
from typing import Any

from msgspec.structs import replace

from parlour.catalog.lessons import LEARNER, Lesson, lessons_of
from parlour.match import Dealer, Game, Header, Match, header_of
from parlour.players import level_bot
from parlour.rules import MisuseError, Outcome, Rules, State
from parlour.table.seating import HUMAN


class LessonDealer(Dealer):
    """Deals the outcomes that a lesson has prepared, then outcomes drawn from the seed."""

    def __init__(self, match: Match, lesson: Lesson) -> None:
        super().__init__(match.dealer.seed, match.dealer.version)
        self._drawn = match.dealer._drawn  # noqa: SLF001  it goes on where the other stopped
        self._match = match
        self._lesson = lesson

    def draw(self, rules: Rules[Any, Any], state: State, kind: str) -> Outcome:
        """Return the prepared outcome, or draw one."""
        prepared = self._lesson.answer([step.seat for step in self._match.steps])
        if prepared is not None and prepared[0] is None:
            outcome = self._match.game.outcome_notation.read(prepared[1])
            if any(outcome == possible for possible, _ in rules.outcomes(state)):
                return outcome
        return super().draw(rules, state, kind)


def new_lesson(game: Game, name: str = "") -> Header:
    """Return the header of the match of a lesson; without a ``name``, of the game's first.

    Raises:
        MisuseError: The game has no such lesson.
        PluginError: A file of the game is no lesson.
    """
    lessons = lessons_of(game)
    name = name or next(iter(lessons), "")
    if name not in lessons:
        known = ", ".join(lessons) or "none"
        raise MisuseError(f"expected a lesson of {game.id} ({known}), got '{name}'")
    lesson = lessons[name]
    options = game.recorded_options(game.rules_version, lesson.options)
    bot = level_bot(game, "easy", len(lesson.players))
    players = [HUMAN if player == LEARNER else bot for player in lesson.players]
    names = ["" if player == LEARNER else player for player in lesson.players]
    return replace(header_of(game, players, options, urandom(8).hex(), names), lesson=name)


def lesson_of(match: Match) -> Lesson | None:
    """Return the lesson that a match is, or None if the game has no such lesson."""
    name = match.header.lesson
    return lessons_of(match.game).get(name) if name else None


def follow_lesson(match: Match) -> None:
    """Let the dealer of a match deal what its lesson says, if it is one."""
    lesson = lesson_of(match)
    if lesson is not None:
        match.dealer = LessonDealer(match, lesson)
