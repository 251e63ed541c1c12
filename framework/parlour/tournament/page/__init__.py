"""The page of a tournament: one HTML file that needs nothing else."""

from parlour.tournament.page.building import page

__all__ = ["page"]
