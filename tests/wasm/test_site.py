"""A site plays in the Python of browsers as this Python does, without a browser."""

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import parse
from tests.needs import program
from tests.site.built import build_site
from tests.site.playing import report

pytestmark = pytest.mark.matrix

RUN = Path(__file__).parents[1] / "site" / "run.mjs"
PLAYING = RUN.with_name("playing.py")
OWN = "okrazek"
"""The name of a game that somebody has written."""
MOST_BYTES = 16_000_000
"""Bytes of a folder with the included games."""
MOST_SENT = 6_500_000
"""Bytes of Python, compressed."""
SEATS = {"giants": 3, "maori": 2, "rapa_nui": 3, OWN: 2}


def order(game: str) -> dict[str, Any]:
    """Return an order for a table with one person."""
    bot = "uniform" if game == OWN else "greedy"
    bots = [{"who": "bot", "spec": bot}] * (SEATS[game] - 1)
    return {"game": game, "seed": "7", "seats": [{"who": "me"}, *bots]}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a game as ``parlour new`` writes it."""
    folder = tmp_path_factory.mktemp("own")
    command = (sys.executable, "-m", "parlour", "new", OWN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603
    return folder / OWN


@pytest.fixture(scope="module")
def site(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with the included games and another."""
    return build_site(tmp_path_factory.mktemp("made"), "giants", "maori", "rapa_nui", str(own))


@pytest.fixture(scope="module")
def there(site: Path) -> dict[str, Any]:
    """Return what the Python of browsers reports of matches on a site."""
    orders = json.dumps({game: order(game) for game in SEATS})
    done = subprocess.run(  # noqa: S603  our own script
        (program("node"), str(RUN), str(site), str(PLAYING), orders),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    read: dict[str, Any] = json.loads(done.stdout)
    return read


@pytest.mark.parametrize("game", SEATS)
def test_a_match_on_a_site_has_the_record_of_the_same_match_here(
    there: dict[str, Any], own: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_PATH", str(own))

    here = asyncio.run(report({game: order(game)}))

    assert parse(there[game].encode(), game).lines[-1].over
    assert there[game].encode() == here[game].encode()


def test_a_record_that_was_brought_goes_out_as_it_came(there: dict[str, Any]) -> None:
    assert there["brought"].encode() == there["half"].encode()


def test_no_module_of_a_server_or_of_the_command_line_is_imported(there: dict[str, Any]) -> None:
    assert there["strange"] == []


def test_a_site_is_small(site: Path) -> None:
    files = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    python = [raw for path, raw in files.items() if path.parent.name == "python"]

    assert sum(map(len, files.values())) < MOST_BYTES
    assert sum(len(gzip.compress(raw)) for raw in python) < MOST_SENT
