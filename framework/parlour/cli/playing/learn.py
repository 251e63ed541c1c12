"""``parlour learn``."""

from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.cli.arguments import (
    GameNameOrNone,
    Language,
    Lines,
    Plain,
    explain_fault_of,
    settings_given,
)
from parlour.cli.playing.play import FaceName, InBrowser, chosen_face, play_matches
from parlour.table import Surface
from parlour.table.opening.lessons import new_lesson
from parlour.table.opening.tables import Tables
from parlour.terminal.faces import Wish


def learn(
    game: GameNameOrNone = None,
    lesson: Annotated[
        str, typer.Argument(metavar="[LESSON]", help="The lesson; the game's first unless given.")
    ] = "",
    lines: Lines = None,
    plain: Plain = None,
    language: Language = None,
    browser: InBrowser = False,
    face: FaceName = "",
) -> None:
    """Learn a game at the table, step by step.

    A lesson is a match whose steps say what to do and why. The other players answer as
    the lesson needs it, and you can play on when it is over. Without GAME, the lessons
    are listed.

    Examples:
      parlour learn
      parlour learn maori
      parlour learn maori --browser
    """
    catalog = Catalog()
    if game is None:
        _print_lessons(catalog)
        return
    chosen_game = catalog.game(game)
    with explain_fault_of(chosen_game, catalog):
        wish = Wish(
            tables=Tables(surface=Surface.TERMINAL, catalog=catalog),
            game=chosen_game,
            header=new_lesson(chosen_game, lesson),
            settings=settings_given(plain=plain, lines=lines, language=language),
        )
        play_matches(wish, chosen_face(face, browser=browser))


def _print_lessons(catalog: Catalog) -> None:
    """Print a line for each lesson of the installed games."""
    rows = [
        (f"parlour learn {game.id} {name}", f"{game.title}: {lesson.told.title}", lesson.minutes)
        for game in catalog.games().values()
        for name, lesson in lessons_of(game).items()
    ]
    width = max((len(command) for command, _, _ in rows), default=0)
    for command, title, minutes in rows:
        print(f"{command:{width}}  {title}, {minutes} minutes")
