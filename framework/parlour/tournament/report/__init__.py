"""The page of a tournament: one HTML file that needs nothing else."""

from parlour.tournament.report.report_html import page

__all__ = ["page"]
