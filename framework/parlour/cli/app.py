"""The command line as a whole: all commands, and the options of ``parlour`` itself."""

import os
import sys
from collections.abc import Iterable
from itertools import takewhile
from signal import SIG_IGN, SIGINT, signal
from typing import Annotated, Any, cast

import typer

from parlour.cli.commands import CommandGroup
from parlour.hooks.lookup import COMMANDS, NO_PLUGINS
from parlour.rules import Interrupted, LoadInterrupted

EXIT_CODES = """\
\b
Exit codes:
  0    done
  1    it failed: a record that does not replay, a law broken, a game at fault
  2    misused: wrong arguments, options or seats, an unknown game, a wrong path
  130  interrupted"""

CONTEXT = {"help_option_names": ["-h", "--help"], "color": False}
"""Settings of typer: without colours, since an installed script is told in green."""


class Commands(CommandGroup):
    """The commands. An interrupt names the plugin that was being loaded."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what is typed; ``help play`` means ``play --help``.

        A name alone is met with the commands for players, and at a terminal with a question.
        """
        if not args and not ctx.resilient_parsing:
            print(self.players_page(ctx))
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                ctx.exit()
            from parlour.cli.playing.first import first_words  # noqa: PLC0415  with the catalog

            args = first_words()
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

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
    context_settings=CONTEXT,
)


def leave_out_plugins(*, wanted: bool) -> None:
    """Have this process and all that it starts load included games, bots and commands only."""
    if wanted:
        os.environ[NO_PLUGINS] = "1"


def is_without_plugins(arguments: Iterable[str]) -> bool:
    """Return whether ``--no-plugins`` stands before the first command.

    ``--help`` loads plugins while the arguments are read, so this looks at them before.
    """
    return "--no-plugins" in takewhile(lambda argument: argument.startswith("-"), arguments)


@options.callback(invoke_without_command=True, epilog=EXIT_CODES)
def parlour(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
    no_plugins: Annotated[
        bool,
        typer.Option(
            "--no-plugins",
            help="Load the included games, bots and commands only.",
            callback=leave_out_plugins,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Play tabletop games that are loaded as plugins.

    Start with: parlour learn, or: parlour play GAME. parlour help COMMAND explains one.
    """
    if version:
        from parlour.hooks.installed import (  # noqa: PLC0415  not for each command
            distribution_of,
            find_installed,
            is_included,
        )

        print(next(map(distribution_of, filter(is_included, find_installed())), "parlour"))
    elif context.invoked_subcommand is None:
        print(context.get_help())


app = cast("CommandGroup", typer.main.get_command(options))
"""The command line, as a function of its arguments."""

app.fill(COMMANDS.own())
