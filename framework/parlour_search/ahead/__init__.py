"""The bot ``ahead``: greedy's best moves, played on by everybody to a horizon and compared.

``docs/bots.md`` explains how it works.
"""
