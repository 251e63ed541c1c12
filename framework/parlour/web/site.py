"""The site: the pages, the rules of each game, new tables, and the sockets of tables."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from parlour.match.game import Game
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import one_line
from parlour.rules.picture import INKS
from parlour.rules.picture.inks import style_sheet
from parlour.rules.words import Viewer
from parlour.web.front import front_games
from parlour.web.messages import SeatLink
from parlour.web.page_socket import serve_page
from parlour.web.rules_page import chapters, five_html, rules_html
from parlour.web.tables import keys
from parlour.web.tables.hall import Hall
from parlour.web.tables.orders import LONGEST, TableOrder


def site(hall: Hall, base: str) -> Starlette:
    """Return the application that serves a hall; ``base`` begins the links to it."""

    async def front(_: Request) -> Response:
        return _page("front.html", games=front_games(hall), matches=[], may_run=False)

    async def create(request: Request) -> Response:
        return await _created(hall, base, request)

    async def table(request: Request) -> Response:
        name = request.path_params["table"]
        if not hall.has(name):
            return _missing("There is no such table.")
        return _page("table.html", name=name, game=hall.game_of(name))

    async def health(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def socket(page: WebSocket) -> None:
        await serve_page(hall, page)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    routes: Sequence[BaseRoute] = (
        Route("/", front),
        Route("/tables", create, methods=["POST"]),
        Route("/t/{table}", table),
        WebSocketRoute("/t/{table}/socket", socket),
        *_pages_of_games(hall),
        Route("/health", health),
        Mount(
            "/static", StaticFiles(directory=str(files("parlour.web") / "static"), check_dir=False)
        ),
    )
    return Starlette(routes=routes, lifespan=lifespan)


def _pages_of_games(hall: Hall) -> tuple[Route, ...]:
    """Return the routes that tell of a game: its colours and its rules."""

    async def inks(request: Request) -> Response:
        game = _game(hall, request)
        if game is None:
            return _missing("There is no such game.")
        return Response(_inks_of(game), media_type="text/css")

    async def rules(request: Request) -> Response:
        return _about(hall, request, "rules.html")

    async def five(request: Request) -> Response:
        return _about(hall, request, "five.html")

    return (
        Route("/games/{game}/inks.css", inks),
        Route("/games/{game}/rules", rules),
        Route("/games/{game}/five", five),
    )


async def _created(hall: Hall, base: str, request: Request) -> Response:
    try:
        order = msgspec.json.decode((await request.body())[: LONGEST + 1], type=TableOrder)
        name, made = await hall.create(order)
    except (msgspec.DecodeError, ParlourError) as fault:
        return _error(one_line(fault), 400)
    links = [
        SeatLink(seat, order.seats[seat].who, keys.link(base, name, key))
        for seat, key in made.seats.items()
    ]
    host = SeatLink(None, "host", keys.link(base, name, made.host))
    return _json({"table": name, "links": [*links, host]}, 201)


def _game(hall: Hall, request: Request) -> Game | None:
    try:
        return hall.catalog.game_named(request.path_params["game"])
    except ParlourError:
        return None


def _about(hall: Hall, request: Request, template: str) -> Response:
    """Return a page of a game's rules."""
    game = _game(hall, request)
    if game is None or game.rulebook is None:
        return _missing("There are no rules of such a game.")
    if template == "five.html":
        return _page(template, game=game, text=Markup(five_html(game)))  # noqa: S704  escaped there
    text = Markup(rules_html(game))  # noqa: S704  markup in the rules themselves is escaped there
    return _page(template, game=game, rules=text, chapters=chapters(game))


def _inks_of(game: Game) -> str:
    """Return the style sheet of a game's inks, from the picture of a match that begins."""
    if game.draw_picture is None:
        return style_sheet(INKS)
    match = game.match()
    picture = game.draw_picture(match.view(0), Viewer.of_seats(match.seats))
    return style_sheet(picture.all_inks)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("parlour.web", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _page(template: str, code: int = 200, /, **given: object) -> Response:
    text = _environment().get_template(template).render(given)
    return Response(text, code, media_type="text/html")


def _missing(line: str) -> Response:
    return _page("error.html", 404, status=404, title="Not found", line=line)


def _json(content: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def _error(why: str, status: int) -> Response:
    return _json({"error": why}, status)
