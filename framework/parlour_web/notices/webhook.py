"""Notices to an address of the web, which gets a line of JSON.

One address may come from the command line. People at a table may give theirs, but only at hosts
that the command line names: else a page could have the server ask any computer within its reach.
"""

from collections.abc import Sequence

import msgspec

from parlour.rules import MisuseError
from parlour.words import listed, say
from parlour_web.notices.posting import post
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
    body = msgspec.json.encode(notice)
    post(address, body, {"Content-Type": "application/json"}, settings.seconds)
