"""The law of lessons: each can be played as it is written, in every way that it allows."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from parlour.match.game import Game, Match
from parlour.plugins.lessons import Lesson, LessonStep, give, lesson_match, lessons_of
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import quoted
from parlour.rules.phases import State
from parlour.rules.words import Viewer
from parlour.testing.laws.pictures import rule_numbers
from parlour.testing.moment import Moment, law


@law
def lessons_lead_on(moment: Moment) -> Iterator[str]:
    """Every lesson can be played as it is written, and names rules of the game's page."""
    moment.compared = True if moment.game.lessons else None
    yield from lesson_faults(moment.game)


@lru_cache(maxsize=8)
def lesson_faults(game: Game) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong in the lessons of a game."""
    try:
        lessons = lessons_of(game)
    except ParlourError as fault:
        return (str(fault),)
    return tuple(
        f"lesson '{name}', {fault}"
        for name, lesson in lessons.items()
        for fault in _faults(game, lesson)
    )


def _faults(game: Game, lesson: Lesson) -> Iterator[str]:
    numbers = rule_numbers(game)
    where = "its beginning"
    try:
        match = lesson_match(game, lesson)
        give(match, lesson.answers(0))
        reached = [match]
        for number, step in enumerate(lesson.steps, 1):
            where = f"step {number}"
            for rule in step.rules:
                if rule not in numbers:
                    yield f"{where}: there is no rule {rule}"
            yield from (f"{where}: {fault}" for fault in _step_faults(reached, lesson, step))
            reached = _after(reached, lesson, number)
    except ParlourError as fault:
        yield f"{where}: {fault}"


def _step_faults(reached: Iterable[Match], lesson: Lesson, step: LessonStep) -> Iterator[str]:
    """Find what is wrong at a step, in every state that it can be reached with."""
    for match in reached:
        if match.awaited.seats[:1] != (lesson.seat,):
            yield f"expected that the learner is awaited, got {match!r}"
            return
        texts = {match.game.write_move(move) for move in match.moves(lesson.seat)}
        others = texts.difference(step.moves)
        for begun in step.wrong:
            if not any(text.startswith(begun) for text in others):
                yield f"no other move begins with {quoted(begun)}"
        for text in step.moves:
            if text not in texts:
                yield f"{quoted(text)} is not among the legal moves, as these are written"
        yield from _panel_faults(match, lesson, step)


def _panel_faults(match: Match, lesson: Lesson, step: LessonStep) -> Iterator[str]:
    if step.show and match.game.display.picture is not None:
        picture = match.game.display.picture(match.view(lesson.seat), Viewer(lesson.players))
        for name in {*step.show}.difference(panel.name for panel in picture.panels):
            yield f"the picture has no panel {quoted(name)}"


def _after(reached: Iterable[Match], lesson: Lesson, number: int) -> list[Match]:
    """Return a match for each state that a step leads to.

    Raises:
        ParlourError: An answer is not possible.
    """
    found: dict[State, Match] = {}
    for match in reached:
        for text in lesson.steps[number - 1].moves:
            after = match.copy()
            after.play(text, lesson.seat)
            give(after, lesson.answers(number))
            found[after.state] = after
    return list(found.values())
