"""The surroundings of the program: most systems have threads, processes and a disk.

The worker of a browser lacks all three. It sets the functions of ``HERE``, which do nothing
elsewhere.
"""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct


def _nothing() -> None:
    """Do nothing."""


class Surroundings(Struct):
    """Functions that a program with one thread or without a disk replaces."""

    breathe: Callable[[], None] = _nothing
    """Lets others work for a moment. A bot calls it whenever its thinking reads the clock."""
    saved: Callable[[], None] = _nothing
    """Hears that a file was written, after the system has been told to have it on the disk."""


HERE = Surroundings()
"""The surroundings of this program."""


SETTINGS_FILE = "settings.toml"
"""The name of the file of the settings, in the folder for configuration."""


def config_folder() -> Path:
    """Return the folder for the configuration of this user.

    Raises:
        RuntimeError: The user has no home.
    """
    if "linux" in sys.platform:  # what platformdirs does there: it takes long to import
        base = Path(os.environ.get("XDG_CONFIG_HOME", ""))
        return (base if base.is_absolute() else Path("~/.config").expanduser()) / "parlour"
    from platformdirs import user_config_path  # noqa: PLC0415  likewise

    return user_config_path("parlour", appauthor=False)


def system_language() -> str:
    """Return the code of the language that this system is set to, such as ``de``, or English."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = re.split("[_.@]", next(filter(None, named), ""))[0]
    return code if len(code) == 2 and code.isalpha() else "en"  # C and POSIX are no languages


def can_isolate() -> bool:
    """Return whether bots can run in processes of their own."""
    return sys.platform not in {"win32", "emscripten"}
