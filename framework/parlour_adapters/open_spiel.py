"""Parlour's games in OpenSpiel: ``spiel_game`` and ``register``."""

try:
    import pyspiel  # noqa: F401  asked for here, so that one message says what is missing
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "games in OpenSpiel need: python -m pip install 'parlour[openspiel]'"
    ) from missing

from parlour_adapters.to_open_spiel import register, spiel_game

__all__ = ["register", "spiel_game"]
