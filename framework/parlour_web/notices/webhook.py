"""Notices to an address of the web, which gets a line of JSON.

One address may come from the command line. People at a table may give theirs, but only at hosts
that the command line names: else a page could have the server ask any computer within its reach.
"""

from collections.abc import Sequence
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

import msgspec

from parlour.rules import MisuseError
from parlour.words import listed, say
from parlour_web.notices.deadline import Deadline
from parlour_web.specifications import NoticeSettings, TurnNotice


def forms(settings: NoticeSettings) -> Sequence[str]:
    """Return the forms of the addresses that people may give."""
    return [f"https://{host}/…" for host in settings.hosts]


def checked(address: str, settings: NoticeSettings) -> str:
    """Return an address that the server may ask.

    Raises:
        MisuseError: The host of the server does not allow it.
    """
    # What stands between // and the path is compared whole: a port, or a name before an @, could
    # lead elsewhere. Nothing else is read of the address.
    beginnings = tuple(form.removesuffix("…") for form in forms(settings))
    if settings.by_host:
        beginnings = "http://", "https://"
    is_plain = address.isascii() and address.isprintable() and not set(address) & set(" \\")
    if not (is_plain and address.startswith(beginnings)):
        allowed = ("http://…", "https://…") if settings.by_host else forms(settings)
        raise MisuseError(say("webhook.address", allowed=listed(allowed, "or")))
    return address


def send(address: str, notice: TurnNotice, settings: NoticeSettings) -> None:
    """Post a notice to an address.

    Raises:
        OSError: It is not taken.
    """
    request = Request(  # noqa: S310  the scheme is checked where the address is given
        address,
        msgspec.json.encode(notice),
        {"Content-Type": "application/json"},
        method="POST",
    )
    with Deadline(settings.seconds) as deadline:
        opener = build_opener(_NoRedirects, _Plain(deadline), _Safe(deadline))
        try:
            opener.open(request, timeout=settings.seconds).close()
        except HTTPException as fault:
            raise OSError(str(fault)) from fault


class _Plain(HTTPHandler):
    """Opens ``http:`` addresses until a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, request: Request) -> HTTPResponse:
        """Open an address."""
        return self.do_open(partial(_connection, HTTPConnection, self._deadline), request)


class _Safe(HTTPSHandler):
    """Opens ``https:`` addresses until a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def https_open(self, request: Request) -> HTTPResponse:
        """Open an address."""
        return self.do_open(partial(_connection, HTTPSConnection, self._deadline), request)


def _connection(
    kind: type[HTTPConnection], deadline: Deadline, host: str, /, **given: Any
) -> HTTPConnection:
    """Return a connection that a deadline cuts off, also while it agrees on a cipher."""
    made = kind(host, **given)
    made._create_connection = deadline.connect  # type: ignore[attr-defined]  # noqa: SLF001  it has no public name
    return made


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: only the given address is told."""
