"""The tree of a Monte Carlo tree search, and the rewards that its simulations bring.

``docs/bots.md`` explains how it works, with the papers it follows.
"""
