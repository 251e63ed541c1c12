"""The words that the laws keep from moves are the names of the commands."""

from parlour.rules.words import COMMAND_WORDS
from parlour.table.reader import BY_NAME, command_of
from parlour_giants.plugin import GAME


def test_the_words_that_moves_must_not_begin_with_are_those_of_the_commands() -> None:
    after_the_end = {"again", "rematch"}

    assert set(BY_NAME) - after_the_end == COMMAND_WORDS


def test_a_word_of_the_game_is_a_command_once_the_match_is_over() -> None:
    """Giants has a move ``again for AHU``."""
    command = command_of(GAME, "again", is_over=True)

    assert command is not None
    assert command.names[0] == "again"
    assert command_of(GAME, "again") is None
