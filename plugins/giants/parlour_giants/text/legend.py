"""The legend of the drawn island: the marks that are on it, in words."""

import re
from collections.abc import Sequence

from rich.text import Text

from parlour_giants.text.marks import PALE, Marks

SIGNS = (
    (r"\d+[bgryp]\*?#?", "2b", "2 blue workers"),
    (r"\d*[bgryp]\*#?", "b*", "sorcerer"),
    (r"\d*[bgryp]\*?#", "b#", "chief"),
    (r"=\d+", "=2", "2 logs"),
    (r"w\d+", "w3", "forest of 3 logs"),
    (r"w-", "w-", "felled"),
    (r"\d/\d", "8/7", "ahu (a size/headdress)"),
    (r"\d[bgryp]\d", "8b7", "reserved by blue"),
    (r"▲.*", "▲2b", "moai on blue's base"),
    (r"▲\d\?.*", "?", "base face down"),
    (r"▲.*\^", "^", "with headdress"),
    (r"M\d.*", "M3", "size-3 moai"),
    (r"H.*", "H", "headdress"),
    (r"(M\d|H)[bgryp].*", "M3b", "with blue's marker"),
    (r"(M\d|H)~[bgryp].*", "M3~b", "blue left it"),
    (r"(M\d|H)(x\d+)?", "M3", "alone: anybody's"),
    (r".*!", "M3!", "on the move"),
    (r"x", "x", "it was here"),
)
"""Each sign: the marks that have it, an example, and its meaning."""


def legend(every: Sequence[Marks]) -> list[Text]:
    """Explain the signs that are on the island."""
    texts = {mark.text for marks in every for group in marks[1:] for mark in group}
    return [
        Text(f"{example} {meaning}", PALE)
        for pattern, example, meaning in SIGNS
        if any(re.fullmatch(pattern, text) for text in texts)
    ]
