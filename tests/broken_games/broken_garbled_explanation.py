"""An explanation that trips over some moves."""

from parlour import Move, Words
from tests.broken_games.which_hand import Hide, Seen, variant


def explain_move(view: Seen, move: Move) -> str:
    return "" if isinstance(move, Hide) else f"{view.seat} takes {move.card}"  # type: ignore[attr-defined]  # broken


GAME = variant(words=Words(explain_move=explain_move))
