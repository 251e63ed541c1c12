"""``parlour site``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.output import need


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to write.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]…", help="Name or path of a game; unless given, the included games."
        ),
    ] = None,
    runtime: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="Folder with Python for browsers; a missing file is named, with the command that "
            "brings it.",
        ),
    ] = Path("runtime"),
) -> None:
    """Write a site where people play without a server.

    It is a folder of static files. Any web server can give it to browsers, where people play alone
    or several at one screen. Matches are kept in the browser, and it works without a network.
    Python for browsers must be in a folder: the files and their digests are fixed.

    Examples:
      parlour site ./out --runtime ./runtime
      parlour site ./out ./liars_dice
      python -m http.server --directory ./out
    """
    need(("jinja2", "markdown_it"), "the pages of a site", "web")
    from parlour_site.archive import compiles
    from parlour_site.building import write_site
    from parlour_site.games import site_games
    from parlour_site.runtime import Runtime, read_pins

    files = Runtime(runtime, read_pins())
    found = site_games(games or [])
    made = write_site(folder, files, found)
    titles = ", ".join(one.game.title for one in found)
    size = sum(map(len, made.values())) / 1e6
    print(f"{folder}: {titles}; {len(made)} files, {size:.1f} MB")
    if not compiles(files):
        print(f"Pages start sooner if it is written with Node or Python {files.pins.python}.")
    print(f"Try it: python -m http.server --directory {folder}")
    print("A link there can carry a game of one file: parlour link GAME.py ADDRESS")
