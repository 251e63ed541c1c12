"""The page of a tournament, in a real browser without a window: see ``tox -e page``."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.store import Store
from parlour_tournament.report import report_html
from parlour_tournament.report.report_html import report_as_html
from tests.tournament.conftest import LOADER, run

PLAN: dict[str, Any] = {
    "games": ["tic_tac_toe", "maori"],
    "bots": ["uniform", "greedy", {"name": "a <b>bold</b> & long-winded name", "bot": "uniform"}],
    "anchors": [2, 4],
    "blocks": 2,
}
"""One small tournament, with all that a page can show."""

WIDTHS = [pytest.param(360, id="narrow"), pytest.param(1280, id="wide")]
THEMES = [pytest.param("light", id="light"), pytest.param("dark", id="dark")]
READABLE = 4.5
"""The contrast of text that the Web Content Accessibility Guidelines ask for."""
COLOURS = """
() => ["body", ".soft", "thead th", "a", "td.even[style]"].flatMap(chosen =>
    [...document.querySelectorAll(chosen)].map(node => {
        const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
        const shown = colour => {
            paint.clearRect(0, 0, 1, 1);
            paint.fillStyle = colour;
            paint.fillRect(0, 0, 1, 1);
            return [...paint.getImageData(0, 0, 1, 1).data];
        };
        const below = node => shown(getComputedStyle(node).backgroundColor);
        let ground = node;
        while (below(ground)[3] === 0) ground = ground.parentElement;
        return [chosen, shown(getComputedStyle(node).color), below(ground)];
    }))
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("page") / "shown.tournament"
    with Store.create_file(path, check_eligibility(parse_plan(PLAN, "x", LOADER), LOADER)) as made:
        run(made)
        yield made


@pytest.fixture(scope="module")
def file(store: Store) -> Path:
    """Return the page."""
    path = store.path.with_name("page.html")
    path.write_text(report_as_html(store, analyse(store), "Tournament shown"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def one_page(browser: Any) -> Iterator[Any]:
    """Return a page for all tests: a new one costs more than most of them."""
    page = browser.new_page()
    yield page
    page.close()


def opened(page: Any, file: Path, width: int = 1280, theme: str = "light") -> Any:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)
    page.goto(file.as_uri())
    return page


def luminance(colour: list[int]) -> float:
    shares = [part / 255 for part in colour[:3]]
    red, green, blue = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[int], other: list[int]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_page_asks_for_nothing_and_complains_of_nothing(browser: Any, file: Path) -> None:
    page = browser.new_page()
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.goto(file.as_uri(), wait_until="networkidle")
    page.close()

    assert asked == [file.as_uri()]
    assert complaints == []


def test_the_page_is_whole(one_page: Any, file: Path) -> None:
    page = opened(one_page, file)
    titles = page.locator("h2").all_inner_texts()

    assert titles == [
        "All games together",
        "tic_tac_toe, 2 seats",
        "maori, 2 seats",
        "How to read this",
        "How it was played",
    ]
    for kind, number in {
        "table.ratings": 2,
        "table.meetings": 2,
        ".histogram": 2,
        ".curve": 2,
    }.items():
        assert page.locator(kind).count() == number, kind
    assert page.locator("table.meetings td.even[style]").count() == 4 * 3 + 5 * 4
    assert page.get_by_text("greedy is left out: greedy declines tic_tac_toe").count() == 1
    assert "None" not in page.inner_text("body")
    assert "nan" not in page.inner_text("body")


def test_a_long_table_is_folded_and_filtered(
    one_page: Any, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_html, "FOLDED_ROWS", 2)
    path = tmp_path / "folded.html"
    path.write_text(report_html.report_as_html(store, analyse(store), "x"), encoding="utf-8")
    page = opened(one_page, path)
    rows = page.locator("#overall table tbody tr:visible")
    tools = page.locator("#overall .tools")
    folded = rows.count()
    tools.get_by_role("searchbox").fill("SEARCH")
    found = rows.all_inner_texts()
    tools.get_by_role("searchbox").fill("")
    tools.get_by_role("button").click()

    assert folded == 2
    assert len(found) == 2
    assert all("search" in text for text in found)
    assert rows.count() == 5


def test_a_click_on_a_head_sorts_the_table(one_page: Any, file: Path) -> None:
    page = opened(one_page, file)
    table = page.locator("#overall table.sortable")
    names = table.locator("tbody tr th")
    head = table.get_by_role("button", name="score")
    before = names.all_inner_texts()
    head.click()
    falling = table.locator("tbody tr td[data-value]:nth-child(2)").all_inner_texts()
    head.click()
    rising = table.locator("tbody tr td[data-value]:nth-child(2)").all_inner_texts()

    assert falling == sorted(falling, reverse=True)
    assert rising == falling[::-1]
    assert sorted(names.all_inner_texts()) == sorted(before)


def test_names_are_text_and_no_markup(one_page: Any, file: Path) -> None:
    page = opened(one_page, file)

    assert page.locator("b").count() == 0
    assert page.get_by_role("rowheader", name="a <b>bo…d name").count() > 0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_hangs_over_the_edge(one_page: Any, file: Path, width: int, theme: str) -> None:
    page = opened(one_page, file, width, theme)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # No table is wider than its place: nobody sees that one could scroll.
    wide = "[...document.querySelectorAll('.wide')].filter(n => n.scrollWidth > n.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_every_dot_lies_inside_its_drawing(one_page: Any, file: Path, width: int) -> None:
    page = opened(one_page, file, width)
    beyond = page.evaluate(
        """() => [...document.querySelectorAll("svg .dot")].filter(dot => {
            const inner = dot.getBoundingClientRect();
            const outer = dot.ownerSVGElement.getBoundingClientRect();
            return inner.left < outer.left - 5 || inner.right > outer.right + 5
                || inner.top < outer.top - 5 || inner.bottom > outer.bottom + 5;
        }).length"""
    )

    assert page.locator("svg .dot").count() > 10
    assert beyond == 0


@pytest.mark.parametrize("theme", THEMES)
def test_all_text_can_be_read(one_page: Any, file: Path, theme: str) -> None:
    found = opened(one_page, file, theme=theme).evaluate(COLOURS)
    faint = [chosen for chosen, ink, ground in found if contrast(ink, ground) < READABLE]

    assert {chosen for chosen, *_ in found} >= {"body", ".soft", "thead th", "a"}
    assert faint == []


def test_the_dark_theme_is_dark(one_page: Any, file: Path) -> None:
    grounds = [
        luminance(opened(one_page, file, theme=theme).evaluate(COLOURS)[0][2])
        for theme in ("light", "dark")
    ]

    assert grounds[0] > 0.8
    assert grounds[1] < 0.05


def test_a_link_holds_the_record_of_its_match(one_page: Any, file: Path, store: Store) -> None:
    page = opened(one_page, file)
    link = page.locator("table.records a").first
    place = re.fullmatch(r"tic_tac_toe/2:(\d+):(\d+)", link.inner_text())
    with page.expect_download() as waiting:
        link.click()

    assert place is not None
    key = (0, int(place[1]), int(place[2]))
    assert Path(waiting.value.path()).read_bytes() == store.record(key)
    assert waiting.value.suggested_filename.endswith(".jsonl")


def test_a_drawing_says_what_it_shows_to_those_who_cannot_see_it(one_page: Any, file: Path) -> None:
    page = opened(one_page, file)
    labels = [node.get_attribute("aria-label") for node in page.locator("svg[role=img]").all()]

    assert all(labels)
    assert any(label.startswith("uniform: ") for label in labels)
