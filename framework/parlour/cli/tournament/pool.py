"""``parlour tournament pool``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import Clocks, Sandbox, catalog_given
from parlour.cli.errors import need
from parlour.cli.tournament.arguments import (
    AsJson,
    BotOption,
    BotSeed,
    Executor,
    Forfeits,
    GameOption,
    Isolate,
    MasterSeed,
    PlanFile,
    Quiet,
    Time,
    Watch,
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

EXAMPLES = (
    "parlour tournament pool --game maori --game rapa_nui --bot greedy --bot uniform",
    "parlour tournament extend parlour.pool --bot search:simulations=100",
    "parlour tournament pool --file parlour.pool --time 8h",
)
FILE = "parlour.pool"
"""Name of a pool's file, unless it or a plan is given."""

Width = Annotated[
    float | None,
    typer.Option(
        metavar="POINTS",
        help="Width of an interval at which a bot plays no more; 100 unless given.",
        min=1.0,
    ),
]
Settle = Annotated[bool, typer.Option("--settle", help="End when every interval is narrow enough.")]
PoolFile = Annotated[
    Path | None, typer.Option("--file", metavar="PATH", help="Where to keep the pool.")
]


def pool(
    plan: PlanFile = None,
    game: GameOption = None,
    bot: BotOption = None,
    width: Width = None,
    settle: Settle = False,
    seed: MasterSeed = None,
    bot_seed: BotSeed = None,
    clock: Clocks = None,
    sandbox: Sandbox = False,
    file: PoolFile = None,
    workers: WorkerCount = None,
    executor: Executor = "local",
    time: Time = None,
    quiet: Quiet = False,
    json: AsJson = False,
    watch: Watch = False,
    isolate: Isolate = False,
    forfeits: Forfeits = None,
    trust: Trust = False,
) -> None:
    """Let bots meet for ever, those first of whom least is known.

    The next block is always the one that narrows the intervals most that are still too
    wide; a bot whose interval is narrow enough plays only as an opponent. 'parlour
    tournament extend FILE --bot NEW' lets a bot join while the pool runs, --without lets
    one leave. Ctrl-C ends it; the same command without games, or 'parlour tournament
    resume FILE', continues it.
    """
    need(("numpy",))
    from msgspec.structs import replace

    from parlour.tournament.plan.eligibility import check_eligibility
    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.run.store import Store

    loader = Loader(catalog_given(None))
    path = Path(FILE) if file is None and plan is None else file_given(file, plan)
    options = {
        "games": game,
        "bots": bot,
        "seed": seed,
        "bot_seed": bot_seed,
        "clock": clock,
        "sandbox": sandbox,
        "isolate": isolate,
        "forfeits": forfeits,
    }
    kept = plan_in(path)
    if kept is None or plan is not None or game or bot:
        given = plan_given(plan, options, loader, kept)
        if given.deals == "shared":
            raise MisuseError("a pool: expected groups with deals of their own, got shared ones")
        given = replace(given, schedule="pool", width=width or given.width)
    else:
        given = kept
    if kept is not None and kept.schedule != "pool":
        raise MisuseError(f"{path}: expected a pool, got a {kept.schedule} tournament")
    check_plan_commands(plan, given, bot, trusted=trust)
    with (
        Store.create_file(path, check_eligibility(given, loader))
        if kept is None
        else Store.open_file(path) as store
    ):
        if given not in (store.begun.plan, store.tournament.plan):
            raise MisuseError(f"{path}: holds another pool; 'extend' lets bots join it")
        if given is kept:
            check_commands(path, content_of(store), bots_of(store), trusted=trust)
        remember(content_of(store), bots_of(store))
        play_on(
            store,
            loader,
            workers,
            executor,
            time,
            quiet=quiet,
            json=json,
            watch=watch,
            settle=settle,
            trust=trust,
        )
