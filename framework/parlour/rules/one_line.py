"""One line of a message: texts from elsewhere, and errors of decoders, put into it.

Texts from files, bots and plugins may hold codes that a terminal obeys, or that turn the direction
of writing. Nothing of that kind is printed: it is written out, as Python writes it in a text.
"""

import json
import re
from collections.abc import Sequence
from typing import TypeVar

import msgspec

S = TypeVar("S")

_NAME = re.compile(r"[a-z0-9_-]+")

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed, and C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of writing
    "\u2028\u2029\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
"""Characters that a terminal obeys or hides; and halves of surrogate pairs, which none can show."""


def is_name(text: str) -> bool:
    """Return whether a text is a name such as a game's, and no path."""
    return _NAME.fullmatch(text) is not None


def printable(text: str) -> str:
    """Return a text with what a terminal would obey written out, as Python would.

    Tabs and ends of lines stay.
    """
    return _UNPRINTABLE.sub(lambda letter: _escaped(letter[0]), text)


def printable_json(text: str) -> str:
    """Return JSON with the same meaning and without letters that a terminal would obey."""
    return _UNPRINTABLE.sub(_json_escape, text)


def visible(text: str) -> str:
    """Return a text whole and in one line: what would break the line is written out, too."""
    return re.sub(r"[\t\n]", lambda letter: _escaped(letter[0]), printable(text))


def quoted(text: object, limit: int = 60) -> str:
    """Return a name or value from elsewhere in quotes, in one line of at most ``limit`` letters."""
    return f"'{one_line(text, limit)}'"


def cut(text: str, limit: int) -> str:
    """Return ``text`` cut to ``limit`` letters; the last one is then ``…``."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one_line(text: object, limit: int = 200) -> str:
    """Return a text without line breaks and double spaces, of at most ``limit`` letters.

    Nothing in it is obeyed by a terminal.
    """
    return cut(printable(" ".join(str(text)[: 4 * limit].split())), limit)


def lower_first(text: str) -> str:
    """Return a sentence with a small first letter, unless its first word is one like JSON."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "text",
}
"""Names of kinds of values, by the names that msgspec has for them."""

BOUNDS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}


def decoder_problem(fault: object) -> str:
    """Return the text of a decoder's error: ``expected text, got a whole number (at seed)``.

    Decoders of msgspec write the same as ``Expected `str`, got `int` - at `$.seed```.
    """
    text, _, place = one_line(fault).partition(" - at ")
    if text.startswith("Expected `"):
        text = re.sub("`([a-z |]+)`", lambda kinds: _kinds_in_words(kinds[1]), text)
        text = re.sub(r"( of length)? ([<>]=?) ([\d.e+]+)", _bound_in_words, text)
    place = place.strip("`").removeprefix("$").removeprefix(".")
    text = text.replace("`", "")
    return lower_first(f"{text} (at {place})" if place else text)


def _kinds_in_words(kinds: str) -> str:
    """Return ``text or a list`` for ``str | array | null``: null is a value that is left out."""
    return either([KINDS.get(kind, kind) for kind in kinds.removesuffix(" | null").split(" | ")])


def _bound_in_words(bound: re.Match[str]) -> str:
    of_length, sign, number = bound.groups("")
    return f"{of_length or ','} {BOUNDS[sign].format(number.removesuffix('.0'))}"


def either(words: Sequence[str]) -> str:
    """Return ``a, b or c``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def decode_once(decoder: msgspec.json.Decoder[S], line: bytes) -> S:
    """Decode a line of JSON, each key once: of two, other programs may take the other.

    Raises:
        msgspec.DecodeError: It is not of that kind, or a key comes twice.
    """
    decoded = decoder.decode(line)
    json.loads(line, object_pairs_hook=_check_keys, parse_int=str, strict=False)
    return decoded


def _check_keys(pairs: list[tuple[str, object]]) -> None:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise msgspec.DecodeError(f"expected each key once, got {quoted(twice)} twice")


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def _json_escape(letter: re.Match[str]) -> str:
    pairs = letter[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))
