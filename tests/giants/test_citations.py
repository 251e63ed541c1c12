from pathlib import Path

from tests.citations import cited, numbered
from tests.giants.positions import GAME


def test_every_rule_has_a_test_and_every_citation_a_rule() -> None:
    assert GAME.rulebook is not None

    assert cited(Path(__file__).parent) == numbered(GAME.rulebook.read_text("utf-8"))


def test_the_docs_show_the_same_rules() -> None:
    assert GAME.rulebook is not None
    docs = Path(__file__).parents[2] / "docs" / "rules" / "giants.md"

    assert docs.read_text("utf-8") == GAME.rulebook.read_text("utf-8")
