"""A law: a name, a sentence, and a function that finds breaches of it."""

from collections.abc import Callable, Iterator
from functools import partial
from inspect import cleandoc
from typing import TypeAlias

from msgspec import Struct

from parlour.testing.moment import Moment

Finder: TypeAlias = Callable[[Moment], Iterator[str]]


class Law(Struct, frozen=True):
    """Something that must hold in every match of every game."""

    name: str
    """Name in reports: ``no-leak``."""
    meaning: str
    """The law in one sentence."""
    breaches: Finder
    """Yield a message for each thing that is wrong at one moment of a match."""
    method: str = ""
    """The method of the game that every message is about; empty if there is not just one."""


def law(finder: Finder, method: str = "") -> Law:
    """Make a law of a function: its name gives the law's name, its docstring the meaning."""
    meaning = cleandoc(finder.__doc__ or "").splitlines()[0]
    return Law(finder.__name__.replace("_", "-"), meaning, finder, method)


def law_of(method: str) -> Callable[[Finder], Law]:
    """Make a law of a function; a breach of it names the place of the game's own ``method``."""
    return partial(law, method=method)


def implicit_law(name: str, meaning: str) -> Law:
    """Make a law whose breaches show while a match is played, and at no single moment."""
    return Law(name, meaning, lambda _: iter(()))
