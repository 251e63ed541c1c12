"""The command for assistants."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "mcp", "Let an assistant play.", "parlour_adapters.commands.mcp:mcp", "Other programs"
    )
