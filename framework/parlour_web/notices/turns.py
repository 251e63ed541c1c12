"""Sending the news of a turn to a person without an open page.

An address is told in the way that its scheme names, ``https:`` or ``mailto:``; see the hook
``parlour_notices``.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from parlour.hooks.lookup import resolve
from parlour.hooks.source_location import describe_error
from parlour.rules import MisuseError, Seat
from parlour.table import Table
from parlour.words import listed, say
from parlour_web.options import ServerSettings
from parlour_web.specifications import MAX_ADDRESS_LETTERS, Notice, NoticeSettings, TurnNotice

log = logging.getLogger("parlour_web")


def notice_settings(settings: ServerSettings, *, by_host: bool = False) -> NoticeSettings:
    """Return what a way to tell people is given of the settings of a server."""
    site = settings.names[0].partition(":")[0] if settings.names else ""
    return NoticeSettings(settings.notices, settings.mail_server, site, by_host=by_host)


def address_forms(settings: ServerSettings) -> list[str]:
    """Return the forms of the addresses that people at a table may give."""
    return [form for way in settings.ways.values() for form in _forms_of(way, settings)]


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


class TurnNotices:
    """Sends news of turns to the addresses of the host and of people, one at a time."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "notices")

    def tell(self, name: str, table: Table, seat: Seat, own: str = "") -> None:
        """Send the turn of the person at a seat, also to their ``own`` address; do not wait."""
        person = table.viewer.name(seat)
        title = table.game.title
        text = f"{title}, table {name}: it is {person}'s turn"
        notice = TurnNotice(name, title, seat, person, text)
        for address in filter(None, (self._settings.webhook, own)):
            self._thread.submit(self._send, address, notice)

    def close(self) -> None:
        """Wait until all turns are sent."""
        self._thread.shutdown()

    def _send(self, address: str, notice: TurnNotice) -> None:
        scheme = scheme_of(address)
        way = self._settings.ways.get(scheme)
        if way is None:
            log.warning("nobody was told: nothing sends to '%s:' addresses any more", scheme)
            return
        try:
            resolve(way.send)(address, notice, notice_settings(self._settings))
        except Exception as fault:  # noqa: BLE001  a plugin may raise anything
            _warn(scheme, fault)


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
