"""Values: points that a state is worth for a seat, by which bots compare states."""

from parlour.players.values.source import StateValue, ValueSource, has_heuristic, value_of

__all__ = ["StateValue", "ValueSource", "has_heuristic", "value_of"]
