"""Questions to a person at a terminal who has not said what to play: one of a few, by number."""

from collections.abc import Mapping
from contextlib import suppress

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import settings_given
from parlour.rules import MisuseError
from parlour.table.opening.saved_matches import newest_unfinished
from parlour.words import say


def first_words() -> list[str]:
    """Ask somebody who typed ``parlour`` alone what to do; return the words of the command.

    Raises:
        Exit: Nothing is chosen.
    """
    settings_given(plain=None)
    offered = {"learn": say("first.learn"), "play": say("first.play")}
    with suppress(MisuseError):
        offered["resume"] = say("first.resume", file=newest_unfinished().name)
    return [choose(offered)]


def choose_game(catalog: Catalog) -> str:
    """Ask which game; return its name.

    Raises:
        Exit: Nothing is chosen.
    """
    games = catalog.games()
    settings_given(plain=None)
    return choose({name: f"{one.title}: {one.localized_summary}" for name, one in games.items()})


def choose(offered: Mapping[str, str]) -> str:
    """Ask for one of what is offered, by its number or name; return the name.

    Raises:
        Exit: Nothing is chosen.
    """
    numbered = {str(number): name for number, name in enumerate(offered, 1)}
    for number, name in numbered.items():
        print(f"  {number}  {offered[name]}")
    with suppress(EOFError):
        while typed := input(say("first.prompt")).strip():
            if typed in {*numbered, *offered}:
                return numbered.get(typed, typed)
            print(say("first.again", last=len(offered)))
    raise typer.Exit
