"""Plugins: hooks, the catalog, games in folders, checks and diagnosis of a game, templates."""
