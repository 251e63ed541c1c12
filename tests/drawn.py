"""Settings of the tests that draw positions and matches of a game."""

from hypothesis import HealthCheck, settings

DRAWN = settings(
    derandomize=True,
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much),
)
"""The same matches on every machine, however slow it is."""
