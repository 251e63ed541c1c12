"""The site: the pages, the rules of each game, new tables, and the sockets of tables."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.match import Game
from parlour.rules import UNREADABLE, MisuseError, ParlourError, Seat, decoder_problem, one_line
from parlour.words import SENTENCES, offered, own_words, preferred, say, speaking, spoken
from parlour_analysis.player_statistics import player_statistics
from parlour_web.front import LEVELS, FrontGame, cover_of, front_games, front_offers, inks_of
from parlour_web.guard import Hosts, SiteGuard
from parlour_web.messages import SeatLink
from parlour_web.notices.turns import address_forms
from parlour_web.rules_page import chapters, example_picture, figures_html, five_html, rules_html
from parlour_web.socket_endpoint import SocketEndpoint, address_of
from parlour_web.tables import keys
from parlour_web.tables.analysing import Analyst
from parlour_web.tables.hosting import HoldOrder, hosted, qr_code
from parlour_web.tables.opening import record_of_seat, whole_record
from parlour_web.tables.orders import MAX_ORDER_BYTES, TableOrder
from parlour_web.tables.quota import CONFLICT, FORBIDDEN, Declined
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import Place

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Media types of static files by their endings; what a system has may differ."""


def site(
    store: TableStore, base: str, hosts: Hosts = frozenset(), pages: Sequence[BaseRoute] = ()
) -> ASGIApp:
    """Return the application that serves a store of tables.

    ``base`` begins the links to it; ``hosts`` are its names beside ``localhost`` and numbers.
    ``pages`` come before its own.
    """
    app = Starlette(routes=[*pages, *_Site(store, base).routes()], lifespan=_lifespan(store))
    guard = SiteGuard(SocketEndpoint(store, base).beside(app), store.too_busy, hosts)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        wanted = Headers(scope=scope).get("accept-language", "") if "headers" in scope else ""
        with speaking(preferred(wanted, offered())):
            await guard(scope, receive, send)

    return serve


def _lifespan(store: TableStore) -> Any:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await store.close()

    return lifespan


class _Site:
    """The answers to all requests."""

    def __init__(self, store: TableStore, base: str) -> None:
        self._store = store
        self._base = base
        self._analyst = Analyst(store)
        self._games: dict[str, list[FrontGame]] = {}
        self._made: dict[tuple[str, str, str], str] = {}

    def routes(self) -> list[BaseRoute]:
        """Return all paths and their handlers."""
        return [
            Route("/", self._front),
            Route("/house", self._front_offers),
            Route("/me", lambda _: _page("me.html")),
            Route("/figures", self._figures),
            Route("/tables", partial(_guarded, self._create), methods=["POST"]),
            Route("/t/{table}", partial(self._page_at, "table.html")),
            Route("/t/{table}/record", partial(_guarded, self._record, status=FORBIDDEN)),
            Route("/t/{table}/host", partial(self._page_at, "host.html")),
            Route("/t/{table}/people", partial(_guarded, self._people)),
            Route("/t/{table}/hold", partial(_guarded, self._hold), methods=["POST"]),
            Route("/t/{table}/code", partial(_guarded, self._code), methods=["POST"]),
            Route(
                "/t/{table}/analysis",
                partial(_guarded, self._analysis, status=CONFLICT),
                methods=["POST"],
            ),
            Route(
                "/t/{table}/seats/{seat}/key",
                partial(_guarded, self._key),
                methods=["POST", "DELETE"],
            ),
            Route("/games/{game}/{part}", self._of_game),
            Route(
                "/games/{game}/examples/{rule}/{number:int}/{panel}",
                partial(_guarded, self._example, status=404),
            ),
            Route("/health", self._health),
            Route("/static/{digest}/{name}", _static),
        ]

    # Starlette runs functions in a thread; only what does not compute is a coroutine.

    def _front(self, request: Request) -> Response:
        commands = self._store.settings.commands
        if spoken() not in self._games:
            self._games[spoken()] = front_games(self._store)
        games = self._games[spoken()]
        return _page("front.html", games=games, levels=LEVELS, may_run=bool(commands))

    def _front_offers(self, request: Request) -> Response:
        return _json(front_offers(self._store, key_of(request)))

    def _figures(self, request: Request) -> Response:
        store = self._store
        if not store.quota.is_host(key_of(request)):
            return _error(say("site.host_figures"), 403)
        name = request.query_params.get("name", "")
        figures = player_statistics(store.records(), store.catalog.game_named, name)
        tables = [{"heads": heads, "rows": rows} for heads, rows in figures.tables()]
        return _json({"tables": tables})

    async def _create(self, request: Request) -> Response:
        self._store.quota.check_new_table(key_of(request), address_of(request))
        order = msgspec.json.decode(await _body(request), type=TableOrder)
        name, made = await self._store.create(order)
        links = [
            SeatLink(
                seat,
                "me" if order.lesson else order.seats[seat].who,
                keys.link(self._base, name, key),
            )
            for seat, key in made.seats.items()
        ]
        host = SeatLink(None, "host", keys.link(self._base, f"{name}/host", made.host))
        return _json({"table": name, "links": [*links, host]}, 201)

    def _page_at(self, template: str, request: Request) -> Response:
        name = request.path_params["table"]
        if not self._store.has(name):
            return _missing(say("site.no_table"))
        try:
            return _page(
                template,
                name=name,
                game=self._store.game_of(name),
                notices=address_forms(self._store.settings),
                is_open=self._store.quota.may_create(""),
            )
        except ParlourError:
            return _missing(say("site.table_shut"))

    async def _people(self, request: Request) -> Response:
        return _json(await hosted(self._store, self._hosted(request)))

    async def _hold(self, request: Request) -> Response:
        name = self._hosted(request)
        wanted = msgspec.json.decode(await _body(request), type=HoldOrder)
        await (await self._store.live(name)).hold(wanted.held)
        return _json(await hosted(self._store, name))

    async def _code(self, request: Request) -> Response:
        name = self._hosted(request)
        link = (await _body(request)).decode()
        bases = self._base, str(request.base_url).rstrip("/")  # a page may say localhost
        return _json(await self._store.in_thread(qr_code, link, name, bases))

    def _hosted(self, request: Request, why_not: str = "site.host_only") -> str:
        """Return the name of a table whose host asks.

        Raises:
            Declined: Somebody else asks.
        """
        name: str = request.path_params["table"]
        admission = self._store.admission(name, key_of(request))
        if admission is None or not admission.is_host:
            raise Declined(say(why_not), FORBIDDEN)
        return name

    async def _record(self, request: Request) -> Response:
        name = request.path_params["table"]
        key = key_of(request)
        admission = self._store.admission(name, key) if key else None
        if admission is None:
            return _error(say("site.no_key"), 403)
        file = await _download(self._store, name, admission.place)
        attachment = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
        return Response(file, 200, attachment, "application/jsonl")

    async def _analysis(self, request: Request) -> Response:
        name = request.path_params["table"]
        key = key_of(request)
        admission = self._store.admission(name, key)
        if admission is None:
            return _error(say("site.no_key"), 403)
        return _json(await self._analyst.analysis(name, admission.place, may_begin=bool(key)))

    async def _key(self, request: Request) -> Response:
        name = self._hosted(request, "site.host_links")
        seat = msgspec.convert(request.path_params["seat"], Seat, strict=False)
        if request.method == "DELETE":
            self._store.revoke(name, seat)
            return _json({})
        key = self._store.new_key_of(name, seat)
        return _json({"url": keys.link(self._base, name, key)}, 201)

    def _of_game(self, request: Request) -> Response:
        """Answer with a part of a game in the browser's language; it is made once in each."""
        name = request.path_params["game"]
        part = request.path_params["part"]
        game = self._by_name.get(name)
        make = PARTS.get(part)
        if game is None or make is None or (game.rulebook is None and part not in DRAWN_PARTS):
            return _missing(say("site.no_page"))
        language = spoken()
        if (name, part, language) not in self._made:
            self._made[name, part, language] = make(game)
        varied = {"Vary": "Accept-Encoding, Accept-Language"}
        kind = DRAWN_PARTS.get(part, "text/html")
        return _compressed(request, self._made[name, part, language].encode(), kind, varied)

    async def _example(self, request: Request) -> Response:
        """Answer with a picture of an example, in the browser's language."""
        wanted = request.path_params
        game = self._by_name.get(wanted["game"])
        if game is None:
            return _missing(say("site.no_page"))
        key = "/".join(map(str, wanted.values()))
        if (key, "", spoken()) not in self._made:
            self._made[key, "", spoken()] = example_picture(
                game, wanted["rule"], wanted["number"], wanted["panel"]
            )
        varied = {"Vary": "Accept-Encoding, Accept-Language"}
        drawn = self._made[key, "", spoken()].encode()
        return _compressed(request, drawn, TYPES[".svg"], varied)

    async def _health(self, _: Request) -> Response:
        return PlainTextResponse("ok\n")

    @cached_property
    def _by_name(self) -> Mapping[str, Game]:
        return self._store.catalog.games()


async def _guarded(
    answer: Callable[[Request], Awaitable[Response]], request: Request, *, status: int = 400
) -> Response:
    """Answer a request, or say why not, with a ``status`` unless the error has one."""
    try:
        return await answer(request)
    except ParlourError as fault:
        return _error(one_line(fault), getattr(fault, "status", status))
    except ClientDisconnect:
        return _error(say("site.order_cut"), 400)
    except UNREADABLE as fault:
        return _error(decoder_problem(fault), 400)


async def _download(store: TableStore, name: str, place: Place) -> bytes:
    """Return the record of a table: the whole after the end, before it the record of a seat.

    Raises:
        ParlourError: It cannot be read, or a spectator asks before the end.
    """
    table = await store.live(name)
    path = store.record(name)
    if table.table.is_over:
        return await store.in_thread(whole_record, path)
    if place is None:
        raise MisuseError(say("site.record_later"))
    return await store.in_thread(record_of_seat, path, table.table.game, place)


async def _body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        MisuseError: It is too long.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_ORDER_BYTES:
            raise MisuseError(f"expected an order of at most {MAX_ORDER_BYTES} bytes")
    return body


def key_of(request: Request) -> str:
    """Return the key that a request brings in its header."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.casefold() == "bearer" else ""


# Markup in a rulebook is shown as text.


def _five_of(game: Game) -> str:
    text = Markup(five_html(game))  # noqa: S704
    figures = Markup(figures_html(game))  # noqa: S704
    return page_text("five.html", game=game, text=text, figures=figures)


def _rules_of(game: Game) -> str:
    rules = Markup(rules_html(game))  # noqa: S704
    return page_text("rules.html", game=game, rules=rules, chapters=chapters(game))


INKS_PART = "inks.css"
"""The part of a game's pages with the colours of its picture."""
PICTURE_PART = "picture.svg"
"""The part with a picture of it."""
DRAWN_PARTS = {INKS_PART: "text/css", PICTURE_PART: "image/svg+xml"}
"""Parts that need no rules, each with its media type."""

PARTS: Mapping[str, Callable[[Game], str]] = {
    "rules": _rules_of,
    "five": _five_of,
    PICTURE_PART: cover_of,
    INKS_PART: inks_of,
}
"""Parts of the pages of a game, each with the function that makes it."""


@cache
def _static_files() -> dict[str, bytes]:
    folder = files("parlour_web") / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@cache
def _digest() -> str:
    """Return a part of the address of static files that is another if any of them is."""
    return sha256(repr(sorted(_static_files().items())).encode()).hexdigest()[:16]


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    body = _static_files().get(name)
    if body is None:
        return _missing(say("site.no_file"))
    is_known = request.path_params["digest"] == _digest()
    cached = {"Cache-Control": "public, max-age=31536000, immutable"} if is_known else {}
    return _compressed(request, body, TYPES[Path(name).suffix], cached)


def _compressed(
    request: Request, body: bytes, media_type: str, headers: dict[str, str]
) -> Response:
    """Return an answer that everybody may have, compressed if the one who asks can read that."""
    varies = {"Vary": "Accept-Encoding", **headers}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, headers=varies, media_type=media_type)
    varies["Content-Encoding"] = "gzip"
    return Response(_gzip(body), headers=varies, media_type=media_type)


@lru_cache(maxsize=100)
def _gzip(body: bytes) -> bytes:
    """Return a text as browsers decompress it."""
    return zlib.compress(body, wbits=16 + zlib.MAX_WBITS)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("parlour_web", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(say=say, own_words=own_words, static=f"/static/{_digest()}")
    return environment


def page_text(template: str, /, **given: object) -> str:
    """Return a page, or a part of one, made from a template."""
    sentences = {code: str(one) for code, one in SENTENCES.under("js").items()}
    given |= {"language": spoken(), "sentences": sentences}
    return _environment().get_template(template).render(given)


def _page(template: str, code: int = 200, /, **given: object) -> Response:
    return Response(page_text(template, **given), code, media_type="text/html")


def _missing(line: str) -> Response:
    return _page("error.html", 404, status=404, title=say("site.not_found"), line=line)


def _json(content: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def _error(why: str, status: int) -> Response:
    return _json({"error": why}, status)
