"""The house: who may create tables on a server, and how many."""

from collections.abc import Callable
from time import monotonic

from parlour.rules.errors import MisuseError
from parlour.web.limits import AttemptLimiter
from parlour.web.tables.keys import hash_of, new_key, opens

PREFIX = "house-"
"""The beginning of the host's key; in a link, pages tell it from the keys of seats by this."""


class Declined(MisuseError):
    """A server declines: only its host may do that, or a limit is reached."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status
        """The status of an answer that says so."""


def new_house_key() -> str:
    """Return a new key for the host of a server."""
    return PREFIX + new_key()


class House:
    """Says who may create tables."""

    def __init__(
        self,
        tables_a_minute: int,
        key: str = "",
        *,
        is_open: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``key`` is the host's; without one there is no host. Everybody may use an open house."""
        self.is_open = is_open
        self._hash = hash_of(key) if key else ""
        self._new_tables = AttemptLimiter(tables_a_minute, clock)

    def is_host(self, key: str) -> bool:
        """Return whether a key is the host's."""
        return opens(key, self._hash)

    def may_create(self, key: str) -> bool:
        """Return whether the holder of a key may create tables."""
        return self.is_open or self.is_host(key)

    def check_new_table(self, key: str, address: str) -> None:
        """Check that the holder of a key at an address may create a table now, and count it.

        Raises:
            Declined: The house is not open, and the key is not the host's; or there were too
                many from there.
        """
        if not self.may_create(key):
            why = "only the host of this server creates tables; use the host's link"
            raise Declined(why, 403)
        if self._new_tables.is_blocked(address):
            raise Declined("too many new tables; wait a minute", 429)
        self._new_tables.add(address)
