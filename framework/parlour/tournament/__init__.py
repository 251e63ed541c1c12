"""Tournaments of bots over any set of games, and what can be learnt from them.

``plan`` says what is played and by whom, ``schedules`` in which blocks; ``run`` plays the matches
and keeps them in a file, ``analysis`` works out all figures, and ``report`` shows them. Each
imports only those before it. ``docs/statistics.md`` says what the figures mean.
"""
