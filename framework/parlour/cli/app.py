"""All commands, their help and the options of ``parlour`` itself."""

import os
from collections.abc import Callable
from signal import SIG_IGN, SIGINT, signal
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from parlour.cli import export
from parlour.cli.assistants import mcp
from parlour.cli.bots import listing, programs
from parlour.cli.commands import (
    bench,
    check,
    games,
    matches,
    new,
    play,
    replay,
    resume,
    rules,
    schema,
    train,
    validate,
)
from parlour.cli.manual import docs
from parlour.cli.manual.game_help import GameCommand
from parlour.cli.tournament import export as tournament_export
from parlour.cli.tournament import pool as tournament_pool
from parlour.cli.tournament import replay as tournament_replay
from parlour.cli.tournament import report as tournament_report
from parlour.cli.tournament import run as tournament_run
from parlour.cli.web import analyse, serve
from parlour.rules.errors import Interrupted, LoadInterrupted

COMMANDS: tuple[tuple[Callable[..., None], tuple[str, ...]], ...] = (
    (games.games, games.EXAMPLES),
    (rules.rules, rules.EXAMPLES),
    (play.play, play.EXAMPLES),
    (serve.serve, serve.EXAMPLES),
    (mcp.mcp, mcp.EXAMPLES),
    (matches.matches, matches.EXAMPLES),
    (resume.resume, resume.EXAMPLES),
    (replay.replay, replay.EXAMPLES),
    (analyse.analyse, analyse.EXAMPLES),
    (export.export, export.EXAMPLES),
    (validate.validate, validate.EXAMPLES),
    (check.check, check.EXAMPLES),
    (schema.schema, schema.EXAMPLES),
    (bench.bench, bench.EXAMPLES),
    (train.train, train.EXAMPLES),
    (new.new, new.EXAMPLES),
    (docs.docs, docs.EXAMPLES),
)

COMMANDS_FOR_BOTS: tuple[tuple[Callable[..., None], tuple[str, ...]], ...] = (
    (listing.list, listing.EXAMPLES),
    (programs.check, programs.EXAMPLES_OF_CHECK),
    (programs.schema, programs.EXAMPLES_OF_SCHEMA),
    (programs.serve, programs.EXAMPLES_OF_SERVE),
)

COMMANDS_FOR_TOURNAMENTS: tuple[tuple[Callable[..., None], tuple[str, ...]], ...] = (
    (tournament_run.run, tournament_run.EXAMPLES_OF_RUN),
    (tournament_run.resume, tournament_run.EXAMPLES_OF_RESUME),
    (tournament_run.extend, tournament_run.EXAMPLES_OF_EXTEND),
    (tournament_pool.pool, tournament_pool.EXAMPLES),
    (tournament_report.report, tournament_report.EXAMPLES),
    (tournament_replay.replay, tournament_replay.EXAMPLES),
    (tournament_export.export, tournament_export.EXAMPLES),
)

EXIT_CODES = """\
\b
Exit codes:
  0    done
  1    it failed: a record that does not replay, a law broken, a game at fault
  2    misused: wrong arguments, options or seats, an unknown game, a wrong path
  130  interrupted"""


class Commands(TyperGroup):
    """The commands. An interrupt that names the plugin being loaded is told to the end."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        Raises:
            Interrupted: Somebody pressed the interrupt key while a plugin was loaded.
        """
        try:
            return super().invoke(ctx)
        except LoadInterrupted as fault:
            # Whoever presses the key twice shall read the name all the same.
            signal(SIGINT, SIG_IGN)
            raise Interrupted(str(fault)) from None


# Plain help: it starts faster than a drawn one, and reads well everywhere.
app = typer.Typer(
    name="parlour",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def leave_out_plugins(*, wanted: bool) -> None:
    """Have this process and all that it starts load included games and bots only."""
    from parlour.plugins.installed import NO_PLUGINS

    if wanted:
        os.environ[NO_PLUGINS] = "1"


@app.callback(invoke_without_command=True, epilog=EXIT_CODES)
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

    Start with: parlour games, then: parlour play GAME
    """
    if version:
        from importlib.metadata import version as version_of

        print(f"parlour {version_of('parlour')}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def _examples(lines: tuple[str, ...]) -> str:
    """Return the examples of a command as the end of its help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


for command, lines in COMMANDS:
    kind = GameCommand if command is play.play else None
    app.command(command.__name__, cls=kind, epilog=_examples(lines))(command)

bots = typer.Typer(rich_markup_mode=None, help="List bots, and check those in any language.")
for command, lines in COMMANDS_FOR_BOTS:
    bots.command(command.__name__, epilog=_examples(lines))(command)
app.add_typer(bots, name="bot")

tournaments = typer.Typer(rich_markup_mode=None, help="Let bots play many matches, and rate them.")
for command, lines in COMMANDS_FOR_TOURNAMENTS:
    tournaments.command(command.__name__, epilog=_examples(lines))(command)
app.add_typer(tournaments, name="tournament")
