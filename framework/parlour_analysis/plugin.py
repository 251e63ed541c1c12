"""The commands for matches that were played, and the marks of mistakes."""

from collections.abc import Iterator

from parlour.hooks import Command, Marker, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "replay",
        "Look back at a recorded match.",
        "parlour_analysis.commands.replay:replay",
        "Your matches",
    )
    yield Command(
        "matches",
        "List the saved matches, the newest first.",
        "parlour_analysis.commands.matches:matches",
        "Your matches",
    )
    yield Command(
        "me",
        "Show how you have done, by game and opponent.",
        "parlour_analysis.commands.me:me",
        "Your matches",
    )
    yield Command(
        "analyse",
        "Judge the moves of a finished match.",
        "parlour_analysis.commands.analyse:analyse",
        "Your matches",
    )
    yield Command(
        "export",
        "Write a record as one seat may have it.",
        "parlour_analysis.commands.export:export",
        "Your matches",
    )


@hookimpl
def parlour_markers() -> Iterator[Marker]:
    """Yield the marks of mistakes."""
    yield Marker("mistakes", "moves that lost something", "parlour_analysis.marks:mistakes")
