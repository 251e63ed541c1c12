"""Keys: anyone with the key of a seat plays there. Only hashes of keys are saved."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import NamedTuple

from parlour.rules import MisuseError, Seat, make_folder, open_file, put_new, write_whole, writing

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


def kept_key(folder: Path, name: str, new: Callable[[], bytes]) -> str:
    """Return the key in a file that the servers of a folder share; the first of them makes it.

    Raises:
        MisuseError: It can be neither written nor read.
    """
    path = folder / name
    draft = folder / f"{name}-{token_hex(8)}"  # in containers, servers have one number
    with writing(path):
        make_folder(folder)
        if not path.exists():
            write_whole(draft, new(), MisuseError)
            with suppress(FileExistsError):  # another server's
                put_new(draft, path)
            draft.unlink(missing_ok=True)
    return read_key(path)


def read_key(path: Path) -> str:
    """Return the key in a file.

    Raises:
        MisuseError: It cannot be read.
    """
    with open_file(path) as file:
        return file.read().decode("ascii", "replace")
