"""A real server on a free port, and pages without a browser that sit at its tables."""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any, get_args
from urllib.parse import urlsplit

from starlette.routing import BaseRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour.players.included import Level
from parlour_web.network.guard import Hosts
from parlour_web.network.server import address, listen, server_for
from parlour_web.network.site import site
from parlour_web.options import Limits, ServerSettings
from parlour_web.tables.store import TableStore

PATIENCE_SECONDS = 300.0
"""Seconds until a test gives up, far more than anything here takes."""

KEY = "house-of-the-tests"
"""The host's key of servers in this process."""

Message = dict[str, Any]


class Shelf(Catalog):
    """A catalog with some games of the tests as well."""

    def __init__(self, *games: Game) -> None:
        super().__init__()
        self._shelf = {game.id: game for game in games}

    def games(self, *, samples: bool = False) -> Mapping[str, Game]:
        return {**super().games(samples=samples), **self._shelf}

    def game_named(self, name: str) -> Game:
        return self._shelf[name] if name in self._shelf else super().game_named(name)


def kind_of(message: Message) -> str:
    """Return the type of a message, or what a view shows besides the present."""
    if message["type"] == "view" and message["shows"] != "now":
        return str(message["shows"])
    return str(message["type"]).removeprefix("no ")


def is_run(item: Any) -> bool:
    """Return whether an item of a list stands for some that the page has."""
    return isinstance(item, list) and isinstance(item[0], int)


def unpacked(sent: bytes) -> str:
    """Return the text of a message to a page."""
    return zlib.decompress(sent, -zlib.MAX_WBITS).decode()


@dataclass
class Views:
    """Puts views together from the parts that come."""

    parts: Message = field(default_factory=dict)
    """The parts of the view of now."""

    def read(self, text: str) -> Message:
        """Return a message; of a view, the whole."""
        message: Message = json.loads(text)
        return self.whole(message["parts"]) if message["type"] == "view" else message

    def whole(self, changed: Message) -> Message:
        """Return the view whose parts differ from those of now."""
        parts = {**self.parts, **changed}
        for name in changed:
            if name == "log" or name.startswith("nodes "):
                own = self.parts.get(name, [])
                runs = [own[slice(*one)] if is_run(one) else [one] for one in changed[name]]
                parts[name] = [one for run in runs for one in run]
        if parts["shows"] == "now":
            self.parts = parts
        heads = parts["panels"] or []
        picture = [{**head, "nodes": parts[f"nodes {head['name']}"]} for head in heads]
        drawn = {name: parts[name] for name in ("text", "described", "changed", "gone")}
        table = {**drawn, "picture": picture or None}
        others = {name: part for name, part in parts.items() if not name.startswith("nodes ")}
        return {**others, "type": "view", "table": table}


@dataclass
class Page:
    """A page at a table: it keeps every message that came, as it came."""

    socket: ClientConnection
    texts: list[str] = field(default_factory=list)
    views: Views = field(default_factory=Views)

    def say(self, kind: str, **fields: object) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def next(self, *kinds: str) -> Message:
        """Return the next message, of one of these kinds."""
        while True:
            sent = self.socket.recv(PATIENCE_SECONDS)
            assert isinstance(sent, bytes)
            self.texts.append(unpacked(sent))
            message = self.views.read(self.texts[-1])
            if not kinds or kind_of(message) in kinds:
                return message

    def ask(self, kind: str, answer: str, **fields: object) -> Message:
        self.say(kind, **fields)
        return self.next(answer)

    def enter(self, text: str, position: int) -> Message:
        """Enter a line; return the reply."""
        return self.ask("enter", "reply", text=text, position=position)

    def rest(self) -> list[Message]:
        """Return all that still comes until the socket is closed by the server."""
        found = []
        try:
            while True:
                found.append(self.next())
        except ConnectionClosed:
            return found


@dataclass
class Served:
    """A server that runs."""

    base: str
    key: str = ""
    """The host's key; empty if everybody may create tables."""

    @property
    def host(self) -> str:
        return urlsplit(self.base).netloc

    def http(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of an answer."""
        connection = HTTPConnection(self.host, timeout=PATIENCE_SECONDS)
        try:
            text = body if isinstance(body, bytes | None) else json.dumps(body)
            connection.request(method, path, text, headers or {})
            answer = connection.getresponse()
            found = {name.casefold(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def order(self, order: object, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Order a table as the host."""
        shown = {"Authorization": f"Bearer {self.key}"}
        return self.http("POST", "/tables", order, {**shown, **headers})

    def lay(self, game: str, *who: str, **more: object) -> "Laid":
        """Open a table; ``who`` are ``me``, ``friend``, a level, or the name of a bot."""
        people, levels = {"me", "friend"}, get_args(Level)
        seats = [
            {"who": one}
            if one in people
            else {"who": "bot", "level" if one in levels else "spec": one}
            for one in who
        ]
        status, _, body = self.order({"game": game, "seats": seats, **more})
        assert status == 201, body
        made = json.loads(body)
        keys = {one["seat"]: one["url"].partition("#")[2] for one in made["links"]}
        return Laid(self, made["table"], keys)

    @contextmanager
    def page(
        self, table: str, key: str | None = None, *, talk: bool = False, **more: Any
    ) -> Iterator[Page]:
        """Open a page at a table, with a key if there is one; it may show what people say."""
        url = f"ws://{self.host}/t/{table}/socket"
        # A page takes whatever comes, as a browser does: with a full queue no end would reach it.
        waits: dict[str, Any] = {
            "open_timeout": PATIENCE_SECONDS,
            "close_timeout": 1,
            "max_queue": None,
        }
        with connect(url, **waits, **more) as socket:
            page = Page(socket)
            page.say(
                "sit", **({} if key is None else {"key": key}), **({"talk": True} if talk else {})
            )
            yield page


@dataclass
class Laid:
    """A table that was opened, with its keys by seat; that of None is the host's."""

    served: Served
    name: str
    keys: dict[int | None, str]

    @contextmanager
    def at(self, seat: int) -> Iterator[tuple[Page, Message]]:
        """Sit down at a seat; yield the page and its first sight."""
        with self.served.page(self.name, self.keys[seat]) as page:
            yield page, page.next("view")

    @contextmanager
    def spectator(self) -> Iterator[tuple[Page, Message]]:
        with self.served.page(self.name) as page:
            yield page, page.next("view", "bye")


@contextmanager
def served(
    folder: Path,
    games: Sequence[Game] = (),
    *,
    hosts: Hosts = frozenset(),
    pace: float = 0.0,
    proxy: str = "",
    pages: Callable[[TableStore], Sequence[BaseRoute]] = lambda _: (),
    **settings: Any,
) -> Iterator[Served]:
    """Serve a folder, in a thread, until the block ends."""
    # Newcomers are let in, however slow this machine is.
    limits = Limits(new_tables=10_000, wait=PATIENCE_SECONDS)
    settings = {"limits": limits, "house_key": KEY, **settings}
    store = TableStore(folder, Shelf(*games), ServerSettings(pace=pace, **settings))
    store.take()
    taken = listen("127.0.0.1", 0)
    base, ready = address(taken), Event()
    app = site(store, base, hosts, pages(store))
    server = server_for(app, store.quota, proxy=proxy, ready=ready.set)
    thread = Thread(target=server.run, args=([taken],), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE_SECONDS)
    try:
        yield Served(base, KEY)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()
