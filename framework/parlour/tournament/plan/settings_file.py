"""Files of settings, and what is wrong with them in plain words."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from parlour.rules.errors import SetupError
from parlour.rules.one_line import decoder_problem, either, open_file

S = TypeVar("S")

MAX_BYTES = 1_048_576
"""Maximum number of bytes of a plan's file."""


def read_toml(path: Path) -> dict[str, object]:
    """Read a file of settings, such as a plan, as plain values.

    Raises:
        SetupError: The file cannot be read, or is not TOML.
    """
    try:
        with open_file(path, SetupError) as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise SetupError(f"{path}: expected at most {MAX_BYTES:,} bytes")
        return tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SetupError(f"{path}: expected TOML: {fault}") from None


def as_settings(
    given: Mapping[str, object],
    kind: type[S],
    where: str,
    known: Mapping[str, Sequence[str]],
    words: Mapping[str, Sequence[str]],
) -> S:
    """Return plain values as the struct of their settings.

    ``known`` has the names of the fields at each place of the file, ``words`` the words that a
    place may hold.

    Raises:
        SetupError: A field is unknown, or of the wrong kind.
    """
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise SetupError(f"{where}: {_explain(str(fault), known, words)}") from None


def _explain(
    fault: str, fields: Mapping[str, Sequence[str]], words: Mapping[str, Sequence[str]]
) -> str:
    """Put a message of msgspec, ``Expected `array`, got `str` - at `$.games```, in plain words."""
    text, _, path = fault.partition(" - at ")
    place = path.strip("`").removeprefix("$").removeprefix(".")
    known = fields.get(re.sub(r"\[\d+\]", "", place), ())
    sentence = _sentence(text, known, words.get(place, ()))
    return f"{place}: {sentence}" if place else sentence


def _sentence(text: str, known: Sequence[str], words: Sequence[str]) -> str:
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text):
        return f"expected {either(known)}, got '{found[1]}'"
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        return f"expected '{found[1]}', which is missing"
    if found := re.fullmatch(r"Invalid enum value (.*)", text):
        return f"expected {either(words)}, got {found[1]}"
    return decoder_problem(text).replace("an object", "a table")  # as TOML calls it
