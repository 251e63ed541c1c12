"""Groups of commands, ours and strangers'; each command is imported when it runs."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from parlour.cli.help_language import HelpBook, help_book, in_words_of
from parlour.cli.output import print_error
from parlour.cli.parameters import QuickCommand, QuickReader
from parlour.hooks import Command
from parlour.hooks.lookup import COMMANDS, resolve
from parlour.hooks.own import absent_packages
from parlour.rules import MisuseError

HEADINGS = (
    "Play",
    "Your matches",
    "Write a game",
    "Bots and tournaments",
    "Other programs",
    "Keep a server",
)
"""Headings of our commands, in order; those of strangers' commands follow."""
PLAYERS_HEADINGS = HEADINGS[:2]
"""Headings of the commands for players."""

OTHER_COMMANDS = """\
parlour --help lists the other commands, too: for authors of games and of bots,
tournaments, and other programs. parlour help play explains one."""


class LazyCommand(TyperCommand):
    """A command that lies in a module, which is imported when it runs.

    The docstring of its function is its help and ends with examples. The module may name a class
    for the command: ``COMMAND``.
    """

    def __init__(self, name: str, entry: Command) -> None:
        super().__init__(name, short_help=entry.summary)
        self.entry = entry

    @property
    def loaded(self) -> TyperCommand:
        """The command with its options and its whole help, in the language of the settings."""
        return COMMANDS.blaming(self.entry, self._load)

    def _load(self) -> TyperCommand:
        from parlour.hooks.source_location import documentation  # noqa: PLC0415  a list needs none

        run = resolve(self.entry.place)
        book = help_book()
        text, heading, examples = documentation(run).partition("Examples:\n")
        alone = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        kind = getattr(import_module(self.entry.place.partition(":")[0]), "COMMAND", QuickCommand)
        epilog = f"\b\n{in_words_of(book, heading.strip())}\n{examples}"
        alone.command(self.name, cls=kind, help=in_words_of(book, text), epilog=epilog)(run)
        command = cast("TyperCommand", typer.main.get_command(alone))
        for option in command.params:
            option.help = in_words_of(book, option.help or "")  # type: ignore[attr-defined]  # both kinds have one
        return command

    def make_context(self, *given: Any, **named: Any) -> Any:
        """Read what is typed, by the command itself."""
        return self.loaded.make_context(*given, **named)


class CommandGroup(QuickReader, TyperGroup):
    """Commands whose names begin with the same words."""

    words: tuple[str, ...] = ()
    """The words before the name of a command of this group: ``("tournament",)``."""
    entry: Command | None = None
    """The group, as a hook yields it; None for all commands."""

    def fill(self, entries: Mapping[str, Command]) -> None:
        """Add the commands whose names begin with the words of this group."""
        for name, entry in entries.items():
            *before, last = name.split()
            if tuple(before) == self.words:
                command = _command(entry)
                if isinstance(command, CommandGroup):
                    command.fill(entries)
                self.add_command(command, last)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands; a stranger's broken plugin gets a line.

        A shell that completes a line is given names of entry points, and imports nothing.
        """
        return self._names() if ctx.resilient_parsing else list(self._every())

    def _names(self) -> list[str]:
        """Return the names of commands that are known without importing a stranger's plugin."""
        depth = len(self.words)
        split = [tuple(name.split()) for name in COMMANDS.names()]
        inside = [words for words in split if words[:depth] == self.words]
        return list(dict.fromkeys(words[depth] for words in inside if len(words) > depth))

    def _every(self) -> dict[str, Any]:
        """Return all commands by name; print a line for each broken plugin of a stranger."""
        entries, statuses = COMMANDS.all()
        for status in statuses:
            if status.state == "broken":
                print_error(f"{status.title}: {status.reason}")
        every = CommandGroup(name=self.name)
        every.words = self.words
        every.fill(entries)
        return {name: one for name, one in every.commands.items() if not _is_empty(one)}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name; a shell that lists commands is given names alone."""
        known = self.commands.get(cmd_name)
        if known is None and ctx.resilient_parsing:
            return TyperCommand(cmd_name)
        return known or self._strangers(cmd_name)

    def _strangers(self, name: str) -> Any:
        """Return the command of a stranger, or None."""
        entry = COMMANDS.get(" ".join((*self.words, name)))
        return None if entry is None else _command(entry)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is typed.

        Raises:
            MisuseError: There is none of that name.
        """
        from parlour.rules import did_you_mean  # noqa: PLC0415  slow to import

        name, *others = args
        if name.startswith("-"):
            return super().resolve_command(ctx, args)
        command = self.commands.get(name) or self._strangers(name)
        if command is None:
            where = " ".join(("parlour", *self.words, "--help"))
            hints = [f"got '{name}'{did_you_mean(name, self._names())}", *absent_packages()]
            raise MisuseError(f"expected a command, see {where}; {'; '.join(hints)}")
        return name, command, others

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed; a group may have a command for all that is the name of none."""
        default = self.entry.default if self.entry else ""
        if default and args and not args[0].startswith("-") and not self._is_name(args[0]):
            args = [default, *args]
        return super().parse_args(ctx, args)

    def _is_name(self, word: str) -> bool:
        return word in self.commands or " ".join((*self.words, word)) in COMMANDS.names()

    def players_page(self, ctx: Any) -> str:
        """Return a page with our commands for players alone, and a word where the others are."""
        formatter = ctx.make_formatter()
        book = help_book()
        _write(formatter, self.commands, PLAYERS_HEADINGS, book)
        formatter.write_paragraph()
        formatter.write_text(in_words_of(book, OTHER_COMMANDS))
        return str(formatter.getvalue()).strip()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands under their headings."""
        every = self._every()
        headings = dict.fromkeys((*HEADINGS, *map(_heading, every.values())))
        _write(formatter, every, [*headings], help_book())


def _write(
    formatter: Any, every: Mapping[str, Any], headings: Sequence[str], book: HelpBook
) -> None:
    """Write commands under these headings."""
    room = formatter.width - 6 - max(map(len, every), default=0)
    for heading in headings:
        below = [(name, one) for name, one in every.items() if _heading(one) == heading]
        if below:
            with formatter.section(in_words_of(book, heading)):
                formatter.write_dl(
                    [(n, in_words_of(book, one.get_short_help_str(room))) for n, one in below]
                )


def _command(entry: Command) -> Any:
    """Return the command or the group that a hook yields."""
    *_, last = entry.name.split()
    if entry.place:
        return LazyCommand(last, entry)
    group = CommandGroup(name=last, help=entry.summary, rich_markup_mode=None)
    group.entry = entry
    group.words = tuple(entry.name.split())
    return group


def _is_empty(command: Any) -> bool:
    return isinstance(command, CommandGroup) and not command.commands


def _heading(command: Any) -> str:
    entry: Command | None = getattr(command, "entry", None)
    return entry.heading if entry else "Commands"
