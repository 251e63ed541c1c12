"""Messages between a program and a process that answers it, and the pickles they consist of."""

import pickle
from io import BytesIO
from types import FunctionType
from typing import Any

from msgspec import Struct

from parlour.rules.errors import SetupError

PROGRAM = ("__main__", "__mp_main__")
"""Names of the module that was started as a program: another process has another one."""


class Started(Struct, frozen=True):
    """First message of a process: it has loaded all that it needs, and may be asked."""


class Failed(Struct, frozen=True):
    """Message in place of an answer."""

    reason: str
    """Type and text of the error, in one line."""


class _Pickler(pickle.Pickler):
    """Refuses classes and functions that another process would not find."""

    def reducer_override(self, thing: object) -> Any:
        """Refuse what the program itself defines; leave the rest to pickle."""
        if isinstance(thing, type | FunctionType) and thing.__module__ in PROGRAM:
            raise pickle.PicklingError(
                f"'{thing.__qualname__}' is defined in the program that was started; "
                "expected a module that it imports"
            )
        return NotImplemented


def pickled(thing: object, name: str) -> bytes:
    """Return ``thing`` as bytes that another process can read; ``name`` is what to call it.

    Raises:
        SetupError: It cannot be read there.
    """
    written = BytesIO()
    try:
        _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(thing)
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        reason = " ".join(str(fault).split())
        raise SetupError(f"{name} cannot be carried to another process: {reason}") from None
    return written.getvalue()
