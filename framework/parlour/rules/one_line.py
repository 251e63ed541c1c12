"""One line of a message: texts from elsewhere, and errors of decoders and files, put into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.rules.errors import MisuseError, ParlourError


def cut(text: str, limit: int) -> str:
    """Return ``text``, cut to ``limit`` letters, of which the last is then ``…``."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one_line(text: object, limit: int = 200) -> str:
    """Return a text without line breaks and double spaces, of at most ``limit`` letters."""
    return cut(" ".join(str(text).split()), limit)


def lower_first(text: str) -> str:
    """Return a sentence with a small first letter, unless its first word is one like JSON."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def decoder_problem(fault: Exception) -> str:
    """Return the text of a decoder's error: ``expected str, got int (at seed)``.

    Decoders of msgspec write the same as ``Expected `str`, got `int` - at `$.seed```.
    """
    text, _, place = one_line(str(fault).replace("`", "")).partition(" - at ")
    place = place.removeprefix("$").removeprefix(".")
    return lower_first(f"{text} (at {place})" if place else text)


@contextmanager
def writing(path: Path, error: type[ParlourError] = MisuseError) -> Iterator[None]:
    """Raise ``error`` with the path in place of the system's error while a file is written."""
    try:
        yield
    except FileExistsError:
        raise error(f"{path}: is there already; expected the name of a new file") from None
    except OSError as fault:
        raise error(f"{path}: cannot be written: {fault.strerror or fault}") from None


@contextmanager
def reading(path: Path | str, error: type[ParlourError] = MisuseError) -> Iterator[None]:
    """Raise ``error`` with the path in place of the system's error while a file is read."""
    try:
        yield
    except OSError as fault:
        raise error(f"{path}: cannot be read: {fault.strerror or fault}") from None
