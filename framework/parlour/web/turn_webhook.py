"""The webhook of turns: an address gets a line of JSON when an absent person's turn begins.

The address comes from the command line and never from a page.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from parlour.rules.one_line import one_line
from parlour.rules.seats import Seat
from parlour.table.table import Table

WEBHOOK_SECONDS = 5.0
"""Seconds until a notice that is not answered is given up."""

log = logging.getLogger("parlour.web")


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


class TurnWebhook:
    """Sends turns to one address, one at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._thread = ThreadPoolExecutor(1, "webhook")
        self._opener = build_opener(_NoRedirects)

    def tell(self, name: str, table: Table, seat: Seat) -> None:
        """Send the turn of the person at a seat; this does not wait."""
        person, title = table.viewer.name(seat), table.game.title
        text = f"{title}, table {name}: it is {person}'s turn"
        notice = TurnNotice(name, title, seat, person, text)
        self._thread.submit(self._send, notice)

    def close(self) -> None:
        """Wait until all turns are sent."""
        self._thread.shutdown()

    def _send(self, notice: TurnNotice) -> None:
        body = msgspec.json.encode(notice)
        request = Request(  # noqa: S310  the scheme is checked where the address is given
            self._url, body, {"Content-Type": "application/json"}, method="POST"
        )
        try:
            self._opener.open(request, timeout=WEBHOOK_SECONDS).close()
        except (OSError, HTTPException) as fault:
            log.warning("the webhook was not told: %s", one_line(fault))


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: only the given address is told."""
