"""Keys: anyone with the key of a seat plays there. Only hashes of keys are saved."""

from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import NamedTuple

from parlour.rules import Seat

KEY_BYTES = 24
"""Number of random bytes of a key: 192 bits cannot be guessed."""
MAX_KEY_LENGTH = 64
"""Maximum length of a text that is compared with keys."""


class Keys(NamedTuple):
    """The keys of a new table, which are saved nowhere."""

    host: str
    seats: Mapping[Seat, str]


class Admission(NamedTuple):
    """The rights that a key gives."""

    place: Seat | None
    """The place of its holder."""
    is_host: bool = False
    """Whether its holder may change keys."""


def new_key() -> str:
    """Return a new key, 32 letters that may stand in the fragment of a link."""
    return token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    """Return the hash of a key. It may be saved, since it does not tell the key."""
    return sha256(key.encode()).hexdigest()


def opens(key: str, saved: str) -> bool:
    """Return whether a key has the saved hash; no key opens an empty hash."""
    return bool(saved) and len(key) <= MAX_KEY_LENGTH and compare_digest(hash_of(key), saved)


def link(base: str, table: str, key: str = "") -> str:
    """Return the link to a table; the key stands in the fragment, and browsers never send that."""
    return f"{base}/t/{table}" + (f"#{key}" if key else "")
