"""``parlour bot list``: all bots, their games, and their measured strengths."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import attrgetter
from random import Random
from typing import Annotated, get_args

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import AsJson
from parlour.cli.completion import complete_game
from parlour.cli.output import columns, print_json
from parlour.match import Game
from parlour.players import BOTS, Bot, Level, level_bot, make_bot, without_limit
from parlour.rules import ParlourError, PluginError, one_line, settings_of
from parlour_testing.commands.strengths import Strength, by_setup, strengths_of

RESULT = """\
A result is the share of the others that the bot has beaten, half for those it
ties with: 0.50 is even. The 95 % interval follows. A block is one
deal, played once from every seat; ms is processor time for a move."""

MAX_NAME = 44
"""Maximum number of columns of a bot beside its figures; a longer name has a line to itself."""


def list(  # noqa: A001  the command is called so
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game's name or path; all without.",
            autocompletion=complete_game,
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """List the bots, the games that they play or decline, and their measured strength.

    A game ships the strengths, with the commands that measured them; --json shows these.
    Those that were measured by earlier rules of the game name their version.

    Examples:
      parlour bot list
      parlour bot list giants
      parlour bot list --json
    """
    catalog = Catalog()
    games = [catalog.game(game)] if game is not None else [*catalog.games().values()]
    bots = {**catalog.bots(), **BOTS}
    if json:
        print_json(
            {
                "bots": [
                    {
                        "name": bot.name,
                        "summary": bot.summary,
                        "settings": settings_of(bot.settings),
                    }
                    for _, bot in sorted(bots.items())
                ],
                "games": [_game_json(one, bots) for one in games],
            }
        )
        return
    for line in _lines(games, bots):
        print(line)


def _lines(games: Sequence[Game], bots: Mapping[str, Bot]) -> Iterator[str]:
    yield from columns(("bot", "about"), [(name, bots[name].summary) for name in sorted(bots)])
    for game in games:
        yield ""
        yield from lines_of_game(game, bots)
    yield ""
    yield RESULT


def lines_of_game(game: Game, bots: Mapping[str, Bot]) -> Iterator[str]:
    """Yield the lines of one game: who plays it, who does not and why, levels, strengths."""
    declined = {name: why_declined(bot, game) for name, bot in sorted(bots.items())}
    yield f"{game.title} ({game.id})"
    facts = [("played by", ", ".join(name for name, reason in declined.items() if not reason))]
    facts += [("declined by", f"{name}: {why}") for name, why in declined.items() if why]
    facts += [(level, _by_seats(bots_of_level(game, level))) for level in get_args(Level)]
    strengths, fault = _strengths(game)
    facts += [("strengths", fault)] if fault else []
    _, *lines = columns(("", ""), [(f"  {name}", fact) for name, fact in facts])
    yield from lines
    yield from _strength_lines(strengths, game)


def _strength_lines(strengths: Sequence[Strength], game: Game) -> Iterator[str]:
    """Yield a table of strengths, whose rows stand under their setup and opponent."""
    if not strengths:
        return
    groups = [
        (f"  {seats} seats{options and ', '}{options}, against {opponent}", [*over])
        for (seats, options), rows in by_setup(strengths).items()
        for opponent, over in groupby(rows, key=attrgetter("opponent"))
    ]
    cells = [_cells(row, game) for _, rows in groups for row in rows]
    head, *lines = columns(("  strengths", "result", "blocks", "  ms", ""), cells)
    yield head
    below = iter(lines)
    for about, rows in groups:
        yield about
        for row, line in zip(rows, islice(below, len(rows)), strict=True):
            name = _name(row, game)
            yield from [name] * (len(name) > MAX_NAME)
            yield line


def _cells(row: Strength, game: Game) -> tuple[str, ...]:
    took = "" if row.bot_ms is None else milliseconds(row.bot_ms)
    name = _name(row, game)
    shown = "" if len(name) > MAX_NAME else name
    return shown, result(row), f"{row.blocks:6}", f"{took:>4}", older_rules(row, game)


def _name(row: Strength, game: Game) -> str:
    return f"   {row.bot}{level_label(row, game)}"


def _strengths(game: Game) -> tuple[Sequence[Strength], str]:
    """Return the strengths that a game ships, or none and why they cannot be read."""
    try:
        return strengths_of(game), ""
    except PluginError as fault:
        return (), f"cannot be read: {fault}"


def older_rules(row: Strength, game: Game) -> str:
    """Return the version of the rules that were played, unless it is the game's: ``rules 1``."""
    return "" if row.rules_version == game.rules_version else f"rules {row.rules_version}"


def result(row: Strength) -> str:
    """Return a result with its 95 % interval: ``0.75 [0.50, 0.93]``."""
    return f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"


def milliseconds(time: float) -> str:
    """Return milliseconds with two digits, or whole: ``0.35``, ``4.2``, ``1013``."""
    return f"{time:.0f}" if time >= 10 else f"{time:.2g}"


def why_declined(bot: Bot, game: Game) -> str:
    """Return why a bot cannot be made for a game; empty if it can."""
    try:
        make_bot(bot.name, game, Random(0), {bot.name: bot}).close()  # noqa: S311  it plays nothing
    except ParlourError as fault:
        return one_line(str(fault).removeprefix(f"{bot.name} declines {game.id}: "))
    return ""


def bots_of_level(game: Game, level: Level) -> dict[str, tuple[int, ...]]:
    """Return the bots of a level, with the numbers of seats that each is for."""
    named = {seats: level_bot(game, level, seats) for seats in game.seats}
    bots = dict.fromkeys(named.values())
    return {bot: tuple(seats for seats in named if named[seats] == bot) for bot in bots}


def level_label(row: Strength, game: Game) -> str:
    """Return the level of a row's bot with so many seats, in brackets; empty without a level."""
    bots = {level: without_limit(level_bot(game, level, row.seats)) for level in get_args(Level)}
    return next((f" ({level})" for level, bot in bots.items() if bot == row.bot), "")


def _by_seats(bots: Mapping[str, Sequence[int]]) -> str:
    """Return the bots of a level: ``greedy``, or ``greedy:errors=1.0 (2 or 3 seats), …``."""
    if len(bots) == 1:
        return next(iter(bots))
    told = (f"{bot} ({' or '.join(map(str, seats))} seats)" for bot, seats in bots.items())
    return ", ".join(told)


def _game_json(game: Game, bots: Mapping[str, Bot]) -> dict[str, object]:
    declined = {name: why_declined(bot, game) for name, bot in sorted(bots.items())}
    strengths, fault = _strengths(game)
    return {
        "id": game.id,
        "played_by": [name for name, reason in declined.items() if not reason],
        "declined_by": {name: reason for name, reason in declined.items() if reason},
        "levels": {level: level_bot(game, level) for level in get_args(Level)},
        "levels_by_seats": {level: bots_of_level(game, level) for level in get_args(Level)},
        "strengths": strengths,
        "strengths_fault": fault,
    }
