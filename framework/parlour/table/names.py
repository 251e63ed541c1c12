"""Names of people: nobody has one that deceives the others at the table."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from unicodedata import normalize

from parlour.rules.errors import SetupError
from parlour.rules.one_line import quoted
from parlour.rules.words import YOU
from parlour.words.framework import say

MAX_NAME_LETTERS = 20
"""Maximum number of letters in the name of a person."""

_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0d\U000e0100-\U000e01ef]"
)
"""Characters that show nothing although they count as letters, marks or symbols."""

_VARIANTS = re.compile("[\ufe0e\ufe0f]")
"""Signs behind an emoji, which choose how it is drawn."""

_NUMBER = re.compile(r"[\W\d]+[lo]*$|[lo]$")
"""A number behind a name; by its look, 1 and 0 are letters."""

RESERVED = (YOU, "human", "bot", "seat", "player")
"""Names of nobody; with a number behind them likewise."""


def check_names(names: Sequence[str], bots: Iterable[str] = ()) -> tuple[str, ...]:
    """Return names as they are shown; an empty one stays empty. ``bots`` are names of bots.

    Raises:
        SetupError: A name cannot be shown, or people take it for that of somebody else.
    """
    reserved = frozenset().union(*map(_looks, (*RESERVED, *bots)))
    taken: set[str] = set()
    shown = tuple(" ".join(normalize("NFKC", name).split()) for name in names)
    for name, given in zip(shown, names, strict=True):
        if not given:
            continue
        looks = _looks(name)
        if not (name.isprintable() and all(looks)) or len(name) > MAX_NAME_LETTERS:
            raise SetupError(say("name.letters", most=MAX_NAME_LETTERS, name=quoted(given)))
        if _FILLERS.search(name):
            raise SetupError(say("name.unseen", name=quoted(given)))
        if reserved & {_NUMBER.sub("", look) for look in looks}:
            raise SetupError(say("name.reserved", name=quoted(given)))
        if taken & looks:
            raise SetupError(say("name.taken", name=quoted(given)))
        taken |= looks
    return shown


def _looks(name: str) -> frozenset[str]:
    """Return how a name looks: two names that share a look are taken for each other."""
    small = _VARIANTS.sub("", name)
    latin = normalize("NFD", small).translate(_lookalikes()).casefold()
    return frozenset(text.replace(" ", "") for text in (small.casefold(), latin))


@cache
def _lookalikes() -> dict[int, str]:
    text = (files("parlour.table") / "lookalikes.txt").read_text("utf-8")
    lines = [line.partition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {ord(other): letter for letter, _, others in lines for other in others}
