"""A table without a server: a command that writes a folder of static pages."""

from collections.abc import Iterator

from parlour.hooks import Command, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "site",
        "Write a site where people play without a server.",
        "parlour_site.commands.site:site",
        "Other programs",
    )
    yield Command(
        "link",
        "Print a link that carries a game.",
        "parlour_site.commands.link:link",
        "Write a game",
    )
