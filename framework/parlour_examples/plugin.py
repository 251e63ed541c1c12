"""The notes under rules."""

from collections.abc import Iterator

from parlour.hooks import RuleNotes, hookimpl


@hookimpl
def parlour_rule_notes() -> Iterator[RuleNotes]:
    """Yield the examples."""
    yield RuleNotes("examples", "examples of the rule", "parlour_examples.shown:paragraphs")
