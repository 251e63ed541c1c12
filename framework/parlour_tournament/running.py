"""Running tournaments: from a plan, from a file that was begun, extended, or as a pool.

The command line does no more than these functions; it reads options, asks about commands of bots
and draws the progress.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import zip_longest
from os import cpu_count
from pathlib import Path
from threading import Event
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match import MERSENNE, Game, encode_lines, replayed
from parlour.match.record import parse
from parlour.rules import Interrupted, MisuseError, RecordError, StoreError, open_private
from parlour_tournament.plan import (
    LOCAL,
    Extension,
    Loader,
    Plan,
    Resources,
    Tournament,
    check_eligibility,
    check_same_bots,
    eligibility,
    parse_plan,
    provenance_of,
    read_toml,
    with_same_rules,
)
from parlour_tournament.playing import (
    BlockTally,
    Listener,
    MatchResult,
    PlayedMatch,
    Runner,
    StopRequest,
    Store,
    Workers,
    begun_blocks,
    bots_by_side,
    decompress,
    ignore,
    play_planned_match,
    start_workers,
)
from parlour_tournament.schedules import PlannedMatch, Schedule, luck_of

Admits: TypeAlias = Callable[[Tournament], bool]
"""Returns whether the bots of a pool may be started after some have joined it."""


class TournamentRun(Struct, frozen=True):
    """A tournament's file after a run."""

    path: Path
    """Path of the file."""
    before: int
    """Number of matches that it held before."""
    matches: int
    """Number of matches that it holds now."""
    complete: bool
    """Whether all that the plan asks for has been played; a pool that waits for bots is not."""


def run(
    plan: Mapping[str, object] | Path | str,
    file: Path | str,
    *,
    resources: Resources = LOCAL,
    settle: bool = False,
    on_progress: Listener = ignore,
    catalog: Catalog | None = None,
) -> TournamentRun:
    """Play the tournament of a plan, and keep it in a file; if it has begun there, play it on.

    Commands of bots in a plan or a file are started without a question.

    Args:
        plan: Settings as a plan's file holds them, or the path of such a file.
        file: Path of the tournament's file.
        resources: How many workers play, and for how long.
        settle: Whether a pool stops when all intervals are narrow, before its time is up.
        on_progress: Called with the runner after each block.
        catalog: The games and bots to choose from; without it all that is installed.

    ::

        plan = {"games": ["leduc"], "bots": ["uniform", "greedy"], "blocks": 30, "seed": "7"}
        run(plan, "cards.tournament", resources=Resources(workers=2, time="10m"))

    Raises:
        ParlourError: The plan cannot be played, or the file holds another tournament.
    """
    loader = Loader(catalog or Catalog())
    path = Path(file)
    is_file = isinstance(plan, Path | str)
    given = read_toml(Path(plan)) if isinstance(plan, Path | str) else plan
    where = str(plan) if is_file else "plan"
    parsed = parse_plan(given, where, loader, begun_plan(path))
    with begin(parsed, path, loader) as store:
        return play(store, loader, resources, on_progress, settle=settle)


def resume(
    file: Path | str,
    *,
    resources: Resources = LOCAL,
    settle: bool = False,
    on_progress: Listener = ignore,
    catalog: Catalog | None = None,
) -> TournamentRun:
    """Play on the tournament in a file.

    Args:
        file: Path of the tournament's file.
        resources: How many workers play, and for how long.
        settle: Whether a pool stops when all intervals are narrow.
        on_progress: Called with the runner after each block.
        catalog: The games and bots to choose from.

    Raises:
        ParlourError: It cannot be read, or played on.
    """
    with Store.open_file(Path(file)) as store:
        loader = Loader(catalog or Catalog())
        return play(store, loader, resources, on_progress, settle=settle)


def extend(file: Path | str, more: Extension, *, catalog: Catalog | None = None) -> None:
    """Extend the tournament in a ``file`` by bots, blocks or rounds; ``resume`` plays them.

    ``more`` says by what. ``catalog`` holds the new bots.

    Raises:
        ParlourError: It cannot be extended so, or another process runs it and it is no pool.
    """
    with Store.open_file(Path(file)) as store:
        extend_store(store, more, Loader(catalog or Catalog()))


def begun_plan(path: Path) -> Plan | None:
    """Return the plan of the tournament in a file, or None if there is no file."""
    if not path.exists():
        return None
    with Store.open_file(path) as store:
        return store.tournament.plan


def begin(plan: Plan, path: Path, loader: Loader) -> Store:
    """Create the file of a tournament and open it, or open it if it was begun by this plan.

    Raises:
        MisuseError: The file holds another tournament.
        SetupError: The tournament cannot be held.
    """
    if not path.exists():
        return Store.create_file(path, check_eligibility(plan, loader))
    store = Store.open_file(path)
    if plan not in (store.tournament.plan, store.begun.plan):
        store.close()
        if plan.schedule == "pool":
            raise MisuseError(
                f"{path}: holds another pool; 'run FILE --bot NEW' lets a bot join it"
            )
        raise MisuseError(f"{path}: holds another tournament; --file names a new one")
    return store


def extend_store(store: Store, more: Extension, loader: Loader) -> None:
    """Extend the tournament in an open file. A pool takes it up also while it runs.

    Raises:
        SetupError: It cannot be extended so.
        StoreError: Another process runs it and it is no pool, or the file cannot be written.
    """
    with_same_rules(store.tournament, loader)
    longer = eligibility.extend(store.tournament, loader, more)
    if longer.plan.schedule == "pool":
        store.extend(longer)
    else:
        with lock_file(store.path):
            store.extend(longer)


def play(
    store: Store,
    loader: Loader,
    resources: Resources = LOCAL,
    on_progress: Listener = ignore,
    request: StopRequest | None = None,
    *,
    settle: bool = False,
    admits: Admits = lambda _: True,
) -> TournamentRun:
    """Play the matches that are left, or a pool until a request or ``settle`` ends it.

    Raises:
        Interrupted: The request was to stop at once.
        SetupError: A bot or a game has changed since the tournament was begun.
        StoreError: Another process runs the tournament.
        ClusterError: The cluster cannot be reached, or is gone.
        WorkersDied: Workers die again and again.
    """
    request = request or StopRequest.within(resources.seconds)
    store.tournament = with_same_rules(store.tournament, loader)

    def admit(tournament: Tournament) -> Tournament | None:
        if not admits(tournament):
            return None
        store.tournament = with_same_rules(tournament, loader)
        _note_run(store, loader)
        return store.tournament

    with lock_file(store.path):
        if resources.durable:
            store.sync_always()
        _note_run(store, loader)
        before = store.count()
        count = resources.workers or cpu_count() or 1
        workers = start_workers(resources.executor, count, loader.sources, resources.tls)
        try:
            if store.tournament.plan.schedule == "pool":
                run_pool(store, workers, on_progress, request, settle=settle, admit=admit)
                complete = settle and not request.finishing()
            else:
                complete = Runner(store).run(workers, on_progress, request)
        except Interrupted:
            raise
        except BaseException:
            # Otherwise the workers would play on matches whose results nobody can take.
            workers.kill()
            raise
        workers.close()
        return TournamentRun(store.path, before, store.count(), complete)


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Keep other processes from running the tournament in a file; they can still read it.

    The lock is SQLite's, on an empty file beside it, and ends with the process.

    Raises:
        StoreError: Another process runs the tournament, or the folder cannot be written.
    """
    beside = path.with_name(f"{path.name}.lock")
    try:
        connection = _locked(beside)
    except (OSError, sqlite3.OperationalError) as fault:
        busy = "another process is running this tournament"
        reason = busy if "locked" in str(fault) else f"cannot be written: {fault}"
        raise StoreError(f"{path}: {reason}") from None
    with closing(connection):
        yield
        with suppress(OSError):
            beside.unlink()  # while it is locked: later it may be another's


def _locked(beside: Path) -> sqlite3.Connection:
    """Lock a file, and not one that the process before removes in this moment."""
    while True:
        with ExitStack() as opened:
            with suppress(FileExistsError):
                os.close(open_private(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            place = _place_of(beside)
            connection = sqlite3.connect(beside, timeout=0.0, isolation_level=None)
            opened.callback(connection.close)
            connection.execute("BEGIN EXCLUSIVE")
            if place is not None and place == _place_of(beside):
                opened.pop_all()
                return connection


def _place_of(path: Path) -> int | None:
    """Return the place of a file on its disk, or None if there is no such file."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def is_run(path: Path) -> bool:
    """Return whether another process runs the tournament in a file."""
    try:
        with lock_file(path):
            return False
    except StoreError:
        return True


def _note_run(store: Store, loader: Loader) -> None:
    """Check that no bot has changed since it has played, and note the programs that play it now."""
    runs = store.runs()
    now = provenance_of(store.tournament, loader)
    check_same_bots(runs, now.bots)
    if not runs or not now.same_setting(runs[-1]):
        store.note_run(now)


POLL_SECONDS = 0.5
"""Seconds until the file is read again for bots that have joined."""

Admit: TypeAlias = Callable[[Tournament], Tournament | None]
"""Returns a tournament as it is played, or None if its bots may not be started."""


def run_pool(
    store: Store,
    workers: Workers,
    listener: Listener,
    request: StopRequest,
    *,
    settle: bool,
    admit: Admit,
) -> Runner:
    """Play a pool until a request ends it, or, to ``settle``, until all intervals are narrow.

    Raises:
        ClusterError: The cluster is gone.
        Interrupted: The request was to stop at once.
        WorkersDied: Workers die again and again.
    """
    pause = Event()
    before: int | None = None
    while True:
        seen = store.extensions()

        def ends(before: int = seen) -> bool:
            return request.finishing() or store.extensions() != before

        def begin(number: int, schedule: Schedule, tally: BlockTally) -> Schedule:
            # Needs NumPy, which other tournaments do without.
            from parlour_tournament.analysis.pool import Pool  # noqa: PLC0415

            return Pool(
                number,
                store.tournament,
                schedule.size,
                begun=begun_blocks(store, number),
                classes=tally.classes.get,
                ends=ends,
            )

        runner = Runner(store, begin)
        # The run began before the bots that have joined or left since.
        before = runner.before = runner.before if before is None else before
        runner.run(workers, listener, request)
        while store.extensions() == seen:
            if settle or request.finishing():
                return runner
            runner.awaits_bots = True
            listener(runner)
            pause.wait(POLL_SECONDS)
        if request.finishing():
            return runner
        store.tournament = admit(store.newest()) or store.tournament


class Replay(Struct, frozen=True):
    """A match that was played again, beside the one in the file."""

    before: MatchResult
    """Result in the file."""
    now: PlayedMatch
    """Match as it was played again."""
    record: bytes
    """Record of the match played again, as JSON lines."""
    differs_at: int | None
    """Number of the first line of the records that differs, from 1, or None if all are equal."""


def replay_match(store: Store, key: tuple[int, int, int], loader: Loader) -> Replay:
    """Play the match of a key again, in this process.

    Raises:
        StoreError: The match has not been played.
    """
    before = next((one for one in store.results(key[0]) if one.key == key), None)
    if before is None:
        name = store.tournament.plan.match_name(key)
        raise StoreError(f"{store.path}: no match {name} has been played")
    # A process of its own for the match, whatever the plan says: it is the only one.
    plan = replace(store.tournament.plan, restart=True)
    now = play_planned_match(plan, planned_match_of(store, before), loader)
    record = decompress(now.record)
    game = loader.game(plan.contests[key[0]].game)
    written = _as_written_now(game, store.record(key))
    return Replay(before, now, record, _first_difference(written, _as_written_now(game, record)))


def _as_written_now(game: Game, record: bytes) -> bytes:
    """Return a record as this release writes it: older ones name no dealer, and moves otherwise."""
    try:
        match = replayed(game, parse(record, "the record"), "the record")
    except RecordError:
        return record
    dealer = match.header.dealer or MERSENNE
    return encode_lines([replace(match.header, dealer=dealer), *match.lines])


def planned_match_of(store: Store, result: MatchResult) -> PlannedMatch:
    """Return the planned match of a result, with its seed of luck."""
    plan = store.tournament.plan
    lineup = result.lineup
    bots = bots_by_side(store.tournament.roster, result)
    # Copies of bots may sit the same way in several rotations of a block; each has its own luck.
    turns = range(1, result.match % len(bots) + 1)
    earlier = sum(bots[turn:] + bots[:turn] == bots for turn in turns)
    luck = luck_of(plan, result.deal, lineup, earlier) if plan.bot_seed else ""
    return PlannedMatch(*result.key, result.deal, lineup, luck, result.opening)


def _first_difference(before: bytes, now: bytes) -> int | None:
    lines = zip_longest(before.splitlines(), now.splitlines())
    return next((number for number, (one, other) in enumerate(lines, 1) if one != other), None)
