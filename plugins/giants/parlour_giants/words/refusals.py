"""The sentences of refused moves, by their codes."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import cast

from parlour import listed
from parlour.rules.words import Wording
from parlour_giants.components import PIECES
from parlour_giants.moves import Claim
from parlour_giants.words.names import SENTENCES, say, typed


def _action_unsaid(figure: str, gains: Sequence[str]) -> str:
    choices = listed((f"'{typed('for')} {typed(gain)}'" for gain in gains), "or")
    return say("action_unsaid", figure=figure, choices=choices)


def _no_such_piece(size: int, hex: str, claim: Claim) -> str:  # noqa: A002  named as in the move
    return say(f"no_piece.{claim}", piece=PIECES[size], hex=hex)


REFUSALS: Mapping[str, Wording] = ChainMap(
    {"action_unsaid": _action_unsaid, "no_such_piece": _no_such_piece},
    cast("dict[str, Wording]", SENTENCES.under("refusal")),  # nobody writes to it
)
"""The sentence of each refusal, by its code."""
