"""The browser's commands."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "serve", "Serve the table in a browser.", "parlour_web.commands.serve:serve", "Play"
    )
