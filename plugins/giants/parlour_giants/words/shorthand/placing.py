"""Placements typed loosely: ``worker e9``, ``sorcerer village``, ``worker d4 with 2 logs``."""

import re
from collections.abc import Iterator
from typing import get_args

from msgspec import Struct

from parlour.rules.errors import NotationError
from parlour_giants.components import Figure
from parlour_giants.moves import Place, Rongo
from parlour_giants.phases.placing import NOT_WANTED
from parlour_giants.words.names import say, typed
from parlour_giants.words.shorthand.line import NOTATION, RULES, Line, choices, is_short_for, own

FIGURES: tuple[Figure, ...] = get_args(Figure)
PLACES = ("village", "hut", "moai quarry", "headdress quarry")
"""The names of special hexes that a person may type."""
GAINS = ("worker", "marker", "logs", "headdress", NOT_WANTED)
SMALL_WORDS = {"on", "at", "in", "to", "the", "a", "and", "with", "for", "reserve", "take", "+"}

_PLACE = re.compile(r"(?:headdress |moai )?quarry|village|hut")
_LOGS = re.compile(r"(?:\+|with) ?(\d|a)(?: logs?)?(?= |$)|\b(\d|a) logs?\b")


class Wanted(Struct):
    """The parts of a placement that were typed."""

    figure: Figure
    hex: str = ""
    logs: int = 0
    gain: str = ""


def read_placement(line: Line) -> Iterator[str]:
    """Read a figure, its hex, its logs and its gain; or to buy half a tablet."""
    first, _, rest = line.text.partition(" ")
    if first == "buy" or line.text in {"half", "half a tablet"}:
        yield NOTATION.write(Rongo())
        return
    if first in {"place", "put"}:
        first, _, rest = rest.partition(" ")
    figure = next((figure for figure in FIGURES if is_short_for(first, figure)), None)
    if figure is None or not rest:
        return
    move = _complete(line, _read(line, figure, rest))
    yield NOTATION.write(move)


def _read(line: Line, figure: Figure, text: str) -> Wanted:
    """Read the words behind the figure, in any order."""
    wanted = Wanted(figure)
    logs = _LOGS.search(text)
    if logs:
        number = logs[1] or logs[2]
        wanted.logs = 1 if number == "a" else int(number)
        text = text.replace(logs[0], " ", 1)
    named = _PLACE.search(text)
    if named:
        wanted.hex = _special(line, figure, named[0])
        text = text.replace(named[0], " ", 1)
    for word in text.split():
        if re.fullmatch(r"[a-z]\d\d?", word) and not wanted.hex:
            wanted.hex = word
        elif re.fullmatch(r"[a-z]\d\d?[a-c]", word) or word in GAINS:
            wanted.gain = word
            wanted.hex = wanted.hex or word[:-1] if word not in GAINS else wanted.hex
        elif word not in SMALL_WORDS:
            raise NotationError(say("read.place_word", text=word))
    if not wanted.hex:
        raise NotationError(say("read.where", word=own(figure)))
    return wanted


def _special(line: Line, figure: Figure, name: str) -> str:
    """Return the hex of a special place."""
    on = line.state.board
    hexes = {
        "village": on.village,
        "hut": on.hut,
        "moai quarry": on.moai_quarry,
        "headdress quarry": on.headdress_quarry,
    }
    if name not in hexes:
        quarries = [f"'{figure} {place}'" for place in PLACES if place.endswith(name)]
        raise choices(say("read.quarries"), quarries)
    return on.hexes[hexes[name]]


def _complete(line: Line, wanted: Wanted) -> Place:
    """Return the placement; ask what a figure does where it could do several things.

    A sorcerer with one thing to fetch there fetches it. A tablet or a base is never spent unasked.
    """
    move = Place(wanted.figure, wanted.hex, wanted.logs, wanted.gain)
    legal = RULES.moves(line.state, line.seat)
    gains = [
        found.gain
        for found in legal
        if isinstance(found, Place)
        and (found.figure, found.hex, found.logs) == (move.figure, move.hex, move.logs)
    ]
    if move.gain or not gains or "" in gains:
        return move
    deeds = [gain for gain in gains if gain != NOT_WANTED]
    if wanted.figure == "sorcerer" and len(deeds) == 1 and deeds[0] in GAINS:
        return Place(move.figure, move.hex, move.logs, deeds[0])
    options = [f"'{typed('for')} {typed(gain)}'" for gain in gains]
    raise choices(say("read.action", figure=move.figure, hex=move.hex), options)
