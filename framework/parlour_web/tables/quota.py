"""The quota of a server: the right to create tables on it, and how much everybody may use.

All requests over a limit are declined here, in a sentence that its host can read on the front page.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from math import inf
from operator import itemgetter
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from msgspec import Struct

from parlour.players import TimeControl, is_included, name_in, settings_in
from parlour.rules import MisuseError, write_whole
from parlour.table import HUMAN
from parlour.words import Phrase, phrase
from parlour_web.house.resources import HouseResources
from parlour_web.limits import AttemptLimiter
from parlour_web.options import Limits
from parlour_web.tables.keys import hash_of, kept_key, new_key, opens, read_key

PREFIX = "house-"
"""The beginning of the host's key; in a link, pages tell it from the keys of seats by this."""

KEY_FILE = ".parlour-serve.key"
"""Name of the file with the host's key of servers that share a folder."""

HINT_SECONDS = 4.0
"""Seconds that a hint may take, as the budget counts it."""

QUICK_BOTS = frozenset({"greedy", "uniform"})
"""Bots that answer in a moment; a process for each would cost more than it saves."""

FORBIDDEN = 403
"""Status of an answer that declines, if somebody else might do it."""
CONFLICT = 409
"""Status of an answer that declines, if another program uses the table."""
BUSY = phrase("limit.wait")
"""The reason to decline newcomers if they would delay the players."""
BUSY_SECONDS = 60.0
"""Seconds until a newcomer who would delay the players may try again, as that sentence says."""
TOO_MANY = 429
"""Status of an answer that declines, if a limit is reached."""


class Declined(MisuseError):
    """A server declines: only its host may do that, or a limit is reached."""

    def __init__(self, text: str, status: int, wait: float = inf) -> None:
        super().__init__(text)
        self.status = status
        """The status of an answer that says so."""
        self.wait = wait
        """Seconds until it is worth asking again; infinite if nobody knows."""


class BotDemand(NamedTuple):
    """BotDemand of a table's bots while it is open."""

    bots: int = 0
    """Number of their processes."""
    thinking: float = 0.0
    """Seconds that they may think about a move each."""


NOTHING = BotDemand()
"""BotDemand of a table without bots that think."""


class DeclinedRequest(Struct, frozen=True):
    """A kind of request that was declined, as the host reads it."""

    why: str
    times: int
    """Number of times that it happened."""
    when: float
    """The last time, in seconds since 1970."""


def new_house_key() -> str:
    """Return a new key for the host of a server."""
    return PREFIX + new_key()


def read_house_key(folder: Path) -> str:
    """Return the host's key in the file of a folder.

    Raises:
        MisuseError: It cannot be read.
    """
    return read_key(folder / KEY_FILE)


def renew_house_key(folder: Path) -> None:
    """Write a new key of the host, if the folder has one.

    Raises:
        MisuseError: It cannot be written.
    """
    if (folder / KEY_FILE).exists():
        write_whole(folder / KEY_FILE, new_house_key().encode())


def shared_house_key(folder: Path) -> str:
    """Return the host's key of all servers of a folder; the first of them makes it.

    Raises:
        MisuseError: It can be neither written nor read.
    """
    return kept_key(folder, KEY_FILE, lambda: new_house_key().encode())


def demand_of(players: Sequence[str], times: TimeControl) -> BotDemand:
    """Return what the bots among players use."""
    slow = [spec for spec in players if spec != HUMAN and name_in(spec) not in QUICK_BOTS]
    return BotDemand(len(slow), sum(_seconds(spec, times) for spec in slow))


def _seconds(spec: str, times: TimeControl) -> float:
    """Return how long a bot thinks about a move: an included one for a second unless it says so."""
    if not is_included(spec):
        return times.move
    return min(getattr(settings_in(spec), "seconds", 0.0) or 1.0, times.move)


class ServerQuota:
    """Grants the right to create tables, and counts the use."""

    def __init__(
        self,
        limits: Limits,
        key: str = "",
        *,
        is_open: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``key`` is the host's; without one there is no host. If ``is_open``, everybody may."""
        self.limits = limits
        self._is_open = is_open
        self._hash = hash_of(key) if key else ""
        self._new_tables = AttemptLimiter(limits.new_tables, clock)
        self._demands: dict[str, BotDemand] = {}
        self.resources = HouseResources()
        """All that is limited on this server."""
        self._hints = count()
        self._pages = Counter[str]()
        self._declined: dict[str, tuple[Phrase, int, float]] = {}
        """The reasons to decline by their codes: each with its number and its last time."""
        self.resources.add("bots", limits.bots, lambda: self.totals().bots)
        self.resources.add("thinking", limits.thinking, lambda: self.totals().thinking)
        self.resources.add("connections", limits.connections, self._pages.total)

    # Who

    def is_host(self, key: str) -> bool:
        """Return whether a key is the host's."""
        return opens(key, self._hash)

    def change_key(self, key: str) -> None:
        """Let another key be the host's."""
        self._hash = hash_of(key)

    def may_create(self, key: str) -> bool:
        """Return whether the holder of a key may create tables."""
        return self._is_open or self.is_host(key)

    def check_new_table(self, key: str, address: str) -> None:
        """Check that the holder of a key at an address may create a table now, and count it.

        Raises:
            Declined: Only the host may, and the key is not the host's; or there were too
                many from there.
        """
        if not self.may_create(key):
            raise self.declined(phrase("limit.host"), FORBIDDEN)
        self.count_new_table(address)

    def count_new_table(self, address: str) -> None:
        """Count a table that somebody at an address creates.

        Raises:
            Declined: There were too many from there.
        """
        if wait := self._new_tables.wait_of(address):
            raise self.declined(phrase("limit.new_tables"), wait=wait)
        self._new_tables.add(address)

    # How much

    def check(self, what: str, amount: float) -> None:
        """Check that the amount of something, a field of ``Limits``, is within its limit.

        Raises:
            Declined: It is not.
        """
        limit = getattr(self.limits, what)
        if amount > limit:
            raise self.declined(phrase(f"limit.{what}", limit=f"{limit:g}"))

    def check_free(self, code: str, used: float | None = None) -> None:
        """Check that a resource is not used up, if so much of it is ``used``.

        Raises:
            Declined: It is.
        """
        if why := self.resources.lacks(code, used):
            raise self.declined(why)

    def totals(self, more: BotDemand = NOTHING) -> BotDemand:
        """Return what the bots of all open tables use, and some ``more``."""
        return BotDemand(*map(sum, zip(more, *self._demands.values(), strict=True)))

    def has_room(self, demand: BotDemand) -> bool:
        """Return whether the bots of a table can play now."""
        bots, thinking = self.totals(demand)
        within = bots <= self.limits.bots and thinking <= self.limits.thinking
        return demand == NOTHING or within

    def check_room(self, demand: BotDemand) -> None:
        """Check that the bots of a table can play now.

        Raises:
            Declined: They cannot.
        """
        if not self.has_room(demand):
            for what, amount in self.totals(demand)._asdict().items():
                self.check(what, amount)

    def open(self, name: str, demand: BotDemand) -> None:
        """Count what the bots of a table use until it is closed."""
        self._demands[name] = demand

    def close(self, name: str) -> None:
        """Count the bots of a table no longer."""
        self._demands.pop(name, None)

    @contextmanager
    def hint(self) -> Iterator[None]:
        """Count a hint, or the analysis of a move, while it is thought about.

        Raises:
            Declined: It cannot be thought about now.
        """
        demand = BotDemand(thinking=HINT_SECONDS)
        name = f"hint {next(self._hints)}"
        self.check_room(demand)
        self.open(name, demand)
        try:
            yield
        finally:
            self.close(name)

    @contextmanager
    def page(self, address: str) -> Iterator[None]:
        """Count a page of an address.

        Raises:
            Declined: There are too many.
        """
        self._pages[address] += 1
        try:
            self.check("connections", self._pages.total())
            self.check("per_address", self._pages[address])
            yield
        finally:
            self._pages -= Counter([address])  # which forgets an address without pages

    # What the host reads

    def too_busy(self) -> Declined:
        """Return the error if newcomers would delay players."""
        return self.declined(BUSY, wait=BUSY_SECONDS)

    def declined(self, why: Phrase, status: int = TOO_MANY, *, wait: float = inf) -> Declined:
        """Return an error that declines something for a while, and note it for the host."""
        _, times, _ = self._declined.get(why.code, (why, 0, 0.0))
        self._declined[why.code] = why, times + 1, time.time()
        return Declined(str(why), status, wait)

    def declined_requests(self) -> list[DeclinedRequest]:
        """Return the declined requests, the latest first."""
        reasons = sorted(self._declined.values(), key=itemgetter(2), reverse=True)
        return [DeclinedRequest(str(why), times, when) for why, times, when in reasons]
