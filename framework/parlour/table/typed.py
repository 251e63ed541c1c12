"""Typed lines: whom a line is for, and the parts of a line that stands for several moves."""

import re
from collections.abc import Collection
from typing import TypeAlias

from parlour.match.game import Game
from parlour.rules.errors import NotationError
from parlour.rules.seats import Seat

YES = frozenset({"y", "yes"})
NO = frozenset({"n", "no"})

SEPARATORS = re.compile(r"\s*[,;]\s*")
"""Marks between the moves of one line; between moves that begin with a verb a space will do."""

ADDRESS = re.compile(r"\s*seat\s+(\d{1,3})\s*:\s*", re.IGNORECASE | re.ASCII)
"""The seat of the person for whom a line is meant."""

Parts: TypeAlias = tuple[str, ...]
"""The texts of moves in a row."""


def addressed(line: str) -> tuple[Seat | None, str]:
    """Take ``seat N:`` off a line; N counts from 1. None is for no such address.

    Raises:
        NotationError: A second address follows the first.
    """
    address = ADDRESS.match(line)
    if address is None:
        return None, line
    rest = line[address.end() :]
    if ADDRESS.match(rest):
        raise NotationError("expected one 'seat N:' before a move, got two")
    return int(address[1]) - 1, rest


def verbs_of(game: Game) -> Collection[str]:
    """Return the words that the texts of a game's moves begin with."""
    beginnings = (form.form.split(maxsplit=1)[0] for form in game.move_notation.forms.values())
    return {word.casefold() for word in beginnings if "{" not in word and "[" not in word}


def parts_of(game: Game, line: str) -> Parts:
    """Return the parts of a line, each for one move: one part if it cannot be split.

    A line is split at commas and semicolons. Without these it is split before each verb, if
    every part but the first can then be read as a move: so a slip of the pen in the middle
    of a line never makes a shorter move of its beginning.
    """
    if SEPARATORS.search(line):
        return tuple(filter(None, SEPARATORS.split(line))) or (line,)
    verbs = verbs_of(game)
    parts: list[list[str]] = []
    for word in line.split():
        if word.casefold() in verbs or not parts:
            parts.append([])
        parts[-1].append(word)
    texts = tuple(" ".join(part) for part in parts)
    return texts if all(is_a_move(game, text) for text in texts[1:]) else (line,)


def is_a_move(game: Game, text: str) -> bool:
    """Return whether a text is that of a move, legal or not."""
    try:
        game.read_move(text)
    except NotationError:
        return False
    return True
