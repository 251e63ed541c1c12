"""The rules of the things in a picture."""

from collections.abc import Mapping

THING_RULES: Mapping[str, str] = {
    "display ship": "3.1",
    "steps=": "3.2",
    "berth=": "1.6",
    "volcano": "4.10",
    "slot=": "4.2",
    "board hand": "4.3",
    "storage": "4.6",
    "form=store": "4.6",
    "pawn": "8.1",
    "boats": "3.3",
    "shells": "5.1",
    "wreath": "7.4",
    "-shell": "5.3",
    "-boat": "3.3",
    "-hut": "7.3",
    "-p": "7.3",
    "board": "4.4",
    "stack": "4.5",
    "supply supply": "1.5",
    "supply": "1.2",
    "display": "1.3",
}
"""The number of each thing's rule, as ``Display.rules`` has it."""
