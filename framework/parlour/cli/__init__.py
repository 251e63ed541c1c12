"""The command line: the only place with a terminal, printing and typer."""

from parlour.cli.faults import main

__all__ = ["main"]
