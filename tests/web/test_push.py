"""Notices by Web Push: a push service of this machine passes them on to a browser that has keys."""

import json
import os
import ssl
import stat
import string
import subprocess
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from queue import Queue
from threading import Thread
from time import time
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.catalog.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour_web.messages import EnterRequest
from parlour_web.notices.push import KEY_FILE, public_key, push_key
from parlour_web.notices.turns import TurnNotices, address_forms, checked_address, notice_settings
from parlour_web.options import BROWSERS, ServerSettings
from parlour_web.specifications import MAX_ADDRESS_LETTERS
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.needs import lack, program
from tests.web.served import served
from tests.web.test_turns import ORDER

if find_spec("py_vapid") is None or find_spec("http_ece") is None:
    lack("the extra 'push'")

ec = import_module("cryptography.hazmat.primitives.asymmetric.ec")
hashes = import_module("cryptography.hazmat.primitives.hashes")
serialization = import_module("cryptography.hazmat.primitives.serialization")
utils = import_module("cryptography.hazmat.primitives.asymmetric.utils")
http_ece = import_module("http_ece")


def coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        forms = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        public = self._private.public_key().public_bytes(*forms)
        self.keys = f"{coded(public)}.{coded(self._secret)}"

    def read(self, body: bytes) -> Any:
        """Return what a message says."""
        secrets = {"private_key": self._private, "auth_secret": self._secret}
        return json.loads(http_ece.decrypt(body, **secrets, version="aes128gcm"))


class Came(NamedTuple):
    """A message at a push service."""

    path: str
    headers: Message
    body: bytes


@contextmanager
def push_service(certificate: Path, status: int = 201) -> Iterator[tuple[str, "Queue[Came]"]]:
    """Take messages on this machine; yield the host with its port, and the messages."""
    taken: Queue[Came] = Queue()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.put(Came(self.path, self.headers, body))
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def do_GET(self) -> None:
            taken.put(Came(self.path, self.headers, b""))

        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with HTTPServer(("127.0.0.1", 0), Taking) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"localhost:{server.server_port}", taken
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a certificate for this machine, and its key."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    words = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    words += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    words += ["-keyout", str(path), "-out", str(path.with_name("cert.pem"))]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603  our own command
    with path.open("ab") as file:
        file.write(path.with_name("cert.pem").read_bytes())
    return path


@pytest.fixture
def trusting(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return that file; this process trusts its certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return certificate


def turn_told(folder: Path, settings: ServerSettings, address: str) -> tuple[str, str]:
    """Have somebody who is away told of a turn; return the table, and the address kept after it."""

    async def play(store: TableStore) -> tuple[str, str]:
        name, _ = await store.create(ORDER)
        table, page = await store.live(name), SendQueue()
        table.file.change("webhooks", 1, address)
        await table.join(page, 0)
        await table.ask(page, EnterRequest("place a1", 0))
        await store.in_thread(turns.wait)
        kept = table.file.metadata.webhook(1)
        await store.close()
        return name, kept

    turns = TurnNotices(settings)
    return run_apart(play(TableStore(folder, Catalog(), settings, turns.tell)))


def test_a_browser_is_told_what_is_public_and_nobody_on_the_way_can_read_it(
    tmp_path: Path, trusting: Path
) -> None:
    browser, key = Browser(), push_key(tmp_path)
    with push_service(trusting) as (host, taken):
        settings = ServerSettings(push=(host,), push_key=key, names=("games.example.org",))
        address = f"push://{host}/send/x?y=1#{browser.keys}"
        name, kept = turn_told(tmp_path, settings, checked_address(address, settings))
        came = taken.get_nowait()

    assert browser.read(came.body) == {
        "table": name,
        "game": "Tic-tac-toe",
        "seat": 1,
        "name": "Ben",
        "text": f"Tic-tac-toe, table {name}: it is Ben's turn",
    }
    assert b"Ben" not in came.body
    assert name not in str(came.headers)
    assert (came.path, came.headers["Content-Encoding"]) == ("/send/x?y=1", "aes128gcm")
    assert int(came.headers["TTL"]) > 24 * 3600
    assert kept == address
    # It is signed by the key that the page gave to the browser, for this service, for a while.
    scheme, parts = came.headers["Authorization"].split(" ")
    token, shown = (part.partition("=")[2] for part in parts.split(","))
    text, _, signature = token.rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in text.split("."))
    point = decoded(public_key(key))
    halves = decoded(signature)[:32], decoded(signature)[32:]
    numbers = (int.from_bytes(half, "big") for half in halves)
    signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    signer.verify(utils.encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    assert (scheme, decoded(shown), head["alg"]) == ("vapid", point, "ES256")
    assert (claims["aud"], claims["sub"]) == (f"https://{host}", "https://games.example.org")
    assert 0 < claims["exp"] - time() < 24 * 3600


@pytest.mark.parametrize(
    ("status", "is_kept"),
    [
        pytest.param(201, True, id="taken"),
        pytest.param(404, False, id="unknown"),
        pytest.param(410, False, id="given up"),
        pytest.param(429, True, id="too many"),
        pytest.param(302, True, id="elsewhere"),
    ],
)
def test_an_address_that_is_given_up_is_forgotten_and_no_redirect_is_followed(
    tmp_path: Path, trusting: Path, status: int, is_kept: bool
) -> None:
    with push_service(trusting, status) as (host, taken):
        settings = ServerSettings(push=(host,), push_key=push_key(tmp_path))
        address = f"push://{host}/x#{Browser().keys}"
        _, kept = turn_told(tmp_path, settings, address)

    assert kept == (address if is_kept else "")
    assert taken.qsize() == 1


def test_a_service_that_the_host_allows_no_more_is_told_nothing(
    tmp_path: Path, trusting: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with push_service(trusting) as (host, taken):
        settings = ServerSettings(push=(BROWSERS,), push_key=push_key(tmp_path))
        turn_told(tmp_path, settings, f"push://{host}/x#{Browser().keys}")

    assert taken.empty()
    assert "the push service of this browser is none that the host allows" in caplog.text


# Addresses

SETTINGS = ServerSettings(push=(BROWSERS, "push.example.org:8443"), push_key="a key")
KEYS = Browser().keys
HOSTS = st.sampled_from(
    [
        "fcm.googleapis.com",
        "web.push.apple.com",
        "push.example.org:8443",
        "par02p.notify.windows.com",
        "fcm.googleapis.com:443",
        "fcm.googleapis.com.",
        "FCM.googleapis.com",
        "me@fcm.googleapis.com",
        "fcm.googleapis.com@127.0.0.1",
        "fcm.googleapis.com.example.org",
        "push.example.org",
        "notify.windows.com",
        "xnotify.windows.com",
        "127.0.0.1",
        "[::1]",
        "localhost",
        "10.0.0.1:8443",
        "",
    ]
)
TAKEN = {
    "fcm.googleapis.com",
    "web.push.apple.com",
    "push.example.org:8443",
    "par02p.notify.windows.com",
}
CODE = string.ascii_letters + string.digits + "-_"
KEY_TEXTS = (
    st.text(CODE, min_size=87, max_size=87)
    | st.text(CODE + "=+/", max_size=90)
    | st.just("B" * 10_000)
)
SECRETS = st.text(CODE + "=", max_size=24) | st.just("A" * 10_000)
PATHS = st.just("/fcm/send/abc") | st.text(max_size=20).map("/".__add__) | st.text(max_size=3)
SCHEMES = st.sampled_from(
    ["push://", "push:", "push:https://", "PUSH://", "https://", "push:file://"]
)


def is_point(text: str) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        return False
    return True


GOOD = (
    st.just("push://"),
    st.sampled_from(sorted(TAKEN)),
    st.just("/fcm/send/abc"),
    *map(st.just, KEYS.split(".")),
)
"""The parts of an address that is taken."""
ANY = SCHEMES, HOSTS, PATHS, KEY_TEXTS, SECRETS
ONE_STRANGE = st.one_of(
    [
        st.tuples(*(ANY[part] if part == strange else GOOD[part] for part in range(len(ANY))))
        for strange in range(len(ANY))
    ]
)


@given(ONE_STRANGE | st.tuples(*ANY))
@example(("push://", "xnotify.windows.com", "/x", *KEYS.split(".")))
def test_no_page_has_the_server_ask_anything_but_a_push_service(parts: tuple[str, ...]) -> None:
    scheme, host, path, key, secret = parts
    address = f"{scheme}{host}{path}#{key}.{secret}"
    is_good = (
        (scheme, host in TAKEN, path[:1]) == ("push://", True, "/")
        and all("!" <= letter <= "~" and letter not in '#"<>\\^`{|}[]' for letter in path)
        and set(key + secret) <= set(CODE)
        and (len(key), len(secret)) == (87, 22)
        and is_point(key)
    )
    try:
        kept = checked_address(address, SETTINGS)
    except MisuseError:
        kept = ""

    assert kept == (address if is_good else "")


def test_an_address_of_a_thousand_letters_is_taken_and_none_that_is_longer() -> None:
    begin, end = "push://fcm.googleapis.com/", f"#{KEYS}"
    longest = begin + "x" * (MAX_ADDRESS_LETTERS - len(begin + end)) + end

    assert checked_address(longest, SETTINGS) == longest
    with pytest.raises(MisuseError):
        checked_address(longest.replace("/x", "/xx"), SETTINGS)


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(ServerSettings(), id="no service"),
        pytest.param(ServerSettings(push_key="a key"), id="a key alone"),
        pytest.param(ServerSettings(notices=("fcm.googleapis.com",)), id="a host for webhooks"),
    ],
)
def test_without_a_push_service_no_browser_is_told(settings: ServerSettings) -> None:
    with pytest.raises(MisuseError, match="expected an address such as"):
        checked_address(f"push://fcm.googleapis.com/x#{KEYS}", settings)


def test_nobody_is_offered_to_type_such_an_address() -> None:
    assert address_forms(SETTINGS) == []
    assert notice_settings(SETTINGS).push_hosts[-1] == "push.example.org:8443"


# A page


def test_a_page_that_comes_back_keeps_what_the_person_has_chosen(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"push": (BROWSERS,), "push_key": push_key(tmp_path)}
    mine, other = (f"push://fcm.googleapis.com/{one}#{KEYS}" for one in "ab")
    kept: list[str] = []
    with served(tmp_path, notices=("ntfy.sh",), **settings) as fresh:
        laid = fresh.lay("tic_tac_toe", "me", "friend")
        saved = tmp_path / f"{laid.name}.table.json"

        def given(page: Any, url: str, *, quiet: bool) -> None:
            page.say("webhook", url=url, quiet=quiet)
            page.ask("enter", "reply", text="rules", position=0)  # answered after that
            kept.append(json.loads(saved.read_bytes()).get("webhooks", [""])[0])

        with laid.at(0) as (page, _):
            given(page, mine, quiet=True)
            given(page, other, quiet=True)
            given(page, "https://ntfy.sh/x", quiet=False)
            page.next("reply")
            given(page, mine, quiet=True)

    assert kept == [mine, other, "https://ntfy.sh/x", "https://ntfy.sh/x"]
    assert [text for text in page.texts if "webhook" in text] == []


# The key


def test_the_servers_of_a_folder_share_a_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    key = push_key(tmp_path)

    assert push_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


@pytest.mark.parametrize(
    "damaged", [b"", b"x", b"-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n"]
)
def test_a_damaged_key_is_named_at_the_start(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(damaged)

    with pytest.raises(MisuseError, match=f"{KEY_FILE}: expected a private key in PEM"):
        push_key(tmp_path)
