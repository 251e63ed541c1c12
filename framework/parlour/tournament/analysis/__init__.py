"""What results mean: ratings, intervals, tests, and the table over all games.

Every figure is explained, with its formula and its sources, in ``docs/statistics.md``.
"""
