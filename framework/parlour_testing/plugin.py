"""The commands for authors of games."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "new",
        "Write a new game, to be changed into yours.",
        "parlour_testing.commands.new:new",
        "Write a game",
    )
    yield Command(
        "dev", "Play a game while you write it.", "parlour_testing.commands.dev:dev", "Write a game"
    )
    yield Command(
        "check",
        "Check that a game keeps every law.",
        "parlour_testing.commands.check:check",
        "Write a game",
    )
    yield Command(
        "validate",
        "Check that records still replay.",
        "parlour_testing.commands.validate:validate",
        "Write a game",
    )
    yield Command(
        "bench",
        "Measure how fast a game is.",
        "parlour_testing.commands.bench:bench",
        "Write a game",
    )
    yield Command(
        "schema",
        "Print the JSON Schema of a game.",
        "parlour_testing.commands.schema:schema",
        "Write a game",
    )
    yield Command(
        "docs", "Read the documentation.", "parlour_testing.commands.docs:docs", "Write a game"
    )
    yield Command("bot", "List bots, and check those in any language.", "", "Bots and tournaments")
    yield Command(
        "bot list",
        "List the bots, the games that they play or decline, and their measured strength.",
        "parlour_testing.commands.bot_list:list",
        "Bots and tournaments",
    )
