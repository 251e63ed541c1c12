"""Bots in other processes, and the commands for their authors."""

from collections.abc import Iterator

from parlour.hooks import BotScheme, Command, hookimpl


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


@hookimpl
def parlour_bot_schemes() -> Iterator[BotScheme]:
    """Yield the scheme of commands that start bots."""
    yield BotScheme(
        "exec",
        "exec:COMMAND",
        make="parlour_process.player:named",
        title="parlour_process.command:title",
        confined="parlour_process.command:in_sandbox",
        isolates="parlour_process.isolation:start_isolated",
    )
