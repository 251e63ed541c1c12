"""A site in Firefox, which cannot switch stacks: matches are played there by clicks."""

from collections.abc import Iterator

import pytest

from tests.page.clicking import CLICKS, STEP
from tests.page.firefox import Firefox, firefox

pytestmark = pytest.mark.xdist_group("site")

LOADING_SECONDS = 90
"""Seconds until a table must be there."""
PLAYING_SECONDS = 120
"""Seconds until a match must be over."""
FIRST_CLICKS = 25
"""Clicks of a match that takes too long to be played whole here."""
FIRST = f"({STEP})() || ({CLICKS})() >= {FIRST_CLICKS}"


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Return a Firefox of this machine."""
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as running:
        yield running


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("game", "done"),
    [
        pytest.param("maori", FIRST, id="the first of maori"),
        pytest.param("rapa_nui", f"({STEP})()", id="rapa_nui to its end"),
        pytest.param("giants", FIRST, id="the first of giants"),
    ],
)
def test_a_match_is_played_in_firefox(
    browsing: Firefox, address: str, game: str, done: str
) -> None:
    browsing.goto(f"{address}/en/index.html")
    browsing.until("document.querySelector('#start')?.hidden === false", LOADING_SECONDS)
    browsing.value("localStorage.setItem('parlour.pace', 'off')")
    browsing.value(f"document.querySelector('[data-play={game}]').click()")
    browsing.until("Boolean(document.querySelector('#panels .panel'))", LOADING_SECONDS)

    assert browsing.until(done, PLAYING_SECONDS)
    assert not browsing.value("document.querySelector('#line-state').textContent")
    assert browsing.value("document.querySelector('#log li') !== null")
