import re
from pathlib import Path

import parlour_giants
from parlour_giants.phases import AnyPhase
from tests.games.citations import cited, numbered, silent_phases
from tests.giants.positions import GAME


def test_every_rule_has_a_test_and_every_citation_a_rule() -> None:
    assert GAME.rulebook is not None

    assert cited(Path(__file__).parent) == numbered(GAME.rulebook.read_text("utf-8"))


def test_every_phase_names_a_rule_that_there_is() -> None:
    assert GAME.rulebook is not None
    rules = {phase.rule for phase in AnyPhase.__args__ if phase.rule}

    assert rules <= numbered(GAME.rulebook.read_text("utf-8"))


def test_every_refusal_names_a_rule_that_there_is() -> None:
    assert GAME.rulebook is not None
    phases = Path(parlour_giants.__file__).parent / "phases"
    named = {
        rule
        for path in phases.glob("*.py")
        for rule in re.findall(r"\"(\d+\.\d+)\"", path.read_text("utf-8"))
    }

    assert named <= numbered(GAME.rulebook.read_text("utf-8"))


def test_the_docs_show_the_same_rules() -> None:
    assert GAME.rulebook is not None
    docs = Path(__file__).parents[2] / "docs" / "rules" / "giants.md"

    assert docs.read_text("utf-8") == GAME.rulebook.read_text("utf-8")


def test_every_phase_and_its_methods_name_their_rules() -> None:
    assert silent_phases(Path(*parlour_giants.__path__) / "phases") == []
