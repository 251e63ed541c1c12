"""Tables without a server: a store in one thread, and pages at both ends of a line."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from parlour_web.options import ServerSettings
from parlour_web.page_acts import PageActs, PageAnswer, PageAsks, whole
from parlour_web.page_session import LineClosed, PageSession
from parlour_web.tables.store import TableStore
from parlour_web.tables.threads import OneThread
from tests.apart import run_apart
from tests.broken_games import which_hand
from tests.web.served import Message, Shelf, Views, unpacked


class Ends:
    """Both ends of a line: what a page sends, and what came for it."""

    address = ""
    language = "en"

    def __init__(self) -> None:
        self.asked = asyncio.Queue[str | None]()
        self.came = asyncio.Queue[str]()
        self.views = Views()

    async def receive(self) -> str:
        text = await self.asked.get()
        if text is None:
            raise LineClosed
        return text

    async def send(self, message: bytes) -> None:
        self.came.put_nowait(unpacked(message))

    def say(self, kind: str, **fields: object) -> None:
        self.asked.put_nowait(json.dumps({"type": kind, **fields}))

    async def next(self, *kinds: str) -> Message:
        while True:
            message = self.views.read(await self.came.get())
            if message["type"] in kinds:
                return message


class House:
    """A store in one thread, with its acts and sessions."""

    def __init__(self, folder: Path) -> None:
        settings = ServerSettings(pace=0, open_house=True, analysis=0.2)
        self.store = TableStore(folder, Shelf(which_hand.GAME), settings, threads=OneThread)
        self.acts = PageActs(self.store, "")
        self.session = PageSession(self.store, "")

    async def ask(
        self, method: str, path: str, body: object = None, key: str = ""
    ) -> tuple[int, Any]:
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        answer = await self.acts.answer(PageAsks(method, path, key, whole(raw)))
        return answer.status, told(answer)

    async def lay(self, game: str, *who: str) -> tuple[str, list[str]]:
        """Lay a table; return its name and the keys of the seats of people."""
        seats = [{"who": "bot", "spec": one} if one != "me" else {"who": one} for one in who]
        status, made = await self.ask("POST", "/tables", {"game": game, "seats": seats})
        assert status == 201, made
        keys = [one["url"].partition("#")[2] for one in made["links"] if one["who"] == "me"]
        return made["table"], keys


def told(answer: PageAnswer) -> Any:
    return json.loads(answer.body) if answer.media_type == "application/json" else answer.body


def in_house(folder: Path, visit: Callable[[House], Awaitable[None]]) -> None:
    """Run a visit to a house."""

    async def run() -> None:
        house = House(folder)
        house.store.take()
        try:
            await visit(house)
        finally:
            await house.store.close()

    run_apart(run())
