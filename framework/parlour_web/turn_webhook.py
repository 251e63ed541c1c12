"""The webhook of turns: an address gets a line of JSON when an absent person's turn begins.

One address may come from the command line. People at a table may give theirs, but only at hosts
that the command line names: else a page could have the server ask every address that the server
reaches.
"""

import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from parlour.rules import MisuseError, Seat, one_line
from parlour.table import Table
from parlour.words import listed, say

MAX_URL_LETTERS = 300
"""Maximum number of letters of an address that a person gives."""
WEBHOOK_SECONDS = 5.0
"""Seconds until a notice that is not answered is given up."""

log = logging.getLogger("parlour_web")


class TurnNotice(Struct, frozen=True):
    """The news that somebody is asked; it holds nothing that is not public at the table."""

    table: str
    """The name of the table; its page is at ``/t/NAME``."""
    game: str
    """The title of the game."""
    seat: Seat
    name: str
    """The name of the person."""
    text: str
    """The news in words, for services that show ``text``."""


def checked_address(url: str, hosts: Collection[str]) -> str:
    """Return the address that a person gives for their turns; it may be empty.

    Raises:
        MisuseError: The host of the server does not allow it.
    """
    # What stands between // and the path is compared whole: a port, or a name before an @, could
    # lead elsewhere. Nothing else is read of the address.
    beginnings = tuple(f"https://{host}/" for host in hosts)
    is_plain = url.isascii() and url.isprintable() and not set(url) & set(" \\")
    if url and not (is_plain and len(url) <= MAX_URL_LETTERS and url.startswith(beginnings)):
        shown = [f"https://{host}/…" for host in hosts]
        allowed = listed(shown, "or") if shown else say("webhook.none")
        raise MisuseError(say("webhook.address", allowed=allowed))
    return url


class TurnWebhook:
    """Sends turns to an address, and to the addresses that people have given, one at a time."""

    def __init__(self, url: str = "") -> None:
        self._url = url
        self._thread = ThreadPoolExecutor(1, "webhook")
        self._opener = build_opener(_NoRedirects)

    def tell(self, name: str, table: Table, seat: Seat, own: str = "") -> None:
        """Send the turn of the person at a seat, also to their ``own`` address; do not wait."""
        person, title = table.viewer.name(seat), table.game.title
        text = f"{title}, table {name}: it is {person}'s turn"
        notice = TurnNotice(name, title, seat, person, text)
        for url in filter(None, (self._url, own)):
            self._thread.submit(self._send, url, notice)

    def close(self) -> None:
        """Wait until all turns are sent."""
        self._thread.shutdown()

    def _send(self, url: str, notice: TurnNotice) -> None:
        body = msgspec.json.encode(notice)
        request = Request(  # noqa: S310  the scheme is checked where the address is given
            url, body, {"Content-Type": "application/json"}, method="POST"
        )
        try:
            self._opener.open(request, timeout=WEBHOOK_SECONDS).close()
        except (OSError, HTTPException) as fault:
            log.warning("the webhook was not told: %s", one_line(fault))


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: only the given address is told."""
