"""``parlour tournament run`` and ``parlour tournament resume``."""

from parlour.cli.arguments import Clocks, GamePath, Sandbox, catalog_given
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
    Openings,
    PlanFile,
    Quiet,
    Rounds,
    ScheduleOption,
    Test,
    Time,
    TournamentFile,
    Watch,
    Without,
    WorkerCount,
    file_given,
    plan_given,
)
from parlour.cli.tournament.playing import (
    bots_of,
    check_plan_commands,
    content_of,
    plan_in,
    play_on,
)
from parlour.cli.trust import Trust, check_commands
from parlour.rules.errors import MisuseError
from parlour.table.opening.trust import remember

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
    test: Test = None,
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
    watch: Watch = False,
    isolate: Isolate = False,
    forfeits: Forfeits = None,
    openings: Openings = None,
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
            "test": test,
            "seed": seed,
            "bot_seed": bot_seed,
            "anchors": anchors,
            "clock": clock,
            "sandbox": sandbox,
            "isolate": isolate,
            "forfeits": forfeits,
            "openings": [str(path) for path in openings or ()],
        },
        loader,
        plan_in(path),
    )
    for typed, name, needed in ((rounds, "--rounds", "swiss"), (test, "--test", "test")):
        if typed is not None and given.schedule != needed:
            raise MisuseError(f"expected {name} with schedule {needed}, got {given.schedule}")
    check_plan_commands(plan, given, bot, trusted=trust)
    there = path.exists()
    with (
        Store.open_file(path)
        if there
        else Store.create_file(path, check_eligibility(given, loader)) as store
    ):
        if there and given not in (store.tournament.plan, store.begun.plan):
            raise MisuseError(f"{path}: holds another tournament; --file names a new one")
        remember(content_of(store), bots_of(store))
        play_on(store, loader, workers, executor, time, quiet=quiet, json=json, watch=watch)


def resume(
    file: TournamentFile,
    game: GamePath = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
    watch: Watch = False,
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
        play_on(store, loader, workers, executor, time, quiet=quiet, json=json, watch=watch)


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
    watch: Watch = False,
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
        if longer.plan.schedule == "pool":
            store.tournament = longer
            remember(content_of(store), bots_of(store))
            store.extend(longer)
            print(f"{file}: a pool that runs takes it up; 'parlour tournament pool' continues one")
            return
        with lock_file(file):
            store.extend(longer)
        remember(content_of(store), bots_of(store))
        play_on(store, loader, workers, executor, time, quiet=quiet, json=json, watch=watch)
