"""Tournaments of bots over any set of games, and what can be learnt from them.

``plan`` says what is played, ``schedules`` in which blocks, ``running`` plays them through
``workers``, ``store`` keeps them, and ``statistics`` and ``report`` say what came of it.
What the figures mean stands in ``docs/statistics.md``.
"""
