"""Completions: the next words of a line that is being typed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.rules.errors import ParlourError
from parlour.rules.seats import Seat
from parlour.table.commands import BY_NAME, COMMANDS
from parlour.table.text.rules_text import rulebook_of

if TYPE_CHECKING:  # a session completes lines, and so comes after this
    from parlour.table.session import Session


def completions(session: "Session", seat: Seat, line: str) -> tuple[str, ...]:
    """Return the lines that ``line`` may grow into by one word, in the order of the moves."""
    typed = line.lstrip()
    begun = typed.casefold()
    lines = (text for text in _lines(session, seat, begun) if text.casefold().startswith(begun))
    return tuple(dict.fromkeys(_to_next_word(text, len(typed)) for text in lines))


def _lines(session: "Session", seat: Seat, begun: str) -> Iterator[str]:
    """Yield whole lines that can be typed: moves, commands, and what commands take."""
    yield from session.move_list(seat).texts()
    word, space, _ = begun.partition(" ")
    if not space:
        yield from (command.names[0] for command in COMMANDS)
    elif word in BY_NAME:
        name = BY_NAME[word].names[0]
        yield from (f"{word} {text}" for text in _arguments(session, seat, name))


def _arguments(session: "Session", seat: Seat, command: str) -> Iterator[str]:
    """Yield the words that a command takes."""
    if command in {"moves", "why"}:
        yield from session.move_list(seat).texts()
    elif command == "look":
        yield from (panel.name for panel in session.sight(seat).panels)
        yield "full"
    elif command == "order":
        yield from session.game.shortcuts.standing_orders
    elif command == "rules":
        try:
            yield from rulebook_of(session.game).numbers()
        except ParlourError:
            return


def _to_next_word(text: str, typed: int) -> str:
    """Return a text up to the end of the word in which what was typed ends."""
    end = text.find(" ", typed)
    return text if end < 0 else text[: end + 1]
