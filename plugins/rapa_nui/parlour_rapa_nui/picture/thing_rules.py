"""The rules of the things in a picture."""

from collections.abc import Mapping

THING_RULES: Mapping[str, str] = {
    "display stack": "9.1",
    "display": "6.2",
    "hand moai": "4.3",
    "hand priest": "4.2",
    "hand woodcutter": "4.2",
    "hand offerings": "8.1",
    "hand": "4.4",
    "piles": "3.2",
    "stone stone": "8.2",
    "stone": "9.3",
    "others": "8.3",
    "offerings": "8.1",
    "woodcutter": "7.3",
    "priest": "7.4",
    "moai": "7.5",
    "wood": "9.2",
    "fame": "9.2",
    "tribes": "7.6",
}
"""The number of each thing's rule, as ``Display.rules`` has it."""
