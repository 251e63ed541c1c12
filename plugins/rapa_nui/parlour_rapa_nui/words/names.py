"""The phrasebook of sentences, and the names of cards and offerings."""

from importlib.resources import files

from parlour import Phrase, Phrasebook, Viewer
from parlour_rapa_nui.components import CARDS, SORTS, Tally
from parlour_rapa_nui.state import Offered

SENTENCES = Phrasebook(files(__package__) / "sentences")
"""The sentences of Rapa Nui by code, in each language."""

say, phrase = SENTENCES.say, SENTENCES.phrase


def card_word(card: int, form: str = "") -> str:
    """Name a card in a form of the language: as a ``head``, or ``short`` in a drawing."""
    return SENTENCES.worded(f"card.{CARDS[card]}", {}, form)


def cards(card: int, number: int) -> Phrase:
    """Name cards of a kind: ``a moai``, ``2 fish hunters``."""
    return phrase("cards", card=CARDS[card], number=number)


def how_many(number: int, thing: str) -> str:
    """Count ``cards`` or ``offerings``: ``1 card``, ``3 offerings``."""
    return say(f"many.{thing}", number=number)


def offerings(sort: int | None, number: int) -> Phrase:
    """Count offerings: ``a fish offering``, or ``2 offerings`` whose sort cannot be looked up."""
    if sort is None:
        return phrase("offerings.unknown", number=number)
    return phrase("offerings", sort=SORTS[sort], number=number)


def counted(card: int, number: int) -> str:
    """Count cards of a kind, or offerings of a sort: ``2 fish``, ``2 moais``."""
    several = number > 1 and card >= len(SORTS)
    return say("counted.several" if several else "counted", card=CARDS[card], number=number)


def listed(tally: Tally) -> str:
    """List what a tally of cards or of offerings has: ``2 fish, 1 moai``."""
    return ", ".join(counted(card, n) for card, n in enumerate(tally) if n) or say("nothing")


def stone_card(card: Offered, viewer: Viewer) -> tuple[str, str]:
    """Say what a card on the stone is, and whose: ``grain``, ``face down from Ann``."""
    what = say("stone.card") if card.sort is None else card_word(card.sort)
    if card.seat is None:
        return what, say("stone.added")
    code = "stone.from_face_down" if card.face_down else "stone.from"
    return what, say(code, viewer, seat=card.seat)


def capitalised(text: str) -> str:
    """Return a text as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"
