"""The settings of the person at this computer, saved in one file."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import fields

from parlour.players import Level
from parlour.rules import (
    MisuseError,
    choices,
    decoder_problem,
    make_folder,
    open_file,
    quoted,
    write_whole,
    writing,
)
from parlour.surroundings import SETTINGS_FILE, config_folder, system_language
from parlour.table import HUMAN, Asks, Pace
from parlour.table.opening.saved_matches import data_folder, user_folder
from parlour.terminal.input import at_terminal
from parlour.words import offered

ScreenStyle: TypeAlias = Literal["full", "lines", "plain"]

MAX_SETTINGS_BYTES = 65_536
"""Maximum length of the file."""


class PlayerSettings(Struct, frozen=True, kw_only=True):
    """Preferences of a person. Options of a command come before them; other fields are ignored."""

    name: Annotated[
        str, Meta(description="What you are called; empty for You.", extra={"metavar": "NAME"})
    ] = ""
    level: Annotated[Level, Meta(description="How well bots play against you.")] = "hard"
    screen: Annotated[
        ScreenStyle,
        Meta(
            description="How matches look in a terminal: full screen, scrolling lines, or plain "
            "lines for a screen reader."
        ),
    ] = "full"
    bell: Annotated[bool, Meta(description="Ring when it is your turn after a wait.")] = True
    language: Annotated[
        str,
        Meta(
            description="Code of the language at the table in a terminal, such as de; the language "
            "of your system unless given.",
            extra={"metavar": "CODE", "completes": "language"},
        ),
    ] = field(default_factory=system_language)
    ask: Annotated[
        Asks,
        Meta(
            description="Which lines you are asked about before they are played: of those that "
            "cannot be taken back, all that are worse than the best plan, the costly ones, or none."
        ),
    ] = "costly"
    pace: Annotated[
        Pace, Meta(description="How fast you are shown what others did; off shows it at once.")
    ] = "normal"

    def asks(self) -> Asks:
        """Return the lines that the person is asked about; a pipe is asked nothing."""
        return self.ask if at_terminal() else "none"

    def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the people among ``players``: of a person alone, the own name."""
        return (self.name,) if self.name and list(players).count(HUMAN) == 1 else ()


def check_language(code: str) -> None:
    """Check that a language is offered.

    Raises:
        MisuseError: It is not.
    """
    if code not in offered():
        names = ", ".join(f"{one} ({name})" for one, name in offered().items())
        raise MisuseError(f"expected a language that is offered, {names}; got {quoted(code)}")


def settings_path() -> Path:
    """Return the path of the file, in the folder for configuration.

    Raises:
        MisuseError: The user has no home.
    """
    return user_folder(config_folder) / SETTINGS_FILE


def load_settings() -> PlayerSettings:
    """Return the settings that are saved; without a file, the default settings.

    Earlier releases wrote JSON beside the matches. That file counts until there is a new one.

    Raises:
        MisuseError: The file cannot be read.
    """
    try:
        path = settings_path()
        former = data_folder() / "settings.json"
    except MisuseError:
        return PlayerSettings()
    if path.exists():
        return _read(path, msgspec.toml.decode)
    return _read(former, msgspec.json.decode) if former.exists() else PlayerSettings()


def _read(path: Path, decode: Callable[..., PlayerSettings]) -> PlayerSettings:
    """Return the settings in a file.

    Raises:
        MisuseError: It cannot be read.
    """
    with open_file(path, MisuseError) as file:
        raw = file.read(MAX_SETTINGS_BYTES)
    try:
        return decode(raw, type=PlayerSettings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        problem = decoder_problem(fault)
        raise MisuseError(f"{path}: {problem}; parlour settings --reset begins again") from None


def save_settings(settings: PlayerSettings) -> None:
    """Write the settings.

    Raises:
        MisuseError: They cannot be written; the file stays as it was.
    """
    path = settings_path()
    with writing(path):
        make_folder(path.parent)
    write_whole(path, "\n".join(_lines(settings)).encode())


def _lines(settings: PlayerSettings) -> Iterator[str]:
    """Yield the lines of the file: each setting in TOML, under a comment that explains it."""
    yield "# Settings of Parlour. 'parlour settings' writes this file, and you may edit it.\n"
    for one in fields(PlayerSettings):
        _, meta = get_args(one.type)[:2]
        values = " | ".join(choices(one.type))
        yield from wrap(meta.description, 98, initial_indent="# ", subsequent_indent="# ")
        yield from [f"# {values}"] * bool(values)
        value = msgspec.json.encode(getattr(settings, one.name)).decode()
        # TOML has this character escaped, and JSON has not.
        value = value.replace("\x7f", r"\u007f")
        yield f"{one.name} = {value}\n"
