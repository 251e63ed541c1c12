"""Previews: the table as it would be after moves that could be taken back."""

from parlour.match.drawing import described
from parlour.rules.answers import Move
from parlour.rules.errors import NotationError
from parlour.rules.seats import Seat
from parlour.table.session import Session
from parlour.table.typed import is_a_move, parts_of
from parlour.web.messages import PreviewMessage
from parlour.web.shown.pictures import drawn, written

FINAL = "This cannot be taken back, and so is not shown before."
"""The reason why a legal move is not shown."""


def preview_of(session: Session, seat: Seat, text: str) -> PreviewMessage:
    """Return the table as a line would leave it, or why that is not shown.

    It is shown only where the moves could be taken back, so that it tells nothing that moving and
    taking back would not.
    """
    game, match = session.game, session.match
    found = _moves(session, seat, text)
    if isinstance(found, str):
        return PreviewMessage(text, why_not=found)
    view = match.view_after(found, seat)
    if view is None:
        refusal = match.why_not(found[0], seat)
        if refusal is None:
            return PreviewMessage(text, why_not=FINAL)
        return PreviewMessage(text, why_not=session.describe(refusal), rule=refusal.rule)
    viewer = session.viewer
    picture = drawn(game, view, viewer)
    panels = () if picture else written(game, view, viewer, match.view(seat))
    return PreviewMessage(text, picture, tuple(described(game, view, viewer)), panels)


def _moves(session: Session, seat: Seat, text: str) -> tuple[Move, ...] | str:
    """Return the moves of a line, or a sentence that says why it has none."""
    game, listed = session.game, session.move_list(seat)
    found = listed.find(text)
    if not isinstance(found, str):
        return found
    parts = parts_of(game, text)
    if len(parts) == 1 or not all(is_a_move(game, part) for part in parts):
        return found
    try:
        return tuple(game.read_move(part) for part in parts)
    except NotationError:
        return found
