"""The commands for bots in other processes."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command("bot", "List bots, and check those in any language.", "", "Bots and tournaments")
    yield Command(
        "bot check",
        "Check that a bot keeps the protocol.",
        "parlour_process.commands.bot_programs:check",
        "Bots and tournaments",
    )
    yield Command(
        "bot schema",
        "Print the JSON Schema of the protocol's messages.",
        "parlour_process.commands.bot_programs:schema",
        "Bots and tournaments",
    )
    yield Command(
        "bot serve",
        "Run a known bot that speaks the protocol.",
        "parlour_process.commands.bot_programs:serve",
        "Bots and tournaments",
    )
