"""``parlour serve``."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec import Meta, Struct

from parlour.cli.errors import need
from parlour.cli.struct_options import with_options
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.table.opening.saved_matches import folder as saved_folder

EXAMPLES = (
    "parlour serve",
    "parlour serve ./matches --port 8800 --no-open",
    "parlour serve --host 0.0.0.0 --cert cert.pem --key key.pem",
)

Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]", help="Folder of the matches; unless given, that of parlour play."
    ),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]


class ServerOptions(Struct, frozen=True):
    """Where a server is reached, what its tables may seat, and whom it tells of turns."""

    host: Annotated[
        str,
        Meta(description="Address to listen at; 0.0.0.0 for all.", extra={"metavar": "ADDRESS"}),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="Port; 0 takes one that is free.")] = (
        8421
    )
    cert: Annotated[Path | None, Meta(description="Certificate for https, in PEM.")] = None
    key: Annotated[Path | None, Meta(description="Private key of the certificate.")] = None
    names: Annotated[
        tuple[str, ...],
        Meta(
            description="A name of this site, such as games.example.org behind a proxy. Once for "
            "each; links begin with the first.",
            extra={"option": "--name", "metavar": "HOST"},
        ),
    ] = ()
    commands: Annotated[
        tuple[str, ...],
        Meta(
            description="A bot outside that tables may seat. Once for each; tables seat no other "
            "command.",
            extra={"option": "--bot", "metavar": "exec:COMMAND"},
        ),
    ] = ()
    webhook: Annotated[
        str,
        Meta(
            description="An address that is sent a line of JSON when it is the turn of somebody "
            "who has no page open.",
            extra={"metavar": "URL"},
        ),
    ] = ""
    times: Annotated[
        TimeControl,
        Meta(
            description="How long bots may take, in seconds: start=10,move=60,reserve=60.",
            extra={"option": "--clock", "metavar": "TIMES"},
        ),
    ] = TimeControl()


@with_options
def serve(folder: Folder = None, no_open: NoOpen = False, *, options: ServerOptions) -> None:
    """Serve the table in a browser.

    Only this machine is served, unless --host says otherwise. A person who has the link
    to a seat plays there. Behind a proxy, --name is the name of this site.
    Every move is saved at once; Ctrl-C stops, and the next start goes on.
    """
    need_web()
    from parlour.cli.playing.serving import serve_folder

    serve_folder(folder or saved_folder(), options, Catalog(), opens=not no_open)


def need_web() -> None:
    """Check that the table can be served in a browser.

    Raises:
        MisuseError: A library is missing.
    """
    need(
        ("starlette", "uvicorn", "websockets", "jinja2", "markdown_it"),
        "tables in a browser",
        "web",
    )
