"""A game whose lesson cannot be played."""

from pathlib import Path

from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import variant

LESSON = Path(__file__).with_name("wrong_turns.toml")

add("unplayable_lesson", variant(lessons=(LESSON,)), "lessons-lead-on")
