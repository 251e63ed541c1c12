"""The commands that train and tune."""

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
    yield Command(
        "tune",
        "Tune settings of a bot by matches against itself.",
        "parlour_training.commands.tune:tune",
        "Bots and tournaments",
    )
