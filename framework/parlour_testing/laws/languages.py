"""The law of languages: what people read is in one language, and holds no name from the code."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from parlour.catalog.lessons import lessons_of
from parlour.match import Game
from parlour.rules import ChanceResolved, Event, ParlourError, Viewer, describe_refusal
from parlour.table.text.rules_text import rulebook_of
from parlour.table.text.sentences import sentence
from parlour.words import ENGLISH, Phrasebook, speaking
from parlour_testing.laws.states import illegal_moves
from parlour_testing.snapshot import Snapshot, law, law_of

TYPED = "typed."
"""Beginning of the codes of words that are typed."""
WORD = re.compile(r"[^\W\d_]{3,}")
CODE = re.compile(r"`[^`]*`|```.*?```|\{[^}]*\}", re.DOTALL)
"""Code on a page of rules, and values in a sentence."""
INTERNAL = re.compile(r"\b[a-z]+(?:_[a-z\d]+)+\b")
"""A name as it stands in code: ``left_boat``."""

JOINED = re.compile(r"(?<!\S)\S+-\S+")
"""A part of a text that is joined of several: ``left-boat``, ``0-1-1``."""


@law
def in_one_language(snapshot: Snapshot) -> Iterator[str]:
    """In each language, no sentence that is told holds an internal name or an English word."""
    book = snapshot.game.words.phrasebook
    snapshot.compared = snapshot.answered is not None
    for language in (ENGLISH,) if book is None else book.languages:
        foreign = foreign_words(snapshot.game, language)
        with speaking(language):
            for line, raw in _lines(snapshot):
                for found in _strange(line, raw, foreign):
                    yield f"{language}: '{found}' stands in {line!r}"


@law_of(cost="expensive")
def written_in_one_language(snapshot: Snapshot) -> Iterator[str]:
    """No sentence of a phrasebook or a lesson holds a word that is typed in English alone."""
    snapshot.compared = True if snapshot.game.words.phrasebook else None
    yield from language_faults(snapshot.game)


@lru_cache(maxsize=8)
def language_faults(game: Game) -> tuple[str, ...]:
    """Return a sentence for each word of another language in a game's own texts."""
    book = game.words.phrasebook
    languages = () if book is None else book.languages
    return tuple(
        f"{language}: '{found}' stands in {text!r}"
        for language in languages
        if language != ENGLISH
        for text in _texts(game, language)
        for found in _strange(CODE.sub("", text), "", foreign_words(game, language))
    )


@lru_cache(maxsize=64)
def foreign_words(game: Game, language: str) -> frozenset[str]:
    """Return the words of records that are no words of a language; of English there are none.

    The words of a language are those of its page of rules, and those that are typed in it.
    """
    book = game.words.phrasebook
    if language == ENGLISH or book is None:
        return frozenset()
    notations = (game.move_notation, game.outcome_notation)
    forms = [form.shown for notation in notations for form in notation.forms.values()]
    with speaking(language):
        typed = book.under(TYPED[:-1])
        own = [str(words) for words in typed.values()]
        recorded = [*forms, *typed]
        page = CODE.sub("", rulebook_of(game).text) if game.rulebook else ""
    return _words(recorded) - _words([*own, page])


def _words(texts: Iterable[str]) -> frozenset[str]:
    # The fields of a form are in capitals, and a line under a letter stands for a space.
    lines = (re.sub(r"\b[A-Z]+\b", "", text).replace("_", " ") for text in texts)
    return frozenset(word.casefold() for line in lines for word in WORD.findall(line))


def _texts(game: Game, language: str) -> Iterator[str]:
    """Yield the sentences of a language that a game brings: of its phrasebook and its lessons."""
    book = game.words.phrasebook
    sentences = book.sentences(language) if isinstance(book, Phrasebook) else None
    for key, forms in sentences.texts.items() if sentences else ():
        if TYPED not in key:
            yield from forms
    try:
        lessons = lessons_of(game).values()
    except ParlourError:  # which the law lessons-lead-on names
        return
    for lesson in lessons:
        words = lesson.languages.get(language)
        for step in words.steps if words else ():
            yield step.say
            yield from step.wrong.values()


def _lines(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Yield what people are told of an answer and of refused moves, and the text of an outcome."""
    game = snapshot.game
    viewer = Viewer(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[seat] for seat in snapshot.seats))
    if snapshot.answered:
        for events in snapshot.result_of(snapshot.answered).delivered:
            for event in events:
                told = sentence(game, event, viewer)
                if isinstance(told, str):  # the law in-words names what is no text
                    yield told, _text_of(event)
    for seat in snapshot.seats:
        for move in illegal_moves(snapshot, seat):
            if refusal := game.refusal(snapshot.state, seat, move):
                yield describe_refusal(refusal, viewer, game.words.refusals), ""


def _text_of(event: Event) -> str:
    return event.outcome if isinstance(event, ChanceResolved) else ""


def _strange(line: str, raw: str, foreign: frozenset[str]) -> Iterator[str]:
    """Yield what is no word of people: a foreign word, a name of code, a joined part of a text."""
    yield from (word for word in WORD.findall(line) if word.casefold() in foreign)
    yield from INTERNAL.findall(line)
    yield from (part for part in JOINED.findall(raw) if part in line)
