"""The deck, from ``components.toml``."""

import tomllib
from importlib.resources import files

_BOX = tomllib.loads((files(__package__) / "components.toml").read_text(encoding="utf-8"))

CARDS = range(1, int(_BOX["cards"]) + 1)
"""Every card once, by its number."""
