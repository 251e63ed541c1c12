"""The commands for leagues."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "league",
        "Run a league of bots that come as folders.",
        "",
        "Bots and tournaments",
        default="run",
    )
    yield Command(
        "league run",
        "Run a league: a pool of bots that come as folders.",
        "parlour_league.commands.league:run",
        "Bots and tournaments",
    )
    yield Command(
        "league serve",
        "Serve the pages of a league.",
        "parlour_league.commands.league:serve",
        "Bots and tournaments",
    )
    yield Command(
        "league test",
        "Test a bot's folder as a league would, and change nothing there.",
        "parlour_league.commands.league:test",
        "Bots and tournaments",
    )
