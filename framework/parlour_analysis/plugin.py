"""The commands that judge matches."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
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
