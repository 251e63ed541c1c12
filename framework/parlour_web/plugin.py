"""The browser: a command that serves tables, a face, and notices of turns."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.hooks import Command, Face, hookimpl

if TYPE_CHECKING:  # a list of commands needs no notice
    from parlour_web.specifications import Notice


HOUSE = {
    "check": "Check the rights, the records and the deals of a folder of tables.",
    "backup": "Back up a folder of tables, while people play.",
    "keys": "List the keys of a folder of tables, or revoke them.",
    "log": "Print each act that let somebody in or out.",
}
"""Commands that look after a folder of tables, each with its summary."""


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "serve", "Serve the table in a browser.", "parlour_web.commands.serve:serve", "Play"
    )

    yield Command("house", "Look after the folder of a server.", "", "Keep a server")
    for name, summary in HOUSE.items():
        place = f"parlour_web.commands.house:{name}"
        yield Command(f"house {name}", summary, place, "Keep a server")


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


@hookimpl
def parlour_notices() -> "Iterator[Notice]":
    """Yield the ways to tell a person that it is their turn."""
    from parlour_web.specifications import Notice  # noqa: PLC0415  likewise

    yield Notice(
        "https",
        "a line of JSON, posted to an address",
        check="parlour_web.notices.webhook:checked",
        send="parlour_web.notices.webhook:send",
        forms="parlour_web.notices.webhook:forms",
    )
    yield Notice(
        "http",
        "a line of JSON, posted to an address of the host of the server",
        check="parlour_web.notices.webhook:checked",
        send="parlour_web.notices.webhook:send",
    )
    yield Notice(
        "mailto",
        "a mail",
        check="parlour_web.notices.mail:checked",
        send="parlour_web.notices.mail:send",
        forms="parlour_web.notices.mail:forms",
    )
    yield Notice(
        "push",
        "a notification of a browser, also while no page is open",
        check="parlour_web.notices.push:checked",
        send="parlour_web.notices.push:send",
        forms="parlour_web.notices.push:forms",
        is_typed=False,
    )
