"""Hooks for commands, faces, schemes of bots, notes under rules and marks of answers.

A hook yields structs of names and texts. A text ``"package.module:name"`` is a place: the module is
imported when its thing is used, so a list of commands imports no command.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

C = TypeVar("C", bound=Callable[..., Iterable[Any]])

PROJECT = "parlour"
"""The name of the hooks' project, and of the entry-point group for games and bots."""

HOOKS = (
    "parlour_games",
    "parlour_bots",
    "parlour_bot_schemes",
    "parlour_commands",
    "parlour_faces",
    "parlour_rule_notes",
    "parlour_markers",
    "parlour_laws",
    "parlour_notices",
)
"""Hooks that a plugin may have. The first two are specified in ``parlour.catalog``, the last two
in ``parlour_testing`` and ``parlour_web``: each where it is called."""


def hookimpl(function: C) -> C:
    """Mark a function of a plugin as one of the hooks: ``@parlour.hookimpl``.

    It sets what ``pluggy.HookimplMarker`` sets, so that a plugin module loads without pluggy.
    """
    function.parlour_impl = {}  # type: ignore[attr-defined]  # pluggy looks for it
    return function


def hookspec(function: C) -> C:
    """Mark a function as the specification of a hook, as ``pluggy.HookspecMarker`` does."""
    function.parlour_spec = {}  # type: ignore[attr-defined]  # pluggy looks for it
    return function


class Command(Struct, frozen=True):
    """A command of the command line, or a group of commands."""

    name: str
    """Words that you type after ``parlour``: ``hello``, ``tournament chart``."""
    summary: str
    """First sentence of its help."""
    place: str = ""
    """``"package.module:function"``; empty for a group.

    Typer reads the arguments of the function. Its docstring is the help, and ends with
    ``Examples:``. The module may name a class of Typer's for the command: ``COMMAND``.
    """
    heading: str = "Commands of plugins"
    """Heading above it in the help."""
    default: str = ""
    """Name of the command that a group runs if the first word is no command of it."""


class BotScheme(Struct, frozen=True):
    """A way to write a bot that does not run in this process: ``exec:COMMAND``."""

    name: str
    """Text before the colon or the bracket: ``exec``."""
    form: str
    """The form to type, for people: ``exec:COMMAND``."""
    make: str
    """Place of ``(spec, game, rng) -> Player``."""
    title: str
    """Place of ``(spec) -> str``, a short name of the bot for people."""
    asks: bool = True
    """Whether a file that names such a bot needs the user's word before it is started."""
    confined: str = ""
    """Place of ``(spec) -> str``, the same bot without network and files; empty if impossible."""
    isolates: str = ""
    """Place of ``(spec, game, rng, sources) -> Player``, which runs a bot of a plugin in a process
    apart; empty if the scheme cannot."""


class Face(Struct, frozen=True):
    """A way to sit at a table: plain lines, a full screen, a browser."""

    name: str
    """Name to type: ``--face screen``."""
    summary: str
    """One line for lists."""
    place: str
    """Place of ``(wish) -> Beginning | None``; see ``parlour.terminal.faces.Wish``."""
    needs: tuple[str, ...] = ()
    """Modules that it needs beside Parlour."""
    extra: str = ""
    """Extra of Parlour that installs them; empty if none does."""
    redraws: bool = False
    """Whether it needs a terminal that can be redrawn in place."""
    rank: int = 0
    """Of the faces that can be used without being named, the highest rank is used; 0: only by
    name."""


class RuleNotes(Struct, frozen=True):
    """Notes under the rules of games: examples, or answers to questions."""

    name: str
    """Name of the notes: ``examples``."""
    summary: str
    """One line for lists."""
    place: str
    """Place of ``(game, number) -> Iterable[str]``: paragraphs in Markdown under a rule, in the
    language that is spoken."""


class Marker(Struct, frozen=True):
    """A way to mark answers of a match that is over: mistakes, or turning points."""

    name: str
    """Name of the marks: ``mistakes``."""
    summary: str
    """One line for lists."""
    place: str
    """Place of ``(match, path, viewer) -> Iterable[parlour.table.Mark]``. It gets the match, the
    path of its record, and the names of its seats."""


@hookspec
def parlour_bot_schemes() -> Iterable[BotScheme]:  # type: ignore[empty-body]  # a specification
    """Yield ways to write bots that do not run in this process.

    Entry points of the group ``parlour.bot_schemes`` bring them, each with the name of its scheme.

    Example::

        @parlour.hookimpl
        def parlour_bot_schemes():
            yield BotScheme(
                "socket",
                "socket:HOST:PORT",
                make="my_plugin.bots:connect",
                title="my_plugin.bots:title",
            )
    """


@hookspec
def parlour_commands() -> Iterable[Command]:  # type: ignore[empty-body]  # a specification
    """Yield commands for the command line.

    Entry points of the group ``parlour.commands`` bring them, each with the name of its command, so
    that one command imports no other plugin.

    Example::

        @parlour.hookimpl
        def parlour_commands():
            yield Command("hello", "Greet somebody.", "my_plugin.hello:hello")
    """


@hookspec
def parlour_faces() -> Iterable[Face]:  # type: ignore[empty-body]  # a specification
    """Yield ways to sit at a table.

    Entry points of the group ``parlour.faces`` bring them, each with the name of its face.

    Example::

        @parlour.hookimpl
        def parlour_faces():
            yield Face("spoken", "sentences alone", "my_plugin.spoken:play")
    """


@hookspec
def parlour_rule_notes() -> Iterable[RuleNotes]:  # type: ignore[empty-body]  # a specification
    """Yield notes under the rules, which ``rules 3.2`` and ``why`` show.

    Entry points of the group ``parlour.rule_notes`` bring them, each with the name of its notes.

    Example::

        @parlour.hookimpl
        def parlour_rule_notes():
            yield RuleNotes("answers", "answers of a publisher", "my_plugin.answers:about")
    """


@hookspec
def parlour_markers() -> Iterable[Marker]:  # type: ignore[empty-body]  # a specification
    """Yield ways to mark answers, to which ``x`` leads while one looks back at a match.

    Entry points of the group ``parlour.markers`` bring them, each with the name of its marks.

    Example::

        @parlour.hookimpl
        def parlour_markers():
            yield Marker("captures", "where a piece was taken", "my_plugin.captures:marks")
    """
