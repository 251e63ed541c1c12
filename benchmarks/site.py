"""Measure a site beside the server: ``python benchmarks/site.py --runtime FOLDER``.

It writes a site, serves it and the tables of ``parlour serve``, and lets Chromium play the same
kind of match by clicks at both. It prints the seconds until the first move can be made, at the
first and the second visit, the
milliseconds from a click to its picture, the megabytes of the page's process, the sizes of the
folder, and how much longer bots take in the browser's Python than in this one.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
CHROMIUM = "/usr/bin/chromium"
MOVES = 12
"""Number of clicks that are timed."""
PAINT = """() => { window.painted = []; let since = 0;
    addEventListener("click", (event) => {
        if (event.target.closest("[data-id=play]")) since = performance.now();
    }, true);
    new MutationObserver(() => { if (since) { const from = since; since = 0;
        requestAnimationFrame(() => painted.push(performance.now() - from)); } })
        .observe(document.body, { attributes: true, attributeFilter: ["data-position"] }); }"""
"""Keeps the milliseconds from each click that plays to the picture after it."""
SAME = """
import time, parlour
from parlour_site.host import Catalog
async def main(given):
    game = Catalog().game_named("maori")
    parlour.play(game, ["greedy"], 2, 1)
    since = time.perf_counter()
    parlour.play(game, ["greedy"], 2, 2)
    return str(time.perf_counter() - since)
"""
"""Plays a match of bots in the browser's Python."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files of a folder, and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Write nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/en/index.html"
    server.shutdown()


@contextmanager
def tables(folder: Path) -> Iterator[str]:
    """Serve tables, and yield the address for their host."""
    command = (sys.executable, "-m", "parlour", "serve", str(folder), "--no-browser", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None  # noqa: S101  it is a pipe
        yield server.stdout.readline().split()[-1]
        server.terminate()


def visit(context: Any, address: str) -> tuple[float, Any]:
    """Begin a match from the front page; return the seconds until a move can be made."""
    page = context.new_page()
    since = perf_counter()
    page.goto(address)
    page.locator("[data-play=maori]").click()
    page.locator("#turn.mine").wait_for()
    page.locator("#plan-list button, g.spot.live").first.wait_for()
    return perf_counter() - since, page


def measure(browser: Any, address: str) -> dict[str, float]:
    """Return the figures of a match at an address."""
    context = browser.new_context(locale="en")
    context.add_init_script("try { localStorage.setItem('parlour.pace', 'off') } catch {}")
    first, page = visit(context, address)
    page.evaluate(PAINT)
    for _ in range(MOVES):
        page.locator("#turn.mine").wait_for()
        before = page.locator("body").get_attribute("data-position")
        if page.locator("#plan-list button").count():
            page.locator("#plan-list button").first.click()
        else:
            page.locator("g.spot.live").first.click()
        page.locator("[data-id=play]").click()
        page.locator(f"body:not([data-position='{before}'])").wait_for()
    clicks = page.evaluate("painted")
    memory = largest_process()
    page.close()
    second, page = visit(context, address)
    context.close()
    return {
        "first": first,
        "second": second,
        "click": median(clicks),
        "memory": memory,
    }


def processes() -> Iterator[Path]:
    """Yield the folder in ``/proc`` of each process that this one has started."""
    parents: dict[str, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            parents[stat.parent.name] = stat.read_text().rpartition(")")[2].split()[1]
    ours = {str(os.getpid())}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return (Path("/proc", name) for name in ours - {str(os.getpid())})


def largest_process() -> float:
    """Return the megabytes of the largest process of the browser, the one with the page."""
    sizes = [0]
    for process in processes():
        with suppress(OSError):
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                rollup = (process / "smaps_rollup").read_text()
                sizes.append(int(rollup.partition("\nPss:")[2].split()[0]))
    return max(sizes) * 1024 / 1e6


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runtime", type=Path, default=Path("runtime"))
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as private:
        site = Path(private, "site")
        write = (sys.executable, "-m", "parlour", "site", str(site), "--runtime", given.runtime)
        subprocess.run(write, check=True)
        raw = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
        python = [path.read_bytes() for path in (site / "python").iterdir()]
        print(f"folder {sum(map(len, raw)) / 1e6:.1f} MB")
        sent = sum(len(compress(one, 9)) for one in python)
        print(f"Python as gzip sends it {sent / 1e6:.2f} MB")
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            with served(site) as address, tables(Path(private, "tables")) as other:
                for name, at in (("site", address), ("server", other)):
                    told = measure(browser, at)
                    print(name, json.dumps({key: round(value, 2) for key, value in told.items()}))
        script = Path(private, "same.py")
        script.write_text(SAME, encoding="utf-8")
        run = ROOT / "tests" / "site" / "run.mjs"
        there = subprocess.run(
            (str(which("node")), str(run), str(site), str(script)),
            check=True,
            capture_output=True,
            text=True,
        )
        scope: dict[str, Any] = {}
        exec(SAME, scope)  # noqa: S102  our own
        here = float(asyncio.run(scope["main"]([])))
        print(f"a match of bots: {float(there.stdout) / here:.2f} times this Python")


if __name__ == "__main__":
    main()
