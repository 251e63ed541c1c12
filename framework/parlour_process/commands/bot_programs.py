"""``parlour bot check``, ``schema`` and ``serve``: for authors of bots in any language."""

import os
import sys
from typing import Annotated

import msgspec
import typer

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.cli.arguments import AsJson, Options, Seats, find_game, options_given, table_settings
from parlour.cli.completion import complete_game
from parlour.cli.output import FAILED, print_json
from parlour.cli.struct_options import Typed, with_options
from parlour.players import TimeControl, is_external, is_included, make_bot, name_in, read_bot
from parlour.rules import one_line
from parlour_process.command import findable_command, in_sandbox
from parlour_process.compliance import CheckSetup, CheckStep, check_bot
from parlour_process.isolation import serve as answer
from parlour_process.messages import protocol_schema

Played = Annotated[
    str,
    typer.Option(
        "--game", metavar="GAME", help="Game for the check.", autocompletion=complete_game
    ),
]


@with_options
def check(
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND", help="Command that starts the bot, or exec[NAME=VALUE]:COMMAND."
        ),
    ],
    game: Played,
    seats: Seats = None,
    option: Options = None,
    json: AsJson = False,
    *,
    settings: Annotated[Typed, table_settings("times", "sandbox")],
) -> None:
    """Check that a bot keeps the protocol.

    Each step is a line, and the check ends with the first that fails. In the last
    step the bot plays a whole match against itself.

    Examples:
      parlour bot check "python3 bot.py" --game maori
      parlour bot check ./bot --game rapa_nui --clock start=10,move=5,reserve=0
    """
    spec = command if is_external(command) else f"exec:{command}"
    started = findable_command(in_sandbox(spec) if settings.get("sandbox") else spec)
    with find_game(game) as found:
        count = found.seats[0] if seats is None else seats
        times = settings.get("times", TimeControl())
        setup = CheckSetup(found, count, options_given(option), times)
        found.check_setup(count, found.read_options(setup.options))
        steps: list[CheckStep] = []
        for step in check_bot(started, setup):
            steps.append(step)
            if not json:
                print(_line(step), flush=True)
    if json:
        print_json(steps)
    if any(step.fault for step in steps):
        raise typer.Exit(FAILED)


def schema(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game's name.", autocompletion=complete_game),
    ] = None,
) -> None:
    """Print the JSON Schema of the protocol's messages.

    With a game, it describes the views, moves and events of that game.

    Examples:
      parlour bot schema
      parlour bot schema maori > maori.protocol.json
    """
    if game is None:
        shape = protocol_schema()
    else:
        with find_game(game) as loaded:
            shape = protocol_schema(loaded)
    print_json(shape)


def serve(
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help="A bot's name, with its settings: search:seconds=1."),
    ],
    game: Played,
    sources: Annotated[str | None, typer.Option("--sources", hidden=True)] = None,
) -> None:
    """Run a known bot that speaks the protocol.

    Use it as a command: --player "exec:parlour bot serve search:seconds=1 --game maori".
    --isolate starts bots of plugins in this way.

    Examples:
      parlour bot serve greedy --game maori < /dev/null
    """
    # What a bot prints belongs to standard error, and not among the messages.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sources is None:
        catalog = Catalog()
    else:
        catalog = Catalog.from_sources(msgspec.json.decode(sources, type=CatalogSources))
    found = catalog.game(game)
    bots = {} if is_included(bot) else catalog.bots()
    read_bot(bot, bots)
    # Not ``sys.stdin``: a thread waits there, and a Python that ends wants to lock it.
    lines = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    answer(name_in(bot), found, lambda rng: make_bot(bot, found, rng, bots), lines, out)


def _line(step: CheckStep) -> str:
    verdict = "ok"
    if step.skipped:
        verdict = "not tried"
    elif step.fault:
        verdict = f"failed: {one_line(step.fault, 500)}"
    return f"{step.number:>2} {step.title:<30} {verdict}"
