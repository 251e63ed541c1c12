"""Values: points that a state is worth for a seat, by which bots compare states."""

from parlour.players.values.evaluation import StateValue
from parlour.players.values.source import ValueSource, value_of
from parlour.players.values.weights import has_heuristic

__all__ = ["StateValue", "ValueSource", "has_heuristic", "value_of"]
