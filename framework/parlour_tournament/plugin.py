"""The commands for tournaments."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "tournament", "Let bots play many matches, and rate them.", "", "Bots and tournaments"
    )
    yield Command(
        "tournament run",
        "Play a tournament of bots.",
        "parlour_tournament.commands.run:run",
        "Bots and tournaments",
    )
    yield Command(
        "tournament report",
        "Report the results of a tournament, also while it runs, or of several together.",
        "parlour_tournament.commands.report:report",
        "Bots and tournaments",
    )
    yield Command(
        "tournament serve",
        "Serve the report of a tournament, also while it runs, with a table for each match.",
        "parlour_tournament.commands.serve:serve",
        "Bots and tournaments",
    )
    yield Command(
        "tournament replay",
        "Look back at a match of a tournament, or play it again.",
        "parlour_tournament.commands.run:replay",
        "Bots and tournaments",
    )
    yield Command(
        "tournament export",
        "Write the results of a tournament for other programs.",
        "parlour_tournament.commands.export:export",
        "Bots and tournaments",
    )
