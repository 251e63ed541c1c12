"""The words that the laws keep from moves are the names of the commands."""

from parlour.rules.words import COMMAND_WORDS
from parlour.session.commands import BY_NAME


def test_the_words_that_moves_must_not_begin_with_are_those_of_the_commands() -> None:
    after_the_end = {"again", "rematch"}

    assert set(BY_NAME) - after_the_end == COMMAND_WORDS
