"""The components, from ``components.toml``."""

from importlib.resources import files

from msgspec import Struct

from parlour import read_components


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cards: int
    """The number of cards; they are numbered from 1."""


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components)

CARDS = range(1, BOX.cards + 1)
"""Every card once, by its number."""
