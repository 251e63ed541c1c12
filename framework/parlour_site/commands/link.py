"""``parlour link``."""

import re
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Annotated

import typer

from parlour.rules import MisuseError, open_file

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Names of games whose file a link carries."""
MAX_LETTERS = 32_000
"""Maximum number of letters of a program in a link: longer links do not survive messengers."""
MAX_SOURCE_BYTES = 200_000
"""Maximum length of the program itself."""


def link(
    game: Annotated[Path, typer.Argument(metavar="FILE", help="A game of one file.")],
    site: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS", help="Address of a site that 'parlour site' has written."
        ),
    ],
) -> None:
    """Print a link that carries a game.

    Whoever opens it plays the game in a browser. The link holds the program itself, compressed,
    in at most 32,000 letters: a file of about 80,000 is enough for most games. The page runs it
    after a click, apart from everything else, and shows what the laws say of it. Nothing is
    uploaded.

    Examples:
      parlour link ./cuckoo.py https://games.example.org/play/
    """
    print(f"{site.rstrip('/')}/#source={packed(game)}")


def packed(path: Path) -> str:
    """Return a program as it stands in a link.

    Raises:
        MisuseError: It is no game of one file, or too long.
    """
    name = path.stem
    if path.suffix != ".py" or not NAME.fullmatch(name):
        raise MisuseError(f"expected the file of a game, such as 'liars.py', got '{path}'")
    with open_file(path) as file:
        source = file.read(MAX_SOURCE_BYTES + 1)
    if len(source) > MAX_SOURCE_BYTES:
        raise MisuseError(f"{path}: expected at most {MAX_SOURCE_BYTES:,} bytes")
    raw = zlib.compress(f"{name}\n".encode() + source, 9, -zlib.MAX_WBITS)
    letters = urlsafe_b64encode(raw).decode().rstrip("=")
    if len(letters) > MAX_LETTERS:
        got = f"{len(letters):,}"
        raise MisuseError(f"{path}: expected a link of at most {MAX_LETTERS:,} letters, got {got}")
    return letters
