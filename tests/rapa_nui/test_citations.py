from pathlib import Path

from parlour_rapa_nui.phases import AnyPhase
from tests.citations import cited, numbered
from tests.rapa_nui.positions import GAME

assert GAME.rulebook is not None
RULEBOOK = GAME.rulebook.read_text("utf-8")


def test_every_rule_has_a_test_and_every_citation_a_rule() -> None:
    assert cited(Path(__file__).parent) == numbered(RULEBOOK)


def test_every_phase_names_a_rule_that_there_is() -> None:
    rules = {phase.rule for phase in AnyPhase.__args__ if phase.rule}

    assert rules <= numbered(RULEBOOK)


def test_the_docs_show_the_same_rules() -> None:
    docs = Path(__file__).parents[2] / "docs" / "rules" / "rapa_nui.md"

    assert docs.read_text("utf-8") == RULEBOOK
