"""Phrasebooks: the sentences of a game, or of the framework, by code and language.

A phrasebook is a folder with a file a language, ``en.po`` and ``de.po``. A code stands there as
``msgid``, its sentence as ``msgstr``. A context chooses another sentence for the same code:

- ``you``, if the value ``seat`` is the seat of the person who reads;
- ``0``, if the value ``number`` is 0;
- any other name, if a sentence asks for that form of a part: ``{card:acc}``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, wraps
from importlib.resources.abc import Traversable
from string import Formatter
from typing import ParamSpec, Protocol, TypeVar

from msgspec import Struct

from parlour.words.language import ENGLISH, HERE, ProcessLanguage
from parlour.words.po_file import SEPARATOR, Sentences, read_po

P = ParamSpec("P")
W = TypeVar("W")

FOR_YOU = "you"
"""Context of the sentence for the person who reads."""
NO_NUMBER = "0"
"""Context of the sentence for the number 0."""
SEAT = "seat"
"""Name of the value that chooses a sentence for the reader."""
NUMBER = "number"
"""Name of the value that chooses a plural."""
KEPT = frozenset({str, int})
"""Types of values that cannot change once a sentence holds them."""
TYPED = frozenset(
    {"answer", "bid", "line", "move", "moves", "plan", "played", "rest", "text", "things"}
)
"""Names of values that describe an answer: no bot of this process may find them here."""
MAX_SAID = 4_096
"""Maximum number of sentences that are kept as they were said."""


class Names(Protocol):
    """Somebody who reads, and how they call the seats."""

    def called(self, seat: int) -> "NamedSeat":
        """Return the name of a seat."""


class NamedSeat(Protocol):
    """The name of a seat, in each form that a sentence may ask for."""

    @property
    def is_reader(self) -> bool:
        """Whether it is the seat of the person who reads."""

    def __format__(self, form: str) -> str:
        """Return the name in a form of the language: ``you`` inside a sentence."""


class Phrasebook:
    """The sentences of a folder; each language is read when it is first spoken."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._read: dict[str, Sentences | None] = {}
        self._said: dict[object, str] = {}
        """The sentences said so far, by language, code and values: most of a page is said again."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrasebook) and self._folder == other._folder

    def __hash__(self) -> int:
        return hash(self._folder)

    def __reduce__(self) -> tuple[type["Phrasebook"], tuple[Traversable]]:
        """Pickle the folder alone."""
        return Phrasebook, (self._folder,)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The codes of all languages, English first."""
        names = (file.name for file in self._folder.iterdir())
        codes = (name.removesuffix(".po") for name in names if name.endswith(".po"))
        return tuple(sorted(codes, key=lambda code: (code != ENGLISH, code)))

    def file(self, language: str) -> Traversable:
        """Return the path of the sentences of a language, whether or not it has any."""
        return self._folder / f"{language}.po"

    def sentences(self, language: str) -> Sentences | None:
        """Return all sentences of a language, or None if there is no file."""
        if language not in self._read:
            file = self.file(language)
            known = language.isalpha() and file.is_file()
            self._read[language] = (
                read_po(file.read_bytes().decode("utf-8", "replace")) if known else None
            )
        return self._read[language]

    def say(self, code: str, names: Names | None = None, /, **values: object) -> str:
        """Return the sentence of a code with its values, in the language that is spoken.

        A value ``seat`` or ``…_seat`` is called as in ``names``. A text such as ``card="fish"``
        is looked up as the code ``card.fish``, if there is one.
        """
        if names is not None:
            return self.worded(code, _named(values, names))
        key = HERE.get() or ProcessLanguage.code, code, *values.items()
        try:
            return self._said[key]
        except (KeyError, TypeError):
            return self._say_first(key, code, values)

    def _say_first(self, key: object, code: str, values: Mapping[str, object]) -> str:
        """Word a sentence, and keep it if nobody can change its values, and they are no moves."""
        sentence = self.worded(code, values)
        if TYPED.isdisjoint(values) and all(type(value) in KEPT for value in values.values()):
            if len(self._said) >= MAX_SAID:
                self._said.clear()
            self._said[key] = sentence
        return sentence

    @staticmethod
    def worded_once(word: Callable[P, W]) -> Callable[P, W]:
        """Remember what the function ``word`` returns for its arguments, in each language.

        It must not tell what only some seats know: any bot of this process may find it here.
        """

        @lru_cache(maxsize=MAX_SAID)
        def said(_language: str, /, *arguments: P.args, **named: P.kwargs) -> W:
            return word(*arguments, **named)

        @wraps(word)
        def worded(*arguments: P.args, **named: P.kwargs) -> W:
            return said(HERE.get() or ProcessLanguage.code, *arguments, **named)  # type: ignore[arg-type]  # what has no hash is refused

        return worded

    def phrase(self, code: str, names: Names | None = None, /, **values: object) -> "Phrase":
        """Return the sentence of a ``code``, worded when somebody reads it or a sentence with it.

        ``names`` and ``values`` are those of ``say``.
        """
        return Phrase(self, code, values if names is None else _named(values, names))

    def under(self, beginning: str) -> "Mapping[str, Phrase]":
        """Return the phrases whose codes have this ``beginning``, by the rest of the code.

        ``SENTENCES.under("refusal")["taken"]`` is the phrase of ``refusal.taken``.
        """
        return _PhrasesUnder(self, f"{beginning}.")

    def has(self, code: str) -> bool:
        """Return whether the code has a sentence."""
        return code in self._english

    def worded(self, code: str, values: Mapping[str, object], form: str = "") -> str:
        """Return the sentence of a ``code`` in a ``form``, with its ``values`` by name.

        A code without a sentence is shown as it is.
        """
        for language in (HERE.get() or ProcessLanguage.code, ENGLISH):
            known = self._read[language] if language in self._read else self.sentences(language)
            texts = None if known is None else _chosen(known.texts, code, values, form)
            if known is not None and texts is not None:
                number = values.get(NUMBER)
                try:
                    at = known.plural(number) if len(texts) > 1 and isinstance(number, int) else 0
                    return texts[at].format_map(self._with_terms(values)) if values else texts[at]
                except (ArithmeticError, LookupError, TypeError, ValueError):
                    if language == ENGLISH:  # else a translator asks for what there is not
                        raise
        return code.rpartition(".")[2].replace("_", " ")

    @cached_property
    def _english(self) -> Mapping[str, tuple[str, ...]]:
        """The English sentences, which name every code."""
        english = self.sentences(ENGLISH)
        return {} if english is None else english.texts

    def slots(self, code: str) -> frozenset[str]:
        """Return the names of the values that a code gets, the names in its English sentence."""
        return _slots(self._english[code])

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Everything missing, left over or wrong in a language, compared with English."""
        english = self.sentences(ENGLISH)
        if english is None:
            return (f"expected {ENGLISH}.po in {self._folder}",)
        return tuple(
            f"{language}: {fault}"
            for language in self.languages
            if (sentences := self.sentences(language)) is not None
            for fault in _faults(english, sentences)
        )

    def _with_terms(self, values: Mapping[str, object]) -> Mapping[str, object]:
        """Replace each value that has a sentence, such as ``card.fish``, by its ``Phrase``."""
        known = self._english
        return {
            name: Phrase(self, term, {})
            if isinstance(value, str) and (term := f"{name}.{value}") in known
            else value
            for name, value in values.items()
        }


class Phrase(Struct, frozen=True):
    """A code with its values: a sentence for anybody, in any language."""

    phrasebook: Phrasebook
    code: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        """Return the sentence in the language that is spoken."""
        return self.phrasebook.worded(self.code, self.values)

    def __format__(self, form: str) -> str:
        """Return a form of the sentence: ``{card:acc}``."""
        return self.phrasebook.worded(self.code, self.values, form)


class _PhrasesUnder(Mapping[str, Phrase]):
    """Phrases by the rest of their codes; no file is read before one is looked up."""

    def __init__(self, phrasebook: Phrasebook, beginning: str) -> None:
        self._phrasebook = phrasebook
        self._beginning = beginning

    def __getitem__(self, code: str) -> Phrase:
        """Return a phrase."""
        if not self._phrasebook.has(self._beginning + code):
            raise KeyError(code)
        return Phrase(self._phrasebook, self._beginning + code, {})

    def __iter__(self) -> Iterator[str]:
        """Yield the rest of each code."""
        english = self._phrasebook.sentences(ENGLISH)
        yield from (
            code.removeprefix(self._beginning)
            for code in (english.texts if english else ())
            if code.startswith(self._beginning)
        )

    def __len__(self) -> int:
        """Return the number of phrases."""
        return sum(1 for _ in self)


def _named(values: Mapping[str, object], names: Names) -> Mapping[str, object]:
    """Return values with the names of seats."""
    return {
        name: names.called(value) if isinstance(value, int) and is_seat(name) else value
        for name, value in values.items()
    }


def is_seat(name: str) -> bool:
    """Return whether a value of this name is a seat."""
    return name == SEAT or name.endswith("_seat")


def _chosen(
    texts: Mapping[str, tuple[str, ...]], code: str, values: Mapping[str, object], form: str
) -> tuple[str, ...] | None:
    """Return the sentence of the first context that applies."""
    if form and (inflected := texts.get(f"{form}{SEPARATOR}{code}")):
        return inflected
    context = ""
    if getattr(values.get(SEAT), "is_reader", False):
        context = FOR_YOU
    elif values.get(NUMBER) == 0:
        context = NO_NUMBER
    return (texts.get(f"{context}{SEPARATOR}{code}") if context else None) or texts.get(code)


def _faults(english: Sentences, other: Sentences) -> Iterator[str]:
    """Yield the faults of a language: its codes, its slots, its plurals and its forms."""
    known = {key for key in english.texts if SEPARATOR not in key}
    codes = {key for key in other.texts if SEPARATOR not in key}
    yield from (f"{code!r} has no sentence" for code in sorted(known - codes))
    yield from (f"{code!r} is left over" for code in sorted(codes - known))
    yield from (
        f"{key!r} has a slot with more than a name, or is not UTF-8" for key in sorted(other.odd)
    )
    for key, texts in other.texts.items():
        context, _, code = key.rpartition(SEPARATOR)
        if code not in known:
            continue
        if len(texts) not in {1, other.plurals}:
            yield f"{code!r} has {len(texts)} plural forms, the language has {other.plurals}"
        wanted = _slots(english.texts[code])
        needless = {SEAT} if context == FOR_YOU else set[str]()
        if context != NO_NUMBER and (missing := wanted - needless - _slots(texts)):
            yield f"{code!r} does not use {', '.join(sorted(missing))}"
        if unknown := _slots(texts) - wanted:
            yield f"{code!r} asks for {', '.join(sorted(unknown))}, which it does not get"


def _slots(texts: tuple[str, ...]) -> frozenset[str]:
    """Return the values that the forms of a sentence name."""
    return frozenset({slot for text in texts for _, slot, _, _ in Formatter().parse(text) if slot})
