"""What axe finds on each page, in the window of a laptop and of a phone, in light and dark."""

import json
import tarfile
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from tests.needs import program
from tests.page.conftest import PHONE, WIDE, Sit
from tests.page.playing import position
from tests.web.tables import Site

pytestmark = pytest.mark.matrix

PINS = Path(__file__).parents[1] / "script" / "package.json"
"""The file with the version of axe."""
WINDOWS = [(size, scheme) for size in (WIDE, PHONE["viewport"]) for scheme in ("light", "dark")]
FOUND = """axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html.slice(0, 200))}`))"""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe."""
    folder = tmp_path_factory.mktemp("axe")
    version = json.loads(PINS.read_text())["devDependencies"]["axe-core"]
    words = [program("npm"), "pack", "--silent", f"axe-core@{version}"]
    archive = run(words, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    with tarfile.open(folder / archive) as packed:
        script = packed.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def check(page: Any, axe: str, windows: list[Any]) -> None:
    """Check that axe finds nothing on a page."""
    page.evaluate(axe)
    for size, scheme in windows:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FOUND) == [], (page.url, size, scheme)
    page.emulate_media(color_scheme=None)


def test_axe_finds_nothing_on_the_pages_around_a_table(site: Site, sit: Sit, axe: str) -> None:
    table = site.lay("tic_tac_toe")
    page = sit(f"{site.base}/#{site.key}")
    for path, shown in (
        ("/", ".game"),
        ("/me", "#figures"),
        ("/nothing", ".game"),
        (f"/t/{table.name}/host#host", "#people li"),
        (f"/t/{table.name}#x", "#lost:not([hidden])"),
    ):
        page.goto(f"{site.base}{path}")
        page.locator(shown).first.wait_for(state="attached")
        check(page, axe, WINDOWS)


def test_axe_finds_nothing_at_a_table(site: Site, sit: Sit, axe: str) -> None:
    for url in (
        site.lay_late("rapa_nui/two-seats.jsonl", 20).urls[0],
        site.lay(
            "tic_tac_toe", moves=[f"place {one}" for one in ("a1", "a2", "b1", "b2", "c1")]
        ).urls[0],
    ):
        page = sit(url)
        position(page)
        check(page, axe, WINDOWS)


@pytest.mark.parametrize("part", ["five", "rules"])
def test_axe_finds_nothing_on_pages_to_read(site: Site, sit: Sit, axe: str, part: str) -> None:
    """They are long, so each window has one light."""
    page = sit(f"{site.base}/games/maori/{part}")
    check(page, axe, WINDOWS[::3])
