"""What is wrong with a plan's file, in the words of who wrote it."""

import re
from collections.abc import Mapping, Sequence

KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "a table",
    "str": "text",
}
"""What is called what in TOML, and what the decoder calls it."""


def worded(fault: str, fields: Mapping[str, Sequence[str]], schedules: Sequence[str]) -> str:
    """Say a decoder's complaint in plain words; ``fields`` are the names known at each place.

    A complaint reads ``Expected `array`, got `str` - at `$.games```.
    """
    text, _, path = fault.partition(" - at ")
    place = path.strip("`").removeprefix("$").removeprefix(".")
    known = fields.get(re.sub(r"\[\d+\]", "", place), ())
    said = _said(text, known, schedules)
    return f"{place}: {said}" if place else said


def _said(text: str, known: Sequence[str], schedules: Sequence[str]) -> str:
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text):
        return f"expected {listed(known)}, got '{found[1]}'"
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        return f"expected '{found[1]}', which is missing"
    if found := re.fullmatch(r"Invalid enum value (.*)", text):
        return f"expected {listed(schedules)}, got {found[1]}"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", text):
        wanted = [KINDS.get(kind, kind) for kind in found[1].split(" | ") if kind != "null"]
        return f"expected {listed(wanted)}, got {KINDS.get(found[2], found[2])}"
    return text[:1].lower() + text[1:]


def listed(words: Sequence[str]) -> str:
    """Write ``a, b or c``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
