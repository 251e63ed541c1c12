"""Completion: what a shell offers where somebody presses Tab.

A shell asks by running the program with environment variables that typer's scripts set. Where
nothing is offered, the shell offers files.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import typer

from parlour.cli.errors import DEBUG

if TYPE_CHECKING:
    from msgspec import Struct

ASKED = "_PARLOUR_COMPLETE"
"""The environment variable by which a shell asks."""

INSTALL = "--install-completion"
"""typer's option that writes the script of a shell."""

ZSH_SCRIPT, ZSH_CALL = ".zfunc/_parlour", '_parlour_completion "$@"'
"""The script for zsh in the home folder, and how it calls its function."""

PLAIN = re.compile(r"[\w.-]+")
"""Names of files in which nothing means anything to a shell."""

SPLIT = (":", "=")
"""Bash ends a word at each of these, and replaces only what stands behind the last."""


def answer(run: Callable[[], Any]) -> int:
    """Answer a shell by running the command line; return the exit code.

    Where a game or a file fails, nothing is offered and nothing printed: an error would stand in
    the line that somebody is typing.
    """
    replaced = _join_words() if os.environ[ASKED] == "complete_bash" else ""
    offered = io.StringIO()
    code: object = 0
    try:
        with redirect_stdout(offered), redirect_stderr(io.StringIO()):
            run()
    except SystemExit as end:
        code = end.code
    except Exception:
        if os.environ.get(DEBUG):
            raise
    lines = [line for line in offered.getvalue().splitlines() if line != replaced]
    sys.stdout.write("".join(f"{line.removeprefix(replaced)}\n" for line in lines))
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def complete_at_first_tab() -> None:
    """Have the script for zsh also answer the Tab that loads it.

    typer's script defines a function when it is loaded, and leaves that Tab unanswered.
    """
    script = Path.home() / ZSH_SCRIPT
    if script.exists():
        text = script.read_text("utf-8")
        if ZSH_CALL not in text:
            script.write_text(f"{text.rstrip()}\n\n{ZSH_CALL}\n", "utf-8")


def _join_words() -> str:
    """Join again the words that bash split; return the part of the last that it leaves alone."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    last = int(os.environ.get("COMP_CWORD", "0"))
    whole: list[str] = []
    for word in words[: last + 1]:
        if whole and (word.startswith(SPLIT) or whole[-1].endswith(SPLIT)):
            whole[-1] += word
        else:
            whole.append(word)
    os.environ["COMP_WORDS"] = "\n".join(whole)
    os.environ["COMP_CWORD"] = str(len(whole) - 1)
    word = whole[-1]
    value = word.partition("=")[2] if word.startswith("--") else word
    return value[: max(map(value.rfind, SPLIT)) + 1]


def complete_game(incomplete: str) -> list[str]:
    """Complete a game by the names of the plugins, importing none."""
    from parlour.plugins.catalog import Catalog

    return _beginning(incomplete, Catalog().names())


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Complete an option of the game that is already typed, with its values."""
    typed = context.params.get("option") or ()
    given = {pair.partition("=")[0] for pair in typed}
    return _beginning(incomplete, _pairs(_game(_typed(context, "game")).options, given))


def complete_seats(context: typer.Context, incomplete: str) -> list[str]:
    """Complete how many play the game that is already typed."""
    return _beginning(incomplete, map(str, _game(_typed(context, "game")).seats))


def complete_contest(incomplete: str) -> list[str]:
    """Complete a game with its seats and options: ``maori:3,side=atoll``."""
    first, *pairs = incomplete.split(",")
    name, colon, _ = first.partition(":")
    if pairs:
        head = incomplete.rpartition(",")[0]
        given = {pair.partition("=")[0] for pair in pairs[:-1]}
        known = _pairs(_game(name).options, given)
        return _beginning(incomplete, (f"{head},{pair}" for pair in known))
    if colon:
        return _beginning(incomplete, (f"{name}:{count}" for count in _game(name).seats))
    return complete_game(incomplete)


def complete_bot(incomplete: str) -> list[str]:
    """Complete a bot of the framework, and behind its colon or a comma its settings."""
    from parlour.players.included import BOTS

    name, colon, settings = incomplete.partition(":")
    if not colon:
        return _beginning(incomplete, BOTS)
    if name not in BOTS:
        return []
    *pairs, _ = settings.split(",")
    given = {pair.partition("=")[0] for pair in pairs}
    head = ",".join([f"{name}:{pairs[0]}", *pairs[1:], ""]) if pairs else f"{name}:"
    known = _pairs(BOTS[name].settings, given)
    return _beginning(incomplete, (f"{head}{pair}" for pair in known))


def complete_player(incomplete: str) -> list[str]:
    """Complete who takes a seat: a person or a bot."""
    from parlour.table.seating import HUMAN

    return [*_beginning(incomplete, (HUMAN,)), *complete_bot(incomplete)]


def complete_rule(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a chapter of the rules of the game that is already typed, then a rule of it."""
    from parlour.table.text.rules_text import rulebook_of

    numbers = rulebook_of(_game(_typed(context, "game"))).numbers()
    chapters = dict.fromkeys(number.partition(".")[0] for number in numbers)
    if not incomplete:
        return list(chapters)
    return _beginning(incomplete, dict.fromkeys([*chapters, *numbers]))


def complete_record(incomplete: str) -> list[str]:
    """Complete a match: those kept, by name, and those in this folder, if their names are plain.

    Scripts of shells evaluate what they are offered, and a file may come from anybody.
    """
    from parlour.cli.record_paths import folder
    from parlour.match.record import SUFFIX

    found = {path.name for place in (folder(), Path()) for path in place.glob(f"*{SUFFIX}")}
    return _beginning(incomplete, sorted(filter(PLAIN.fullmatch, found)))


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a seat of the record that is already typed."""
    from parlour.cli.record_paths import record_given
    from parlour.match import record

    path = record_given(str(_typed(context, "record")))
    seats = record.read(path).header.seats
    return _beginning(incomplete, map(str, range(seats)))


def complete_schedule(incomplete: str) -> list[str]:
    """Complete how bots meet in a tournament."""
    from parlour.tournament.plan.plan import ScheduleName

    return _beginning(incomplete, get_args(ScheduleName))


def _beginning(incomplete: str, known: Iterable[str]) -> list[str]:
    return [text for text in known if text.startswith(incomplete)]


def _typed(context: typer.Context, name: str) -> Any:
    """Return what is typed for an argument or option.

    While the value of an option is missing, typer leaves all arguments in ``context.args``.
    """
    given = context.params.get(name)
    if given is None:
        known = context.command.params
        arguments = [one.name for one in known if one.param_type_name == "argument"]
        given = dict(zip(arguments, context.args, strict=False))[name]
    return given


def _game(name: str) -> Any:
    from parlour.plugins.catalog import Catalog

    return Catalog().game(name)


def _pairs(kind: "type[Struct]", given: set[str]) -> Iterator[str]:
    """Yield NAME=VALUE for what is not yet given.

    A value of which there are many is offered as ``NAME=`` and with its default, so that two
    offers stand there, and no shell takes the first for complete.
    """
    from msgspec.structs import fields

    from parlour.rules.options import choices

    for field in fields(kind):
        name, values = field.encode_name, choices(field.type)
        if name not in given:
            yield from (f"{name}={value}" for value in values or ("", field.default))
