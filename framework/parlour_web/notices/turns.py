"""Sending the news of a turn to a person without an open page.

An address is told in the way that its scheme names, ``https:`` or ``mailto:``; see the hook
``parlour_notices``.
"""

import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from threading import Condition, Thread
from typing import NamedTuple

from parlour.hooks.lookup import resolve
from parlour.hooks.source_location import describe_error
from parlour.rules import MisuseError, Seat
from parlour.table import Table
from parlour.words import listed, say
from parlour_web.options import BROWSERS, PUSH_SERVICES, ServerSettings
from parlour_web.specifications import (
    MAX_ADDRESS_LETTERS,
    AddressGoneError,
    Notice,
    NoticeSettings,
    TurnNotice,
)

log = logging.getLogger("parlour_web")

MAX_WAITING = 16
"""Maximum number of notices that wait for one address; beyond it, the oldest is dropped."""
MAX_UNSENT = 1000
"""Maximum number of notices that wait in all; beyond it, nobody is told."""
MAX_AT_ONCE = 4
"""Maximum number of notices that are sent to one place at once."""
MAX_SENDERS = 32
"""Maximum number of notices that are sent at once."""
COMMANDS = {
    "<": "\u2039",
    ">": "\u203a",
    "&": "+",
    "@": "@\u2060",
    "[": "(",
    "]": ")",
    "`": "'",
    "*": "\u2217",
    "|": "\u00a6",
}
"""Letters that chat services take for a command, a link or a call, each with its substitute.

Behind ``@`` stands a sign that nobody sees and no service reads over.
"""


def notice_settings(settings: ServerSettings, *, by_host: bool = False) -> NoticeSettings:
    """Return what a way to tell people is given of the settings of a server."""
    site = settings.names[0].partition(":")[0] if settings.names else ""
    services = (PUSH_SERVICES if one == BROWSERS else (one,) for one in settings.push)
    return NoticeSettings(
        settings.notices,
        settings.mail_server,
        tuple(chain.from_iterable(services)),
        settings.push_key,
        site,
        by_host=by_host,
    )


def address_forms(settings: ServerSettings) -> list[str]:
    """Return the forms of the addresses that people at a table may type."""
    ways = (way for way in settings.ways.values() if way.is_typed)
    return [form for way in ways for form in _forms_of(way, settings)]


def checked_address(address: str, settings: ServerSettings) -> str:
    """Return the address that a person gives for their turns; it may be empty.

    Raises:
        MisuseError: The host of the server does not allow it.
    """
    if not address:
        return ""
    way = settings.ways.get(scheme_of(address))
    forms = address_forms(settings)
    refused = MisuseError(
        say("webhook.address", allowed=listed(forms, "or") if forms else say("webhook.none"))
    )
    if way is None or len(address) > MAX_ADDRESS_LETTERS or not _forms_of(way, settings):
        raise refused
    try:
        kept: str = resolve(way.check)(address, notice_settings(settings))
    except MisuseError:
        raise
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything
        _warn(way.name, fault)
        raise refused from None
    return kept


def check_webhook(settings: ServerSettings) -> None:
    """Check the address that the host of a server gives.

    Raises:
        MisuseError: Nothing is told by its scheme, or it is no such address.
    """
    address = settings.webhook
    way = settings.ways.get(scheme_of(address))
    if address and way is None:
        known = ", ".join(f"{name}:…" for name in settings.ways)
        raise MisuseError(f"expected --webhook with a known scheme ({known}), got '{address}'")
    if way is not None:
        try:
            resolve(way.check)(address, notice_settings(settings, by_host=True))
        except MisuseError as fault:
            raise MisuseError(f"--webhook {address}: {fault}") from None


def scheme_of(address: str) -> str:
    """Return the scheme of an address, ``https``; empty without a colon."""
    scheme, colon, _ = address.partition(":")
    return scheme if colon else ""


class _Waiting(NamedTuple):
    """A notice that waits."""

    notice: TurnNotice
    forget: Callable[[], None]
    """Forgets the address at the table of the notice."""


class TurnNotices:
    """Sends news of turns to the addresses of the host and of people.

    Each notice has a thread while it is sent, and nobody waits for these threads at the end. An
    address that takes its time delays no other: of one place a few are sent at once, and of each
    address a few wait.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._waiting: dict[str, deque[_Waiting]] = {}
        self._sending = Counter[str]()
        self._change = Condition()
        self._is_closed = False

    def tell(
        self,
        name: str,
        table: Table,
        seat: Seat,
        own: str = "",
        forget: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Send the turn of the person at a seat, also to their ``own`` address; do not wait.

        ``forget`` is called with that address if nobody takes notices there any more.
        """
        person = unspoken(table.viewer.name(seat))
        title = table.game.title
        text = f"{title}, table {name}: it is {person}'s turn"
        notice = TurnNotice(name, title, seat, person, text)
        with self._change:
            if self.unsent >= MAX_UNSENT:
                log.warning("nobody is told of a turn: %d notices wait", MAX_UNSENT)
                return
            for address in filter(None, (self._settings.webhook, own)):
                waiting = _Waiting(notice, partial(forget, address))
                self._waiting.setdefault(address, deque(maxlen=MAX_WAITING)).append(waiting)
            self._begin()

    @property
    def unsent(self) -> int:
        """The number of notices that wait or are being sent."""
        with self._change:  # a lock that its owner may take again
            return sum(map(len, self._waiting.values())) + self._sending.total()

    def close(self) -> None:
        """Drop the notices that wait."""
        with self._change:
            self._is_closed = True
            self._waiting.clear()

    def wait(self) -> None:
        """Wait until all notices are sent, or given up."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting and not self._sending)

    def _send_by(
        self, way: Notice, address: str, waiting: _Waiting, settings: NoticeSettings
    ) -> None:
        """Send a notice, and forget an address where nobody takes notices any more."""
        try:
            resolve(way.send)(address, waiting.notice, settings)
        except AddressGoneError:
            waiting.forget()

    def _begin(self) -> None:
        """Begin to send notices, as many as may be sent at once; the lock is held."""
        for address in list(self._waiting):
            place = place_of(address)
            while (
                address in self._waiting
                and self._sending[place] < MAX_AT_ONCE
                and self._sending.total() < MAX_SENDERS
            ):
                waiting = self._waiting[address].popleft()
                if not self._waiting[address]:
                    del self._waiting[address]
                self._sending[place] += 1
                Thread(target=self._send, args=(address, waiting), daemon=True).start()

    def _send(self, address: str, waiting: _Waiting) -> None:
        scheme = scheme_of(address)
        way = self._settings.ways.get(scheme)
        try:
            if way is None:
                log.warning("nobody was told: nothing sends to '%s:' addresses any more", scheme)
            else:
                settings = notice_settings(self._settings)
                self._send_by(way, address, waiting, settings)
        except Exception as fault:  # noqa: BLE001  a plugin may raise anything
            _warn(scheme, fault)
        finally:
            with self._change:
                self._sending -= Counter([place_of(address)])
                if not self._is_closed:
                    self._begin()
                self._change.notify_all()


def place_of(address: str) -> str:
    """Return where an address leads: its scheme and its host, without the path."""
    scheme, _, rest = address.partition(":")
    return f"{scheme}:{rest.lstrip('/').partition('/')[0].rpartition('@')[2]}"


def unspoken(name: str) -> str:
    """Return a name as a chat service shows it, and takes it for no command, link or call."""
    plain = "".join(COMMANDS.get(letter, letter) for letter in name)
    return plain.replace("://", ":\u2060//")


def _forms_of(way: Notice, settings: ServerSettings) -> Sequence[str]:
    """Return the forms of the addresses of one way; a way that fails is not offered."""
    if not way.forms:
        return ()
    try:
        return list(resolve(way.forms)(notice_settings(settings)))
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything
        _warn(way.name, fault)
        return ()


def _warn(scheme: str, fault: Exception) -> None:
    log.warning("a notice to a '%s:' address failed: %s", scheme, describe_error(fault))
