"""``parlour serve``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import Clocks, times_given
from parlour.cli.errors import need
from parlour.table.opening.saved_matches import folder as saved_folder

EXAMPLES = (
    "parlour serve",
    "parlour serve ./matches --port 8800 --no-open",
    "parlour serve --host 0.0.0.0 --cert cert.pem --key key.pem",
)

PORT = 8421
"""Port of the pages, unless another is given."""

Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]",
        help="Folder of the matches; unless given, that of parlour play.",
    ),
]
Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Address to listen at; 0.0.0.0 for all.")
]
Port = Annotated[
    int,
    typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 takes one that is free."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]
Cert = Annotated[
    Path | None, typer.Option("--cert", metavar="PATH", help="Certificate for https, in PEM.")
]
PrivateKey = Annotated[
    Path | None, typer.Option("--key", metavar="PATH", help="Private key of the certificate.")
]


Name = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="HOST",
        help="A name of this site, such as games.example.org behind a proxy. Once for each; links "
        "begin with the first.",
    ),
]
Command = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="exec:COMMAND",
        help="A bot outside that tables may seat. Once for each; tables seat no other command.",
    ),
]
Webhook = Annotated[
    str | None,
    typer.Option(
        "--webhook",
        metavar="URL",
        help="An address that is sent a line of JSON when it is the turn of somebody who has no "
        "page open.",
    ),
]


def serve(
    folder: Folder = None,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    no_open: NoOpen = False,
    cert: Cert = None,
    key: PrivateKey = None,
    name: Name = None,
    bot: Command = None,
    webhook: Webhook = None,
    clock: Clocks = None,
) -> None:
    """Serve the table in a browser.

    Only this machine is served, unless --host says otherwise. Whoever has the link to a
    seat plays there. Behind a proxy, --name tells the name under which it is reached.
    Every move is saved at once; Ctrl-C stops, and the next start goes on.
    """
    need_web()
    from parlour.cli.playing.serving import ServerOptions, serve_folder

    options = ServerOptions(host, port, cert, key, tuple(name or ()), webhook or "")
    commands, times = tuple(bot or ()), times_given(clock)
    serve_folder(folder or saved_folder(), options, commands, times, opens=not no_open)


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
