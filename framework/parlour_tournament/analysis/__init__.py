"""Analysis of results: ratings, intervals, tests, and the table over all games.

``docs/statistics.md`` explains every figure, with its formula and its sources.
"""
