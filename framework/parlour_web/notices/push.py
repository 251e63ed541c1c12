"""Notices by Web Push, which a browser shows although no page is open.

A browser gives its page an address at the push service of its maker, and two keys. The server
encrypts each notice for these keys, so the service cannot read it (RFC 8291). It signs each with
its own key, and the browser made the address for that key alone (RFC 8292).
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import time
from urllib.error import HTTPError

import msgspec

from parlour.rules import MisuseError
from parlour.words import say
from parlour_web.notices.posting import post
from parlour_web.specifications import AddressGoneError, NoticeSettings, TurnNotice
from parlour_web.tables.keys import kept_key

ADDRESS = re.compile(
    r"push://(?P<host>[a-z0-9.-]{1,253}(?::\d{1,5})?)(?P<path>/[\w.~!$&'()*+,;=:@%/?-]*)"
    r"#(?P<key>[\w-]{87})\.(?P<secret>[\w-]{22})",
    re.ASCII,
)
"""An address that a page makes: the host and the path of a push service, and the browser's keys."""
FORM = "push:…"
"""The form of an address; nobody types one."""
KEY_FILE = ".parlour-push.pem"
"""Name of the file with the private key of the servers of a folder."""
KEPT_SECONDS = 7 * 24 * 3600
"""Seconds that a push service keeps a notice for a browser that is away."""
SIGNED_SECONDS = 12 * 3600
"""Seconds that a signature is valid; services take at most a day."""
GONE = (404, 410)
"""Statuses of an answer if the browser has given its address up."""


def forms(settings: NoticeSettings) -> Sequence[str]:
    """Return the form of the addresses that pages may give; none without push services."""
    return [FORM] if settings.push_hosts and settings.push_key else []


def checked(address: str, settings: NoticeSettings) -> str:
    """Return an address at a push service that the host of the server allows.

    Raises:
        MisuseError: It is something else.
    """
    parts = ADDRESS.fullmatch(address)
    if parts is None or not _is_allowed(parts["host"], settings) or not _is_key(parts["key"]):
        if settings.by_host:
            raise MisuseError("expected --push-host and an address that a page has made")
        raise MisuseError(say("webhook.push"))
    return address


def send(address: str, notice: TurnNotice, settings: NoticeSettings) -> None:
    """Send a notice through a push service.

    Raises:
        MisuseError: The host of the server does not allow the service any more.
        OSError: It is not taken.
    """
    parts = ADDRESS.fullmatch(checked(address, settings))
    assert parts is not None  # noqa: S101  it is checked
    origin = f"https://{parts['host']}"
    body = _encrypted(msgspec.json.encode(notice), parts)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_SECONDS),
        # A service keeps the newest notice of a table, and drops the others.
        "Topic": sha256(notice.table.encode()).hexdigest()[:32],
        **_signature(origin, settings),
    }
    try:
        post(f"{origin}{parts['path']}", body, headers, settings.seconds)
    except HTTPError as fault:
        if fault.code in GONE:
            raise AddressGoneError(str(fault)) from None
        raise


def push_key(folder: Path) -> str:
    """Return the private key of the servers of a folder, in PEM; the first of them makes it.

    Raises:
        MisuseError: It can be neither written nor read, or is no such key.
    """

    def new() -> bytes:
        from py_vapid import Vapid02  # noqa: PLC0415  not everybody has it

        vapid = Vapid02()
        vapid.generate_keys()
        made: bytes = vapid.private_pem()
        return made

    kept = kept_key(folder, KEY_FILE, new)
    try:
        is_whole = public_key(kept) != ""
    except ValueError:
        is_whole = False
    if not is_whole:
        raise MisuseError(f"{folder / KEY_FILE}: expected a private key in PEM")
    return kept


@lru_cache(maxsize=1)
def public_key(private: str) -> str:
    """Return the public key of a private one, as a page gives it to its browser."""
    if not private:
        return ""
    from cryptography.hazmat.primitives import serialization as forms  # noqa: PLC0415  likewise
    from py_vapid import Vapid02  # noqa: PLC0415  likewise

    key = Vapid02.from_pem(private.encode()).public_key
    point = key.public_bytes(forms.Encoding.X962, forms.PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def _is_allowed(host: str, settings: NoticeSettings) -> bool:
    allowed = settings.push_hosts
    below = tuple(one.removeprefix("*") for one in allowed if one.startswith("*."))
    return host in allowed or bool(below and host.endswith(below))


def _is_key(text: str) -> bool:
    """Return whether a text is the public key of a browser: a point of its curve."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  likewise

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(text))
    except ValueError:
        return False
    return True


def _encrypted(text: bytes, parts: Mapping[str, str] | re.Match[str]) -> bytes:
    """Return a text that only the browser of an address can read."""
    import http_ece  # noqa: PLC0415  likewise
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  likewise

    encrypted: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(parts["key"]),
        auth_secret=_decoded(parts["secret"]),
        version="aes128gcm",
    )
    return encrypted


def _signature(origin: str, settings: NoticeSettings) -> Mapping[str, str]:
    """Return the header that says which server sends to a service."""
    from py_vapid import Vapid02  # noqa: PLC0415  likewise

    vapid = Vapid02.from_pem(settings.push_key.encode())
    vapid.conf["no-strict"] = True  # a name in a network at home has no dot
    end = int(time()) + SIGNED_SECONDS
    site = f"https://{settings.site or 'localhost'}"
    signed: Mapping[str, str] = vapid.sign({"aud": origin, "exp": end, "sub": site})
    return signed


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
