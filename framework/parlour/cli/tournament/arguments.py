"""Arguments of the commands for tournaments."""

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.arguments import times_given
from parlour.cli.completion import complete_bot, complete_contest, complete_schedule
from parlour.rules.errors import MisuseError
from parlour.rules.options import read_pairs

if TYPE_CHECKING:
    from parlour.tournament.plan.loader import Loader
    from parlour.tournament.plan.plan import Plan
    from parlour.tournament.run.store import Store

SUFFIX = ".tournament"
"""Suffix of a tournament's file, unless its name is given."""
GAME_FORM = "--game GAME[:SEATS][,NAME=VALUE…]"
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
"""Seconds in each unit of ``--time``."""

TournamentFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="The file of a tournament.", exists=True, dir_okay=False, readable=True
    ),
]
TournamentFiles = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE…",
        help="Files of tournaments.",
        exists=True,
        dir_okay=False,
        readable=True,
    ),
]
PlanFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="PLAN", help="A plan in TOML.", exists=True, dir_okay=False, readable=True
    ),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="GAME[:SEATS][,NAME=VALUE…]",
        help="A game to be played: maori, maori:3, maori:2,side=atoll. Once for each.",
        autocompletion=complete_contest,
    ),
]
BotOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="BOT",
        help="A bot that takes part, as typed at --seat of 'parlour play'. Once for each.",
        autocompletion=complete_bot,
    ),
]
ScheduleOption = Annotated[
    str | None,
    typer.Option(
        "--schedule",
        metavar="NAME",
        help="round-robin, gauntlet, swiss or test.",
        autocompletion=complete_schedule,
    ),
]
Test = Annotated[
    str | None,
    typer.Option(
        "--test",
        metavar="NAME=VALUE,…",
        help="Hypotheses of a sequential test on the first bot's mean result: "
        "null=0.5,alternative=0.55,false_alarms=0.05,misses=0.05.",
    ),
]
Blocks = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Blocks of each group of bots; in a test the greatest number.", min=1
    ),
]
Rounds = Annotated[
    int | None, typer.Option(metavar="N", help="Rounds of a Swiss tournament.", min=1)
]
MasterSeed = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Seed of the deals; random unless given."),
]
BotSeed = Annotated[
    str | None,
    typer.Option(
        "--bot-seed",
        metavar="TEXT",
        help="Seed of the bots' own luck. Unless given, it follows from --seed where all bots are "
        "included in Parlour, and is random otherwise.",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="NAME", help="A bot that plays no more matches. Once for each."
    ),
]
Isolate = Annotated[
    bool,
    typer.Option("--isolate", help="Run each bot of a plugin in a process of its own."),
]
Forfeits = Annotated[
    str | None,
    typer.Option(
        "--forfeits",
        metavar="HOW",
        help="Places of bots that forfeit: last, or played_on by their stand-ins.",
    ),
]
Openings = Annotated[
    list[Path] | None,
    typer.Option(
        "--openings",
        metavar="RECORDS",
        help="Records with which matches begin, or folders of them. Once for each.",
    ),
]
Anchors = Annotated[
    bool,
    typer.Option(
        "--anchors", help="Let the search bot take part at doubling budgets, as a ladder."
    ),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", metavar="PATH", help="Where to keep the tournament.")
]
WorkerCount = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        help="Processes that play; as many as cores, unless given.",
        min=1,
        max=1024,
    ),
]
Executor = Annotated[
    str,
    typer.Option(metavar="WHERE", help="local, or a Dask cluster: dask://HOST:PORT."),
]
Time = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Begin no match after this time: 90s, 30m, 8h."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Watch = Annotated[
    bool,
    typer.Option("--watch", help="Serve the report as it grows, to browsers of this machine."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print all figures as JSON at the end.")]


def plan_given(
    file: Path | None, options: dict[str, Any], loader: "Loader", kept: "Plan | None" = None
) -> "Plan":
    """Read a plan from a file and from typed options, which overrule it.

    ``kept`` is the plan of a tournament that has begun; it has the seeds that are not given.
    """
    from parlour.tournament.plan.plan_file import parse_plan, read_plan_file

    given = read_plan_file(file) if file is not None else {}
    games = [_game(text, loader) for text in options.pop("games") or ()]
    typed = {name: value for name, value in options.items() if value not in (None, False, [])}
    if games:
        typed["games"] = games
    test = typed.pop("test", None)
    if test:
        typed["test"] = hypotheses_given(test)
    clock = typed.pop("clock", None)
    if clock:
        typed["clock"] = times_given(clock)
    return parse_plan(given | typed, str(file) if file is not None else "tournament", loader, kept)


def _game(text: str, loader: "Loader") -> dict[str, Any]:
    """Read ``maori:3,side=atoll``; a path becomes the name of the game there."""
    head, *pairs = text.split(",")
    game, colon, seats = head.partition(":")
    if not game or (colon and not seats.isdecimal()):
        raise MisuseError(f"expected {GAME_FORM}, got '{text}'")
    options = read_pairs(pairs, GAME_FORM)
    name = loader.typed_game(game).id
    return {"game": name, "options": options} | ({"seats": int(seats)} if colon else {})


def hypotheses_given(text: str) -> dict[str, float]:
    """Read the hypotheses of a test, ``null=0.5,alternative=0.6``; those not named are usual."""
    from msgspec.structs import asdict

    from parlour.rules.errors import SetupError
    from parlour.rules.options import parse_settings
    from parlour.tournament.plan.plan import Hypotheses

    pairs = [part for part in text.split(",") if part.strip()]
    try:
        given = parse_settings(Hypotheses, read_pairs(pairs, "--test NAME=VALUE,…"), "setting")
    except SetupError as fault:
        raise MisuseError(f"--test: {fault}") from None
    return asdict(given)


def seconds_given(text: str | None) -> float | None:
    """Read a time, ``90s``, ``30m`` or ``8h``, and return its seconds; no unit means seconds."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", text.strip())
    if found is None:
        raise MisuseError(f"expected --time like 90s, 30m or 8h, got '{text}'")
    return float(found[1]) * UNITS[found[2]]


def file_given(path: Path | None, plan: Path | None) -> Path:
    """Return the file of a tournament: as given, or named after its plan, in the current folder."""
    if path is not None:
        return path
    return Path((plan.stem if plan is not None else "parlour") + SUFFIX)


def match_key(store: "Store", text: str, where: str) -> tuple[int, int, int]:
    """Read ``maori/2:14:0``; the contest may be named or numbered from 0.

    Raises:
        MisuseError: It is no name of a match; ``where`` says where it was expected.
    """
    names = [contest.key for contest in store.tournament.plan.contests]
    with suppress(ValueError):
        name, block, match = text.rsplit(":", 2)
        return names.index(name) if name in names else int(name), int(block), int(match)
    contests = names[0] if len(names) == 1 else f"one of {', '.join(names)}"
    raise MisuseError(f"expected {where} CONTEST:BLOCK:MATCH (contest: {contests}), got '{text}'")
