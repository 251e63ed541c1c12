"""``parlour serve``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.output import need
from parlour.cli.struct_options import with_options
from parlour.table.opening.saved_matches import folder as saved_folder
from parlour_web.options import ServerOptions

NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no browser.")]


@with_options
def serve(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FOLDER]", help="Folder of the matches; unless given, that of parlour play."
        ),
    ] = None,
    no_browser: NoBrowser = False,
    *,
    options: ServerOptions,
) -> None:
    """Serve the table in a browser.

    Only this machine is served, unless --host says otherwise. A person who has the link
    to a seat plays there. Behind a proxy, --domain is the name of this site.
    Every move is saved at once; Ctrl-C stops, and the next start goes on.

    Examples:
      parlour serve
      parlour serve ./matches --port 8800 --no-browser
      parlour serve --host 0.0.0.0 --cert cert.pem --cert-key key.pem
    """
    need_web()
    from parlour_web.commands.serving import serve_folder

    serve_folder(folder or saved_folder(), options, Catalog(), opens=not no_browser)


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
