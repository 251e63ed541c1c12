"""The server as a program: killed and started again, stopped, and behind a real nginx."""

import errno
import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from ctypes.util import find_library
from pathlib import Path
from time import monotonic

import pytest
from websockets.exceptions import InvalidStatus

from parlour.catalog.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.words import say
from parlour_web.commands import serve as command
from parlour_web.commands.serving import serve_folder
from parlour_web.options import BROWSERS, ServerOptions
from tests.needs import program
from tests.web.programs import SERVE, serve, started
from tests.web.served import PATIENCE_SECONDS, Laid, Message, Page, Served


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        laid = first.pages.lay("tic_tac_toe", "me", "friend")
        with laid.at(0) as (page, sight):
            page.say("enter", text="place b2", position=sight["position"])
            before = page.next("view")
            code = first.stop(signal.SIGKILL)
    torn = tmp_path / f"{laid.name}.jsonl"
    with torn.open("ab") as file:
        file.write(b'{"seat":1,"mo')
    with serve(tmp_path) as second:
        laid.served = second.pages
        with laid.at(0) as (page, after), laid.at(1) as (other, sight):
            other.say("enter", text="place a1", position=sight["position"])
            moved = page.next("view")
        code_of_second = second.stop(signal.SIGTERM)

    assert code == -signal.SIGKILL
    assert after == before
    assert moved["log"][-1]["sentence"].startswith("Player 2")
    assert code_of_second == 0
    assert torn.read_bytes().count(b"\n") == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no files here")
def test_a_folder_has_one_server(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        second = subprocess.run(  # noqa: S603  our own command
            [*SERVE, str(tmp_path), "--port", "0", "--no-browser"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
        with first.pages.lay("tic_tac_toe", "me", "friend").at(0) as (page, _):
            code = first.stop(signal.SIGINT)
            page.rest()
        rest = first.running.stdout.read() if first.running.stdout else ""

    assert page.socket.close_code == 1012  # the server comes back, says the protocol
    assert second.returncode == 2
    assert second.stderr == f"parlour: {tmp_path}: is being served by another program\n"
    assert (code, rest) == (130, "parlour: interrupted\n")
    assert first.lines[1] == "Ctrl-C stops it; every match is kept.\n"


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no shell that limits files")
def test_a_move_that_cannot_be_saved_is_told_and_not_made(tmp_path: Path) -> None:
    with serve(tmp_path, limit="ulimit -f 1") as running:
        laid = running.pages.lay("rapa_nui", "me", "friend", seed="1")
        seat, position = 0, -1
        for _ in range(60):
            with laid.at(seat) as (page, sight):
                seen = sight["table"]["described"]
                if not sight["turn"]["mine"]:
                    seat = 1 - seat
                    continue
                assert sight["position"] > position
                position = sight["position"]
                page.say("enter", text=sight["moves"]["moves"][0]["text"], position=position)
                said = page.next("reply")
                again = page.next("view")
            if said["refused"]:
                break
        _, _, health = running.pages.http("GET", "/health")

    assert said["lines"][0].startswith("The move was not saved:")
    assert str(os.strerror(27)) in said["lines"][0]
    assert (again["position"], again["table"]["described"]) == (position, seen)
    assert health == b"ok\n"


def test_after_a_move_that_did_not_reach_the_disk_all_pages_show_the_table_without_it(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is opened again at once, and the sentence says why."""
    sync, failures = os.fsync, [OSError(errno.EIO, os.strerror(errno.EIO))]

    def fail_once(file: int) -> None:
        if failures:
            raise failures.pop()
        sync(file)

    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, before):
        monkeypatch.setattr(os, "fsync", fail_once)
        refused, after = page.enter("place b2", before["position"]), page.next("view")
        made = page.enter("place b2", after["position"])
        moved = page.next("view")

    assert refused["lines"] == [
        f"The move was not saved: {os.strerror(errno.EIO)}. The match is kept as it was before."
    ]
    assert (refused["refused"], made["refused"]) == (True, False)
    assert after == before
    assert len(moved["log"]) == len(before["log"]) + 1


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl makes a certificate")
def test_pages_are_served_over_tls(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    made += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made += ["-keyout", str(key), "-out", str(cert)]
    subprocess.run(made, check=True, capture_output=True)  # noqa: S603  our own command
    trusting = ssl.create_default_context(cafile=str(cert))
    strict = []
    with serve(tmp_path, "--cert", str(cert), "--cert-key", str(key), lines=1) as running:
        port = int(running.pages.base.rpartition(":")[2])
        for name in ("localhost", "192.0.2.1"):
            connection = http.client.HTTPSConnection("localhost", port, context=trusting)
            connection.request("GET", "/health", headers={"Host": name})
            answer = connection.getresponse()
            strict.append(answer.headers["Strict-Transport-Security"])
            connection.close()

    assert answer.status == 200
    # Other programs of this machine may speak plain http at their ports.
    assert strict == [None, "max-age=31536000"]
    assert running.lines[0].startswith("Parlour is open at https://")


def test_plain_http_in_a_network_is_warned_of(tmp_path: Path) -> None:
    with serve(tmp_path, "--host", "0.0.0.0", lines=2) as running:  # noqa: S104  it is tried
        status, _, _ = running.pages.http("GET", "/health")
        assert "everybody in this network can read" in running.lines[1]

    own = socket.gethostbyname(socket.gethostname())
    assert (status, "0.0.0.0" in running.pages.base) == (200, False)  # noqa: S104  likewise
    assert own.startswith("127.") or "127.0.0.1" not in running.pages.base


SHOWS = """
import sys
from pathlib import Path
path = Path(sys.argv[1].removeprefix("file://"))
modes = [oct(one.stat().st_mode & 0o777) for one in (path.parent, path)]
print("opened", sys.argv[1] + "\\n" + " ".join(modes) + "\\n" + path.read_text(), flush=True)
"""
"""A browser that shows what it is told to open."""


SITS_DOWN = """
import json, re, sys
from pathlib import Path
from websockets.sync.client import connect
page = Path(sys.argv[1].removeprefix("file://")).read_text()
url, key = re.search("url=([^#]+)#([\\w-]+)", page).groups()
with connect(url.replace("http", "ws") + "/socket") as socket:
    socket.send(json.dumps({"type": "sit", "key": key}))
    socket.recv()
"""
"""A browser that sits down at the table that it is told to open."""


def test_play_opens_a_table_at_the_server_that_has_the_folder(tmp_path: Path) -> None:
    sits_down = tmp_path / "sits_down.py"
    sits_down.write_text(SITS_DOWN)
    home = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "BROWSER": f"{sys.executable} {sits_down} %s",
    }
    words = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", "--browser"]
    words += ["--name", "Ann", "--advice", "plans"]
    with started([*SERVE, "--port", "0", "--no-browser"], env=home) as server:
        done = subprocess.run(  # noqa: S603  our own command
            words, env=home, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
        )
        url = done.stdout.split()[-1]
        name, _, key = url.rpartition("/")[2].partition("#")
        with server.pages.page(name, key) as page:
            sight = page.next("view")

    assert (done.returncode, done.stderr) == (0, "")
    assert url.startswith(f"{server.pages.base}/t/tic_tac_toe-")
    assert (sight["seat"], sight["names"]) == (0, ["Ann", "Alma"])
    assert sight["notes"] == [say("advice.plans")]


@pytest.mark.parametrize(("sent", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_play_opens_a_table_in_a_browser(
    tmp_path: Path, sent: signal.Signals, exit_code: int
) -> None:
    words = [sys.executable, "-m", "parlour", "play", "tic_tac_toe", "--browser"]
    words += ["--name", "Ann", "--advice", "plans"]
    shows = tmp_path / "shows.py"
    shows.write_text(SHOWS)
    browser = f"{sys.executable} {shows} %s"
    home = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "BROWSER": browser,
    }
    with started(words, env=home) as program:
        url = program.lines[0].split()[-1]
        name, _, keys = url.rpartition("/")[2].partition("#")
        key, _, host = keys.partition(",")
        with program.pages.page(name, key) as page:
            sight = page.next("view")
        code = program.stop(sent)
        rest = program.running.stdout.read() if program.running.stdout else ""

    assert (sight["seat"], sight["names"]) == (0, ["Ann", "Alma"])
    assert sight["notes"] == [say("advice.plans")]
    argument, modes, text = rest.partition("opened ")[2].split("\n")[:3]
    assert (key in argument, modes) == (False, "0o700 0o600")
    assert f'content="0;url={url}"' in text
    assert not Path(argument.removeprefix("file://")).exists()
    assert host.startswith("house-")
    assert code == exit_code


def test_without_the_extra_a_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MisuseError, match=r"python -m pip install 'parlour\[web\]'"):
        command.serve(
            folder=tmp_path, no_browser=True, **dict.fromkeys(ServerOptions.__struct_fields__)
        )
    monkeypatch.setitem(sys.modules, "http_ece", None)
    with pytest.raises(MisuseError, match=r"by Web Push need: .*'parlour\[push\]'"):
        serve_folder(tmp_path, ServerOptions(push=(BROWSERS,)), Catalog(), opens=False)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (ServerOptions(cert=Path("c.pem")), "expected --cert and --cert-key together, or neither"),
        (ServerOptions(cert=Path("c"), key=Path("k")), "expected a file in PEM, got 'c'"),
        (ServerOptions(webhook="gopher://x"), "expected --webhook with a known scheme (https:…, "),
        (ServerOptions(webhook="ntfy.sh"), "expected --webhook with a known scheme (https:…, "),
        (ServerOptions(webhook="https:ntfy.sh"), "expected an address such as http://… or https:"),
        (ServerOptions(webhook="mailto:a@b.org"), "expected --mail-server for a mailto: address"),
        (ServerOptions(mail_server="host:smtp"), "expected --mail-server HOST or HOST:PORT"),
        *(
            (ServerOptions(push=(host,)), f"expected --push-host HOST or browsers, got '{host}'")
            for host in ("*", "*.com", "https://push.example.org", "push.example.org/x", "")
        ),
        (ServerOptions(webhook="push://a/b"), "expected --push-host and an address that a page"),
        (ServerOptions(host="300.1.1.1"), "cannot listen at 300.1.1.1"),
        (ServerOptions(commands=("greedy",)), "expected --bot exec:COMMAND"),
    ],
)
def test_misuse_is_one_line(tmp_path: Path, options: ServerOptions, why: str) -> None:
    with pytest.raises(MisuseError, match=re.escape(why)) as told:
        serve_folder(tmp_path, options, Catalog(), opens=False)

    assert "\n" not in str(told.value)


# Two servers behind a real nginx, configured as the page about hosting says


PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    access_log off;
    {paths}
    {site}
}}
"""
"""A configuration for a test: nothing outside of its folder is written."""
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def free_port() -> int:
    """Return a port that nothing listens at."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def proxy(folder: Path, ports: tuple[int, int]) -> Iterator[int]:
    """Run nginx with the configuration of the page; yield the port where it listens."""
    port = free_port()
    block = PAGE.read_text(encoding="utf-8").partition("```nginx\n")[2].partition("```")[0]
    site = re.sub(r"ssl_.*", "", block).replace("443 ssl", f"127.0.0.1:{port}")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    told = "add_header X-Served-By $upstream_addr;"
    site = site.replace("add_header Strict", f"{told}\n    add_header Strict")
    for number, own in zip((8421, 8422), ports, strict=True):
        site = site.replace(f":{number} ", f":{own} ")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in KINDS)
    user = "user root;" if os.geteuid() == 0 else ""
    text = FRAME.format(folder=folder, user=user, paths=paths, site=site)
    (folder / "nginx.conf").write_text(text)
    words = [program("nginx", "/usr/sbin/nginx"), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen([*words, "-p", str(folder)]) as running:  # noqa: S603  our own command
        try:
            wait_for(port, running)
            yield port
        finally:
            running.terminate()


def wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    """Wait until a program listens at a port."""
    until = monotonic() + PATIENCE_SECONDS
    while monotonic() < until and running.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            continue
        return
    raise AssertionError(f"nothing listens at {port}")


def play(page: Page, sight: Message, text: str) -> Message:
    """Make a move; return the view after it."""
    page.say("enter", text=text, position=sight["position"])
    return page.next("view")


def table_at(site: Served, port: int) -> Laid:
    """Create tables until one is served at a port; return it."""
    for _ in range(20):
        laid = site.lay("tic_tac_toe", "me", "friend")
        if site.http("GET", f"/t/{laid.name}")[1]["x-served-by"].endswith(f":{port}"):
            return laid
    raise AssertionError(f"no table is served at {port}")


def units(folder: Path) -> Iterator[Path]:
    """Write the units of the page into a folder, and yield their paths."""
    blocks = re.findall(
        r"<!-- file: (\S+) -->\n```ini\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    for name, block in blocks:
        unit = folder / name.replace("@", "@8421")
        unit.write_text(block.replace("/opt/parlour/bin/parlour", sys.executable))
        yield unit


def systemd(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  our own command
        ["systemd-analyze", *words],  # noqa: S607  where the system has it
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_takes_the_units_of_the_page_and_the_server_has_few_rights(tmp_path: Path) -> None:
    written = list(units(tmp_path))
    found = systemd("verify", "--man=no", *map(str, written))
    exposure = systemd("security", "--offline=true", "--threshold=15", str(written[0]))

    names = [unit.name for unit in written]
    assert names == ["parlour@8421.service", "parlour-backup.service", "parlour-backup.timer"]
    assert [line for line in found.stderr.splitlines() if any(n in line for n in names)] == []
    assert found.returncode == 0
    assert exposure.returncode == 0, exposure.stdout[-300:]


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or find_library("seccomp") is None,
    reason="no systemd, or no library that filters system calls",
)
def test_a_server_plays_with_bots_under_the_filter_of_the_unit(tmp_path: Path) -> None:
    unit = next(units(tmp_path))
    words = [sys.executable, "-m", "tests.web.under_filter", str(unit)]
    words += [*SERVE, str(tmp_path / "matches"), "--port", "0", "--no-browser"]
    with started(words, cwd=Path(__file__).parents[2]) as program:
        state = Path(f"/proc/{program.running.pid}/status").read_text(encoding="ascii")
        laid = program.pages.lay("tic_tac_toe", "me", "search:seconds=0.01")
        with laid.at(0) as (page, now):
            while not now["is_over"]:
                if now["turn"]["mine"]:
                    text = now["moves"]["moves"][0]["text"]
                    page.say("enter", text=text, position=now["position"])
                now = page.next("view")  # noqa: PLW2901  the newest one
        code = program.stop(signal.SIGTERM)

    assert "Seccomp:\t2" in state
    assert code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="nginx is of other systems")
def test_a_server_that_is_killed_comes_back_with_its_tables_and_others_play_on(
    tmp_path: Path,
) -> None:
    one, two = ports = free_port(), free_port()
    folder, options = tmp_path / "matches", ("--shared", "--proxy", "127.0.0.1")
    with ExitStack() as stack:
        first = stack.enter_context(serve(folder, *options, port=one))
        second = stack.enter_context(serve(folder, *options, port=two))
        assert first.pages.key == second.pages.key
        port = stack.enter_context(proxy(tmp_path, ports))
        site = Served(f"http://127.0.0.1:{port}", first.pages.key)
        lost, kept = table_at(site, one), table_at(site, two)
        page, sight = stack.enter_context(lost.at(0))
        ann, anns = stack.enter_context(kept.at(0))
        ben, _ = stack.enter_context(kept.at(1))
        before = play(page, sight, "place b2")

        first.stop(signal.SIGKILL)
        page.rest()
        play(ann, anns, "place a1")
        answered = play(ben, ben.next("view"), "place a2")
        with pytest.raises(InvalidStatus, match="502"), lost.at(0):
            pass
        assert site.http("GET", "/health")[2] == b"ok\n"
        stack.enter_context(serve(folder, *options, port=one))
        with lost.at(0) as (_, after):
            pass
        moved = play(ann, ann.next("view"), "place a3")
        _, headers, _ = site.http("GET", "/")
        codes = {site.http("GET", "/static/-/page.css")[0] for _ in range(600)}

    assert headers["strict-transport-security"] == "max-age=31536000"
    assert codes == {200, 429}
    assert after == before
    assert moved["log"][-2]["sentence"] == answered["log"][-1]["sentence"]
