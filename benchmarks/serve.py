"""Memory and time of a server with many pages: ``python benchmarks/serve.py [GAME] [PAGES]``.

One table with two people and spectators, on this machine. An update is the time from a move until
every page has the whole view that it led to; the pages share the processors with the server.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from http.client import HTTPConnection
from os import sysconf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

MOVES = 20
"""Number of moves whose updates are measured."""

View = dict[str, Any]


def resident(process: int) -> float:
    """Return the memory of a process, in MiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def processor_time(process: int) -> float:
    """Return the processor time of a process and its threads, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def open_table(host: str, game: str) -> tuple[str, list[str]]:
    """Open a table for two people; return its name and their keys."""
    connection = HTTPConnection(host)
    order = {"game": game, "seats": [{"who": "me"}, {"who": "friend"}]}
    connection.request("POST", "/tables", json.dumps(order))
    made = json.loads(connection.getresponse().read())
    connection.close()
    return made["table"], [link["url"].partition("#")[2] for link in made["links"][:2]]


async def sit(host: str, table: str, key: str) -> tuple[ClientConnection, View]:
    """Open a page; an empty key is a spectator's."""
    page = await connect(f"ws://{host}/t/{table}/socket", max_size=None)
    await page.send(json.dumps({"type": "sit", "key": key}))
    return page, json.loads(await page.recv())


async def view_at(page: ClientConnection) -> bytes:
    """Return the next view of a page, still encoded."""
    while True:
        text = await page.recv(decode=False)
        if isinstance(text, bytes) and text.startswith(b'{"type":"view"'):
            return text


async def measure(host: str, process: int, game: str, pages: int) -> None:
    """Open pages, let people move, and print the figures."""
    table, keys = open_table(host, game)
    people = [await sit(host, table, key) for key in keys]
    views = [view for _, view in people]
    before = resident(process)
    began = perf_counter()
    others = [await sit(host, table, "") for _ in range(pages - len(people))]
    opened = perf_counter() - began
    every = [page for page, _ in (*people, *others)]
    took, sizes, computed = list[float](), list[float](), processor_time(process)
    while len(took) < MOVES and not views[0]["is_over"]:
        mover = next(n for n, view in enumerate(views) if view["turn"]["mine"])
        view = views[mover]
        line = {"text": view["moves"]["moves"][0]["text"], "position": view["position"]}
        began = perf_counter()
        await people[mover][0].send(json.dumps({"type": "enter", **line}))
        found = await asyncio.gather(*map(view_at, every))
        took.append(perf_counter() - began)
        sizes.append(len(found[-1]) / 1024)
        views = [json.loads(text) for text in found[: len(people)]]
    after, computed = resident(process), (processor_time(process) - computed) / len(took)
    print(f"{game}, {len(every)} pages at one table; a view has {median(sizes):.0f} KiB")
    print(
        f"update of all pages: median {1000 * median(took):.0f} ms, max {1000 * max(took):.0f} ms"
    )
    print(f"the server computes {1000 * computed:.0f} ms for an update")
    print(f"a page opens in {1000 * opened / max(len(others), 1):.1f} ms")
    grown = 1024 * (after - before) / max(len(others), 1)
    print(f"memory {before:.0f} MiB with 2 pages, {after:.0f} with all: {grown:.0f} KiB a page")
    await asyncio.gather(*(page.close() for page in every))


def main(game: str = "maori", pages: str = "200") -> None:
    """Serve a folder that is thrown away, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "parlour", "serve", folder, "--port", "0", "--no-open"]
        words.append("--open-house")
        began = perf_counter()
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as serving:
            line = serving.stdout.readline() if serving.stdout else ""
            host = line.partition("http://")[2].partition("/")[0]
            print(f"listening after {perf_counter() - began:.2f} s")
            try:
                asyncio.run(measure(host, serving.pid, game, int(pages)))
            finally:
                serving.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
