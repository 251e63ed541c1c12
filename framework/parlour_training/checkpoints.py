"""Files to go on from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from parlour.rules import SetupError, cut, decoder_problem, open_file

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


def refuse_other_settings(path: Path, expected: Struct, saved: Struct) -> None:
    """Refuse a checkpoint of a training with other settings.

    Raises:
        SetupError: They differ.
    """
    for name, wanted in structs.asdict(expected).items():
        found = getattr(saved, name)
        if found != wanted:
            difference = f"expected {cut(str(wanted), 200)}, got {cut(str(found), 200)}"
            raise SetupError(
                f"{path}: saved by a training with other {name.replace('_', ' ')}: {difference} "
                "(remove the file to start again)"
            )
