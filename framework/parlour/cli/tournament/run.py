"""``parlour tournament run``, ``pool``, ``resume`` and ``extend``."""

from typing import Annotated

import typer

from parlour.cli.arguments import GamePath, Trust
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.cli.tournament.arguments import FileOption, Output, PlanFile, TournamentFile
from parlour.cli.tournament.playing import Playing
from parlour.tournament.plan.settings import Extension, Resources, TournamentSettings

FIXED_IN_POOL = ("schedule", "blocks", "rounds", "test", "deals")
"""Settings that a pool decides itself."""


@with_options
def run(
    settings: Annotated[Typed, Fields(TournamentSettings, without=("width",))],
    resources: Resources,
    output: Output,
    plan: PlanFile = None,
    file: FileOption = None,
    trust: Trust = False,
) -> None:
    """Play a tournament of bots.

    Games, bots and schedule stand in PLAN, a file in TOML, or in options, which
    overrule it.

    Every match is kept in one file as soon as it is over. Ctrl-C once finishes the
    matches that are being played, twice stops at once; to go on, run the same
    command again, or 'parlour tournament resume FILE'. No match is played twice.

    Commands of bots that stand in PLAN are shown before they are first started in this
    folder, and you are asked.

    Examples:
      parlour tournament run summer.toml --workers 2 --trust
      parlour tournament run --game maori --game maori:3 --bot greedy --bot uniform --anchors
      parlour tournament run --game maori --bot search:simulations=50 --bot greedy \
--schedule test --file test.tournament
    """
    Playing(resources, output, trusted=trust).plan(plan, settings, file)


@with_options
def pool(
    settings: Annotated[Typed, Fields(TournamentSettings, without=FIXED_IN_POOL)],
    resources: Resources,
    output: Output,
    plan: PlanFile = None,
    file: FileOption = None,
    settle: Annotated[
        bool, typer.Option("--settle", help="End when every interval is narrow enough.")
    ] = False,
    trust: Trust = False,
) -> None:
    """Let bots meet endlessly, those first that are known least.

    The next block is always the one that narrows the intervals most that are still too
    wide; a bot whose interval is narrow enough plays only as an opponent. 'parlour
    tournament extend FILE --bot NEW' lets a bot join while the pool runs, --without lets
    one leave. Ctrl-C ends it; the same command without games, or 'parlour tournament
    resume FILE', continues it.

    Examples:
      parlour tournament pool --game maori --game rapa_nui --bot greedy --bot uniform
      parlour tournament extend parlour.pool --bot search:simulations=100
      parlour tournament pool --file parlour.pool --time 8h
    """
    Playing(resources, output, trusted=trust, settle=settle).pool(plan, settings, file)


@with_options
def resume(
    file: TournamentFile,
    resources: Resources,
    output: Output,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Resume a tournament that was stopped or killed.

    Finished matches stay; matches that were being played are played again, with the
    same deals. A tournament that is complete is left as it is.

    Commands of bots in a tournament that you did not begin in this folder are shown,
    and you are asked before they are started.

    Examples:
      parlour tournament resume summer.tournament
      parlour tournament resume summer.tournament --time 8h --executor dask://10.0.0.1:8786
    """
    Playing(resources, output, trusted=trust, game=game).resume(file)


@with_options
def extend(
    file: TournamentFile,
    more: Extension,
    resources: Resources,
    output: Output,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Extend a tournament by bots, blocks or rounds, and play what is new.

    What has been played stays: a tournament that is extended comes to the same matches
    as one that had all bots and blocks from the start. --without lets a bot go, whose
    matches go on to count.

    Examples:
      parlour tournament extend summer.tournament --bot search:simulations=400
      parlour tournament extend summer.tournament --blocks 50 --without uniform --time 8h
    """
    Playing(resources, output, trusted=trust, game=game).extend(file, more)
