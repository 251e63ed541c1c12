"""Orders for a table from the front page, and the header of the match of an order."""

from collections.abc import Sequence
from os import urandom
from random import Random
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match import Game, Header, header_of
from parlour.players import (
    BotFinder,
    Level,
    TimeControl,
    is_external,
    is_included,
    level_bot,
    make_bot,
)
from parlour.rules import PluginError, SetupError, UnknownGame, quoted, read_pairs
from parlour.table import HUMAN, Advice, checked_names
from parlour.table.opening.lessons import new_lesson
from parlour_web.tables.metadata import Minutes, TableSettings

MAX_ORDER_BYTES = 16_384
"""Maximum length of an order."""


BOT_NAMES = ("Alma", "Bruno", "Cleo", "Dario", "Edda", "Felix", "Gaia", "Hugo")
"""Names of bots at the tables of pages, in the order of the seats; records do not hold them."""


class SeatOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a table that is to be opened."""

    who: Literal["me", "friend", "bot"]
    name: str = ""
    """The name of the person; may be empty."""
    level: Level = "hard"
    """Level of a bot that has no ``spec``."""
    spec: str = ""
    """The bot by its name and settings: ``search:seconds=2``."""


class TableOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is to be opened."""

    game: str
    seats: tuple[SeatOrder, ...] = ()
    lesson: str = ""
    """A lesson of the game, which says itself who sits where; empty for a match."""
    options: dict[str, Any] = {}
    spectators: bool = True
    """Whether spectators may look on, if the game has a view for them."""
    delay: int = 0
    """Number of answers that spectators are behind the match."""
    advice: Advice | UnsetType = UNSET
    """The help that everybody at the table gets, but no more than the server gives."""
    talk: bool = True
    """Whether people may talk at the table, if they may at the server."""
    minutes: Minutes = 0
    """Minutes a move; then others may let a bot play. 0 for never."""
    waits: bool = False
    """Whether the match begins only when all its people have come, or the host starts it."""
    seed: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9 _.-]{0,64}\Z")] = ""
    """The seed of the match; empty for one that nobody can guess.

    It has few kinds of letters, because a page must not choose the text written into a record.
    """

    @property
    def settings(self) -> TableSettings:
        """The choices that are saved with the table."""
        return TableSettings(
            watched=self.spectators,
            delay=self.delay,
            advice=self.advice,
            silent=UNSET if self.talk else True,
            minutes=self.minutes or UNSET,
        )


def header_for(
    order: TableOrder, catalog: Catalog, commands: tuple[str, ...], times: TimeControl
) -> Header:
    """Return the header of the match that is ordered.

    ``catalog`` has the games and the bots of plugins; the fault of a plugin is told to no
    page. ``commands`` are the only commands that may be seated as bots, ``times`` the clocks of
    bots. An option cannot name a file to read, because an order comes from a page.

    Raises:
        UnknownGame: There is no such game, or it does not load.
        SetupError: The game does not take these seats, players or options.
        MisuseError: It has no such lesson.
    """
    try:
        game = catalog.game_named(order.game)
    except PluginError:
        raise UnknownGame(f"expected a game that loads, got {quoted(order.game)}") from None
    if order.lesson:
        return new_lesson(game, order.lesson)
    options = game.recorded_options(game.rules_version, order.options)
    players = tuple(
        _player(game, seat, commands, times, catalog.bots)
        if seat.spec or seat.who != "bot"
        else level_bot(game, seat.level, len(order.seats))
        for seat in order.seats
    )
    game.check_setup(len(players), options)
    if not 0 <= order.delay <= 1000:
        raise SetupError(f"expected a delay of 0 to 1000 answers, got {order.delay}")
    given = ["" if seat.who == "bot" else seat.name for seat in order.seats]
    names = checked_names(players, given)
    seed = order.seed or urandom(8).hex()
    return header_of(game, players, options, seed, names if any(names) else ())


def named(header: Header) -> tuple[str, ...]:
    """Return the name of each seat at a table: people have their own, bots get some.

    If there are more bots than names, the others are called by what plays for them.
    """
    given = header.names or ("",) * header.seats
    free = [name for name in BOT_NAMES if name.casefold() not in map(str.casefold, given)]
    return tuple(
        name if name or player == HUMAN or not free else free.pop(0)
        for name, player in zip(given, header.players, strict=True)
    )


def turned(header: Header, names: Sequence[str]) -> Header:
    """Return a header with all seats one further on; ``names`` are the names at its table."""
    people = [n if player == HUMAN else "" for n, player in zip(names, header.players, strict=True)]
    return replace(
        header,
        players=(*header.players[1:], header.players[0]),
        names=(*people[1:], people[0]) if any(people) else UNSET,
    )


def _player(
    game: Game,
    seat: SeatOrder,
    commands: tuple[str, ...],
    times: TimeControl,
    find_bots: BotFinder,
) -> str:
    """Return the player of a seat, as records name them: a person, or the bot that is named."""
    if seat.who != "bot":
        return HUMAN
    spec = seat.spec
    if is_external(spec) and spec not in commands:
        raise SetupError("expected a bot that is no command, or one of those given with --bot")
    if not is_external(spec):
        _check_page_may_choose(spec, times)
        # A copy without the faults of plugins.
        others = {} if is_included(spec) else dict(find_bots())
        make_bot(spec, game, Random(0), others)  # noqa: S311  only whether it can be made counts
    return spec


def _check_page_may_choose(spec: str, times: TimeControl) -> None:
    """Check the settings that a page gives a bot.

    Raises:
        SetupError: A page may not choose them: they could take the whole server.
    """
    given = read_pairs(filter(None, spec.partition(":")[2].split(",")), "NAME=VALUE")
    for name, value in given.items():
        is_number = value.replace(".", "", 1).isdecimal()
        if name != "seconds" or not is_number or float(value) > times.move:
            most = f"seconds of at most {times.move:g}"
            expected = f"expected settings that a page may choose ({most})"
            raise SetupError(f"{expected}, got {quoted(spec)}")
