"""``parlour tournament run`` and ``parlour tournament resume``."""

from shlex import quote
from typing import TYPE_CHECKING

import typer

from parlour.cli.arguments import Clocks, GamePath, Sandbox, catalog_given
from parlour.cli.errors import INTERRUPTED, print_error
from parlour.cli.tournament.arguments import (
    Anchors,
    AsJson,
    Blocks,
    BotOption,
    BotSeed,
    Executor,
    FileOption,
    Forfeits,
    GameOption,
    Isolate,
    MasterSeed,
    PlanFile,
    Quiet,
    Rounds,
    ScheduleOption,
    Time,
    TournamentFile,
    Without,
    WorkerCount,
    file_given,
    need,
    plan_given,
    seconds_given,
)
from parlour.cli.trust import Trust, check_commands, external_bots, remember
from parlour.rules.errors import MisuseError
from parlour.rules.one_line import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.plan.plan import Plan
    from parlour.tournament.run.runner import Runner, StopRequest
    from parlour.tournament.run.store import Store
    from parlour.tournament.run.workers import Workers

EXAMPLES_OF_RUN = (
    "parlour tournament run summer.toml --workers 2 --trust",
    "parlour tournament run --game maori --game maori:3 --bot greedy --bot uniform --anchors",
    (
        "parlour tournament run --game maori --bot search:simulations=50 --bot greedy "
        "--schedule test --file test.tournament"
    ),
)
EXAMPLES_OF_EXTEND = (
    "parlour tournament extend summer.tournament --bot search:simulations=400",
    "parlour tournament extend summer.tournament --blocks 50 --without uniform --time 8h",
)
EXAMPLES_OF_RESUME = (
    "parlour tournament resume summer.tournament",
    "parlour tournament resume summer.tournament --time 8h --executor dask://10.0.0.1:8786",
)


def run(
    plan: PlanFile = None,
    game: GameOption = None,
    bot: BotOption = None,
    schedule: ScheduleOption = None,
    blocks: Blocks = None,
    rounds: Rounds = None,
    seed: MasterSeed = None,
    bot_seed: BotSeed = None,
    anchors: Anchors = False,
    clock: Clocks = None,
    sandbox: Sandbox = False,
    file: FileOption = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
    isolate: Isolate = False,
    forfeits: Forfeits = None,
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
    """
    from parlour.tournament.plan.eligibility import check_eligibility
    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.run.store import Store

    loader = Loader(catalog_given(None))
    path = file_given(file, plan)
    given = plan_given(
        plan,
        {
            "games": game,
            "bots": bot,
            "schedule": schedule,
            "blocks": blocks,
            "rounds": rounds,
            "seed": seed,
            "bot_seed": bot_seed,
            "anchors": anchors,
            "clock": clock,
            "sandbox": sandbox,
            "isolate": isolate,
            "forfeits": forfeits,
        },
        loader,
        _plan_in(path),
    )
    if plan is not None and not bot:
        commands = external_bots(entrant.bot for entrant in given.entrants)
        check_commands(plan, "\n".join((plan.name, *commands)).encode(), commands, trusted=trust)
    there = path.exists()
    with (
        Store.open_file(path)
        if there
        else Store.create_file(path, check_eligibility(given, loader)) as store
    ):
        if there and given not in (store.tournament.plan, store.begun.plan):
            raise MisuseError(f"{path}: holds another tournament; --file names a new one")
        remember(content_of(store), bots_of(store))
        _play(store, loader, workers, executor, time, quiet=quiet, json=json)


def _plan_in(path: "Path") -> "Plan | None":
    """Return the plan of a tournament that has begun; None where there is no file."""
    from parlour.tournament.run.store import Store

    if not path.exists():
        return None
    with Store.open_file(path) as store:
        return store.tournament.plan


def resume(
    file: TournamentFile,
    game: GamePath = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Resume a tournament that was stopped or killed.

    Finished matches stay; matches that were being played are played again, with the
    same deals. A tournament that is complete is left as it is.

    Commands of bots in a tournament that you did not begin in this folder are shown,
    and you are asked before they are started.
    """
    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.run.store import Store

    loader = Loader(catalog_given(game))
    with Store.open_file(file) as store:
        check_commands(file, content_of(store), bots_of(store), trusted=trust)
        _play(store, loader, workers, executor, time, quiet=quiet, json=json)


def extend(
    file: TournamentFile,
    bot: BotOption = None,
    without: Without = None,
    blocks: Blocks = None,
    rounds: Rounds = None,
    game: GamePath = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Extend a tournament by bots, blocks or rounds, and play what is new.

    What has been played stays: a tournament that is extended comes to the same matches
    as one that had all bots and blocks from the start. --without lets a bot go, whose
    matches go on to count.
    """
    from parlour.tournament.plan.eligibility import with_same_rules
    from parlour.tournament.plan.extension import extend as extended
    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.run.file_lock import lock_file
    from parlour.tournament.run.store import Store

    loader = Loader(catalog_given(game))
    with Store.open_file(file) as store:
        check_commands(file, content_of(store), bots_of(store), trusted=trust)
        with_same_rules(store.tournament, loader)
        longer = extended(
            store.tournament,
            loader,
            bots=bot or (),
            without=without or (),
            blocks=blocks,
            rounds=rounds,
        )
        with lock_file(file):
            store.extend(longer)
        remember(content_of(store), bots_of(store))
        _play(store, loader, workers, executor, time, quiet=quiet, json=json)


def content_of(store: "Store") -> bytes:
    """Return the plan and roster of a tournament, by which trust in its commands is noted."""
    from msgspec.json import encode

    return encode(store.tournament)


def bots_of(store: "Store") -> tuple[str, ...]:
    """Return the names of the bots in a tournament, as they were typed."""
    return tuple(entrant.bot for entrant in store.tournament.plan.entrants)


def _play(
    store: "Store",
    loader: "Loader",
    workers: int | None,
    executor: str,
    time: str | None,
    *,
    quiet: bool,
    json: bool,
) -> None:
    """Play the matches that are left, and print the standings."""
    from os import cpu_count

    from parlour.tournament.plan.eligibility import with_same_rules
    from parlour.tournament.run.file_lock import lock_file
    from parlour.tournament.run.runner import Runner, StopRequest
    from parlour.tournament.run.workers import start_workers

    if json:
        need(("numpy", "scipy"))
    seconds = seconds_given(time)
    store.tournament = with_same_rules(store.tournament, loader)
    with lock_file(store.path):
        _note_run(store, loader)
        runner = Runner(store)
        team = start_workers(executor, workers or cpu_count() or 1, loader.sources)
        request = StopRequest.within(seconds)
        if not (quiet or json):
            plan = store.tournament.plan
            print(f"Seed of the deals: {quoted(plan.seed)}, kept in {store.path}", flush=True)
        complete = _run_to_end(runner, team, request, shown=not (quiet or json))
    _print_end(runner, complete=complete, quiet=quiet, json=json)
    if request.finish or request.stop:
        raise typer.Exit(INTERRUPTED)


def _note_run(store: "Store", loader: "Loader") -> None:
    """Check that no bot has changed since it has played, and note with what it is played now."""
    from parlour.tournament.plan.eligibility import provenance_of
    from parlour.tournament.plan.provenance import check_same_bots

    runs, now = store.runs(), provenance_of(store.tournament, loader)
    check_same_bots(runs, now.bots)
    if not runs or not now.same_setting(runs[-1]):
        store.note_run(now)


def _run_to_end(runner: "Runner", team: "Workers", request: "StopRequest", *, shown: bool) -> bool:
    """Play until all is played or a key asks to stop, and end the workers; True if all is."""
    from parlour.cli.tournament.live import interrupts, progress_on_screen
    from parlour.rules.errors import Interrupted

    try:
        with (
            interrupts(request),
            progress_on_screen(team.count, request, shown=shown) as listener,
        ):
            complete = runner.run(team, listener, request)
    except Interrupted as stopped:
        print_error(str(stopped))
        return False
    except BaseException:
        # Otherwise the workers would play on matches whose results nobody can take.
        team.kill()
        raise
    team.close()
    return complete


def _print_end(runner: "Runner", *, complete: bool, quiet: bool, json: bool) -> None:
    """Print the standings at the end of a run, and the commands that go on from here."""
    from importlib.util import find_spec

    if quiet and not json:
        return
    if not (find_spec("numpy") and find_spec("scipy")):
        print("Ratings need: python -m pip install 'parlour[tournament]'")
    elif runner.played or json:
        from parlour.cli.output import print_json
        from parlour.cli.tournament.report import print_report
        from parlour.tournament.analysis.analysis import analyse

        if json:
            print_json(analyse(runner.store))
            return
        print_report(analyse(runner.store), plain=False, brief=True)
    path = quote(str(runner.store.path))
    print(f"Matches played: {runner.played - runner.before:,} now, {runner.played:,} in all.")
    print(f"All figures:  parlour tournament report {path} --html report.html")
    if not complete:
        print(f"To resume:    parlour tournament resume {path}")
