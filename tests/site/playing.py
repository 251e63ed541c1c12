"""What both Pythons do at the tables of a site: play whole matches as pages do, and tell of them.

It imports nothing of the tests, since the Python of browsers runs it as a script.
"""

import asyncio
import json
import sys
import tempfile
import zlib
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import parlour_web.tables.table as live
from parlour_site.host import Host
from parlour_web.limits import RateLimiter

STRANGE = ("jinja2", "markdown_it", "parlour.cli", "resource", "starlette", "typer", "uvicorn")
"""Modules that no table in a browser may import."""


vars(live)["RateLimiter"] = partial(RateLimiter, burst=inf)  # no person clicks as fast


class Page:
    """A page with all people of a table, each of whom makes any legal move."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[int, dict[str, Any]]] = asyncio.Queue()
        self.kept = 0
        self.folder = Path(tempfile.mkdtemp())
        self.host = Host(str(self.folder), self.keep, self.tell, lambda _: None, pace=0.0)
        self.views: dict[int, dict[str, Any]] = {}
        self.chosen: list[str] = []
        self.random = Random(0)

    async def keep(self) -> None:
        self.kept += 1

    def tell(self, line: int, message: bytes) -> None:
        read = json.loads(zlib.decompress(message, wbits=-zlib.MAX_WBITS))
        self.heard.put_nowait((line, read))

    async def ask(self, method: str, path: str, key: str = "", body: object = "") -> Any:
        text = body if isinstance(body, str) else json.dumps(body)
        status, _, answer = await self.host.ask(method, path, key, text, "en")
        return status, answer

    async def order(self, path: str, order: object) -> tuple[str, dict[int, str]]:
        status, answer = await self.ask("POST", path, "", order)
        assert status == 201, answer
        made = json.loads(answer)
        mine = (one for one in made["links"] if one["who"] == "me")
        return made["table"], {one["seat"]: one["url"].partition("#")[2] for one in mine}

    async def play(self, order: object) -> tuple[str, str]:
        """Play a match to its end; return the name of its table and a key."""
        table, keys = await self.order("/tables", order)
        for seat, key in keys.items():
            self.host.open(seat, table)
            self.say(seat, type="sit", key=key, language="en")
        while not self.views or not all(view["is_over"] for view in self.views.values()):
            line, message = await self.heard.get()
            assert message["type"] != "bye", message
            self.answer(line, message)
        return table, next(iter(keys.values()))

    def say(self, line: int, **message: object) -> None:
        self.host.hear(line, json.dumps(message))

    def answer(self, line: int, message: dict[str, Any]) -> None:
        view = self.views.setdefault(line, {"is_over": False})
        if message["type"] == "view" and message["parts"].get("shows", "now") == "now":
            view |= message["parts"]
            self.chosen = []
            self.move(line, view["moves"])
        elif message["type"] == "moves":
            self.move(line, message)
        elif message["type"] == "reply" and message.get("question"):
            self.say(line, type="enter", text="yes", position=view["position"])
        elif message["type"] == "reply":
            assert not message.get("refused"), message

    def move(self, line: int, moves: dict[str, Any]) -> None:
        view = self.views[line]
        if not view["turn"]["mine"] or view["is_over"]:
            return
        if view.get("question"):
            self.say(line, type="enter", text="yes", position=view["position"])
        elif moves["too_many"] and not view["plans"]:
            if moves["live"]:
                self.chosen = [*moves["chosen"], self.random.choice(moves["live"])]
            self.say(line, type="narrow", chosen=self.chosen)
        else:
            demanded = [one["text"] for one in moves["moves"] if not one.get("offer")]
            plans = [plan["line"] for plan in view["plans"]][:1]
            text = self.random.choice(plans or demanded)
            self.say(line, type="enter", text=text, position=view["position"])


async def report(orders: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a match for each order, and what else a page is told."""
    told: dict[str, Any] = {}
    stopping = list[Any]()
    for name, order in orders.items():
        page = Page()
        table, key = await page.play(order)
        told[name] = (await page.ask("GET", f"/t/{table}/record", key))[1].decode()
        assert page.kept, "nothing was kept"
        stopping.append(page.host.stop)
    half = "".join(told[name].splitlines(keepends=True)[:-3])
    brought, _ = await page.order("/replays", half)
    told["half"] = half
    told["brought"] = (page.folder / f"{brought}.jsonl").read_text(encoding="utf-8")
    for stop in stopping:
        await stop()
    told["strange"] = [name for name in STRANGE if name in sys.modules]
    return told


async def main(given: list[str]) -> str:
    """Return the report on orders in JSON, as JSON."""
    return json.dumps(await report(json.loads(given[0])))
