"""The command line: the only place with a terminal, printing and typer."""
