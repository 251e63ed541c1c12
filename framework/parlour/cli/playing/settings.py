"""``parlour settings``."""

from typing import Annotated

import typer
from msgspec.structs import asdict, replace

from parlour.cli.arguments import AsJson
from parlour.cli.output import print_columns, print_json
from parlour.cli.struct_options import Fields, Typed, fields_of, with_options
from parlour.table import HUMAN, names_for_seats
from parlour.terminal.settings import (
    PlayerSettings,
    check_language,
    load_settings,
    save_settings,
    settings_path,
)
from parlour.words import ENGLISH, say, speak


@with_options
def settings(
    *,
    typed: Annotated[Typed, Fields(PlayerSettings)],
    reset: Annotated[
        bool, typer.Option("--reset", help="Begin again with the usual settings.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show your settings, or change those that you type.

    Other commands use them: play, resume, learn and serve, and --plain of those that
    print. What you type there comes before them. A page in a browser has settings of its
    own.

    Examples:
      parlour settings
      parlour settings --name Anna --level medium
      parlour settings --screen plain --no-bell
      parlour settings --language de
      parlour settings --reset
    """
    saved = PlayerSettings() if reset else load_settings()
    if typed.get("name"):
        names_for_seats((HUMAN,), (typed["name"],))
    check_language(typed.get("language", ENGLISH))
    if reset or typed:
        saved = replace(saved, **typed)
        save_settings(saved)
    if json:
        print_json(saved)
        return
    speak(saved.language)
    values = asdict(saved)
    rows = [(one.name, _written(values[one.name])) for one in fields_of(PlayerSettings)]
    print_columns((say("settings.setting"), say("settings.value")), rows)
    print(say("settings.saved", path=settings_path()))


def _written(value: object) -> str:
    if isinstance(value, bool):
        return say("settings.on" if value else "settings.off")
    return str(value) or "-"
