"""A game from a link, in a real browser: it is played, and it reaches nothing."""

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from docs.generated import filled
from parlour.rules import MisuseError
from parlour_site.commands.link import MAX_LETTERS, packed
from parlour_testing.templates import written_file
from tests.cli.commands import Run
from tests.page.conftest import new_page

pytestmark = pytest.mark.xdist_group("site")

HOSTILE = (Path(__file__).parent / "hostile.txt").read_text(encoding="utf-8")
SENT_TO_NOBODY = {"broadcast", "socket", "events"}
"""Things that can be made, and reach nobody."""
STOLEN = "/stolen-by-"
"""The beginning of the paths that the hostile game asks for."""


class Handler(SimpleHTTPRequestHandler):
    """Serves a site, and notes what is asked for."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def guess_type(self, path: Any) -> str:
        return "text/javascript" if str(path).endswith(".mjs") else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        pass

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:  # the browser has left
            self.close_connection = True


class Site:
    """A site that is served."""

    def __init__(self, base: str, asked: list[str]) -> None:
        self.base = base
        self.asked = asked


@pytest.fixture(scope="module")
def site(published: Path) -> Iterator[Site]:
    asked: list[str] = []
    handler = type("Noting", (Handler,), {"asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(published)))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(f"http://127.0.0.1:{server.server_port}", asked)
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def liars() -> str:
    """Return the source of the game that ``parlour new --small`` writes."""
    return dict(written_file("liars", 2, 2, secrets=False))["liars.py"]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    shown = new_page(browser)
    yield shown
    shown.context.close()


def link(site: Site, folder: Path, source: str) -> str:
    path = folder / "liars.py"
    path.write_text(source, encoding="utf-8")
    return f"{site.base}/en/game.html#source={packed(path)}"


def start(page: Any, url: str) -> None:
    page.goto(url)
    page.locator("#run").click()


@pytest.mark.matrix
def test_a_game_from_a_link_is_played_after_a_click_and_its_laws_are_told(
    site: Site, liars: str, tmp_path: Path, page: Any
) -> None:
    url = link(site, tmp_path, liars)
    page.goto(url.replace("/en/game.html", "/"))
    page.locator("#warning", has_text="somebody's program, the game liars").wait_for()
    before = len(page.workers)
    page.get_by_role("button", name="Run the program").click()
    page.locator("#typed").fill("take 3")
    page.locator("#typed").press("Enter")
    page.locator("#log li").nth(1).wait_for()
    page.locator("#laws", has_text="the game keeps").wait_for()

    assert before == 0
    assert page.evaluate("localStorage.getItem('parlour.matches')") is None


@pytest.mark.matrix
def test_the_last_step_of_the_tutorial_is_played_from_its_link(site: Site, page: Any) -> None:
    (place,) = re.findall(r'href="play/([^"]+)"', filled("<!-- step 5 -->"))
    start(page, f"{site.base}/{place}")
    page.locator("#typed").fill("swap")
    page.locator("#typed").press("Enter")
    page.locator("#log", has_text="All show their cards").wait_for()
    page.locator("svg text", has_text="wins").wait_for()

    assert page.locator("svg text", has_text="wins").count() == 1


@pytest.mark.matrix
def test_a_hostile_game_reaches_nothing(site: Site, liars: str, tmp_path: Path, page: Any) -> None:
    page.goto(link(site, tmp_path, HOSTILE.replace("{home}", site.base + STOLEN) + liars))
    page.locator("#run").wait_for()
    page.evaluate(
        """() => {
            globalThis.heard = [];
            new BroadcastChannel('parlour').onmessage = ({data}) => heard.push(data);
        }"""
    )
    page.locator("#run").click()
    page.locator("#typed").wait_for()
    (worker,) = page.workers
    outcomes = json.loads(worker.evaluate("JSON.stringify(self.outcomes)"))

    assert {name for name, what in outcomes.items() if what != "refused"} <= SENT_TO_NOBODY
    assert len(outcomes) == HOSTILE.count("tried(") - 1
    assert [path for path in site.asked if STOLEN in path] == []
    assert page.evaluate("heard") == []
    assert page.evaluate("indexedDB.databases().then(all => all.length)") == 0


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("source", "says"),
    [
        pytest.param("raise ValueError('no game')\n", "ended", id="no game"),
        pytest.param(
            "import js\nfor _ in range(2000): js.self.postMessage('x')\nwhile True: pass\n",
            "did not answer",
            id="an endless loop",
        ),
    ],
)
def test_a_program_that_fails_or_is_silent_is_ended(
    site: Site, tmp_path: Path, page: Any, source: str, says: str
) -> None:
    page.clock.install()
    start(page, link(site, tmp_path, source))
    if says == "did not answer":
        page.wait_for_event("worker")
        page.locator("#turn", has_text="loading").wait_for()
        for _ in range(40):
            page.clock.run_for(3000)
    page.locator("#line-state", has_text=says).wait_for()

    assert page.locator("#apart").count() == 0


FLOODS = {
    "many messages": "for _ in range(5000): self._tell(number, data)",
    "a long message, well compressed": "self._tell(number, bomb)",
}


@pytest.mark.matrix
@pytest.mark.parametrize("act", FLOODS.values(), ids=FLOODS)
def test_a_program_that_sends_too_much_is_ended(
    site: Site, liars: str, tmp_path: Path, page: Any, act: str
) -> None:
    evil = f"""
import zlib
from parlour_site.host import Host

data = zlib.compress(b'{{"type":"view"}}', wbits=-15)
bomb = zlib.compress(bytes(20_000_000), wbits=-15)

def open(self, number, table):
    {act}

Host.open = open
"""
    start(page, link(site, tmp_path, liars + evil))
    page.locator("#line-state", has_text="more than a table sends").wait_for()

    assert page.locator("#apart").count() == 0


@pytest.mark.matrix
def test_where_the_policy_does_not_hold_the_program_is_refused(
    site: Site, liars: str, tmp_path: Path, page: Any
) -> None:
    def weaken(route: Any) -> None:
        text = route.fetch().text()
        # Of the frame and of the page, whose policy the frame inherits.
        weak = re.sub(r"&lt;meta http-equiv.*?&gt;|<meta http-equiv[^>]*>", "", text)
        route.fulfill(body=weak, content_type="text/html")

    page.route("**/game.html", weaken)
    start(page, link(site, tmp_path, liars))

    page.locator("#line-state", has_text="cannot keep the program apart").wait_for()


@pytest.mark.matrix
@pytest.mark.parametrize("letters", ["", "AAAA", "A" * 40_000])
def test_a_link_without_a_game_says_so(site: Site, page: Any, letters: str) -> None:
    page.goto(f"{site.base}/en/game.html#source={letters}")
    page.locator("#line-state", has_text="This link holds no game.").wait_for()


def test_a_link_is_printed(tmp_path: Path, run: Run, liars: str) -> None:
    path = tmp_path / "liars.py"
    path.write_text(liars, encoding="utf-8")
    done = run("link", str(path), "https://games.example.org/play/")

    assert done.stdout == f"https://games.example.org/play/#source={packed(path)}\n"
    assert len(done.stdout) < 3000


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("Liars.py", b"", "expected the file of a game"),
        ("liars.txt", b"", "expected the file of a game"),
        ("liars.py", b"x" * 200_001, "expected at most 200,000 bytes"),
        ("liars.py", bytes(range(256)) * 700, None),
    ],
    ids=["a name", "an ending", "a long program", "one that is compressed well"],
)
def test_a_link_is_bounded(tmp_path: Path, name: str, source: bytes, says: str | None) -> None:
    path = tmp_path / name
    path.write_bytes(source)
    if says is None:
        assert len(packed(path)) <= MAX_LETTERS
    else:
        with pytest.raises(MisuseError, match=says):
            packed(path)
