"""Pages on a thin line: ``python -m benchmarks.thin_line [GAME…] [--moves N]``.

Kept matches are played again to the end by clicks, each seat in a browser of its own, behind a line
of 1 Mbit/s that takes 50 ms each way. A play is the time from the click on "Play" until the browser
has painted what it changed; the browsers and the server share the processors. Chromium's own
emulation does not slow down what comes on a WebSocket, so each browser has a proxy of ours.

Needs the browser of the tests.
"""

import asyncio
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from asyncio import StreamReader, StreamWriter, open_connection, start_server
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

from parlour.match.record import read
from tests.page.conftest import ALONE, BROWSERS, PACED
from tests.page.playing import play_a_move, position
from tests.web.programs import serve
from tests.web.served import Views, kind_of, unpacked
from tests.web.tables import KEPT, Site

BYTES_A_SECOND = 125_000
"""1 Mbit/s, in each direction."""
DELAY_SECONDS = 0.05
"""Seconds that a byte takes each way."""
MATCHES = {
    "maori": "maori/front-2.jsonl",
    "rapa_nui": "rapa_nui/two-seats.jsonl",
    "giants": "giants/three-seats.jsonl",
}
"""The kept match of each game."""
CLOCK = """
window.painted = [];
window.clicked = 0;
const now = () => performance.timeOrigin + performance.now();
addEventListener("click", (event) => {
    if (event.target.closest("#act .thing")) window.clicked = now();
}, true);
const painted = () => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.painted.push([window.clicked, now()]);
    channel.port2.postMessage(null);
};
new MutationObserver(() => {
    const { position } = document.body?.dataset ?? {};
    if (position && position !== window.shown) requestAnimationFrame(painted);
    window.shown = position ?? window.shown;
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-position"] });
"""
"""Notes when a page was clicked, and when it had painted each position: a message that is sent in a
frame comes once that frame is painted."""


async def carry(came: StreamReader, goes: StreamWriter) -> None:
    """Carry what comes one way: at the rate of the line, and late."""
    loop, free = asyncio.get_running_loop(), 0.0
    while chunk := await came.read(1400):
        free = max(loop.time(), free) + len(chunk) / BYTES_A_SECOND
        loop.call_at(free + DELAY_SECONDS, goes.write, chunk)
    loop.call_at(max(loop.time(), free) + DELAY_SECONDS, goes.close)


async def connected(port: int, came: StreamReader, goes: StreamWriter) -> None:
    """Serve one connection through the line."""
    there = await open_connection("127.0.0.1", port)
    await asyncio.gather(carry(came, there[1]), carry(there[0], goes), return_exceptions=True)


@contextmanager
def thin_line(port: int) -> Iterator[int]:
    """Run a line to a port; yield the port where it begins."""
    loop = asyncio.new_event_loop()
    running = Thread(target=loop.run_forever)
    running.start()
    begun = start_server(partial(connected, port), "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(begun, loop).result()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        loop.call_soon_threadsafe(loop.stop)
        running.join()


@dataclass
class Seen:
    """What came to a page, and when it was painted."""

    page: Page
    sizes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Bytes of each message by its kind."""
    views: Views = field(default_factory=Views)

    def listen(self, socket: Any) -> None:
        """Count what comes on a socket."""
        socket.on("framereceived", self.count)

    def count(self, sent: bytes) -> None:
        """Count a message."""
        message = self.views.read(unpacked(sent))
        self.sizes[kind_of(message)].append(len(sent))

    def painted(self, number: int) -> tuple[float, float]:
        """Wait for what is painted after ``number`` views.

        Return when something had been clicked here before, and when it was painted, in ms.
        """
        self.page.wait_for_function("number => painted.length > number", arg=number)
        clicked, painted = self.page.evaluate("number => painted[number]", number)
        return clicked, painted


def opened(stack: ExitStack, driver: Playwright, url: str, site: Site) -> Seen:
    """Open the page of a seat in a browser of its own, behind a line of its own."""
    port = stack.enter_context(thin_line(int(site.base.rpartition(":")[2])))
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    browser = driver.chromium.launch(executable_path=found, args=list(ALONE))
    stack.callback(browser.close)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(PACED.replace("PACE", "off") + CLOCK)
    seen = Seen(page)
    page.on("websocket", seen.listen)
    page.goto(url.replace(site.base, f"http://127.0.0.1:{port}"))
    position(page)
    return seen


def figures(times: Sequence[float], unit: str, scale: float = 1) -> str:
    """Return the median, the 95th hundredth and the maximum."""
    if len(times) < 2:
        return "none"
    late = quantiles(times, n=20, method="inclusive")[-1]
    shown = (median(times), late, max(times))
    return "{} {unit} median, {} at 95 %, {} at most ({number})".format(
        *(f"{one / scale:.1f}" if scale > 1 else f"{one:.0f}" for one in shown),
        unit=unit,
        number=len(times),
    )


def play(driver: Playwright, site: Site, game: str, number: int | None) -> bool:
    """Play a kept match, or its last moves; return whether its record is the kept one."""
    kept = read(KEPT / MATCHES[game])
    moves = [(line.seat or 0, line.move) for line in kept.lines if line.move is not None]
    table = site.lay_late(MATCHES[game], number or len(moves))
    own, others = list[float](), list[float]()
    with ExitStack() as stack:
        pages = [opened(stack, driver, url, site) for url in table.urls]
        for seat, text in moves[-(number or len(moves)) :]:
            pages[seat].page.locator("#turn.mine").wait_for()
            before = [one.page.evaluate("painted.length") for one in pages]
            play_a_move(pages[seat].page, game, text)
            times = [one.painted(number) for one, number in zip(pages, before, strict=True)]
            clicked, painted = times.pop(seat)
            own.append(painted - clicked)
            others += [painted - clicked for _, painted in times]
        sizes = [one.sizes for one in pages]
    first = [one["view"].pop(0) for one in sizes]
    print(f"{game}: {len(own)} plays")
    print(f"  from click to painted: {figures(own, 'ms')}")
    print(f"  until others see it: {figures(others, 'ms')}")
    print(f"  first view: {figures(first, 'KiB', 1024)}")
    for kind in sorted({kind for one in sizes for kind in one}):
        came = [size for one in sizes for size in one[kind]]
        print(f"  {kind}: {figures(came, 'KiB', 1024)}")
    is_kept = table.record.lines == kept.lines
    print(f"  the record is {'the kept one' if is_kept else 'ANOTHER'}")
    return is_kept


def main(words: Sequence[str] | None = None) -> None:
    """Play the matches of games, and print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(MATCHES))
    parser.add_argument("--moves", type=int, help="only the last moves of each match")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder)
        program = stack.enter_context(serve(path, lines=1, stderr=None))
        driver = stack.enter_context(sync_playwright())
        site = Site(program.pages.base, path, program.pages.key)
        played = [play(driver, site, game, given.moves) for game in given.games]
    sys.exit(not all(played))


if __name__ == "__main__":
    main()
