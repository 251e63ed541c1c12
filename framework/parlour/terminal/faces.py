"""Faces: ways to sit at a table. A match and its rematches use one of them."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from parlour.hooks import Face
from parlour.hooks.lookup import FACES, unknown
from parlour.match import Game, Header, Line
from parlour.match.record import encode
from parlour.rules import MisuseError
from parlour.table import HUMAN, RecordTable, Table
from parlour.table.opening.tables import Tables
from parlour.terminal.settings import PlayerSettings


class Wish(Struct, frozen=True, kw_only=True):
    """A match that somebody wants to play. A face opens the table, or serves it."""

    tables: Tables
    """Opens matches, with the settings of the command line."""
    game: Game
    header: Header
    """Header of the match."""
    settings: PlayerSettings
    """Preferences of the person at this computer."""
    begun: tuple[Line, ...] = ()
    """Lines of another match that the new one begins with."""
    record: Path | None = None
    """Path of the new record; the user's folder has one unless given."""
    table: Table | None = None
    """The table, if it is open already: of a match that is resumed or branches off, or of a record
    that is only looked at (``RecordTable``)."""

    def open(self) -> Table:
        """Return the open table, or create it.

        Raises:
            SetupError: A bot declines the game.
            MisuseError: The record cannot be written.
        """
        if self.table is not None:
            return self.table
        return self.tables.create(self.game, self.header, self.record, lines=self.begun)


def play(wish: Wish, name: str = "") -> None:
    """Play a match and its rematches by the face of a name, or by the best that can be used.

    Raises:
        PlayerLeft: A person left, and was told how to resume the match.
        MisuseError: There is no face of that name, or it cannot be used; or commands of a record
            that was looked at may not be started.
    """
    face = face_named(name) if name else best_face(wish)
    place = FACES.resolve(face, face.place)
    while wanted := place(wish):
        header, begun = wanted
        if isinstance(wish.table, RecordTable):  # it may name commands that this user never began
            wish.tables.check_commands(wish.table.path, encode(header), header.players)
        wish = replace(wish, header=header, begun=begun, record=None, table=None)


def face_named(name: str) -> Face:
    """Return the face of a name.

    Raises:
        MisuseError: No plugin brings it, or a library that it needs is missing.
    """
    face = FACES.get(name)
    if face is None:
        raise MisuseError(unknown("a face", name, FACES.names()))
    if not all(map(find_spec, face.needs)):
        raise MisuseError(_missing(face))
    if face.redraws and not can_redraw():
        raise MisuseError(f"expected a terminal that can be redrawn, for --face {name}")
    return face


def best_face(wish: Wish) -> Face:
    """Return the face of the highest rank that can be used; print what a better one lacks.

    Strangers' faces are used by their names alone.
    """
    looks_back = isinstance(wish.table, RecordTable)
    watches_only = HUMAN not in wish.header.players and not looks_back
    redraws = wish.settings.screen == "full" and not watches_only and can_redraw()
    faces = sorted(FACES.own().values(), key=lambda face: -face.rank)
    usable = [face for face in faces if face.rank and (redraws or not face.redraws)]
    for face in usable:
        if all(map(find_spec, face.needs)):
            return face
        print(f"{_missing(face)} (--lines: without this note)")
    raise MisuseError(unknown("a face", "", FACES.names()))


def can_redraw() -> bool:
    """Return whether this is a terminal that can be redrawn in place."""
    # A full screen is drawn on standard error, so that this must be the terminal too.
    return (
        all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
        and os.environ.get("TERM", "dumb") != "dumb"
    )


def _missing(face: Face) -> str:
    """Return a sentence that says what to install for a face."""
    what = f"'parlour[{face.extra}]'" if face.extra else " ".join(face.needs)
    about = face.summary[:1].upper() + face.summary[1:]
    return f"{about} needs: python -m pip install {what}"
