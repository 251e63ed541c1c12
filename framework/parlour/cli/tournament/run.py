"""``parlour tournament run`` and ``parlour tournament resume``."""

from shlex import quote
from typing import TYPE_CHECKING

import typer

from parlour.cli.arguments import Clocks, GamePath
from parlour.cli.errors import INTERRUPTED, Misuse, complain
from parlour.cli.tournament.arguments import (
    Anchors,
    AsJson,
    Blocks,
    Executor,
    HowToMeet,
    KeptIn,
    MasterSeed,
    PlanFile,
    Played,
    Quiet,
    Rounds,
    TakingPart,
    Time,
    TournamentFile,
    WorkerCount,
    file_given,
    need,
    plan_given,
    seconds_given,
)

if TYPE_CHECKING:
    from parlour.tournament.run.runner import Running
    from parlour.tournament.run.store import Store

EXAMPLES_OF_RUN = (
    "parlour tournament run summer.toml --workers 2",
    "parlour tournament run --game maori --game maori:3 --bot greedy --bot uniform --anchors",
    "parlour tournament run --game maori --bot search:simulations=200 --bot greedy --schedule test",
)
EXAMPLES_OF_RESUME = (
    "parlour tournament resume summer.tournament",
    "parlour tournament resume summer.tournament --time 8h --executor dask://10.0.0.1:8786",
)


def run(
    plan: PlanFile = None,
    game: Played = None,
    bot: TakingPart = None,
    schedule: HowToMeet = None,
    blocks: Blocks = None,
    rounds: Rounds = None,
    seed: MasterSeed = None,
    anchors: Anchors = False,
    clock: Clocks = None,
    file: KeptIn = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Play a tournament of bots.

    What is played stands in PLAN, a file in TOML, or in options, which overrule it.

    Every match is kept in one file as soon as it is over. Ctrl-C once finishes the
    matches that are being played, twice stops at once; to go on, run the same
    command again, or 'parlour tournament resume FILE'. No match is played twice.
    """
    from parlour.tournament.plan.eligibility import admitted
    from parlour.tournament.run.store import Store

    given = plan_given(
        plan,
        {
            "games": game,
            "bots": bot,
            "schedule": schedule,
            "blocks": blocks,
            "rounds": rounds,
            "seed": seed,
            "anchors": anchors,
            "clock": clock,
        },
    )
    path = file_given(file, plan)
    if path.exists():
        store = Store.opened(path)
        if store.tournament.plan != given:
            raise Misuse(f"{path}: holds another tournament; --file names a new one")
    else:
        store = Store.made(path, admitted(given))
    with store:
        _play(store, workers, executor, time, quiet=quiet, json=json)


def resume(
    file: TournamentFile,
    game: GamePath = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Go on with a tournament that was stopped or killed.

    What was played stays; what was being played is played again, and comes to the
    same. A tournament that is complete is left as it is.
    """
    from parlour.plugins.local_plugins import export_path
    from parlour.tournament.run.store import Store

    if game is not None:
        export_path(game)
    with Store.opened(file) as store:
        _play(store, workers, executor, time, quiet=quiet, json=json)


def _play(
    store: "Store",
    workers: int | None,
    executor: str,
    time: str | None,
    *,
    quiet: bool,
    json: bool,
) -> None:
    """Play what is left, and say how it stands."""
    from os import cpu_count

    from parlour.cli.tournament.live import interrupts, watching
    from parlour.rules.errors import Interrupted
    from parlour.tournament.plan.eligibility import expect_same_rules
    from parlour.tournament.run.lock import alone
    from parlour.tournament.run.runner import Running, Wishes
    from parlour.tournament.run.workers import workers_at

    if json:
        need(("numpy", "scipy"))
    seconds = seconds_given(time)
    expect_same_rules(store.tournament)
    with alone(store.path):
        running = Running(store)
        team = workers_at(executor, workers or cpu_count() or 1)
        wishes = Wishes.within(seconds)
        try:
            with (
                interrupts(wishes),
                watching(running, team.count, wishes, shown=not (quiet or json)) as watcher,
            ):
                complete = running.run(team, watcher, wishes)
        except Interrupted as stopped:
            complain(str(stopped))
            complete = False
        except BaseException:
            # Else the workers would first play on what nobody can take any more.
            team.kill()
            raise
        else:
            team.close()
    _tell(running, complete=complete, quiet=quiet, json=json)
    if wishes.finish or wishes.stop:
        raise typer.Exit(INTERRUPTED)


def _tell(running: "Running", *, complete: bool, quiet: bool, json: bool) -> None:
    """Say how it stands when it is over, or when it was stopped."""
    from importlib.util import find_spec

    if json:
        from parlour.cli.tournament.tables import print_json
        from parlour.tournament.analysis.analysis import figures

        print_json(figures(running.store))
        return
    if quiet:
        return
    if not (find_spec("numpy") and find_spec("scipy")):
        print("Ratings need: python -m pip install 'parlour[tournament]'")
    elif running.played:
        from parlour.cli.tournament.tables import show
        from parlour.tournament.analysis.analysis import figures

        show(figures(running.store), plain=False, brief=True)
    path = quote(str(running.store.path))
    print(f"Matches played: {running.played - running.before:,} now, {running.played:,} in all.")
    print(f"All figures:  parlour tournament report {path} --html report.html")
    if not complete:
        print(f"To go on:     parlour tournament resume {path}")
