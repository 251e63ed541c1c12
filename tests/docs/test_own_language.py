"""The game of the page "Your game in another language", in a language that Parlour lacks."""

from pathlib import Path

import pytest

import parlour
from parlour.words import SENTENCES, Phrasebook, offered
from tests.cli.commands import Run

PAGES = Path(__file__).parents[2] / "docs" / "howto"
GAME = PAGES / "heaps" / "heaps.py"
PAGE = PAGES / "your-language.md"


def test_a_game_speaks_a_language_that_parlour_lacks(run: Run) -> None:
    lines = "prends 4\nprendre 2\ntake 1\nquit\n"
    players = ("--player", "human", "--player", "human")
    done = run("play", str(GAME), "--language", "fr", "--plain", *players, typed=lines)

    assert "fr" not in SENTENCES.languages
    assert done.stderr == ""
    shown = PAGE.read_text(encoding="utf-8").partition("```text\n")[2].partition("\n```")[0]
    for line in shown.splitlines():
        assert line.partition("> ")[2] or line in done.stdout
    assert "Il reste 9 pierres." in done.stdout


def test_a_language_of_no_game_is_not_offered(run: Run) -> None:
    done = run("play", str(GAME), "--language", "pl")

    assert done.returncode == 2
    assert "fr (Français); got 'pl'" in done.stderr


def test_a_language_is_offered_once_its_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    books: list[Phrasebook] = []
    for module in ("parlour.words.framework", "parlour.catalog.loading"):
        monkeypatch.setattr(f"{module}.BOOKS", books)
    assert list(offered()) == ["en", "de", "it"]
    parlour.load(str(GAME))

    assert list(offered()) == ["en", "de", "it", "fr"]
    assert offered()["fr"] == "Français"
