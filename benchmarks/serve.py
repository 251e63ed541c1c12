"""Load of a server: ``python benchmarks/serve.py [GAME] [TABLES] [RATE] [NEWCOMERS]``.

Each table has a page for each of its people, in the middle of a match. They make ``RATE`` moves a
second, at random times. An update is the time from a move sent until all pages have received what
it changed; the pages share the processors with the server.

``NEWCOMERS`` is the number of further tables whose people come while the others play. Those who are
let in play as fast as the others; the others are told why not, by the server's own limits.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Sequence
from os import sysconf
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect

import parlour
from parlour.catalog.catalog import Catalog
from parlour.match.game import Game, header_of
from parlour.match.match import Match
from parlour_web.options import ServerSettings
from parlour_web.tables.store import TableStore

PLAYED = 20
"""Number of moves before the pages come."""
SCRIPTED = 40
"""Number of moves that the pages may make."""
MATCHES = 20
"""Number of different matches; further tables repeat them."""
SECONDS = 30
"""Seconds of moves."""
LOST_SECONDS = 20.0
"""Seconds until an update counts as lost."""


class DeclinedError(Exception):
    """The server said good-bye to a page."""


class Script:
    """A match of random moves: what its pages will enter."""

    def __init__(self, game: Game, seed: int) -> None:
        rng = Random(seed)
        options = game.recorded_options(game.rules_version, {})
        self.header = header_of(game, ("human",) * game.seats[0], options, seed)
        match = Match(game, self.header)
        self.lines, self.entered = tuple(match.lines), list[tuple[int, str, int]]()
        while not match.is_over and len(self.entered) < PLAYED + SCRIPTED:
            seat = match.awaited.seats[0]
            move = rng.choice(match.moves(seat))
            self.entered.append((seat, game.write_move(move), len(match.events(seat))))
            match.play(move, seat)
            if len(self.entered) == PLAYED:
                self.lines = tuple(match.lines)
        del self.entered[:PLAYED]


class Seats:
    """The pages of a table."""

    def __init__(self, name: str, keys: list[str], script: Script) -> None:
        self.name = name
        self.keys = keys
        self.entered = list(script.entered)
        self.pages = list[ClientConnection]()
        self.sizes = list[int]()
        self.is_moving = False

    async def sit(self, host: str) -> None:
        """Open all pages.

        Raises:
            DeclinedError: The server lets them in no more.
        """
        address = f"ws://{host}/t/{self.name}/socket"
        for key in self.keys:
            page = await connect(address, max_size=None, ping_interval=None, compression=None)
            self.pages.append(page)
            await page.send(json.dumps({"type": "sit", "key": key}))
            await self.update(len(self.pages) - 1)

    async def update(self, seat: int) -> None:
        """Read a page until a view of another position comes; a question is answered by yes."""
        while True:
            sent = await self.pages[seat].recv(decode=False)
            text = bytes(sent) if sent[:1] == b"{" else zlib.decompress(bytes(sent), -15)
            # A question is a part of the view too, and is asked at the position before the move.
            if text.startswith(b'{"type":"view"') and b'"position":' in text:
                self.sizes.append(len(sent))
                return
            if text.startswith(b'{"type":"bye"'):
                raise DeclinedError(json.loads(text)["why"])
            if b'"refused":true' in text:
                raise ValueError(f"{self.name} refused a move: {text.decode()}")
            # The view shows the question, too; it is answered once.
            if text.startswith(b'{"type":"reply"') and b'"question":""' not in text:
                position = self.entered[0][2]
                line = {"type": "enter", "text": "yes", "position": position}
                await self.pages[seat].send(json.dumps(line))

    async def move(self) -> float:
        """Make the next move; return the seconds until all pages have what it changed."""
        self.is_moving = True
        seat, text, position = self.entered[0]
        line = {"type": "enter", "text": text, "position": position}
        began = perf_counter()
        await self.pages[seat].send(json.dumps(line))
        updates = asyncio.gather(*map(self.update, range(len(self.pages))))
        await asyncio.wait_for(updates, LOST_SECONDS)
        del self.entered[0]
        self.is_moving = False
        return perf_counter() - began


def resident(process: int) -> float:
    """Return the memory of a process, in KiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return float(found[1]) if found else 0.0


def processor_time(process: int) -> float:
    """Return the processor time of a process and its threads, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def lay(folder: Path, game: Game, tables: int) -> list[Seats]:
    """Add tables to a folder."""
    store, found = TableStore(folder, Catalog(), ServerSettings()), list[Seats]()
    scripts = [Script(game, seed) for seed in range(min(tables, MATCHES))]
    for number in range(tables):
        script = scripts[number % MATCHES]
        name, keys = store.add(script.header, script.lines)
        found.append(Seats(name, list(keys.seats.values()), script))
    return found


async def come(host: str, table: Seats, playing: list[Seats], told: Counter[str]) -> None:
    """Let the people of a table sit down and play, or count what they are told instead."""
    try:
        await table.sit(host)
        playing.append(table)
    except DeclinedError as why:
        told[str(why)] += 1


def print_times(who: str, took: Sequence[float | BaseException]) -> None:
    """Print the times of updates."""
    times = [one for one in took if isinstance(one, float)]
    faults = [one for one in took if not isinstance(one, float)]
    if faults:
        print(f"{who}: {len(faults)} updates lost; the first: {faults[0]!r}")
    if len(times) > 1:
        late = quantiles(times, n=20)[-1]
        print(
            f"{who}: {len(times)} updates, median {1000 * median(times):.0f} ms, "
            f"95 % {1000 * late:.0f} ms"
        )


async def play(host: str, tables: list[Seats], rate: float, comers: list[Seats]) -> int:
    """Let people move for a while, and others come; print the times, and return the moves."""
    rng, playing, told = Random(1), list(tables), Counter[str]()
    moving: dict[asyncio.Task[float], Seats] = {}
    coming = list[asyncio.Task[None]]()
    began = due = perf_counter()
    while perf_counter() < began + SECONDS:
        due += rng.expovariate(rate * len(playing) / len(tables))
        await asyncio.sleep(max(0.0, due - perf_counter()))
        share = (perf_counter() - began) / SECONDS
        for table in comers[len(coming) : round(share * len(comers))]:
            coming.append(asyncio.create_task(come(host, table, playing, told)))
        ready = [table for table in playing if table.entered and not table.is_moving]
        if ready:
            table = rng.choice(ready)
            moving[asyncio.create_task(table.move())] = table
    await asyncio.gather(*coming)
    took = await asyncio.gather(*moving, return_exceptions=True)
    lasted, first = perf_counter() - began, set(map(id, tables))
    print(f"{len(took) / lasted:.1f} moves a second")
    both = list(zip(moving.values(), took, strict=True))
    print_times("those who play", [one for table, one in both if id(table) in first])
    if comers:
        print(f"{len(playing) - len(tables)} of {len(comers)} tables were let in")
        print_times("newcomers", [one for table, one in both if id(table) not in first])
        for why, times in told.items():
            print(f"{times} were told: {why}")
    return len(took)


async def measure(
    host: str, process: int, tables: list[Seats], rate: float, comers: list[Seats]
) -> None:
    """Open all pages, let people move, and print the figures."""
    empty, began = resident(process), perf_counter()
    for table in tables:
        await table.sit(host)
    pages = sum(len(table.pages) for table in tables)
    opened = (perf_counter() - began) / pages
    first = [size for table in tables for size in table.sizes]
    for table in tables:
        table.sizes.clear()
    held, computed = resident(process), processor_time(process)
    print(f"{len(tables)} tables, {pages} pages")
    moves = await play(host, tables, rate, comers)
    computed = processor_time(process) - computed
    sizes = [size for table in tables for size in table.sizes]
    print(f"the server computes {1000 * computed / moves:.1f} ms for a move")
    print(f"a page opens in {1000 * opened:.1f} ms")
    print(f"first view {median(first) / 1024:.1f} KiB, update {median(sizes) / 1024:.1f} KiB")
    after = resident(process)
    each = [(memory - empty) / len(tables) for memory in (held, after)]
    print(
        f"memory {each[0]:.0f} KiB a table, {each[1]:.0f} after the moves, {after / 1024:.0f} MiB"
    )
    await asyncio.gather(*(page.close() for table in (*tables, *comers) for page in table.pages))


def main(game: str = "maori", tables: str = "200", rate: str = "10", newcomers: str = "0") -> None:
    """Serve a folder that is thrown away, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        laid = lay(Path(folder), parlour.load(game), int(tables) + int(newcomers))
        playing, comers = laid[: int(tables)], laid[int(tables) :]
        words = [sys.executable, "-m", "parlour", "serve", folder, "--port", "0", "--no-browser"]
        wait = "" if comers else ",wait=60"
        words += ["--capacity", f"per_address=100000,connections=100000{wait}"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as serving:
            line = serving.stdout.readline() if serving.stdout else ""
            host = line.partition("http://")[2].partition("/")[0]
            try:
                asyncio.run(measure(host, serving.pid, playing, float(rate), comers))
            finally:
                serving.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
