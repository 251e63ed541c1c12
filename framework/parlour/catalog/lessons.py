"""Lessons: matches that an author prepares, with a sentence at each decision of the learner.

A lesson is a TOML file of a game, ``Game(lessons=(files("my_game") / "first_turns.toml",))``. Like
a record, it holds no state: it lists what chance and the other players answer. ``parlour check``
plays every way through it. Its sentences in German stand beside it in ``first_turns.de.toml``.
"""

from collections.abc import Collection, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from parlour.match import Game, Match, header_of
from parlour.rules import FlowError, Move, PluginError, Seat, decoding, quoted
from parlour.words import listed, offered, say, spoken

L = TypeVar("L", bound=Struct)

LEARNER = "You"
"""The player of a lesson who learns."""

SUFFIX = ".toml"
"""Ending of the name of a lesson's file."""

Sentence = Annotated[str, Meta(min_length=1)]

Movers: TypeAlias = Sequence[Seat | None]
"""The seat that gave each answer of a match so far, or None for chance."""


class LessonStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One decision of the learner."""

    say: Sentence
    """Sentences that say what to do, and why."""
    moves: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Moves that lead on; pictures show the first."""
    rules: tuple[str, ...] = ()
    """Numbers of the rules that it teaches."""
    wrong: dict[str, Sentence] = {}
    """Sentences for other legal moves, by the beginnings of their texts; the longest counts."""
    asks: tuple[str, ...] = ()
    """Keys of ``wrong`` whose sentences, up to the last colon, fit such a move in any match."""
    then: tuple[str, ...] = ()
    """Answers up to the next step: moves behind a player's name, ``Ben: sail 2``, and outcomes."""
    show: tuple[str, ...] = ()
    """Panels of the picture that the page about the game shows of this step."""

    def text(self, game: Game) -> str:
        """Return the sentences with the numbers of the rules, and the moves that lead on."""
        rules = ", ".join(self.rules)
        cited = f" {say('lesson.rules', rules=rules, number=len(self.rules))}" if rules else ""
        return f"{self.say}{cited}\n{say('lesson.move', moves=self._moves_in(game))}"

    def _moves_in(self, game: Game) -> str:
        return listed(map(game.in_own_words, self.moves), "or")

    def objection(self, game: Game, text: str) -> str:
        """Say why the move with this text is not the one; empty if it leads on."""
        if text in self.moves:
            return ""
        fitting = [begun for begun in self.wrong if text.startswith(begun)]
        if fitting:
            return self.wrong[max(fitting, key=len)]
        return say("lesson.other", moves=self._moves_in(game))


class StepWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of a step in another language."""

    say: Sentence
    wrong: dict[str, Sentence] = {}


class LessonWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of a lesson in another language, with the keys of the lesson itself."""

    title: Sentence
    steps: tuple[StepWords, ...]
    end: Sentence


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prepared match."""

    title: Sentence
    minutes: int
    """Minutes that it takes."""
    players: tuple[str, ...]
    """The names of the players, in the order of the seats; the learner is ``You``."""
    options: dict[str, object] = {}
    """Options of the game that are not the default ones."""
    begin: tuple[str, ...] = ()
    """Answers before the first step, as in ``LessonStep.then``."""
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]
    end: Sentence
    """Sentences for the learner once the last step is done."""
    languages: dict[str, LessonWords] = {}
    """Its sentences in other languages, by code."""

    def __post_init__(self) -> None:
        """Refuse a lesson that nobody or several learn."""
        if self.players.count(LEARNER) != 1:
            raise ValueError(f"expected one of the players to be '{LEARNER}', got {self.players}")

    @property
    def seat(self) -> Seat:
        """The seat of the learner."""
        return self.players.index(LEARNER)

    @property
    def told(self) -> "Lesson":
        """The lesson with its sentences in the language that is spoken, if it has them."""
        words = self.languages.get(spoken())
        if words is None:
            return self
        pairs = zip(self.steps, words.steps, strict=True)
        steps = tuple(
            replace(step, say=translated.say, wrong=translated.wrong) for step, translated in pairs
        )
        return replace(self, title=words.title, steps=steps, end=words.end)

    def step(self, movers: Movers) -> LessonStep | None:
        """Return the step that comes after the answers so far; None before and after all steps."""
        done, since = self._place(movers)
        if done < len(self.steps) and since == len(self.answers(done)):
            return self.told.steps[done]
        return None

    def text(self, game: Game, movers: Movers) -> str:
        """Return what the learner reads after the answers so far; empty while others answer."""
        step = self.step(movers)
        if step is not None:
            return step.text(game)
        done, since = self._place(movers)
        is_done = done == len(self.steps) and since >= len(self.answers(done))
        return self.told.end if is_done else ""

    def answer(self, movers: Movers) -> tuple[Seat | None, str] | None:
        """Return the next answer of chance or of another player; None if it is not prepared."""
        done, since = self._place(movers)
        prepared = self.answers(done) if done <= len(self.steps) else ()
        return prepared[since] if since < len(prepared) else None

    def answers(self, done: int) -> tuple[tuple[Seat | None, str], ...]:
        """Return the answers that follow ``done`` steps, each with its seat, or None for chance."""
        return tuple(map(self._read, self.steps[done - 1].then if done else self.begin))

    def _read(self, text: str) -> tuple[Seat | None, str]:
        name, _, move = text.partition(": ")
        return (self.players.index(name), move) if move and name in self.players else (None, text)

    def _place(self, movers: Movers) -> tuple[int, int]:
        """Return the number of moves that the learner made, and of answers since the last."""
        own_moves = [number for number, seat in enumerate(movers, 1) if seat == self.seat]
        return len(own_moves), len(movers) - (own_moves[-1] if own_moves else 0)


def lessons_of(game: Game) -> dict[str, Lesson]:
    """Return the lessons of a game by name, in its order.

    Raises:
        PluginError: A file is no lesson, or does not hold the sentences of one.
    """
    lessons = {}
    for file in game.lessons:
        lesson = _read(game, file, Lesson)
        name = file.name.removesuffix(SUFFIX)
        files = {code: _beside(file, f"{name}.{code}{SUFFIX}") for code in offered()}
        languages = {
            code: _checked(game, lesson, _read(game, words, LessonWords), words.name)
            for code, words in files.items()
            if words is not None
        }
        lessons[name] = replace(lesson, languages=languages)
    return lessons


def said_of_costly(game: Game, possible: Collection[type[Move]], text: str) -> str:
    """Return what a lesson says of a costly move with this text; empty if no sentence fits.

    It fits if moves of the kind that the step wants are ``possible``.
    """
    for lesson in lessons_of(game).values():
        for step in lesson.told.steps:
            if type(game.read_move(step.moves[0])) in possible:
                for begun in step.asks:
                    if text.startswith(begun):
                        return f"{step.wrong[begun].rpartition(':')[0]}."
    return ""


def _beside(file: Traversable, name: str) -> Traversable | None:
    """Return the file of a name beside another; None if it is missing."""
    other = file.parent / name if isinstance(file, Path) else None
    return other if other is not None and other.is_file() else None


def _read(game: Game, file: Traversable, kind: type[L]) -> L:
    with decoding(f"{game.id}: {file.name}", PluginError):
        return msgspec.toml.decode(file.read_bytes(), type=kind)


def _checked(game: Game, lesson: Lesson, words: LessonWords, name: str) -> LessonWords:
    """Return the sentences of a lesson if they cover all of its steps."""
    expected = len(lesson.steps)
    if len(words.steps) != expected:
        raise PluginError(f"{game.id}: {name}: expected {expected} steps, got {len(words.steps)}")
    for number, (step, translated) in enumerate(zip(lesson.steps, words.steps, strict=True), 1):
        odd_keys = step.wrong.keys() ^ translated.wrong.keys()
        if odd_keys:
            odd = ", ".join(map(quoted, sorted(odd_keys)))
            raise PluginError(f"{game.id}: {name}: step {number}: missing or left over: {odd}")
    return words


def lesson_match(game: Game, lesson: Lesson) -> Match:
    """Return the match of a lesson before its first answer; chance waits.

    Raises:
        SetupError: The game does not take its players or options.
    """
    options = game.recorded_options(game.rules_version, lesson.options)
    game.check_setup(len(lesson.players), options)
    return Match(game, header_of(game, lesson.players, options, ""), dealing=False)


def give(match: Match, answers: Sequence[tuple[Seat | None, str]]) -> None:
    """Give a match the prepared answers of chance and the other players.

    Raises:
        ParlourError: One of them is not possible; the text tells which.
    """
    for seat, text in answers:
        awaited = next(iter(match.awaited.seats), None)
        if seat != awaited:
            who = "chance" if awaited is None else match.header.players[awaited]
            raise FlowError(f"expected an answer of {who}, got {quoted(text)}")
        if seat is None:
            match.resolve(match.game.outcome_notation.read(text))
        else:
            match.play(text, seat)
