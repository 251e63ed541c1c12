"""Files to go on from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from parlour.rules import SetupError, decoder_problem, open_file

T = TypeVar("T")


def read_checkpoint(
    path: Path, kind: type[T], what: str, dec_hook: Callable[[type, Any], Any] | None = None
) -> T | None:
    """Read a checkpoint of a ``kind``, or None without a file; ``what`` names it in errors.

    Raises:
        SetupError: The file holds something else.
    """
    if not path.exists():
        return None
    with open_file(path, SetupError) as file:
        raw = file.read()
    try:
        return msgspec.json.decode(raw, type=kind, dec_hook=dec_hook)
    except msgspec.DecodeError as fault:
        problem = decoder_problem(fault)
        raise SetupError(f"{path}: no checkpoint of {what}: {problem}") from None
