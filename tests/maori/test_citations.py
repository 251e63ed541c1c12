from pathlib import Path

import parlour_maori
from parlour_maori.plugin import parlour_games
from tests.games.citations import cited, numbered, silent_phases

(GAME,) = parlour_games()


def test_every_rule_has_a_test_and_every_citation_a_rule() -> None:
    assert GAME.rulebook is not None

    assert cited(Path(__file__).parent) == numbered(GAME.rulebook.read_text("utf-8"))


def test_the_docs_show_the_same_rules() -> None:
    assert GAME.rulebook is not None
    docs = Path(__file__).parents[2] / "docs" / "rules" / "maori.md"

    assert docs.read_text("utf-8") == GAME.rulebook.read_text("utf-8")


def test_every_phase_and_its_methods_name_their_rules() -> None:
    assert silent_phases(Path(*parlour_maori.__path__) / "phases") == []
