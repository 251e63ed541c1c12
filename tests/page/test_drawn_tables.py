"""The tables of small games in a browser: drawn from data, and played by clicks."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.match.replay import replayed
from parlour_testing.templates import Shape, written, written_file
from tests.page.conftest import Sit
from tests.page.playing import LIVE, PLAY, confirm, position
from tests.page.test_window import LARGE, PHONE, SEEN, wait_for_choices
from tests.web.served import served
from tests.web.tables import Site

SECRETS = Shape(2, 4, hidden=True, simultaneous=True, chance=True)
EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = (
    *("tic_tac_toe", "connect_four", "leduc", "lanterns", "promises", "court"),
    *("pebbles", "liars", "open_toy", "secret_toy"),
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Game]:
    """Return the samples, the examples, and what ``parlour new`` writes."""
    folder = tmp_path_factory.mktemp("games")
    put(folder / "pebbles", written_file("pebbles", 2, 4, secrets=False))
    put(folder / "liars", written_file("liars", 2, 4, secrets=True))
    put(folder / "open_toy", written("open_toy", Shape(2, 4)))
    put(folder / "secret_toy", written("secret_toy", SECRETS))
    made = ("pebbles", "liars", "open_toy", "secret_toy")
    kept = {name: str(EXAMPLES / f"parlour_{name}") for name in ("lanterns", "promises", "court")}
    places = {name: name for name in NAMES} | kept | {name: str(folder / name) for name in made}
    return {name: Catalog().game(place) for name, place in places.items()}


def put(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    for path, text in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def shelf(games: Mapping[str, Game], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("shelf")
    with served(folder, tuple(games.values())) as running:
        yield Site(running.base, folder, running.key)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_played_by_clicks_in_the_first_window(
    shelf: Site, games: Mapping[str, Game], sit: Sit, name: str
) -> None:
    game = games[name]
    match = game.match(seats=game.seats[0], seed=2)
    table = shelf.put(match.header, match.lines)
    page: Any = sit("about:blank", viewport=LARGE)
    for viewport in (LARGE, PHONE):
        page.set_viewport_size(viewport)
        page.goto("about:blank")
        now = replayed(game, table.record, table.name)
        page.goto(table.urls[now.awaited.seats[0]])
        wait_for_choices(page)
        shown = page.evaluate(SEEN)

        assert shown["seen"]
        assert shown["scrolls"][0] <= 0
        if viewport is LARGE:
            assert (shown["hidden"], shown["over"], shown["tiny"], shown["cut"]) == (0, 0, 0, 0)
            assert page.locator("#panels svg").count()
        before = position(page)
        while not page.locator(PLAY).count():
            page.locator(LIVE).first.click()
        page.locator(PLAY).click()
        confirm(page, before)
