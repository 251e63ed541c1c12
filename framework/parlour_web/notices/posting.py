"""Posting to an address of the web: once, until a deadline, and nowhere else."""

from collections.abc import Mapping
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from parlour_web.notices.deadline import Deadline


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> None:
    """Post to an address, and follow no redirect.

    Raises:
        OSError: It is not taken.
    """
    request = Request(  # noqa: S310  the scheme is checked where the address is given
        url, body, dict(headers), method="POST"
    )
    with Deadline(seconds) as deadline:
        opener = build_opener(_NoRedirects, _Plain(deadline), _Safe(deadline))
        try:
            opener.open(request, timeout=seconds).close()
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
