"""Words: sentences by code, in the language of the person who reads them."""

from parlour.words.framework import BOOKS, SENTENCES, listed, offered, phrase, say
from parlour.words.language import ENGLISH, preferred, speak, speaking, spoken
from parlour.words.phrasebook import Phrase, Phrasebook, is_seat
from parlour.words.typed import OwnLine, in_english, in_own_words, own_words

__all__ = [
    "BOOKS",
    "ENGLISH",
    "SENTENCES",
    "OwnLine",
    "Phrase",
    "Phrasebook",
    "in_english",
    "in_own_words",
    "is_seat",
    "listed",
    "offered",
    "own_words",
    "phrase",
    "preferred",
    "say",
    "speak",
    "speaking",
    "spoken",
]
