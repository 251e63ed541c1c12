"""``parlour tournament run``, ``pool``, ``resume``, ``extend`` and ``replay``."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import Annotated

import msgspec
import typer

from parlour.cli.arguments import GamePath, Trust, catalog_given, check_commands
from parlour.cli.output import INTERRUPTED, need, print_error, print_json
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.rules import (
    Interrupted,
    MisuseError,
    printable,
    quoted,
    visible,
    write_private,
)
from parlour.table.opening.trust import external_bots, is_known, remember
from parlour_tournament.commands.arguments import FileOption, Output, PlanFile, TournamentFile
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
from parlour_tournament.playing import Store
from parlour_tournament.report.export import match_key
from parlour_tournament.running import (
    Replay,
    TournamentRun,
    begin,
    begun_plan,
    extend_store,
    replay_match,
)

SUFFIX = ".tournament"
"""Suffix of a tournament's file, unless its name is given."""

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
      parlour tournament run --game maori --game maori:3 --bot greedy --bot uniform --ladder
      parlour tournament run --game maori --bot search:simulations=50 --bot greedy \
--schedule test --file test.tournament
    """
    playing = Playing(resources, output, trusted=trust)
    path = file or _named_after(plan, "parlour" + SUFFIX)
    given = playing.plan_given(plan, settings, begun_plan(path))
    for name, schedule in (("rounds", "swiss"), ("test", "test")):
        if name in settings and given.schedule != schedule:
            raise MisuseError(f"expected --{name} with schedule {schedule}, got {given.schedule}")
    playing.begin(given, path, plan if "bots" not in settings else None)


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
    need(("numpy",))
    playing = Playing(resources, output, trusted=trust, settle=settle)
    path = file or _named_after(plan, "parlour.pool")
    begun = begun_plan(path)
    if begun is not None and begun.schedule != "pool":
        raise MisuseError(f"{path}: expected a pool, got a {begun.schedule} tournament")
    if begun is not None and plan is None and not settings.keys() & {"games", "bots"}:
        playing.resume(path)
        return
    given = playing.plan_given(plan, settings, begun, pool=True)
    playing.begin(given, path, plan if "bots" not in settings else None)


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
    playing = Playing(resources, output, trusted=trust, game=game)
    with trusted_file(file, trusted=trust) as store:
        extend_store(store, more, playing.loader)
        remember(*_commands_of(store.tournament))
        if store.tournament.plan.schedule != "pool":
            playing.play(store)
            return
    print(f"{file}: a pool that runs takes it up; 'parlour tournament pool' continues one")


def replay(
    file: TournamentFile,
    match: Annotated[
        str,
        typer.Argument(metavar="MATCH", help="Contest, block and match, as a report names them."),
    ],
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="PATH", help="Write the record of the match played again."
        ),
    ] = None,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Play a match of a tournament again, with its bots, its deal and their luck.

    The match runs in this process, so that a debugger can follow a bot of a plugin, and
    the bots' files are taken as they are now. Exit code 1 says that the match has come
    otherwise than in the file.

    Examples:
      parlour tournament replay summer.tournament maori/2/side=atoll:0:0
      parlour tournament replay summer.tournament 0:0:0 --record again.jsonl
    """
    loader = Loader(catalog_given(game))
    with trusted_file(file, trusted=trust) as store:
        key = match_key(store.tournament.plan, match, "MATCH as")
        store.tournament = with_same_rules(store.tournament, loader)
        found = replay_match(store, key, loader)
        _print_replay(store.tournament.plan, found)
    if record is not None:
        write_private(record, found.record)
    if found.differs_at is not None:
        raise typer.Exit(1)


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

    def resume(self, file: Path) -> None:
        """Play the tournament in a file on."""
        with trusted_file(file, trusted=self._trusted) as store:
            self.play(store)

    def plan_given(
        self, file: Path | None, typed: Typed, begun: Plan | None, *, pool: bool = False
    ) -> Plan:
        """Read a plan from a file and from typed settings, which overrule it."""
        written = read_toml(file) if file is not None else {}
        games = [_game(text, self.loader) for text in typed.get("games", ())]
        settings = typed | ({"games": games} if games else {})
        where = str(file) if file is not None else "tournament"
        return parse_plan(written | settings, where, self.loader, begun, pool=pool)

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
            print(f"To resume:    parlour tournament resume {path}")


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
