"""Keys: whoever holds the key of a seat plays there. Only hashes of keys are kept."""

from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

BYTES = 24
"""Random bytes of a key: 192 bits cannot be guessed."""
LONGEST = 64
"""Letters of a text that is compared with keys, at most."""


def new_key() -> str:
    """Return a new key, 32 letters that may stand in the fragment of a link."""
    return token_urlsafe(BYTES)


def hash_of(key: str) -> str:
    """Return the hash of a key, which may be kept: no key can be found from it."""
    return sha256(key.encode()).hexdigest()


def opens(key: str, kept: str) -> bool:
    """Return whether a key is the one whose hash is kept; nothing opens an empty hash."""
    return bool(kept) and len(key) <= LONGEST and compare_digest(hash_of(key), kept)


def link(base: str, table: str, key: str = "") -> str:
    """Return the link to a table; the key stands in the fragment, which browsers send nowhere."""
    return f"{base}/t/{table}" + (f"#{key}" if key else "")
