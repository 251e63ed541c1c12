"""The commands of the core."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "games",
        "List the games, or show one with its seats and options.",
        "parlour.cli.playing.games:games",
        "Play",
    )
    yield Command(
        "rules", "Show the numbered rules of a game.", "parlour.cli.playing.rules:rules", "Play"
    )
    yield Command("play", "Play a match.", "parlour.cli.playing.play:play", "Play")
    yield Command(
        "learn",
        "Learn a game at the table, step by step.",
        "parlour.cli.playing.learn:learn",
        "Play",
    )
    yield Command(
        "settings",
        "Show your settings, or change those that you type.",
        "parlour.cli.saved.settings:settings",
        "Play",
    )
    yield Command(
        "matches",
        "List the saved matches, the newest first.",
        "parlour.cli.saved.matches:matches",
        "Your matches",
    )
    yield Command(
        "resume", "Resume a recorded match.", "parlour.cli.playing.resume:resume", "Your matches"
    )
    yield Command(
        "replay", "Show a recorded match again.", "parlour.cli.saved.replay:replay", "Your matches"
    )
    yield Command(
        "export",
        "Write a record as one seat may have it.",
        "parlour.cli.saved.export:export",
        "Your matches",
    )
    yield Command(
        "plugins",
        "List the plugins, and what they bring.",
        "parlour.cli.playing.plugins:plugins",
        "Write a game",
    )
