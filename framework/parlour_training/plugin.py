"""The command that trains."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "train",
        "Learn the weights of a game's features by self-play.",
        "parlour_training.commands.train:train",
        "Bots and tournaments",
    )
