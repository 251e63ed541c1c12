"""What a law is: a name, a sentence, and a way to find breaches of it."""

from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import TypeAlias

from msgspec import Struct

from parlour.testing.moment import Moment

Finder: TypeAlias = Callable[[Moment], Iterator[str]]


class Law(Struct, frozen=True):
    """Something that must hold in every match of every game."""

    name: str
    """What reports call it: ``no-leak``."""
    meaning: str
    """One sentence."""
    breaches: Finder
    """Yield what is wrong at one moment of a match; nothing if all is well."""


def law(finder: Finder) -> Law:
    """Make a law of a function: its name is the law's, its docstring the meaning."""
    meaning = cleandoc(finder.__doc__ or "").splitlines()[0]
    return Law(finder.__name__.replace("_", "-"), meaning, finder)


def promise(name: str, meaning: str) -> Law:
    """Make a law whose breaches show while a match is played, at no single moment."""
    return Law(name, meaning, lambda _: iter(()))
