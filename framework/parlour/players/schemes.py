"""Schemes: bots that do not run in this process, by how they are written: ``exec:COMMAND``."""

import re
from functools import cache

from parlour.hooks import BotScheme
from parlour.hooks.lookup import SCHEMES
from parlour.hooks.own import own
from parlour.rules import SetupError

_NAME = re.compile(r"([\w-]+)[:\[]")


def scheme_of(spec: str) -> BotScheme | None:
    """Return the scheme of a player that does not run in this process, or None."""
    found = _NAME.match(spec)
    return _scheme(found[1]) if found else None


def is_external(spec: str) -> bool:
    """Return whether a player is named as one that does not run in this process."""
    return scheme_of(spec) is not None


def confined(spec: str) -> str:
    """Return the name of the same bot without network and files; one in this process stays.

    Raises:
        SetupError: It cannot be confined, or cannot be read.
    """
    scheme = scheme_of(spec)
    if scheme is None:
        return spec
    if not scheme.confined:
        raise SetupError(f"{scheme.form}: cannot run without network and away from your files")
    name: str = SCHEMES.resolve(scheme, scheme.confined)(spec)
    return name


@cache
def _scheme(name: str) -> BotScheme | None:
    """Return the scheme of a name; the settings of a bot stand behind its name in the same way."""
    if any(bot.name == name for bot in own("parlour_bots")):
        return None
    return SCHEMES.get(name)
