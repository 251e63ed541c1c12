from pathlib import Path

import parlour_rapa_nui
from parlour_rapa_nui.phases import AnyPhase
from tests.games.citations import cited, numbered, silent_phases
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


def test_every_phase_and_its_methods_name_their_rules() -> None:
    assert silent_phases(Path(*parlour_rapa_nui.__path__) / "phases") == []
