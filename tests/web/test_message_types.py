"""The types of messages that the scripts of pages are checked with."""

from tests.script.message_types import MADE, types


def test_the_types_for_scripts_are_those_of_the_messages() -> None:
    """Otherwise ``python -m tests.script.message_types`` makes them new."""
    assert MADE.read_text(encoding="utf-8") == types()
