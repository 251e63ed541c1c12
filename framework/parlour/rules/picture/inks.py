"""Inks: colours by name, each in a light and in a dark surrounding.

A picture names inks and no colours, so that a page can show it in either light without an inline
style, which a strict content security policy forbids.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from parlour.rules.one_line import quoted

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


@dataclass(frozen=True)
class Ink:
    """A colour, ``#rrggbb``, on a light and on a dark page."""

    light: str
    """The colour on a light page."""
    dark: str
    """The colour on a dark page."""

    def __post_init__(self) -> None:
        """Refuse a text that is not a colour: it would become part of a style sheet."""
        for colour in (self.light, self.dark):
            if not _COLOUR.fullmatch(colour):
                raise ValueError(f"expected a colour such as '#c04000', got {quoted(colour)}")


INKS: Mapping[str, Ink] = {
    "ink": Ink("#26221c", "#ece6da"),
    "paper": Ink("#fbf8f1", "#201d19"),
    "faint": Ink("#6f685c", "#a79f90"),
    "line": Ink("#cfc6b4", "#4c463c"),
    "accent": Ink("#a8480f", "#f0a35e"),
    "seat-0": Ink("#2f62ad", "#7faaf0"),
    "seat-1": Ink("#2c7a45", "#74c48c"),
    "seat-2": Ink("#b3302b", "#f08a80"),
    "seat-3": Ink("#8a6a00", "#e2c14a"),
    "seat-4": Ink("#7b3f98", "#cd9be6"),
    "seat-5": Ink("#0f7480", "#67c5d0"),
}
"""The inks that every picture has: text, background, lines, and a colour for each of six seats."""


def check_inks(inks: Mapping[str, Ink]) -> None:
    """Check the names of inks.

    Raises:
        ValueError: A name is not a word of small letters, digits and hyphens.
    """
    for name in inks:
        if not _NAME.fullmatch(name):
            raise ValueError(f"expected an ink's name such as 'sea-deep', got {quoted(name)}")


def style_sheet(inks: Mapping[str, Ink], within: str = "") -> str:
    """Return the style sheet that gives ``fill-NAME`` and ``stroke-NAME`` their colours.

    ``within`` is the selector of the only elements it is for; it may be empty.
    """
    light = "".join(_rules(name, ink.light, within) for name, ink in inks.items())
    dark = "".join(_rules(name, ink.dark, within) for name, ink in inks.items())
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _rules(name: str, colour: str, within: str) -> str:
    scope = f"{within} " if within else ""
    return (
        f"{scope}.fill-{name} {{ fill: {colour}; }}\n"
        f"{scope}.stroke-{name} {{ stroke: {colour}; }}\n"
    )
