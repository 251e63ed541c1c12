"""The hook for notices, which tell a person without an open page of their turn."""

import sys
from collections.abc import Iterable

from msgspec import Struct

from parlour.hooks.lookup import Lookup
from parlour.hooks.specifications import hookspec
from parlour.rules import Seat

MAX_ADDRESS_LETTERS = 1000
"""Maximum number of letters of an address that a person gives."""
NOTICE_SECONDS = 5.0
"""Seconds until a notice that is not taken is given up."""


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


class AddressGoneError(OSError):
    """Nobody takes notices at an address any more; it is forgotten."""


class NoticeSettings(Struct, frozen=True):
    """Settings of the host of a server for all notices."""

    hosts: tuple[str, ...] = ()
    """Hosts of the addresses that people may give."""
    mail_server: str = ""
    """Mail server, ``HOST`` or ``HOST:PORT``; empty if the server sends no mail."""
    push_hosts: tuple[str, ...] = ()
    """Push services that may be told; ``*.`` before a host stands for all below it."""
    push_key: str = ""
    """Private key that signs for push services, in PEM; empty without such services."""
    site: str = ""
    """Name of the site; empty if the host gives none."""
    by_host: bool = False
    """Whether the address is the own one of the host of the server, which may name any computer."""
    seconds: float = NOTICE_SECONDS
    """Seconds until a whole notice is to be given up: a thread that sends is never ended."""


class Notice(Struct, frozen=True):
    """A way to tell a person that it is their turn, by the scheme of their address."""

    name: str
    """Scheme of an address: ``https``, ``mailto``."""
    summary: str
    """One line for lists."""
    check: str
    """Place of ``(address, settings) -> address``, which returns the address to keep.

    It raises a ``MisuseError`` whose sentence says which addresses are taken, if the server must
    not reach the computer that a person names.
    """
    send: str
    """Place of ``(address, notice, settings) -> None``, which sends one ``TurnNotice``.

    It is called in a thread, and raises an ``OSError`` if the notice is not taken: an
    ``AddressGoneError`` if none will be.
    """
    forms: str = ""
    """Place of ``(settings) -> Sequence[str]``: forms of the addresses that people at a table may
    give, ``https://ntfy.sh/…``. If it is empty, they may give none; the host of the server may.
    """
    is_typed: bool = True
    """Whether people type an address; else their page makes it."""


@hookspec
def parlour_notices() -> Iterable[Notice]:  # type: ignore[empty-body]  # a specification
    """Yield ways to tell a person that it is their turn.

    Entry points of the group ``parlour.notices`` bring them, each with the name of its scheme, so
    that an address imports one plugin.

    Example::

        @parlour.hookimpl
        def parlour_notices():
            yield Notice(
                "irc",
                "a line in a channel",
                check="my_plugin.irc:checked",
                send="my_plugin.irc:send",
                forms="my_plugin.irc:forms",
            )
    """


NOTICES: Lookup[Notice] = Lookup("parlour_notices", Notice, sys.modules[__name__])
"""Ways to tell a person, by scheme."""
