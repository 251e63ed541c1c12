"""``parlour learn``."""

from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.cli.arguments import (
    AsJson,
    GameNameOrNone,
    Language,
    Lines,
    Plain,
    can_ask,
    explain_fault_of,
    settings_given,
)
from parlour.cli.completion import complete_lesson
from parlour.cli.output import print_columns, print_json
from parlour.cli.playing.first import choose
from parlour.cli.playing.play import FaceName, InBrowser, chosen_face, play_matches
from parlour.table import Surface
from parlour.table.opening.lessons import new_lesson
from parlour.table.opening.tables import Tables
from parlour.terminal.faces import Wish
from parlour.words import say


def learn(
    game: GameNameOrNone = None,
    lesson: Annotated[
        str,
        typer.Argument(
            metavar="[LESSON]",
            help="The lesson; the game's first unless given.",
            autocompletion=complete_lesson,
        ),
    ] = "",
    lines: Lines = None,
    plain: Plain = None,
    language: Language = None,
    browser: InBrowser = False,
    face: FaceName = "",
    json: AsJson = False,
) -> None:
    """Learn a game at the table, step by step.

    A lesson is a match whose steps say what to do and why. The other players answer as
    the lesson needs it, and you can play on when it is over. Without GAME, the lessons
    are listed, and you are asked which.

    Examples:
      parlour learn
      parlour learn maori
      parlour learn maori --browser
    """
    catalog = Catalog()
    if game is None:
        games = catalog.games()
        if not json:
            settings_given(plain=None, language=language)
        lessons = [
            (one, name, told.told.title, told.minutes)
            for one in games.values()
            for name, told in lessons_of(one).items()
        ]
        if json:
            heads = ("game", "lesson", "title", "minutes")
            print_json([dict(zip(heads, (one.id, *about), strict=True)) for one, *about in lessons])
            return
        shown = {
            f"{one.id} {name}": f"{one.title}: {title}, {say('front.minutes', minutes=minutes)}"
            for one, name, title, minutes in lessons
        }
        if not can_ask():
            print_columns((), [(f"parlour learn {one}", about) for one, about in shown.items()])
            return
        game, lesson = choose(shown).split()
    chosen_game = catalog.game(game)
    with explain_fault_of(chosen_game, catalog):
        wish = Wish(
            tables=Tables(surface=Surface.TERMINAL, catalog=catalog),
            game=chosen_game,
            header=new_lesson(chosen_game, lesson),
            settings=settings_given(plain=plain, lines=lines, language=language),
        )
        play_matches(wish, chosen_face(face, browser=browser))
