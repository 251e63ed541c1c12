"""Notices by mail, which a mail server takes from this machine without a password."""

import re
from collections.abc import Sequence
from email.message import EmailMessage
from smtplib import SMTP
from typing import Any

from parlour.rules import MisuseError
from parlour.words import say
from parlour_web.notices.deadline import Deadline
from parlour_web.specifications import NoticeSettings, TurnNotice

ADDRESS = re.compile(r"mailto:([A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
"""A plain address of one person: no other header of a mail can be written with it."""
FORM = "mailto:ann@example.org"
"""The form of an address, for people."""

MAIL_PORT = 25
"""Port of a mail server, unless another is given."""


def forms(settings: NoticeSettings) -> Sequence[str]:
    """Return the form of the addresses that people may give; none without a mail server."""
    return [FORM] if settings.mail_server else []


def checked(address: str, settings: NoticeSettings) -> str:
    """Return an address that mail goes to.

    Raises:
        MisuseError: It is no plain address, or the server sends no mail.
    """
    if settings.by_host and not settings.mail_server:
        raise MisuseError("expected --mail-server for a mailto: address")
    if not ADDRESS.fullmatch(address):
        raise MisuseError(say("webhook.address", allowed=FORM))
    return address


def send(address: str, notice: TurnNotice, settings: NoticeSettings) -> None:
    """Send a notice by mail.

    Raises:
        OSError: The mail server does not take it.
    """
    host, _, port = settings.mail_server.partition(":")
    text = " ".join(notice.text.split())
    mail = EmailMessage()
    mail["From"] = f"parlour@{settings.site or host}"
    mail["To"] = address.removeprefix("mailto:")
    mail["Subject"] = text
    mail.set_content(text)
    with Deadline(settings.seconds) as deadline, _Server(deadline) as server:
        server.connect(host, int(port or MAIL_PORT))
        server.send_message(mail)


class _Server(SMTP):
    """A mail server that is spoken to until a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__(timeout=deadline.seconds)
        self._deadline = deadline

    def _get_socket(self, host: str, port: int, timeout: float) -> Any:
        return self._deadline.connect((host, port), timeout)
