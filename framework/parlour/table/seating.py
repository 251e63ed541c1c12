"""Seating: the players of a match, the bots made for it, and the names of the seats.

Names that look like one another, or like a bot's, are refused.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from random import Random
from shlex import quote
from unicodedata import category, normalize

from msgspec import Struct

from parlour.hooks import BotScheme
from parlour.hooks.lookup import SCHEMES, resolve
from parlour.hooks.own import absent_packages
from parlour.match import Game, Header, generator
from parlour.players import (
    BOTS,
    BotFinder,
    Level,
    Player,
    is_external,
    is_included,
    level_bot,
    make_bot,
    name_in,
    scheme_of,
    seed_of_bots,
)
from parlour.rules import (
    PERSON,
    YOU,
    MisuseError,
    PluginError,
    Seat,
    SetupError,
    one_line,
    printable,
    quoted,
    write_whole,
)
from parlour.words import SENTENCES, say, speaking

HUMAN = "human"
"""The name of a player who sits at this terminal, in a record and at ``--player``."""

ERRORS = "{}.seat-{}.stderr.txt"
"""The name of the file with a bot's standard error: from the record's name and the seat."""

LONGEST = 40
"""Letters of a name of a seat, at most."""


def fill_seats(
    game: Game,
    given: Sequence[str],
    seats: int | None,
    level: Level = "hard",
    find_bots: BotFinder = dict,
) -> tuple[str, ...]:
    """Return the player of every seat: those given, then bots of a level.

    Raises:
        SetupError: So many cannot play, or more players are given than there are seats.
    """
    chosen = tuple(given) or (HUMAN,)
    if seats is not None:
        game.rules.check_seats(seats)
    count = max(game.seats[0], len(chosen)) if seats is None else seats
    if len(chosen) > count:
        raise SetupError(f"expected at most {count} players, got {len(chosen)}")
    return chosen + (level_bot(game, level, count, find_bots),) * (count - len(chosen))


def names_for_seats(players: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """Return the name of the person at each seat, given in the order of the people.

    A name that is not given is empty; if no name is given, the result is empty.

    Raises:
        SetupError: A name cannot be shown, or stands for two, or there are too many.
    """
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    if len(given) > len(people):
        raise SetupError(f"expected at most {len(people)} names of people, got {len(given)}")
    named = dict(zip(people, (name or " " for name in given), strict=False))
    names = tuple(named.get(seat, "") for seat in range(len(players)))
    return checked_names(players, names) if named else ()


def make_bots(
    game: Game,
    header: Header,
    find_bots: BotFinder,
    *,
    steps: int = 0,
    bot_seed: str | None = None,
    isolate: Struct | None = None,
    isolates: Callable[[str], bool] = lambda spec: not is_included(spec),
) -> tuple[Player | None, ...]:
    """Make the bots that a header names; None stands for a person.

    A bot's generator depends on the seed of the bots (``seed_of_bots``) and on ``steps``, the
    number of moves and outcomes so far: in a resumed match it does not repeat its earlier
    draws. Plugins are loaded only if a bot is not included in Parlour. With ``isolate``, the
    sources of a catalog, the bots that ``isolates`` names run in separate processes.

    Raises:
        SetupError: There is no such bot, or it declines the game.
        BotFailed: The bot of a plugin cannot be made.
    """
    bots = [name for name in header.players if name != HUMAN]
    seed = seed_of_bots(header.seed, bots, bot_seed)

    def made(seat: Seat, name: str) -> Player:
        rng = generator(seed, f"bot {seat}", steps)
        if isolate is not None and not is_external(name) and isolates(name):
            return _isolated(name, game, rng, isolate)
        others = {} if is_external(name) or is_included(name) else find_bots()
        return make_bot(name, game, rng, others, instead=HUMAN)

    return tuple(
        None if name == HUMAN else made(seat, name) for seat, name in enumerate(header.players)
    )


def _isolated(name: str, game: Game, rng: Random, sources: Struct) -> Player:
    """Make the bot of a plugin in a separate process, by the first scheme that can.

    Raises:
        SetupError: No scheme here can.
    """
    for scheme in SCHEMES.own().values():
        if scheme.isolates:
            player: Player = resolve(scheme.isolates)(name, game, rng, sources)
            return player
    raise SetupError("; ".join(("bots cannot be isolated here", *absent_packages())))


def names_in(header: Header) -> tuple[str, ...]:
    """Return the name of each seat of a match as people read it."""
    return seat_names(header.players, header.names or ())


def seat_names(players: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the name of each seat as people read it.

    A person has the name ``given`` for the seat; without one, a person alone is "You". A bot has
    its title. If several have the same name, and for people among themselves, the number of
    the seat follows, counted from 1.
    """
    titles = [
        one_line(name, MAX_NAME_LETTERS) or one_line(_title(player), LONGEST)
        for player, name in zip_longest(players, given[: len(players)], fillvalue="")
    ]
    if list(players).count(HUMAN) == titles.count(PERSON) == 1:
        titles[titles.index(PERSON)] = YOU
    return tuple(
        f"{title} {number}" if titles.count(title) > 1 else title
        for number, title in enumerate(titles, 1)
    )


def public_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players of a record as anybody may read them, with the same names of seats.

    Settings are left out, and commands, whose arguments may be secret.
    """
    return tuple(
        f"{scheme.name}:{quote(_title(name))}" if (scheme := _scheme_of(name)) else name_in(name)
        for name in players
    )


def _title(name: str) -> str:
    """Return the title of a player: of a bot in another process, the name of its script."""
    if name == HUMAN:
        return PERSON
    scheme = _scheme_of(name)
    if scheme is None:
        return name_in(name).capitalize()
    with suppress(SetupError):
        title: str = resolve(scheme.title)(name)
        return title
    return name


def _scheme_of(name: str) -> BotScheme | None:
    """Return the scheme of a bot that is only to be named; None if its plugin is broken."""
    with suppress(PluginError):
        return scheme_of(name)
    return None


def seated_bot(player: Player | None) -> Player:
    """Return a bot that was made before; the referee calls this instead of making one.

    A seat that has forfeited needs no bot, since the referee seats a stand-in there.
    """
    if player is None:
        raise ValueError("expected a seat that has forfeited, whose stand-in needs no player")
    return player


def keep_errors(record: Path, seat: Seat, errors: str) -> None:
    """Write a bot's standard error beside the record; a match is not lost if that fails."""
    with suppress(MisuseError):
        raw = printable(errors).encode("utf-8", errors="replace")
        write_whole(Path(ERRORS.format(record, seat)), raw)


# Names

MAX_NAME_LETTERS = 20
"""Maximum number of letters in the name of a person."""

FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0d\U000e0100-\U000e01ef]"
)
"""Characters that show nothing although they count as letters, marks or symbols."""

_VARIANTS = re.compile("[\ufe0e\ufe0f]")
"""Signs behind an emoji, which choose how it is drawn."""

_NUMBER = re.compile(r"[\W\d]+[lo]*$|[lo]$")
"""A number behind a name; by its look, 1 and 0 are letters."""


def checked_names(players: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of the person at each seat as it is shown; an empty one stays empty.

    Raises:
        SetupError: A name cannot be shown, or people take it for somebody else's.
    """
    titles = [_title(player) for player in (*players, *BOTS) if player != HUMAN]
    reserved = frozenset().union(_nobodys_looks(), *map(_looks, titles))
    taken: set[str] = set()
    shown = tuple(" ".join(normalize("NFKC", name).split()) for name in names)
    for name, given in zip(shown, names, strict=True):
        if not given:
            continue
        looks = _looks(name)
        if not (name.isprintable() and all(looks)) or len(name) > MAX_NAME_LETTERS:
            raise SetupError(say("name.letters", most=MAX_NAME_LETTERS, name=quoted(given)))
        marks = "".join(category(letter)[0] for letter in normalize("NFD", name))
        if FILLERS.search(name) or "MMMM" in marks:
            raise SetupError(say("name.unseen", name=quoted(given)))
        if reserved & looks.union(_NUMBER.sub("", look) for look in looks):
            raise SetupError(say("name.reserved", name=quoted(given)))
        if taken & looks:
            raise SetupError(say("name.taken", name=quoted(given)))
        taken |= looks
    return shown


def _looks(name: str) -> frozenset[str]:
    """Return how a name looks: two names that share a look are taken for each other."""
    small = _VARIANTS.sub("", name)
    latin = normalize("NFD", small).translate(_lookalikes()).casefold()
    return frozenset(text.replace(" ", "") for text in (small.casefold(), latin))


@cache
def _nobodys_looks() -> frozenset[str]:
    """Return how those words of each language look that are names of nobody: ``You``, ``seat``."""
    words = set[str]()
    for language in SENTENCES.languages:
        with speaking(language):
            words.update(say("name.nobody").split(", "))
    return frozenset().union(*map(_looks, words))


@cache
def _lookalikes() -> dict[int, str]:
    text = (files("parlour.table") / "lookalikes.txt").read_text("utf-8")
    lines = [line.partition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {ord(other): letter for letter, _, others in lines for other in others}
