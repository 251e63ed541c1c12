"""``parlour play``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import (
    Clocks,
    GameNameOrNone,
    Lines,
    Memory,
    Options,
    Plain,
    Sandbox,
    Seats,
    Yes,
    options_given,
    times_given,
)
from parlour.cli.completion import complete_player, complete_record
from parlour.cli.errors import INTERRUPTED, blame_game
from parlour.cli.trust import Trust
from parlour.players.levels import Level
from parlour.rules.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.cli.begin import Begun, Branch
    from parlour.match.game import Game
    from parlour.players.time_control import TimeControl
    from parlour.plugins.catalog import Catalog
    from parlour.table.session import Session

EXAMPLES = (
    "parlour play maori",
    "parlour play maori --seat human --seat human --option side=atoll",
    "parlour play rapa_nui --seat human --seat human --name Anna --name Ben",
    "parlour play maori --seat greedy --seat uniform --seed 7",
    'parlour play maori --seat human --seat "exec:python3 my_bot.py" --clock move=5',
    "parlour play maori --seat human --seat search:seconds=2",
    "parlour play --from match.jsonl:41",
    "parlour play maori --browser",
    "parlour play ./my_game",
    "parlour play rapa_nui --record mine.jsonl < moves.txt",
)

Who = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="PLAYER",
        help="Who takes the next seat: human, a bot, such as search:seconds=2, or exec:COMMAND. "
        "Once for each seat.",
        autocompletion=complete_player,
    ),
]
Name = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="What the next person is called. Once for each, in the order of their seats.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Seed of the tiles, cards and dice; random unless given."),
]
BotSeed = Annotated[
    str | None,
    typer.Option(
        "--bot-seed",
        metavar="TEXT",
        help="Seed of the bots' own luck. Unless given, it is that of --seed where all bots are "
        "included in Parlour, and random otherwise.",
    ),
]
Isolate = Annotated[
    bool,
    typer.Option("--isolate", help="Run each bot of a plugin in a process of its own."),
]
OfLevel = Annotated[
    Level,
    typer.Option(
        "--level",
        help="How well bots play that take the seats not given; hard is the strongest that was "
        "measured to answer within a second.",
    ),
]
RecordTo = Annotated[
    Path | None, typer.Option("--record", metavar="PATH", help="Path of the record; a new file.")
]

From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="RECORD:ANSWER",
        help="Go on from an answer of a recorded match, in a match of its own.",
        autocompletion=complete_record,
    ),
]

InBrowser = Annotated[
    bool, typer.Option("--browser", help="Open the match in a browser, served from here.")
]


def play(
    game: GameNameOrNone = None,
    seat: Who = None,
    name: Name = None,
    seats: Seats = None,
    level: OfLevel = "hard",
    option: Options = None,
    seed: Seed = None,
    bot_seed: BotSeed = None,
    isolate: Isolate = False,
    record: RecordTo = None,
    clock: Clocks = None,
    lines: Lines = False,
    plain: Plain = False,
    memory: Memory = False,
    yes: Yes = False,
    begin: From = None,
    trust: Trust = False,
    sandbox: Sandbox = False,
    browser: InBrowser = False,
) -> None:
    """Play a match.

    One person plays against the computer, unless --seat says otherwise.

    Bots take the seats that are not given, up to --seats or the fewest that can play.
    Without --level they are the strongest that answer within a second a move. Every
    move is saved at once; at the prompt, ? lists what can be typed.

    Where standard input is no terminal, moves are read from it line by line, and
    the match stops at the end of input. It can be resumed.

    Where several people play a game with hidden information, the screen is cleared
    before the next person sits down. Without a terminal, nothing is then shown but
    the answers to look, moves and log.

    With --from the game, its options and the players are those of a record, unless
    --seat names others; the luck is new. parlour replay --step numbers the answers.
    """
    from functools import partial
    from os import urandom

    from parlour.cli.begin import branch_match, new_match, read_branch, rematch
    from parlour.cli.record_paths import resume_command
    from parlour.players.process.command import in_sandbox
    from parlour.plugins.catalog import Catalog
    from parlour.table.seating import fill_seats, make_bots
    from parlour.table.session import Session

    times = times_given(clock)
    catalog = Catalog()
    who, luck = seat or (), urandom(8).hex() if seed is None else seed
    branch = None if begin is None else read_branch(begin)
    if branch is not None and (seats or option):
        raise MisuseError("expected --from without --seats and --option: the record has them")
    found = _game(catalog, game, branch)
    if browser:
        if branch or record or lines or plain or memory or isolate or bot_seed:
            raise MisuseError("expected --browser with the game, seats, names, options and clocks")
        filled = fill_seats(found, who, seats, level)
        _open_in_browser(catalog, found, filled, options_given(option), luck, name or (), times)
        return
    with blame_game(found.id, found, installed=not catalog.paths):
        seat_bots = partial(
            make_bots,
            find_bots=catalog.bots,
            bot_seed=bot_seed,
            isolate=catalog.sources if isolate else None,
        )
        if branch is None:
            filled = fill_seats(found, who, seats, level)
            if sandbox:
                filled = tuple(map(in_sandbox, filled))
            begun = new_match(
                found, seat_bots, filled, options_given(option), luck, record, name or ()
            )
        else:
            begun = branch_match(
                branch,
                found,
                seat_bots,
                who,
                luck,
                record,
                trusted=trust,
                sandbox=sandbox,
                names=name or (),
            )
        sit_down = partial(
            Session,
            times=times,
            resume_command=partial(resume_command, game_paths=catalog.paths),
            memory=memory,
            says_yes=yes,
        )
        begin_again = partial(rematch, found, begun.match.header, seat_bots)
        play_sessions(sit_down, begun, begin_again, plain=plain, lines=lines)


def _open_in_browser(
    catalog: "Catalog",
    game: "Game",
    who: "Sequence[str]",
    options: "Mapping[str, str]",
    seed: str,
    names: "Sequence[str]",
    times: "TimeControl",
) -> None:
    """Open a new match in a browser, until somebody stops it."""
    from parlour.cli.web.serving import play_in_browser
    from parlour.match.record import header_of
    from parlour.table.seating import names_for_seats

    settings = game.read_options(options)
    game.check_setup(len(who), settings)
    header = header_of(game, who, settings, seed, names_for_seats(who, names))
    play_in_browser(header, times, catalog)


def _game(catalog: "Catalog", name: str | None, branch: "Branch | None") -> "Game":
    """Return the game that is named, or that of a branch.

    Raises:
        MisuseError: Neither is given.
    """
    from parlour.match.replay import game_of

    if name is not None:
        return catalog.game(name)
    if branch is None:
        raise MisuseError("expected a game, such as parlour play maori; see: parlour games")
    return game_of(branch.record, str(branch.path), catalog.game_named)


def play_sessions(
    sit_down: "Callable[..., Session]",
    begun: "Begun",
    begin_again: "Callable[[], Begun]",
    *,
    plain: bool,
    lines: bool,
) -> None:
    """Play matches at this terminal, to their ends or until somebody leaves.

    Raises:
        typer.Exit: Somebody left; the exit code tells whether it was by an interrupt.
    """
    from parlour.terminal.faces import face_of
    from parlour.terminal.input import PlayerLeft

    try:
        while face_of(sit_down(*begun), plain=plain, lines=lines).play():
            begun = begin_again()
    except PlayerLeft as left:
        raise typer.Exit(INTERRUPTED if left.interrupted else 0) from None
