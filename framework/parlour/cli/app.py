"""All commands, their help and the options of ``parlour`` itself.

Each command is listed here with its module and a summary. The module is imported when the command
runs, so that the list of commands is quick.
"""

import os
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from signal import SIG_IGN, SIGINT, signal
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from parlour.rules import Interrupted, LoadInterrupted

COMMANDS: Mapping[str, tuple[str, str]] = {
    "games": ("playing.games", "List the games, or show one with its seats and options."),
    "rules": ("playing.rules", "Show the numbered rules of a game."),
    "play": ("playing.play", "Play a match."),
    "learn": ("playing.learn", "Learn a game at the table, step by step."),
    "serve": ("playing.serve", "Serve the table in a browser."),
    "mcp": ("playing.mcp", "Let an assistant play."),
    "matches": ("saved.matches", "List the saved matches, the newest first."),
    "me": ("saved.me", "Show how you have done, by game and opponent."),
    "settings": ("saved.settings", "Show your settings, or change those that you type."),
    "resume": ("playing.resume", "Resume a recorded match."),
    "replay": ("saved.replay", "Show a recorded match again."),
    "analyse": ("saved.analyse", "Judge the moves of a finished match."),
    "export": ("saved.export", "Write a record as one seat may have it."),
    "validate": ("authoring.validate", "Check that records still replay."),
    "check": ("authoring.check", "Check that a game keeps every law."),
    "dev": ("authoring.dev", "Play a game while you write it."),
    "schema": ("authoring.schema", "Print the JSON Schema of a game."),
    "bench": ("authoring.bench", "Measure how fast a game is."),
    "train": ("authoring.train", "Learn the weights of a game's features by self-play."),
    "new": ("authoring.new", "Write a new game, to be changed into yours."),
    "docs": ("authoring.docs", "Read the documentation."),
}
"""By the name of each command its module and the first sentence of its help."""

COMMANDS_FOR_BOTS: Mapping[str, tuple[str, str]] = {
    "list": (
        "authoring.bot_list",
        "List the bots, the games that they play or decline, and their measured strength.",
    ),
    "check": ("authoring.bot_programs", "Check that a bot keeps the protocol."),
    "schema": ("authoring.bot_programs", "Print the JSON Schema of the protocol's messages."),
    "serve": ("authoring.bot_programs", "Run a known bot that speaks the protocol."),
}

COMMANDS_FOR_TOURNAMENTS: Mapping[str, tuple[str, str]] = {
    "run": ("tournament.run", "Play a tournament of bots."),
    "resume": ("tournament.run", "Resume a tournament that was stopped or killed."),
    "extend": (
        "tournament.run",
        "Extend a tournament by bots, blocks or rounds, and play what is new.",
    ),
    "pool": ("tournament.run", "Let bots meet endlessly, those first that are known least."),
    "report": (
        "tournament.report",
        "Report the results of a tournament, also while it runs, or of several together.",
    ),
    "replay": (
        "tournament.run",
        "Play a match of a tournament again, with its bots, its deal and their luck.",
    ),
    "export": ("tournament.export", "Write the results of a tournament for other programs."),
}

COMMANDS_FOR_LEAGUES: Mapping[str, tuple[str, str]] = {
    "run": ("tournament.league", "Run a league: a pool of bots that come as folders."),
    "serve": ("tournament.league", "Serve the pages of a league."),
    "test": (
        "tournament.league",
        "Test a bot's folder as a league would, and change nothing there.",
    ),
}

EXIT_CODES = """\
\b
Exit codes:
  0    done
  1    it failed: a record that does not replay, a law broken, a game at fault
  2    misused: wrong arguments, options or seats, an unknown game, a wrong path
  130  interrupted"""

HELP_NAMES = {"help_option_names": ["-h", "--help"]}


class LazyCommand(TyperCommand):
    """A command that is defined in a module, which is imported when it runs.

    The module has a function of the command's name, whose docstring is its help and ends with
    examples. It may name a class for its command: ``COMMAND``.
    """

    def __init__(self, name: str, module: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self._module = module

    @cached_property
    def loaded(self) -> TyperCommand:
        """The command with its options and its whole help."""
        module = import_module(f"parlour.cli.{self._module}")
        run = getattr(module, str(self.name))
        text, heading, examples = cleandoc(run.__doc__).partition("Examples:\n")
        alone = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        kind = getattr(module, "COMMAND", None)
        alone.command(self.name, cls=kind, help=text, epilog=f"\b\n{heading}{examples}")(run)
        return cast("TyperCommand", typer.main.get_command(alone))

    def make_context(self, *given: Any, **named: Any) -> Any:
        """Read what is typed, by the command itself."""
        return self.loaded.make_context(*given, **named)


class Commands(TyperGroup):
    """The commands. An interrupt names the plugin that was being loaded."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        Raises:
            Interrupted: Somebody pressed the interrupt key while a plugin was loaded.
        """
        try:
            return super().invoke(ctx)
        except LoadInterrupted as fault:
            # A second press of the key must not hide the name.
            signal(SIGINT, SIG_IGN)
            raise Interrupted(str(fault)) from None


# Plain help: it starts faster than a drawn one, and reads well everywhere.
options = typer.Typer(
    name="parlour",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP_NAMES,
)


def leave_out_plugins(*, wanted: bool) -> None:
    """Have this process and all that it starts load included games and bots only."""
    from parlour.hooks.lookup import NO_PLUGINS  # noqa: PLC0415  rarely needed

    if wanted:
        os.environ[NO_PLUGINS] = "1"


@options.callback(invoke_without_command=True, epilog=EXIT_CODES)
def parlour(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    no_plugins: Annotated[
        bool,
        typer.Option(
            "--no-plugins",
            help="Load the included games and bots only.",
            callback=leave_out_plugins,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Play tabletop games that are loaded as plugins.

    Start with: parlour learn, or: parlour play GAME
    """
    if version:
        from importlib.metadata import version as version_of  # noqa: PLC0415  likewise

        print(f"parlour {version_of('parlour')}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


class Leagues(TyperGroup):
    """The commands for leagues; a folder in place of a command's name is one to run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed."""
        named = not args or args[0] in self.commands or args[0].startswith("-")
        return super().parse_args(ctx, args if named else ["run", *args])


def _group(name: str, about: str, kind: type[TyperGroup] = TyperGroup) -> TyperGroup:
    return kind(name=name, help=about, rich_markup_mode=None)


app = cast("TyperGroup", typer.main.get_command(options))
"""The command line, as a function of its arguments."""
BOTS = _group("bot", "List bots, and check those in any language.")
TOURNAMENTS = _group("tournament", "Let bots play many matches, and rate them.")
LEAGUES = _group("league", "Run a league of bots that come as folders.", Leagues)

for group, commands in (
    (app, COMMANDS),
    (BOTS, COMMANDS_FOR_BOTS),
    (TOURNAMENTS, COMMANDS_FOR_TOURNAMENTS),
    (LEAGUES, COMMANDS_FOR_LEAGUES),
):
    for name, (module, summary) in commands.items():
        group.add_command(LazyCommand(name, module, summary))
app.add_command(BOTS)
app.add_command(TOURNAMENTS)
app.add_command(LEAGUES)
