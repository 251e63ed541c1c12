"""``parlour tournament run`` and ``replay``."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Annotated, get_args

import msgspec
import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import (
    AsJson,
    GamePath,
    Trust,
    catalog_given,
    check_commands,
    settings_given,
)
from parlour.cli.output import INTERRUPTED, need, print_error, print_json
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.match import SUFFIX as RECORD_SUFFIX
from parlour.rules import (
    Interrupted,
    MisuseError,
    either,
    printable,
    quoted,
    visible,
    write_private,
)
from parlour.table.opening.trust import external_bots, is_known, remember
from parlour_analysis.commands.replay import show_match
from parlour_tournament.commands.arguments import FileOption, Output, PlanOrFile, TournamentFile
from parlour_tournament.plan import (
    Extension,
    Loader,
    Plan,
    Resources,
    Tournament,
    TournamentSettings,
    parse_plan,
    read_game,
    read_toml,
    with_same_rules,
)
from parlour_tournament.plan.settings import ScheduleName
from parlour_tournament.playing import Store
from parlour_tournament.report.export import match_key
from parlour_tournament.running import (
    Replay,
    TournamentRun,
    begin,
    begun_plan,
    extend_store,
    is_run,
    replay_match,
)

SUFFIX = ".tournament"
"""Suffix of a tournament's file, unless its name is given."""

POOL_FILE = "parlour.pool"
"""The file of a pool, unless its name is given."""
HEAD_BYTES = 100
"""Length of the head of a tournament's file, which has bytes that no text has."""

ALL_BUT_POOL = frozenset(get_args(ScheduleName)) - {"pool"}
OF_SCHEDULE: Mapping[str, frozenset[str]] = {
    "rounds": frozenset({"swiss"}),
    "test": frozenset({"test"}),
    "blocks": ALL_BUT_POOL,
    "deals": ALL_BUT_POOL,
}
"""Options that some schedules have, and these."""


@with_options
def run(
    settings: Annotated[Typed, Fields(TournamentSettings)],
    resources: Resources,
    output: Output,
    source: PlanOrFile = None,
    file: FileOption = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="NAME",
            help="A bot of FILE that plays no more matches. Once for each.",
        ),
    ] = None,
    settle: Annotated[
        bool,
        typer.Option("--settle", help="End a pool when every interval is narrow enough."),
    ] = False,
    trust: Trust = False,
) -> None:
    """Play a tournament of bots.

    Games, bots and schedule stand in PLAN, a file in TOML, or in options, which
    overrule it.

    Every match is kept in one file as soon as it is over. Ctrl-C once finishes the
    matches that are being played, twice stops at once. To go on, run the same command
    again, or give FILE, the file of the tournament. No match is played twice.

    With FILE, --bot lets a bot join, --without lets one go, whose matches go on to count,
    and --blocks or --rounds give their number from now on. What has been played stays.

    With --schedule pool bots meet endlessly. The next block is always the one that narrows
    the intervals most that are still too wide. Bots may join and leave while a pool runs.

    Commands of bots in PLAN or FILE are shown before they are first started in this
    folder, and you are asked.

    Examples:
      parlour tournament run summer.toml --workers 2 --trust
      parlour tournament run --game maori --game maori:3 --bot greedy --bot uniform --ladder
      parlour tournament run --game maori --bot search:simulations=50 --bot greedy \
--schedule test --file test.tournament
      parlour tournament run summer.tournament
      parlour tournament run summer.tournament --bot search:simulations=400 --blocks 50
      parlour tournament run --game maori --game rapa_nui --bot greedy --bot uniform \
--schedule pool
    """
    if source is not None and holds_tournament(source):
        game = next(iter(settings.get("games", ())), None)
        playing = Playing(resources, output, trusted=trust, settle=settle, game=game)
        playing.go_on(source, _changes(source, settings, without, file))
        return
    if without:
        raise MisuseError("expected --without with FILE, the file of a tournament")
    playing = Playing(resources, output, trusted=trust, settle=settle)
    pooled = settings.get("schedule") == "pool"
    path = file or _named_after(source, POOL_FILE if pooled else "parlour" + SUFFIX)
    given = playing.plan_given(source, settings, begun_plan(path))
    if given.schedule == "pool":
        need(("numpy",))
    for name, schedules in OF_SCHEDULE.items():
        if name in settings and given.schedule not in schedules:
            wanted = either(sorted(schedules))
            raise MisuseError(f"expected --{name} with schedule {wanted}, got {given.schedule}")
    playing.begin(given, path, source if "bots" not in settings else None)


def holds_tournament(path: Path) -> bool:
    """Return whether a file holds a tournament, and no plan in text; a pipe is never opened."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return b"\0" in file.read(HEAD_BYTES)


def _changes(
    path: Path, typed: Typed, without: list[str] | None, file: Path | None
) -> Extension | None:
    """Return what is to change in a tournament that has begun, or None if nothing is.

    Raises:
        MisuseError: Something is typed that cannot change any more.
    """
    fixed = [name for name in typed if name not in (*Extension.__struct_fields__, "games")]
    fixed += ["file"] * (file is not None)
    if fixed:
        raise MisuseError(
            f"{path}: this tournament has begun; expected --bot, --without, --blocks or --rounds, "
            f"got --{fixed[0].replace('_', '-')}"
        )
    changes = {name: value for name, value in typed.items() if name != "games"}
    if without:
        changes["without"] = without
    return msgspec.convert(changes, Extension) if changes else None


def replay(
    file: TournamentFile,
    match: Annotated[
        str,
        typer.Argument(metavar="MATCH", help="Contest, block and match, as a report names them."),
    ],
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="PATH", help="Play it again, and write its record."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Play the match again, and say whether it came so.")
    ] = False,
    json: AsJson = False,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Look back at a match of a tournament, or play it again.

    It is shown as parlour replay shows a record: a terminal leads through it, a pipe gets
    all of it.

    With --again or --record the match is played with its bots, its deal and their luck. It
    runs in this process, so that a debugger can follow a bot of a plugin, and the bots'
    files are taken as they are now. Exit code 1 says that the match has come otherwise than
    in the file.

    Examples:
      parlour tournament replay summer.tournament maori/2/side=atoll:0:0
      parlour tournament replay summer.tournament 0:0:0 --again
      parlour tournament replay summer.tournament 0:0:0 --json
      parlour tournament replay summer.tournament 0:0:0 --record again.jsonl
    """
    catalog = catalog_given(game)
    if not again and record is None:
        with Store.open_file(file, read_only=True) as store:
            kept = store.record(match_key(store.tournament.plan, match, "MATCH as"))
        _show(kept, catalog, json=json)
        return
    loader = Loader(catalog)
    with trusted_file(file, trusted=trust) as store:
        key = match_key(store.tournament.plan, match, "MATCH as")
        store.tournament = with_same_rules(store.tournament, loader)
        found = replay_match(store, key, loader)
        if json:
            print_json({"result": found.now.result, "differs_at": found.differs_at})
        else:
            _print_replay(store.tournament.plan, found)
    if record is not None:
        write_private(record, found.record)
    if found.differs_at is not None:
        raise typer.Exit(1)


def _show(kept: bytes, catalog: Catalog, *, json: bool) -> None:
    """Show the record of a match."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"match{RECORD_SUFFIX}"
        path.write_bytes(kept)
        show_match(path, catalog, settings_given(plain=None), json=json)


class Playing:
    """A command that plays a tournament."""

    def __init__(
        self,
        resources: Resources,
        output: Output,
        *,
        trusted: bool,
        settle: bool = False,
        game: str | None = None,
    ) -> None:
        self._resources = resources
        self._output = output
        self._trusted = trusted
        self._settle = settle
        self.loader = Loader(catalog_given(game))

    def go_on(self, file: Path, changes: Extension | None) -> None:
        """Play the tournament in a file on, with changes; a pool that runs takes them up itself."""
        with trusted_file(file, trusted=self._trusted) as store:
            if changes is not None:
                extend_store(store, changes, self.loader)
                remember(*_commands_of(store.tournament))
            if changes is not None and store.tournament.plan.schedule == "pool" and is_run(file):
                print(f"{file}: the process that runs this pool takes it up")
            else:
                self.play(store)

    def plan_given(self, file: Path | None, typed: Typed, begun: Plan | None) -> Plan:
        """Read a plan from a file and from typed settings, which overrule it."""
        written = read_toml(file) if file is not None else {}
        games = [_game(text, self.loader) for text in typed.get("games", ())]
        settings = typed | ({"games": games} if games else {})
        where = str(file) if file is not None else "tournament"
        return parse_plan(written | settings, where, self.loader, begun)

    def begin(self, plan: Plan, path: Path, source: Path | None) -> None:
        """Begin a tournament, or play it on; ``source`` is the plan's file, if its bots take part.

        Raises:
            MisuseError: The commands of these bots may not be started.
        """
        if source is not None:
            commands = external_bots(entrant.bot for entrant in plan.entrants)
            content = "\n".join((source.name, *commands)).encode()
            check_commands(source, content, commands, trusted=self._trusted)
        with begin(plan, path, self.loader) as store:
            remember(*_commands_of(store.tournament))
            self.play(store)

    def play(self, store: Store) -> None:
        """Play the matches that are left, and print the standings.

        Raises:
            Exit: A key asked to stop.
        """
        from parlour_tournament.commands.progress import played_on_screen  # with rich

        shown = self._output
        if shown.json:
            need(("numpy", "scipy"))
        before = store.count()
        silent = shown.quiet or shown.json
        if not silent:
            seed = quoted(store.tournament.plan.seed)
            print(f"Seed of the deals: {seed}, kept in {store.path}", flush=True)
        screen = played_on_screen(self.loader, self._resources, shown=not silent)
        with screen as (plays, request):
            try:
                played = plays(store, settle=self._settle, admits=self._admits)
            except Interrupted as stopped:
                print_error(str(stopped))
                played = TournamentRun(store.path, before, store.count(), complete=False)
        self._print_end(store, played)
        if request.finish or request.stop:
            raise typer.Exit(INTERRUPTED)

    def _admits(self, tournament: Tournament) -> bool:
        """Return whether the commands of bots that have joined a pool may be started."""
        content, commands = _commands_of(tournament)
        if self._trusted or not commands or is_known(content):
            return True
        print_error("bots have joined that were not let in from this folder")
        return False

    def _print_end(self, store: Store, played: TournamentRun) -> None:
        """Print the standings at the end of a run, and the commands that go on from here."""
        if self._output.quiet and not self._output.json:
            return
        if not (find_spec("numpy") and find_spec("scipy")):
            print("Ratings need: python -m pip install 'parlour[tournament]'")
        elif played.matches or self._output.json:
            from parlour_tournament.analysis.analysis import analyse
            from parlour_tournament.commands.printing import print_report  # with numpy

            found = analyse(store)
            if self._output.json:
                print_json(found)
                return
            print_report(found, plain=False, brief=True)
        path = quote(str(played.path))
        now = played.matches - played.before
        print(f"Matches played: {now:,} now, {played.matches:,} in all.")
        print(f"All figures:  parlour tournament report {path} --html report.html")
        if not played.complete:
            print(f"To resume:    parlour tournament run {path}")


@contextmanager
def trusted_file(file: Path, *, trusted: bool) -> Iterator[Store]:
    """Open a file whose commands may be started.

    Raises:
        MisuseError: They may not.
    """
    with Store.open_file(file) as store:
        check_commands(file, *_commands_of(store.tournament), trusted=trusted)
        yield store


def _named_after(plan: Path | None, unnamed: str) -> Path:
    """Return the file of a tournament in this folder, named after its plan."""
    return Path(plan.stem + SUFFIX if plan is not None else unnamed)


def _commands_of(tournament: Tournament) -> tuple[bytes, tuple[str, ...]]:
    """Return by what trust in a tournament's commands is noted, and the commands."""
    content = msgspec.json.encode(tournament)
    return content, external_bots(entrant.bot for entrant in tournament.plan.entrants)


def _game(text: str, loader: Loader) -> dict[str, object]:
    """Read ``maori:3,side=atoll``; a path becomes the name of the game there."""
    given = msgspec.structs.asdict(read_game(text))
    return given | {"game": loader.typed_game(given["game"]).id}


def _print_replay(plan: Plan, found: Replay) -> None:
    """Print the seats with their places, what bots wrote, and whether the match came as before."""
    result = found.now.result
    for seat, who in enumerate(result.lineup):
        came = result.places and f", place {result.places[seat]}, {result.scores[seat]} points"
        print(visible(f"seat {seat + 1}: {plan.entrants[who].name}{came or ''}"))
    if result.fault:
        print(visible(f"the game failed: {result.fault}"))
    for forfeit in result.forfeits:
        print(visible(f"seat {forfeit.seat + 1} forfeits ({forfeit.cause}): {forfeit.reason}"))
    for one in found.now.errors:
        print(f"standard error of seat {one.seat + 1}:\n{printable(one.text)}")
    lines = found.record.count(b"\n")
    if found.differs_at is None:
        print(f"The match came as in the file: {lines:,} lines.")
    else:
        print(f"The match came otherwise than in the file, from line {found.differs_at:,} on.")
