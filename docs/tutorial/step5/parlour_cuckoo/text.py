"""A view drawn as text for a terminal."""

from parlour import Viewer
from parlour_cuckoo.view import View


def draw_text(view: View, viewer: Viewer) -> str:
    """Draw the table: the facts known of it in one line."""
    held = [f"{name} [{card or '?'}]" for name, card in zip(viewer.names, view.cards, strict=False)]
    return "   ".join([*held, *(f"open [{card}]" for card in view.out)]) or "Nobody has a card yet."
