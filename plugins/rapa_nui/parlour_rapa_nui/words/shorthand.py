"""A line without a verb: ``fish`` for the act with fish now, and ``lay 2 fish``."""

from collections.abc import Mapping

from parlour import listed
from parlour.rules.errors import UnfinishedLine
from parlour_rapa_nui.components import CARDS, SORTS
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Laying,
    Offering,
    OtherPile,
    Yielding,
)
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import say

MOVES: Mapping[type[AnyPhase], str] = {
    Buying: "buy {}",
    Laying: "lay {}",
    Offering: "offer {}",
    Burying: "offer {} face down",
    Adding: "add {}",
    Yielding: "take {}",
    OtherPile: "take {} instead",
}
"""The move of each phase that names a card, a sort or a yield."""

NUMBERS = {"1", "2", "3"}


def parse_shorthand(view: View, text: str) -> tuple[str, ...]:
    """Return the text of the move that a bare name stands for, its number first or last.

    Raises:
        UnfinishedLine: There is no name yet, or it begins several.
    """
    words = text.lower().split()
    form = MOVES.get(type(view.phases[-1]), "")
    if not form or not words:
        return ()
    if form.startswith(f"{words[0]} "):
        words = words[1:]
    elif isinstance(view.phases[-1], Buying):
        return ()  # nobody buys a card that they mean to lay
    number = [word for word in words if word in NUMBERS]
    name, *rest = [word for word in words if word not in NUMBERS] or [""]
    known = _known(view.phases[-1])
    if rest or len(number) > 1 or (number and not isinstance(view.phases[-1], Laying)):
        return ()
    found = [word for word in known if word.startswith(name)]
    if len(found) > 1:
        raise UnfinishedLine("say which", say("say_which", sorts=listed(found, "or")))
    return tuple(" ".join([form.format(word), *number]) for word in found)


def _known(phase: AnyPhase) -> tuple[str, ...]:
    """Return the names that may follow the verb of a phase."""
    if isinstance(phase, Laying):
        return CARDS
    if isinstance(phase, Yielding):
        return ("wood", "fame")
    return (*SORTS, "nothing") if isinstance(phase, Buying) else SORTS
