"""The words for cards and offerings, and for numbers of them."""

from parlour import Viewer
from parlour_rapa_nui.components import CARDS, SORTS, Tally
from parlour_rapa_nui.state import Offered


def card_name(card: int, number: int = 1) -> str:
    """Name cards of a kind: ``a moai``, ``2 fish hunters``."""
    several = cards_name(card)
    return f"a {several[:-1]}" if number == 1 else f"{number} {several}"


def cards_name(card: int) -> str:
    """Name a kind of card, as many: ``fish hunters``."""
    return f"{CARDS[card]} hunters" if card < len(SORTS) else f"{CARDS[card]}s"


def how_many(number: int, word: str) -> str:
    """Count things: ``1 card``, ``3 offerings``."""
    return f"{number} {word}{'s' * (number != 1)}"


def counted(card: int, number: int) -> str:
    """Count cards of a kind, or offerings of a sort: ``2 fish``, ``2 moais``."""
    several = number > 1 and card >= len(SORTS)
    return f"{number} {CARDS[card]}{'s' if several else ''}"


def listed(tally: Tally) -> str:
    """List what a tally of cards or of offerings has: ``2 fish, 1 moai``."""
    return ", ".join(counted(card, n) for card, n in enumerate(tally) if n) or "nothing"


def stone_card(card: Offered, viewer: Viewer) -> str:
    """Say what a card on the stone is, and whose: ``grain, face down from Ann``."""
    sort = "a card" if card.sort is None else SORTS[card.sort]
    if card.seat is None:
        return f"{sort}, added from its pile"
    return f"{sort}, {'face down ' if card.face_down else ''}from {viewer.inside(card.seat)}"
