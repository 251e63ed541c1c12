"""Completion: the suggestions for each argument and option when somebody presses Tab."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer
from msgspec import Struct
from msgspec.structs import fields

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.hooks.lookup import FACES
from parlour.match import SUFFIX, Game, open_record
from parlour.players import BOTS
from parlour.rules import choices
from parlour.table import HUMAN
from parlour.table.opening.saved_matches import find_record, kept
from parlour.words import offered

PLAIN = re.compile(r"[\w.-]+")
"""Names of files without letters that mean something to a shell."""


def complete_game(incomplete: str) -> list[str]:
    """Complete a game by the names of the plugins, importing none."""
    return _beginning(incomplete, Catalog().names())


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Complete an option of the game that is already typed, with its values."""
    typed = context.params.get("option") or ()
    return _beginning(incomplete, _pairs(_game(_typed(context, "game")).options, typed))


def complete_seats(context: typer.Context, incomplete: str) -> list[str]:
    """Complete how many play the game that is already typed."""
    return _beginning(incomplete, map(str, _game(_typed(context, "game")).seats))


def complete_language(incomplete: str) -> list[str]:
    """Complete a language that is offered."""
    return _beginning(incomplete, offered())


def complete_contest(incomplete: str) -> list[str]:
    """Complete a game with its seats and options: ``maori:3,side=atoll``."""
    first, *pairs = incomplete.split(",")
    name, colon, _ = first.partition(":")
    if pairs:
        head = incomplete.rpartition(",")[0]
        known = _pairs(_game(name).options, pairs[:-1])
        return _beginning(incomplete, (f"{head},{pair}" for pair in known))
    if colon:
        return _beginning(incomplete, (f"{name}:{count}" for count in _game(name).seats))
    return complete_game(incomplete)


def complete_bot(incomplete: str) -> list[str]:
    """Complete a bot of the framework, and its settings after a colon or a comma."""
    name, colon, settings = incomplete.partition(":")
    if not colon:
        return _beginning(incomplete, BOTS)
    if name not in BOTS:
        return []
    *pairs, _ = settings.split(",")
    head = ",".join([f"{name}:{pairs[0]}", *pairs[1:], ""]) if pairs else f"{name}:"
    known = _pairs(BOTS[name].settings, pairs)
    return _beginning(incomplete, (f"{head}{pair}" for pair in known))


def complete_player(incomplete: str) -> list[str]:
    """Complete who takes a seat: a person or a bot."""
    return [*_beginning(incomplete, (HUMAN,)), *complete_bot(incomplete)]


def complete_face(incomplete: str) -> list[str]:
    """Complete a face by its name, importing no plugin."""
    return _beginning(incomplete, FACES.names())


def complete_rule(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a chapter of the rules of the game that is already typed, then a rule of it."""
    from parlour.table.text.rules_text import rulebook_of  # noqa: PLC0415  rarely needed

    numbers = rulebook_of(_game(_typed(context, "game"))).numbers()
    chapters = dict.fromkeys(number.partition(".")[0] for number in numbers)
    if not incomplete:
        return list(chapters)
    return _beginning(incomplete, dict.fromkeys([*chapters, *numbers]))


def complete_lesson(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a lesson of the game that is already typed."""
    return _beginning(incomplete, lessons_of(_game(_typed(context, "game"))))


def complete_record(incomplete: str) -> list[str]:
    """Complete a match: those saved, by name, and those in this folder, if their names are plain.

    Scripts of shells evaluate these suggestions, and a file may come from anybody.
    """
    names = {path.name for path in (*kept(f"*{SUFFIX}"), *Path().glob(f"*{SUFFIX}"))}
    return _beginning(incomplete, sorted(filter(PLAIN.fullmatch, names)))


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a seat of the record that is already typed."""
    with open_record(find_record(_typed(context, "record"))) as record:
        return _beginning(incomplete, map(str, range(1, record.header.seats + 1)))


def _beginning(incomplete: str, known: Iterable[str]) -> list[str]:
    return [text for text in known if text.startswith(incomplete)]


def _typed(context: typer.Context, name: str) -> str:
    """Return the typed value of an argument or option.

    While the value of an option is missing, typer leaves all arguments in ``context.args``.
    """
    value = context.params.get(name)
    if value is None:
        known = context.command.params
        arguments = [one.name for one in known if one.param_type_name == "argument"]
        value = dict(zip(arguments, context.args, strict=False))[name]
    return str(value)


def _game(name: str) -> Game:
    return Catalog().game(name)


def _pairs(kind: type[Struct], typed: Iterable[str]) -> Iterator[str]:
    """Yield NAME=VALUE for each field that is not among those typed.

    If a value can be one of many, ``NAME=`` is offered and also the default: with two offers,
    no shell takes the first as complete.
    """
    named = {pair.partition("=")[0] for pair in typed}
    for field in fields(kind):
        name = field.encode_name
        if name not in named:
            yield from (f"{name}={value}" for value in choices(field.type) or ("", field.default))
