"""Playing a tournament in a file on: its workers, its progress and the end of the run."""

from contextlib import nullcontext
from shlex import quote
from typing import TYPE_CHECKING

import typer

from parlour.cli.errors import INTERRUPTED, need, print_error
from parlour.cli.tournament.arguments import seconds_given
from parlour.cli.trust import check_commands
from parlour.rules.one_line import quoted
from parlour.table.opening.trust import external_bots, is_known

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.plan.plan import Plan, Tournament
    from parlour.tournament.run.runner import ProgressListener, Runner, StopRequest
    from parlour.tournament.run.store import Store
    from parlour.tournament.run.workers import Workers


def content_of(store: "Store") -> bytes:
    """Return the plan and roster of a tournament, by which trust in its commands is noted."""
    from msgspec.json import encode

    return encode(store.tournament)


def bots_of(store: "Store") -> tuple[str, ...]:
    """Return the names of the bots in a tournament, as they were typed."""
    return tuple(entrant.bot for entrant in store.tournament.plan.entrants)


def check_plan_commands(
    file: "Path | None", plan: "Plan", bots: "Sequence[str] | None", *, trusted: bool
) -> None:
    """Check that the commands of bots in a plan's file may be started.

    Where ``bots`` were typed, they took the place of those in the file.

    Raises:
        MisuseError: They may not.
    """
    if file is not None and not bots:
        commands = external_bots(entrant.bot for entrant in plan.entrants)
        content = "\n".join((file.name, *commands)).encode()
        check_commands(file, content, commands, trusted=trusted)


def plan_in(path: "Path") -> "Plan | None":
    """Return the plan of a tournament that has begun; None where there is no file."""
    from parlour.tournament.run.store import Store

    if not path.exists():
        return None
    with Store.open_file(path) as store:
        return store.tournament.plan


def play_on(
    store: "Store",
    loader: "Loader",
    workers: int | None,
    executor: str,
    time: str | None,
    *,
    quiet: bool,
    json: bool,
    watch: bool = False,
    settle: bool = False,
    trust: bool = False,
) -> None:
    """Play the matches that are left, and print the standings."""
    from os import cpu_count

    from parlour.cli.tournament.watch import watched
    from parlour.tournament.plan.eligibility import with_same_rules
    from parlour.tournament.run.file_lock import lock_file
    from parlour.tournament.run.runner import StopRequest
    from parlour.tournament.run.workers import start_workers

    if json or watch:
        need(("numpy", "scipy", *(["jinja2"] if watch else [])))
    seconds = seconds_given(time)
    store.tournament = with_same_rules(store.tournament, loader)
    with lock_file(store.path), watched(store.path) if watch else nullcontext() as address:
        note_run(store, loader)
        team = start_workers(executor, workers or cpu_count() or 1, loader.sources)
        request = StopRequest.within(seconds)
        if not (quiet or json):
            plan = store.tournament.plan
            print(f"Seed of the deals: {quoted(plan.seed)}, kept in {store.path}", flush=True)
        if address:
            print(f"The report as it grows: {address}", flush=True)
        if store.tournament.plan.schedule == "pool":
            play = _pool(store, loader, team, request, settle=settle, trust=trust)
        else:
            play = _whole(store, team, request)
        runner, complete = _run_to_end(play, store, team, request, shown=not (quiet or json))
    _print_end(runner, complete=complete, quiet=quiet, json=json)
    if request.finish or request.stop:
        raise typer.Exit(INTERRUPTED)


def note_run(store: "Store", loader: "Loader") -> None:
    """Check that no bot has changed since it has played, and note with what it is played now."""
    from parlour.tournament.plan.eligibility import provenance_of
    from parlour.tournament.plan.provenance import check_same_bots

    runs, now = store.runs(), provenance_of(store.tournament, loader)
    check_same_bots(runs, now.bots)
    if not runs or not now.same_setting(runs[-1]):
        store.note_run(now)


def _whole(
    store: "Store", team: "Workers", request: "StopRequest"
) -> "Callable[[ProgressListener], tuple[Runner, bool]]":
    """Return what plays a tournament to its end."""
    from parlour.tournament.run.runner import Runner

    def play(listener: "ProgressListener") -> "tuple[Runner, bool]":
        runner = Runner(store)
        return runner, runner.run(team, listener, request)

    return play


def _pool(
    store: "Store",
    loader: "Loader",
    team: "Workers",
    request: "StopRequest",
    *,
    settle: bool,
    trust: bool,
) -> "Callable[[ProgressListener], tuple[Runner, bool]]":
    """Return what plays a pool, and takes in the bots that join."""
    from msgspec.json import encode

    from parlour.tournament.plan.eligibility import with_same_rules

    def admit(tournament: "Tournament") -> "Tournament | None":
        commands = external_bots(entrant.bot for entrant in tournament.plan.entrants)
        if commands and not (trust or is_known(encode(tournament))):
            print_error(f"{store.path}: bots have joined that were not let in from this folder")
            return None
        store.tournament = with_same_rules(tournament, loader)
        note_run(store, loader)
        return store.tournament

    def play(listener: "ProgressListener") -> "tuple[Runner, bool]":
        from parlour.tournament.run.pool import run_pool

        return run_pool(store, team, listener, request, settle=settle, admit=admit), settle

    return play


def _run_to_end(
    play: "Callable[[ProgressListener], tuple[Runner, bool]]",
    store: "Store",
    team: "Workers",
    request: "StopRequest",
    *,
    shown: bool,
) -> "tuple[Runner, bool]":
    """Play until all is played or a key asks to stop, and end the workers; True if all is."""
    from parlour.cli.tournament.live import interrupts, progress_on_screen
    from parlour.rules.errors import Interrupted
    from parlour.tournament.run.runner import Runner

    try:
        with (
            interrupts(request),
            progress_on_screen(team.count, request, shown=shown) as listener,
        ):
            played = play(listener)
    except Interrupted as stopped:
        print_error(str(stopped))
        return Runner(store), False
    except BaseException:
        # Otherwise the workers would play on matches whose results nobody can take.
        team.kill()
        raise
    team.close()
    return played


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
