"""``parlour play``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import (
    Clocks,
    GameName,
    Lines,
    Memory,
    Options,
    Plain,
    Seats,
    options_given,
    times_given,
)
from parlour.cli.completion import complete_player
from parlour.cli.errors import INTERRUPTED, blame_game

if TYPE_CHECKING:
    from parlour.session.session import Session

EXAMPLES = (
    "parlour play maori",
    "parlour play maori --seat human --seat human --option side=atoll",
    "parlour play maori --seat greedy --seat uniform --seed 7",
    'parlour play maori --seat human --seat "exec:python3 my_bot.py" --clock move=5',
    "parlour play maori --seat human --seat search:seconds=2",
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
Seed = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Seed of the tiles, cards and dice; random unless given."),
]
RecordTo = Annotated[
    Path | None, typer.Option("--record", metavar="PATH", help="Path of the record; a new file.")
]


def play(
    game: GameName,
    seat: Who = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    record: RecordTo = None,
    clock: Clocks = None,
    lines: Lines = False,
    plain: Plain = False,
    memory: Memory = False,
) -> None:
    """Play a match.

    One person plays against the computer, unless --seat says otherwise.

    Strong bots that answer at once take the seats that are not given, up to --seats
    or the fewest that can play. Every move is saved at once; at the prompt, ? lists
    what can be typed.

    Where standard input is no terminal, moves are read from it line by line, and
    the match stops at the end of input. It can be resumed.

    Where several people play a game with hidden information, the screen is cleared
    before the next person sits down. Without a terminal, nothing is then shown but
    the answers to look, moves and log.
    """
    from functools import partial
    from os import urandom

    from parlour.cli.record_paths import create_record, resume_command
    from parlour.cli.trust import remember
    from parlour.match.match import Match
    from parlour.match.record import encode, header_of
    from parlour.plugins.catalog import Catalog
    from parlour.session.seating import fill_seats, make_bots
    from parlour.session.session import Session

    times = times_given(clock)
    catalog = Catalog()
    found = catalog.game(game)
    with blame_game(found.id, found, installed=not catalog.paths):
        who = fill_seats(found, seat or (), seats)
        options = found.read_options(options_given(option))
        found.check_setup(len(who), options)
        header = header_of(found, who, options, urandom(8).hex() if seed is None else seed)
        # Before the file is created: a bot may decline.
        players = make_bots(found, header, catalog.bots)
        file = create_record(record, found.id)
        remember(encode(header), who)
        session = Session(
            Match(found, header, file),
            players,
            file,
            times,
            resume_command=partial(resume_command, game_paths=catalog.paths),
            memory=memory,
        )
        play_session(session, plain=plain, lines=lines)


def play_session(session: "Session", *, plain: bool, lines: bool) -> None:
    """Play a match at this terminal, to its end or until somebody leaves.

    Raises:
        typer.Exit: Somebody left; the exit code tells whether it was by an interrupt.
    """
    from parlour.terminal.faces import face_of
    from parlour.terminal.input import PlayerLeft

    try:
        face_of(session, plain=plain, lines=lines).play()
    except PlayerLeft as left:
        raise typer.Exit(INTERRUPTED if left.interrupted else 0) from None
