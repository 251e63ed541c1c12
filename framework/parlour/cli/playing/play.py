"""``parlour play``."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import (
    GameNameOrNone,
    Language,
    Lines,
    Options,
    Plain,
    Seats,
    Trust,
    can_ask,
    check_commands,
    explain_fault_of,
    options_given,
    settings_given,
    table_settings,
)
from parlour.cli.completion import complete_face, complete_player
from parlour.cli.output import INTERRUPTED
from parlour.cli.parameters import QuickCommand
from parlour.cli.playing.first import choose_game
from parlour.cli.playing.games import game_lines
from parlour.cli.struct_options import Typed, with_options
from parlour.match import Game, Record, game_of
from parlour.match.record import read
from parlour.players import Level, is_here, name_in, named_for
from parlour.rules import MisuseError, ParlourError
from parlour.table import HUMAN, Surface, Table, fill_seats
from parlour.table.opening.saved_matches import find_record, saved_paths
from parlour.table.opening.tables import Tables, new_header
from parlour.terminal import faces
from parlour.terminal.faces import Wish
from parlour.terminal.input import PlayerLeft, at_terminal
from parlour.words import say

InBrowser = Annotated[
    bool, typer.Option("--browser", help="Open the match in a browser, served from here.")
]
FaceName = Annotated[
    str,
    typer.Option(
        "--face",
        metavar="NAME",
        help="The way to sit at the table: lines, screen, browser, or one that a plugin brings.",
        autocompletion=complete_face,
    ),
]


class GameCommand(QuickCommand):
    """A command whose help goes on with the game that is typed: ``parlour play maori --help``."""

    words: tuple[str, ...] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words as they are typed, then read them."""
        self.words = tuple(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the options of the game, if one is named, before the examples."""
        for line in _options_of_typed(self.words):
            formatter.write(f"{line}\n")
        super().format_epilog(ctx, formatter)


COMMAND = GameCommand


class Branch(NamedTuple):
    """A position of a recorded match: ``RECORD:41``."""

    path: Path
    record: Record
    """The record up to there."""


@with_options
def play(
    game: GameNameOrNone = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who takes the next seat: human, a bot, such as search:seconds=2, or "
            "exec:COMMAND. Once for each seat.",
            autocompletion=complete_player,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="What the next person is called. Once for each, in the order of their seats.",
        ),
    ] = None,
    seats: Seats = None,
    level: Annotated[
        Level | None,
        typer.Option(
            "--level",
            help="How well bots play that take the seats not given; hard is the strongest, and "
            "answers within a second.",
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Seed of the tiles, cards and dice; random unless given."
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="PATH", help="Path of the record; a new file."),
    ] = None,
    lines: Lines = None,
    plain: Plain = None,
    language: Language = None,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="RECORD:ANSWER",
            help="Play on from an answer of a recorded match, in a match of its own.",
        ),
    ] = None,
    trust: Trust = False,
    browser: InBrowser = False,
    face: FaceName = "",
    *,
    settings: Annotated[
        Typed,
        table_settings("bot_seed", "isolate", "times", "memory", "ask", "advice", "sandbox"),
    ],
) -> None:
    """Play a match.

    One person plays against the computer, unless --player says otherwise.

    Bots take the seats that are not given, up to --seats or the fewest that can play.
    Without --level they are of the level in parlour settings, hard unless you changed it,
    and answer within a second. Your first match at a terminal is easy. Every move is saved
    at once; at the prompt, ? lists what can be typed.

    If standard input is not a terminal, moves are read from it line by line, and
    the match stops at the end of input. It can be resumed.

    If several people play a game with hidden information, the screen is cleared
    before the next person sits down. Without a terminal, nothing is then shown but
    the answers to look, moves and log.

    With --from the game, its options and the players are those of a record, unless
    --player names others; the luck is new. parlour replay numbers the answers.

    Examples:
      parlour play maori
      parlour play maori --player human --player human --option side=atoll
      parlour play rapa_nui --player human --player human --name Anna --name Ben
      parlour play maori --player greedy --player uniform --seed 7
      parlour play maori --player human --player "exec:python3 my_bot.py" --clock move=5
      parlour play maori --player human --player search:seconds=2
      parlour play --from match.jsonl:41
      parlour play maori --browser
      parlour play rapa_nui --language de
      parlour play ./my_game
      parlour play rapa_nui --record mine.jsonl < moves.txt
    """
    catalog = Catalog()
    branch = None if begin is None else _branch(begin)
    if branch and (seats or option):
        raise MisuseError("expected --from without --seats and --option: the record has them")
    chosen_game = _game(catalog, game, branch)
    mine = settings_given(plain=plain, lines=lines, language=language)
    settings.setdefault("ask", mine.asks())
    name_of_face = chosen_face(face, browser=browser)
    tables = Tables(
        surface=Surface.TERMINAL,
        catalog=catalog,
        check_commands=partial(check_commands, trusted=trust),
        **settings,
    )
    with explain_fault_of(chosen_game, catalog):
        table: Table | None = None
        if branch:
            table = tables.branch(
                chosen_game,
                branch.record,
                branch.path,
                record,
                seed=seed,
                players=player or (),
                names=name or (),
            )
            header = table.new_header()
        else:
            options = chosen_game.read_options(options_given(option))
            is_first = not (level or player or saved_paths()) and at_terminal()
            wanted = level or ("easy" if is_first else mine.level)
            who = fill_seats(chosen_game, player or (), seats, wanted, catalog.bots)
            if len(who) > len(player or (HUMAN,)):
                _say_who_stands_in(chosen_game, wanted, who, catalog)
            header = new_header(chosen_game, who, options, seed, name or mine.names(who))
            if is_first and name_of_face != "browser":
                table = tables.create(chosen_game, header, record)
                table.note(say("level.first", level=mine.level))
        wish = Wish(
            tables=tables,
            game=chosen_game,
            header=header,
            settings=mine,
            record=record,
            table=table,
        )
        play_matches(wish, name_of_face)


def _say_who_stands_in(game: Game, level: Level, who: Sequence[str], catalog: Catalog) -> None:
    """Print a line if the bot that the game names for a level is not here."""
    wanted = named_for(game, level, len(who))
    if wanted and not is_here(wanted, catalog.bots):
        print(say("level.instead", wanted=name_in(wanted), instead=name_in(who[-1])))


def chosen_face(name: str, *, browser: bool) -> str:
    """Return the name of the face that is asked for, or an empty text.

    Raises:
        MisuseError: Two are asked for.
    """
    if browser and name not in {"", "browser"}:
        raise MisuseError(f"expected --browser or --face {name}, got both")
    return "browser" if browser else name


def play_matches(wish: Wish, face: str = "") -> None:
    """Play a match and its rematches, until somebody leaves.

    Raises:
        typer.Exit: Somebody left; the exit code tells whether it was by an interrupt.
    """
    try:
        faces.play(wish, face)
    except PlayerLeft as left:
        raise typer.Exit(INTERRUPTED if left.interrupted else 0) from None


def _branch(text: str) -> Branch:
    """Read ``RECORD:41``, a record with the number of the answer to play on from.

    Raises:
        MisuseError: It has another form, or the record has no such answer.
        RecordError: It is no record.
    """
    name, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal():
        raise MisuseError(f"expected --from RECORD:ANSWER, such as match.jsonl:41, got '{text}'")
    path = find_record(name)
    record = read(path)
    answers = [line for line in record.lines if not (line.over or line.agreed)]
    if int(number) > len(answers):
        raise MisuseError(f"expected a step from 0 to {len(answers)} of {path}, got {number}")
    return Branch(path, replace(record, lines=tuple(answers[: int(number)])))


def _game(catalog: Catalog, name: str | None, branch: Branch | None) -> Game:
    """Return the named game, or the branch's game.

    Raises:
        MisuseError: Neither is given.
    """
    if name is not None:
        return catalog.game(name)
    if branch is None and not can_ask():
        raise MisuseError("expected a game, such as parlour play maori; see: parlour games")
    if branch is None:
        return catalog.game(choose_game(catalog))
    return game_of(branch.record, str(branch.path), catalog.game_named)


def _options_of_typed(words: tuple[str, ...]) -> list[str]:
    """Return the lines about the game that the first word names; none if there is no such game."""
    if not words or words[0].startswith("-"):
        return ["", "The options of a game: parlour games GAME, or parlour play GAME --help"]
    try:
        return ["", *game_lines(Catalog().game(words[0]))]
    except (ParlourError, typer.BadParameter):
        return []
