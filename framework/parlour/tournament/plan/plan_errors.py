"""Errors of a plan's file, said in the words of TOML."""

import re
from collections.abc import Mapping, Sequence

from parlour.rules.one_line import lower_first

KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "a table",
    "str": "text",
}
"""Names of TOML's kinds of values, by the names that msgspec has for them."""


def explain(
    fault: str, fields: Mapping[str, Sequence[str]], words: Mapping[str, Sequence[str]]
) -> str:
    """Return a message of msgspec in plain words.

    A message reads ``Expected `array`, got `str` - at `$.games```. ``fields`` holds the names of
    the fields known at each place of the file, ``words`` the words that a place may hold.
    """
    text, _, path = fault.partition(" - at ")
    place = path.strip("`").removeprefix("$").removeprefix(".")
    known = fields.get(re.sub(r"\[\d+\]", "", place), ())
    sentence = _sentence(text, known, words.get(place, ()))
    return f"{place}: {sentence}" if place else sentence


def _sentence(text: str, known: Sequence[str], words: Sequence[str]) -> str:
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text):
        return f"expected {listed(known)}, got '{found[1]}'"
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        return f"expected '{found[1]}', which is missing"
    if found := re.fullmatch(r"Invalid enum value (.*)", text):
        return f"expected {listed(words)}, got {found[1]}"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", text):
        wanted = [KINDS.get(kind, kind) for kind in found[1].split(" | ") if kind != "null"]
        return f"expected {listed(wanted)}, got {KINDS.get(found[2], found[2])}"
    return lower_first(text)


def listed(words: Sequence[str]) -> str:
    """Return ``a, b or c``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
