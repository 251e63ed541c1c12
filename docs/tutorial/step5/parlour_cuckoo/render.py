"""A view drawn for the terminal."""

from parlour import Look
from parlour_cuckoo.view import View


def draw(view: View, look: Look) -> str:
    """Draw the table: what is known of it in one line."""
    held = [f"{name} [{card or '?'}]" for name, card in zip(look.names, view.cards, strict=False)]
    return "   ".join([*held, *(f"open [{card}]" for card in view.out)]) or "Nobody has a card yet."
