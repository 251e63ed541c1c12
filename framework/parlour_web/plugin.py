"""The browser: a command that serves tables, and a face."""

from collections.abc import Iterator

from parlour.hooks import Command, Face, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "serve", "Serve the table in a browser.", "parlour_web.commands.serve:serve", "Play"
    )


@hookimpl
def parlour_faces() -> Iterator[Face]:
    """Yield the page in a browser."""
    yield Face(
        "browser",
        "the table in a browser",
        "parlour_web.commands.serving:play_in_browser",
        needs=("starlette", "uvicorn", "websockets", "jinja2", "markdown_it"),
        extra="web",
    )
