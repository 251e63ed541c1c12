"""The site: the pages, the rules of each game, new tables, and the sockets of tables."""

import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.match import Game
from parlour.rules import UNREADABLE, MisuseError, ParlourError, decoder_problem
from parlour.words import offered, preferred, say, speaking, spoken
from parlour_web.front import LEVELS, FrontGame, front_games
from parlour_web.network.assistant_endpoint import AssistantEndpoint
from parlour_web.network.guard import MAX_PAGES_ASKED, Hosts, SiteGuard, retry_after
from parlour_web.network.service_worker import PATH, worker_script
from parlour_web.network.socket_endpoint import SocketEndpoint, address_of, key_of
from parlour_web.notices.push import public_key
from parlour_web.notices.turns import address_forms
from parlour_web.page_acts import ACTS, PageActs, PageAsks, face_of, too_long
from parlour_web.page_files import DRAWN_PARTS, digest, has_part, served, static_files
from parlour_web.page_session import PageSession
from parlour_web.rules_page import example_picture
from parlour_web.tables.hosting import qr_code
from parlour_web.tables.orders import MAX_ORDER_BYTES
from parlour_web.tables.quota import BUSY
from parlour_web.tables.store import TableStore

LANGUAGE_COOKIE = "parlour_language"
"""The cookie of a language that somebody has chosen; it gives no rights."""

KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Header of what never changes under its address."""

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Media types of static files by their endings; what a system has may differ."""


def site(
    store: TableStore,
    base: str,
    hosts: Hosts = frozenset(),
    pages: Sequence[BaseRoute] = (),
    *,
    is_encrypted: bool = False,
) -> ASGIApp:
    """Return the application that serves a store of tables.

    ``base`` begins the links to it; ``hosts`` are its names beside ``localhost`` and numbers.
    ``pages`` come before its own, and ``is_encrypted`` says that the server has a certificate.
    """
    own = _Site(store, base)
    session = PageSession(store, base)
    assistants = AssistantEndpoint(store, session)
    app = Starlette(
        routes=[*pages, *own.routes()],
        lifespan=_lifespan(store, assistants),
        exception_handlers={404: lambda asked, _: own.missing(asked, "site.no_such_page")},
    )
    guard = SiteGuard(
        SocketEndpoint(session).beside(assistants.beside(app)),
        store.quota.too_busy,
        hosts,
        is_encrypted=is_encrypted,
    )
    store.quota.resources.add("requests", MAX_PAGES_ASKED, lambda: guard.unanswered, BUSY)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        with speaking(preferred(_wanted_language(scope), offered())):
            await guard(scope, receive, send)

    return serve


def _wanted_language(scope: Scope) -> str:
    """Return the languages that a request would like: the one chosen on a page first."""
    if "headers" not in scope:
        return ""
    headers = Headers(scope=scope)
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE, "")
    return f"{chosen},{headers.get('accept-language', '')}"


def _lifespan(store: TableStore, assistants: AssistantEndpoint) -> Any:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        store.follow()
        yield
        await assistants.close()
        await store.close()

    return lifespan


class _Made(NamedTuple):
    """A part of a game that has been made."""

    text: bytes
    digest: str


class _Site:
    """The answers to all requests."""

    def __init__(self, store: TableStore, base: str) -> None:
        self._store = store
        self._base = base
        self._acts = PageActs(store, base, run_in_threadpool)
        self._games: dict[str, list[FrontGame]] = {}
        self._made: dict[tuple[str, str, str], _Made] = {}
        # A port that was free belongs to another program tomorrow, and a worker would stay there.
        worker = PATH if store.settings.port else ""
        self._files = replace(served(), address=self._address, worker=worker)

    def routes(self) -> list[BaseRoute]:
        """Return all paths and their handlers."""
        methods = defaultdict[str, list[str]](list)
        for act in ACTS:
            methods[act.path].append(act.method)
        return [
            Route("/", self._front),
            Route("/me", lambda asked: self._page(asked, "me.html")),
            Route("/t/{table}", partial(self._page_at, "table.html")),
            Route("/t/{table}/host", partial(self._page_at, "host.html")),
            Route("/t/{table}/code", partial(_guarded, self._store, self._code), methods=["POST"]),
            *(Route(path, self._act, methods=allowed) for path, allowed in methods.items()),
            Route("/games/{game}/{part}", self._of_game),
            Route(
                "/games/{game}/examples/{rule}/{number:int}/{panel}",
                partial(_guarded, self._store, self._example, status=404),
            ),
            Route("/manifest.webmanifest", self._manifest),
            Route(PATH, self._worker),
            Route("/health", self._health),
            Route("/static/{digest}/{name}", _static),
        ]

    # Starlette runs functions in a thread; only what does not compute is a coroutine.

    def _front(self, request: Request) -> Response:
        settings = self._store.settings
        return self._page(
            request,
            "front.html",
            games=self._cards(),
            levels=LEVELS,
            may_run=bool(settings.commands),
            talks=not settings.no_talk,
            proposed=settings.minutes,
        )

    def missing(self, request: Request, code: str) -> Response:
        """Return the page that says why there is no page, and shows the games."""
        why = say(code)
        title = say("site.not_found")
        return self._page(request, "error.html", 404, title=title, why=why, games=self._cards())

    def _page(self, request: Request, template: str, code: int = 200, **given: object) -> Response:
        """Return a page, compressed.

        Its length tells nothing: keys stand behind the ``#`` of an address, which no browser
        sends, so no page holds a secret. Answers to acts may hold one beside a text of somebody
        else, and are not compressed.
        """
        text = self._files.text(template, **given).encode()
        return _compressed(request, text, "text/html", {}, code)

    def _address(self, path: str) -> str:
        """Return the address of a path: that of a picture that is made has its digest."""
        name, _, part = path.removeprefix("/games/").partition("/")
        made = self._made.get((name, part, spoken())) if part in DRAWN_PARTS else None
        return path if made is None else f"{path}?{made.digest}"

    def _cards(self) -> list[FrontGame]:
        """Return the games in the browser's language; they are read once in each."""
        if spoken() not in self._games:
            self._games[spoken()] = front_games(self._store.catalog.games().values())
        return self._games[spoken()]

    async def _act(self, request: Request) -> Response:
        return await _guarded(self._store, self._acted, request)

    async def _acted(self, request: Request) -> Response:
        asked = PageAsks(
            "GET" if request.method == "HEAD" else request.method,
            request.scope["path"],
            key_of(request),
            partial(_body, request),
            address_of(request),
            request.query_params,
        )
        answer = await self._acts.answer(asked)
        name = f'attachment; filename="{answer.file_name}"'
        kept = {"Content-Disposition": name} if answer.file_name else {}
        headers = {**kept, **retry_after(answer.wait)}
        return Response(answer.body, answer.status, headers, answer.media_type)

    def _page_at(self, template: str, request: Request) -> Response:
        name = request.path_params["table"]
        if not self._store.has(name):
            return self.missing(request, "site.no_table")
        try:
            return self._page(
                request,
                template,
                name=name,
                face=face_of(self._store.game_of(name)),
                notices=address_forms(self._store.settings),
                push=public_key(self._store.settings.push_key),
                games=self._cards(),
                is_open=self._store.quota.may_create(""),
            )
        except ParlourError:
            return self.missing(request, "site.table_shut")

    async def _code(self, request: Request) -> Response:
        name = request.path_params["table"]
        self._acts.check_host(key_of(request), name, address_of(request))
        link = (await _body(request)).decode()
        bases = self._base, str(request.base_url).rstrip("/")  # a page may say localhost
        return _json(await self._store.in_thread(qr_code, link, name, bases))

    def _of_game(self, request: Request) -> Response:
        """Answer with a part of a game in the browser's language; it is made once in each."""
        name = request.path_params["game"]
        part = request.path_params["part"]
        game = self._by_name.get(name)
        if game is None or not has_part(game, part):
            return self.missing(request, "site.no_page")
        make = partial(self._files.part, game, part)
        return self._answer_made(request, (name, part), make, DRAWN_PARTS.get(part, "text/html"))

    def _answer_made(
        self,
        request: Request,
        what: tuple[str, str],
        make: Callable[[], str],
        kind: str,
    ) -> Response:
        """Answer with what is made once in each language; under its digest, browsers keep it."""
        key = (*what, spoken())
        if key not in self._made:
            text = make().encode()
            self._made[key] = _Made(text, sha256(text).hexdigest()[:16])
        made = self._made[key]
        kept = KEPT if request.url.query == made.digest else {}
        varied = {"Vary": "Accept-Encoding, Accept-Language, Cookie", **kept}
        return _compressed(request, made.text, kind, varied)

    async def _example(self, request: Request) -> Response:
        """Answer with a picture of an example, in the browser's language."""
        wanted = request.path_params
        game = self._by_name.get(wanted["game"])
        if game is None:
            return self.missing(request, "site.no_page")
        which = wanted["rule"], wanted["number"], wanted["panel"]
        part = "/".join(map(str, which))
        draw = partial(example_picture, game, *which)
        return self._answer_made(request, (game.id, part), draw, TYPES[".svg"])

    async def _manifest(self, _: Request) -> Response:
        """Say how a browser installs the pages as an app."""
        icon = {"src": f"{self._files.static}/icon.svg", "sizes": "any", "type": TYPES[".svg"]}
        app = {"name": "Parlour", "description": say("front.title"), "lang": spoken()}
        window = {"id": "/", "start_url": "/", "display": "standalone", "icons": [icon]}
        manifest = msgspec.json.encode({**app, **window})
        return Response(manifest, media_type="application/manifest+json")

    def _worker(self, request: Request) -> Response:
        """Answer with the worker, in the language of the page that asks."""
        language = request.url.query
        with speaking(language if language in offered() else spoken()):
            script = worker_script(self._files).encode()
        return _compressed(request, script, TYPES[".js"], {})

    async def _health(self, _: Request) -> Response:
        """Say whether something is used up; a program that watches the server asks here."""
        full = self._store.quota.resources.full()
        return PlainTextResponse(f"full: {', '.join(full)}\n" if full else "ok\n")

    @cached_property
    def _by_name(self) -> Mapping[str, Game]:
        return self._store.catalog.games(samples=True)


async def _guarded(
    store: TableStore,
    answer: Callable[[Request], Awaitable[Response]],
    request: Request,
    *,
    status: int = 400,
) -> Response:
    """Answer a request, or say why not, with a ``status`` unless the error has one."""
    try:
        return await answer(request)
    except ParlourError as fault:
        said = store.told(fault)
        return _error(said.text, said.status or status)
    except ClientDisconnect:
        return _error(say("site.order_cut"), 400)
    except UNREADABLE as fault:
        return _error(decoder_problem(fault), 400)


async def _body(request: Request, most: int = MAX_ORDER_BYTES, /) -> bytes:
    """Return the body of a request.

    Raises:
        MisuseError: It is longer than so many bytes.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise MisuseError(too_long(most))
    return bytes(body)


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    body = static_files().get(name)
    if body is None:
        return PlainTextResponse(say("site.no_file"), 404)
    is_known = request.path_params["digest"] == digest()
    return _compressed(request, body, TYPES[Path(name).suffix], KEPT if is_known else {})


def _compressed(
    request: Request, body: bytes, media_type: str, headers: Mapping[str, str], code: int = 200
) -> Response:
    """Return an answer that everybody may have, compressed if the one who asks can read that."""
    varies = {"Vary": "Accept-Encoding", **headers}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, code, varies, media_type)
    varies["Content-Encoding"] = "gzip"
    return Response(_gzip(body), code, varies, media_type)


@lru_cache(maxsize=100)
def _gzip(body: bytes) -> bytes:
    """Return a text as browsers decompress it."""
    return zlib.compress(body, wbits=16 + zlib.MAX_WBITS)


def _json(content: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def _error(why: str, status: int) -> Response:
    return _json({"error": why}, status)
