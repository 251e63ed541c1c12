"""Matches at the table of a site, to their ends, and what a person does meanwhile."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.lessons import lessons_of
from parlour.match.record import Header, Line, encode, read
from tests.page.clicking import STEP
from tests.page.conftest import PHONE, WIDE, new_page
from tests.page.playing import PLAY, confirm, enter, position
from tests.page.test_people import NAMELESS, TARGETS, check_names
from tests.page.test_report import luminance
from tests.page.test_window import check_window, wait_for_choices
from tests.web.tables import GAMES, KEPT

pytestmark = pytest.mark.xdist_group("site")

STEP_MILLISECONDS = 30
"""Milliseconds between two looks at the page of a match that is played."""
MATCH_MILLISECONDS = 900_000
"""Milliseconds until a match must be over."""
MAORI = GAMES.game("maori")
LESSON = lessons_of(MAORI)["first_islands"]
AGAINST_TIRELESS = Header(
    game="maori",
    rules_version=1,
    seats=2,
    seed="a",
    players=("human", "search:simulations=1000000000"),
)
"""The beginning of a match that a person begins, against a bot that thinks for days."""
AGAINST_GREEDY = replace(AGAINST_TIRELESS, players=("human", "greedy"), seed="d")
"""The beginning of a match that the bot begins, so the person sails, and has plans, at once."""
HANGING = "postMessage({ stage: 'starting' }); for (;;);"
"""A worker that never begins."""
LIMIT_MILLISECONDS = 30_000
"""Milliseconds until such a worker is ended."""

Open = Callable[..., Any]


@pytest.fixture
def front(browser: Any, address: str) -> Iterator[Open]:
    """Open the front page of the site, each time in a browser that keeps nothing."""
    opened: list[Any] = []

    def open_front(language: str = "en", **given: Any) -> Any:
        page = new_page(browser, **({"viewport": WIDE} | given))
        opened.append(page)
        page.goto(f"{address}/{language}/index.html")
        page.locator("#start").wait_for()
        return page

    yield open_front
    for page in opened:
        page.context.close()


def play_to_the_end(page: Any) -> None:
    """Click until the match is over."""
    page.wait_for_function(STEP, polling=STEP_MILLISECONDS, timeout=MATCH_MILLISECONDS)


def begin(page: Any, game: str) -> None:
    """Begin a match against bots, and wait for the turn."""
    page.locator(f"[data-play={game}]").click()
    wait_for_choices(page)


def late(record: str, left: int, players: tuple[str, ...]) -> tuple[Header | Line, ...]:
    """Return a kept match for players, without its last ``left`` moves."""
    kept = read(KEPT / f"{record}.jsonl")
    moves = [number for number, line in enumerate(kept.lines) if line.move is not None]
    return replace(kept.header, players=players), *kept.lines[: moves[-left]]


def bring(page: Any, folder: Path, *lines: Header | Line) -> None:
    """Bring a record to the front page."""
    file = folder / "brought.jsonl"
    file.write_bytes(b"".join(encode(line) + b"\n" for line in lines))
    page.locator("#record-file").set_input_files(file)


def front_of(page: Any) -> str:
    """Return the address of the front page in the language of a table."""
    return str(page.url).rpartition("/")[0] + "/index.html"


def leave_to_thought(page: Any, folder: Path) -> str:
    """Play at a match against a bot that thinks; return the position that it thinks about."""
    bring(page, folder, AGAINST_TIRELESS)
    wait_for_choices(page)
    before = position(page)
    page.locator("g.spot.live").first.click()
    page.locator(PLAY).click()
    confirm(page, before)
    page.get_by_role("button", name="Bot, play now").wait_for()
    return position(page)


def test_two_people_play_giants_at_one_screen_to_the_end(front: Open, tmp_path: Path) -> None:
    page = front()
    page.locator("input[name=game][value=giants]").check()
    for seat, name in enumerate(("Ann", "Ben")):
        place = page.locator("#places .place").nth(seat)
        place.locator(".who").select_option("me")
        place.locator(".name").fill(name)
    page.locator("#places .level:visible").select_option("easy")
    page.get_by_role("button", name="Start").click()
    page.locator("#curtain-name", has_text="Ann").wait_for()
    page.goto(front_of(page))
    bring(page, tmp_path, *late("giants/three-seats", 30, ("human", "human", "greedy")))

    play_to_the_end(page)

    assert page.locator("#act .result").count() == 4


def test_a_match_on_a_phone_is_played_judged_counted_and_begun_again(
    front: Open, tmp_path: Path
) -> None:
    page = front("de", **PHONE)
    bring(page, tmp_path, *late("maori/front-2", 20, ("human", "greedy")))
    play_to_the_end(page)
    first = page.url

    page.locator("#tabs button", has_text="Analyse").click()
    page.locator("#analyse").click()
    page.locator("#analysis svg").wait_for()
    page.locator("[data-id=rematch]").click()
    page.wait_for_url(lambda url: url != first)
    wait_for_choices(page)
    page.goto(front_of(page).replace("index", "me"))
    page.locator("#figures td").first.wait_for()


def test_one_takes_back_looks_back_and_asks_for_a_hint(front: Open, tmp_path: Path) -> None:
    page = front()
    bring(page, tmp_path, AGAINST_GREEDY)
    wait_for_choices(page)
    before = position(page)
    page.locator("#hint").click()
    page.locator("#act .reply").first.wait_for()
    page.locator("#plan-list button").first.click()
    page.locator(PLAY).click()
    confirm(page, before)
    page.locator("#earlier").click()
    page.locator("body.past").wait_for()
    page.locator("[data-id=now]").click()
    page.locator("body:not(.past)").wait_for()
    wait_for_choices(page)
    url = page.url

    page.goto(url.replace("/en/", "/de/"))
    page.locator("#turn.mine", has_text="Du bist").wait_for()


def test_a_lesson_is_played_whole_on_a_site(front: Open) -> None:
    page = front()
    page.get_by_title("Maori: Your first islands").click()
    for step in LESSON.steps:
        page.locator("#lesson", has_text=step.text(MAORI)).wait_for()
        enter(page, step.moves[0])

    page.locator("#lesson", has_text=LESSON.end).wait_for()


@pytest.mark.matrix
def test_a_bot_that_would_think_for_days_moves_once_it_is_told_to(
    front: Open, tmp_path: Path
) -> None:
    """It moves only if the browser hears the person while the bot thinks."""
    page = front()
    reached = leave_to_thought(page, tmp_path)

    page.get_by_role("button", name="Bot, play now").click()

    page.locator(f"body:not([data-position='{reached}'])").wait_for()


@pytest.mark.matrix
def test_a_move_is_taken_back_while_a_bot_thinks(front: Open, tmp_path: Path) -> None:
    page = front()
    leave_to_thought(page, tmp_path)

    page.locator("#undo").click()

    wait_for_choices(page)


def test_a_worker_that_hangs_is_ended_and_the_page_says_so(front: Open) -> None:
    page = front(service_workers="block")
    hanging = {"content_type": "text/javascript", "body": HANGING}
    page.context.route("**/static/worker.js", lambda route: route.fulfill(**hanging))
    page.clock.install()
    page.locator("[data-play=maori]").click()
    page.locator("#turn", has_text="Python starts").wait_for()

    page.clock.run_for(LIMIT_MILLISECONDS)

    page.get_by_text("30 seconds").wait_for()


DARK = 0.05
"""The most luminance of the ground of a dark page."""
GROUND = "getComputedStyle(document.body).backgroundColor"
"""The colour below everything on a page."""


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
def test_the_table_of_a_site_keeps_the_law_of_the_window_and_names_everything(
    front: Open, game: str
) -> None:
    page = front(**PHONE)
    begin(page, game)
    check_window(page, 0)
    check_names(page)

    assert page.evaluate(TARGETS) == []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        ground = [int(part) for part in re.findall("[0-9]+", page.evaluate(GROUND))]
        assert (luminance(ground) < DARK) == (theme == "dark")


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_front_page_of_a_site_fits_a_phone_and_names_everything(
    front: Open, language: str
) -> None:
    page = front(language, **PHONE)
    page.locator("#here").wait_for()
    names = page.evaluate(NAMELESS)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (names["nameless"], names["twice"]) == ([], [])
    assert page.evaluate(TARGETS) == []
