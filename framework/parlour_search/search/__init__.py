"""The bot ``search``: Monte Carlo tree search over what the seats may know.

``docs/bots.md`` explains how it works, with the papers it follows.
"""
